#pragma once

#include "engine/templates/template_value.h"

#include <cstdint>
#include <string_view>

namespace engine {

/// What Python's methods do to strings. Positions and lengths count characters; every byte keeps
/// its origin (see TemplateText).
enum class TemplateSide { Left, Right, Both };

/// Removes the characters of `removed` (null: white space) from the given sides of the text.
TemplateText stripText(const TemplateText& text, TemplateSide side, const TemplateText* removed);

enum class TemplateCase { Upper, Lower, Capitalize, Title, Swap, Fold };
TemplateText changeCase(const TemplateText& text, TemplateCase to);
/// True if the text has letters of this case, which is Upper, Lower or Title, and none of another.
bool isOfCase(const TemplateText& text, TemplateCase wanted);
/// True for the characters that Python's repr() writes as they are.
bool isPrintable(char32_t codePoint);

/// Replaces the first `count` occurrences of `old`; all of them if `count` is negative.
TemplateText replaceText(const TemplateText& text, const TemplateText& old,
    const TemplateText& replacement, int64_t count);

/// Splits the text at each `separator` (null: at each run of white space), at most `limit` times;
/// without limit if `limit` is negative.
std::vector<TemplateText> splitText(
    const TemplateText& text, const TemplateText* separator, int64_t limit);
/// Does the same from the end of the text.
std::vector<TemplateText> splitTextFromRight(
    const TemplateText& text, const TemplateText* separator, int64_t limit);

/// Splits at each end of a line, and there are as many kinds of them as in Python.
std::vector<TemplateText> splitLines(const TemplateText& text, bool keepEnds = false);

TemplateText joinTexts(const std::vector<TemplateText>& parts, const TemplateText& separator);

/// Escapes the special characters of HTML, unless the text is HTML already; the result is.
TemplateText escapeHtml(const TemplateText& text);

/// The filter `title`: a capital letter at the beginning of each word. Unlike the method title(),
/// it does not begin a new word at an apostrophe.
TemplateText titleWords(const TemplateText& text);

} // namespace engine
