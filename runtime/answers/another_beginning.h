#pragma once

#include "runtime/answer_engine.h"

#include <optional>
#include <span>
#include <string>

namespace runtime {

/// The beginning of an answer that says something else than `answer` did: its tokens up to one
/// place, and there another one of the likeliest. `choice` counts the places and tokens by their
/// probability, from 0, the likeliest. Nothing if there are not so many, or if the answer came
/// without the likeliest tokens. Whole characters of UTF-8, without white space in front.
std::optional<std::string> anotherBeginning(std::span<const TokenDetail> answer, size_t choice);

} // namespace runtime
