#pragma once

#include "services/conversations/message.h"

namespace services {

/// The message with the images that an answer in a row is about: the newest one of the user above it that has
/// any; null if there is none. `messageAt` returns the message of a row, by reference.
template <typename MessageAt>
const Message* findPictured(int row, MessageAt messageAt)
{
    while (--row >= 0)
        if (const Message& message = messageAt(row);
            message.author == Author::User && !message.pictures.isEmpty())
            return &message;
    return nullptr;
}

} // namespace services
