#pragma once

#include "services/conversations/message.h"

namespace services {

/// The place of an awaited file among all files of its message, read or not, counted from 0. It
/// stays the same when other files are read. `awaited` is an index into message.awaited.
int placeOfAwaited(const Message& message, qsizetype awaited);

/// Puts a file that has been read into its place in the message. Does nothing if no file is awaited
/// there.
void takeFile(Message& message, int place, const LoadedFile& file);

} // namespace services
