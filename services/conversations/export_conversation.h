#pragma once

#include "services/conversations/conversation_record.h"
#include "services/conversations/message.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace services {

/// A conversation as it is written into a file of the user's. A value, for any thread.
struct ExportedConversation {
    ConversationRecord record;
    QList<Message> messages; ///< all, by id
};

/// The branch that is shown, for people. Its pictures are links into `pictureFolder`, the name of a
/// folder beside the file; empty: pictures are only named.
QByteArray toMarkdown(const ExportedConversation& conversation, const QString& pictureFolder);

/// All branches, with pictures in Base64, for programs.
QByteArray toJson(const ExportedConversation& conversation);

/// Writes Markdown, or JSON if the path ends so. The pictures of Markdown go into a folder beside
/// the file, "<its name> pictures". Throws Error{BadFile} with a sentence if it cannot be written.
void exportConversation(const ExportedConversation& conversation, const QString& path);

} // namespace services
