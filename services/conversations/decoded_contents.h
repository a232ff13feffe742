#pragma once

#include "services/conversations/conversation.h"

namespace services {

/// The same with the pixels of its pictures, of which the store has the files alone. One that
/// cannot be decoded is left out: what it belongs to is worth more. Takes a while; any thread.
ConversationContents decodedContents(ConversationContents contents);

/// Whether there is anything to decode.
bool holdsPictures(const ConversationContents& contents);

} // namespace services
