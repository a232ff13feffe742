#pragma once

#include "runtime/token_count.h"

namespace runtime {

struct PromptFormat;

/// Counts the tokens of a request without encoding pictures, whose sizes are enough. Slow for long
/// conversations. Does not set TokenCount::contextTokens. Throws Error{BadRequest} if the model's
/// template refuses the messages.
TokenCount countTokens(const PromptFormat& format, AnswerRequest request);

} // namespace runtime
