#pragma once

#include "runtime/answer_request.h"
#include <string>

namespace runtime {

/// A passage as it is put before a message: its source, and its text in a fence of backticks that
/// the text does not contain.
std::string passageText(const Passage& passage);

} // namespace runtime
