#pragma once

#include "engine/templates/chat_template.h"

#include <string>
#include <vector>

namespace runtime {

enum class WrittenBy { Template, Message };

/// Where `mark` stands in a rendered prompt, written by the template itself or by a message.
std::vector<size_t> placesOf(
    const engine::RenderedPrompt& prompt, const std::string& mark, WrittenBy writer);

/// A stretch of the rendered text, and what is to stand there instead.
struct Replacement {
    size_t begin = 0, length = 0;
    std::string text;
};

/// Replaces stretches (ascending, disjoint); ranges of messages' text move along, and lose what
/// was replaced.
engine::RenderedPrompt replaced(
    const engine::RenderedPrompt& prompt, const std::vector<Replacement>& all);

} // namespace runtime
