#pragma once

#include "services/conversations/transfer/exported_conversation.h"

#include <QString>

namespace services {

/// Writes one conversation to a file: JSON if the path ends in .json, an archive if it ends in
/// .zip, and Markdown otherwise. The pictures of Markdown go to a folder beside the file, "<its
/// name> pictures", whose name is returned; it is empty if there is none. Throws Error{BadFile}
/// with a sentence. Any thread may call it.
QString exportConversation(const ExportedConversation& conversation, const QString& path);

} // namespace services
