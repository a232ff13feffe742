#pragma once

#include "runtime/answer_request.h"
#include <string>

namespace runtime {

/// A text in a Markdown fence of more backticks than stand together in it, with a line end behind it.
std::string fenced(const std::string& text);

/// A passage as it is put before a message: its source, and its text in a fence of backticks that
/// the text does not contain.
std::string passageText(const Passage& passage);

} // namespace runtime
