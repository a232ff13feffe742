#pragma once

#include "runtime/answer_request.h"
#include <cstdint>
#include <span>
#include <vector>

namespace runtime {

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
/// with pictures go only if there would be no room for an answer otherwise, and last of all the
/// question before the last. What the last question refers to is read again if it fits.
std::vector<bool> messagesInWindow(std::span<const WindowMessage> messages, int64_t contextTokens);

} // namespace runtime
