#pragma once

#include "runtime/answer_request.h"
#include <string>

namespace runtime {

/// A passage as it is put before a message: where it is from and, in a fence of backticks that the
/// passage does not contain, its text.
std::string passageText(const Passage& passage);

} // namespace runtime
