#pragma once

#include "runtime/token_count.h"

namespace runtime {

struct PromptFormat;

/// Limits the work of counting: the time for a text grows with the context, not with the text.
struct CountLimits {
    int64_t contextTokens = 0; ///< that the model holds
    IsCancelled isCancelled = {};
};

/// Thrown by the functions below once `isCancelled` returns true.
struct CountCancelled { };

/// The tokens of a message by itself, without what the model's format adds to it. An estimate if
/// they are more than twice the context.
TokenCount::Part countMessage(
    const PromptFormat& format, const RequestMessage& message, const CountLimits& limits);

/// Counts the tokens of what a model reads of a request (see keepWhatIsRead()), without encoding
/// pictures, whose sizes are enough. Slow for long conversations. Throws Error{BadRequest} if the
/// model's template refuses the messages.
TokenCount countTokens(
    const PromptFormat& format, AnswerRequest request, const CountLimits& limits);

} // namespace runtime
