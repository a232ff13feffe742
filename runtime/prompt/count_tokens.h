#pragma once

#include "runtime/token_count.h"

namespace runtime {

struct PromptFormat;

/// The tokens of a message by itself, without what the model's format adds to it.
TokenCount::Part countMessage(const PromptFormat& format, const RequestMessage& message);

/// Counts the tokens of what a model that holds `contextTokens` reads of a request (see
/// keepWhatIsRead()), without encoding pictures, whose sizes are enough. Slow for long
/// conversations. Throws Error{BadRequest} if the model's template refuses the messages.
TokenCount countTokens(const PromptFormat& format, AnswerRequest request, int64_t contextTokens);

} // namespace runtime
