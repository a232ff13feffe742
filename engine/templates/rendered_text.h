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

/// Makes replacements, which must be ascending and disjoint. The ranges of messages' text are moved
/// accordingly and do not include what was replaced.
RenderedPrompt replaced(const RenderedPrompt& prompt, const std::vector<Replacement>& all);

} // namespace engine
