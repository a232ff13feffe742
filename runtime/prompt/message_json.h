#pragma once

#include "runtime/answer_request.h"
#include <nlohmann/json.hpp>
#include <string>

namespace runtime {

/// How a template is told of pictures.
enum class ContentStyle {
    Parts, ///< [{"type": "image"}, {"type": "text", …}]: it writes the placeholder itself
    Text, ///< it knows text only, in which a mark of ours stands for each picture
};

/// A message as chat templates know it: its role, its content, and what it says of tools. `mark`
/// stands for pictures where the content is text.
nlohmann::ordered_json messageJson(
    const RequestMessage& message, ContentStyle style, const std::string& mark);

/// A message's words as the model reads them, passages among them, in one text.
std::string wordsOf(const RequestMessage& message);

/// Tools as chat templates know them. Throws Error{BadRequest} naming the one whose parameters are
/// no JSON.
nlohmann::ordered_json toolsJson(const std::vector<Tool>& tools);

} // namespace runtime
