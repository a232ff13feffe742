#pragma once

#include "services/conversations/transfer/exported_conversation.h"

#include <QByteArray>
#include <QString>

namespace services {

/// The branch that is shown, for people. Its pictures are links into `pictureFolder`, the name of a
/// folder beside the file; empty: pictures are only named.
QByteArray toMarkdown(const ExportedConversation& conversation, const QString& pictureFolder);

/// The name of a picture's file in that folder: unique within the conversation, and safe on any
/// file system.
QString markdownPictureName(const Message& message, qsizetype place);

} // namespace services
