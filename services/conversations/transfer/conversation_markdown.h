#pragma once

#include "services/conversations/transfer/exported_conversation.h"

#include <QByteArray>
#include <QString>

namespace services {

/// Writes the branch that is shown, to be read by people. Pictures become links into
/// `pictureFolder`, the name of a folder beside the file; if it is empty, pictures are only named.
QByteArray toMarkdown(const ExportedConversation& conversation, const QString& pictureFolder);

/// The name of a picture's file in that folder: unique within the conversation and valid on any
/// file system.
QString markdownPictureName(const Message& message, qsizetype place);

} // namespace services
