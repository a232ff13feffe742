#pragma once

#include "runtime/token_count.h"

namespace runtime {

struct PromptFormat;

/// Counts without encoding pictures: their size tells. Slow for long conversations.
/// TokenCount::contextTokens is left to the caller. Throws Error{BadRequest} if the model's template
/// refuses the messages.
TokenCount countTokens(const PromptFormat& format, AnswerRequest request);

} // namespace runtime
