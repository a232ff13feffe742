#pragma once

#include "runtime/answer_progress.h"
#include "runtime/answer_request.h"
#include "runtime/prompt/prompt_text.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace runtime {

struct PromptFormat;

/// What has to be known of a message to say whether it is read.
struct WindowMessage {
    Role role = Role::User;
    int64_t tokens = 0; ///< with what the model's format adds to it
    bool hasPictures = false;
    bool isMeant = false; ///< the last question refers to it
};

/// Returns for each message of a conversation whether a model that holds `contextTokens` reads it.
///
/// A question and what follows it up to the next one are read or left out together. The system
/// prompt and the last question are always read, even if they alone are too long. When a question
/// fills the context to seven eighths, the oldest ones are left out until they have half of what it
/// leaves: the questions after that begin as it did, and the model need not read their beginning
/// again. The steps depend on nothing but the messages, so they are the same each time. Questions
/// with images are left out only if an answer would have no room otherwise, and the second-to-last
/// question is left out last. What the last question refers to is read again if it fits.
std::vector<bool> messagesInWindow(std::span<const WindowMessage> messages, int64_t contextTokens);

/// Finds the message that the last one refers to among those that are not read: the newest of those
/// with the most words of the last one that no message contains which is read. Short words count only
/// in the names of attached files. Words are runs of letters and digits, so nothing is found in
/// languages without spaces between words. `isRead` has one entry for each message.
std::optional<size_t> meantMessage(
    const std::vector<RequestMessage>& messages, const std::vector<bool>& isRead);

/// The number of tokens that prompt and answer of a request may have together, of a model that
/// holds `contextTokens`: half of them if it has a negative prompt, which is computed alongside it.
int64_t contextFor(const AnswerRequest& request, int64_t contextTokens);

/// Takes out of a request what the model does not read: the messages for which there is no room
/// (see messagesInWindow()), of texts that were read in images what exceeds three quarters of the
/// context together with their message, and, if it cannot see, what leaveOutPictures() says.
/// Returns for each message of before whether it is still there. Whoever sends a request and
/// whoever shows what will be read of it call this, with the same context. Throws Error{BadRequest}
/// if the model's template rejects the messages, and CountCancelled.
std::vector<bool> keepWhatIsRead(
    const PromptFormat& format, const CountLimits& limits, AnswerRequest& request);

/// A message for users about a message that does not fit even by itself.
std::string tooLongSentence(const TokenCount& count);

} // namespace runtime
