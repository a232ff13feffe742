#pragma once

#include "runtime/answer_request.h"

#include <nlohmann/json.hpp>
#include <string>

namespace runtime {

/// A text in a Markdown fence of more backticks than are together in it, with a line end behind it.
std::string fenced(const std::string& text);

/// A passage as it is put before a message: its source, and its text in a fence of backticks that
/// the text does not contain.
std::string passageText(const Passage& passage);

/// "system", "user", "assistant" or "tool", as chat templates and servers have it.
const char* toString(Role role);

/// How a chat template is given images.
enum class ContentStyle {
    Parts, ///< [{"type": "image"}, {"type": "text", …}]: it writes the placeholder itself
    Text, ///< the content is text only, with a placeholder of our own for each image
};

/// A message in the form of chat templates: its role, its content, its reasoning, and its calls and
/// results of tools. `mark` is the placeholder of images if the content is text.
nlohmann::ordered_json messageJson(
    const RequestMessage& message, ContentStyle style, const std::string& mark);

/// The words of a message as the model reads them, passages included, as one text.
std::string toPlainText(const RequestMessage& message);

/// Tools in the form of chat templates. Throws Error{BadRequest} naming the tool whose parameters
/// are not valid JSON.
nlohmann::ordered_json toolsJson(const std::vector<Tool>& tools);

} // namespace runtime
