#pragma once

#include "engine/templates/chat_template.h"

#include <string>
#include <vector>

namespace engine {

enum class WrittenBy { Template, Message };

/// The positions of `mark` in a rendered prompt that were written by the template itself, or by a
/// message.
std::vector<size_t> placesOf(
    const RenderedPrompt& prompt, const std::string& mark, WrittenBy writer);

/// A part of the rendered text, and the text that replaces it.
struct Replacement {
    size_t begin = 0, length = 0;
    std::string text;
};

/// The replacement, which spells the rows of a picture by `row`, once for each. Some chat templates
/// write the separators around the rows themselves, or the mark nearest to them, "<…>", where a film
/// has the time before it; where both stand already, they are replaced as well and so do not stand
/// twice. Nothing before `least` is replaced.
Replacement withoutRepeating(const RenderedPrompt& prompt, Replacement replacement,
    const std::string& row, size_t least = 0);

/// Makes replacements, which must be ascending and disjoint. The ranges of messages' text are moved
/// accordingly and do not include what was replaced.
RenderedPrompt replaced(const RenderedPrompt& prompt, const std::vector<Replacement>& all);

} // namespace engine
