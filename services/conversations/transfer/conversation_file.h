#pragma once

#include "services/conversations/transfer/exported_conversation.h"

#include <QString>

namespace services {

// One conversation in a file. The calls throw Error{BadFile} with a sentence; any thread.

/// Writes Markdown; JSON if the path ends so; an archive if it ends in .zip. The pictures of
/// Markdown go into a folder beside the file, "<its name> pictures".
void exportConversation(const ExportedConversation& conversation, const QString& path);

} // namespace services
