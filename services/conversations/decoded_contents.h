#pragma once

#include "services/conversations/conversation.h"

namespace services {

/// Adds the pixels to the pictures, of which the store has only the files. Leaves out pictures that
/// cannot be decoded, so that their messages can still be read. Takes a while; any thread may call
/// it.
ConversationContents decodedContents(ConversationContents contents);

/// True if there are pictures to decode.
bool holdsPictures(const ConversationContents& contents);

} // namespace services
