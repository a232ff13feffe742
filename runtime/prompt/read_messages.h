#pragma once

#include "runtime/answer_request.h"
#include "runtime/prompt/count_tokens.h"
#include "runtime/token_count.h"
#include <cstdint>
#include <string>
#include <vector>

namespace runtime {

struct PromptFormat;

/// How many tokens prompt and answer of a request may have together, of a model that holds
/// `contextTokens`: half of them if it has a negative prompt, which is computed beside it.
int64_t contextFor(const AnswerRequest& request, int64_t contextTokens);

/// Takes out of a request what the model does not read: the messages for which there is no room (see
/// messagesInWindow()), of texts that were read in pictures what exceeds three quarters of the context
/// together with their message, and, if it cannot see, what leaveOutPictures() says. Returns for each message
/// of before whether it is still there. Whoever sends a request and whoever shows what will be read
/// of it call this, with the same context. Throws Error{BadRequest} if the model's template refuses
/// the messages, and CountCancelled.
std::vector<bool> keepWhatIsRead(
    const PromptFormat& format, const CountLimits& limits, AnswerRequest& request);

/// A sentence for users about a message that does not fit even by itself.
std::string tooLongSentence(const TokenCount& count);

} // namespace runtime
