#pragma once

#include "engine/templates/template_value.h"

#include <cstdint>
#include <string_view>

namespace engine {

/// What Python does to strings, in characters. Origins are kept.
enum class TemplateSide { Left, Right, Both };

/// Without the characters of `removed` at its sides; white space if null.
TemplateText stripText(const TemplateText& text, TemplateSide side, const TemplateText* removed);

enum class TemplateCase { Upper, Lower, Capitalize, Title, Swap };
TemplateText changeCase(const TemplateText& text, TemplateCase to);

/// Replaces at most `count` (negative: all).
TemplateText replaceText(const TemplateText& text, const TemplateText& old,
    const TemplateText& replacement, int64_t count);

/// At each `separator` (null: runs of white space), at most `limit` times (negative: always).
std::vector<TemplateText> splitText(
    const TemplateText& text, const TemplateText* separator, int64_t limit);
/// The same from the end.
std::vector<TemplateText> splitTextFromRight(
    const TemplateText& text, const TemplateText* separator, int64_t limit);

std::vector<TemplateText> splitLines(const TemplateText& text, bool keepEnds = false);

TemplateText joinTexts(const std::vector<TemplateText>& parts, const TemplateText& separator);

/// Python's title() of the filter, which, unlike the method, lets apostrophes stay in words.
TemplateText titleWords(const TemplateText& text);

} // namespace engine
