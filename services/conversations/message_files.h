#pragma once

#include "services/conversations/message.h"

namespace services {

/// Where a file that a message awaits stands among all of its files, read or not, from 0. The place
/// stays the same while others are read. `awaited` is an index of message.awaited.
int placeOfAwaited(const Message& message, qsizetype awaited);

/// Puts a file that has been read where the message awaits it. Nothing happens if no file is
/// awaited at this place.
void takeFile(Message& message, int place, const LoadedFile& file);

} // namespace services
