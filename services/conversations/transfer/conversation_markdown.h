#pragma once

#include "services/conversations/transfer/exported_conversation.h"

#include <QByteArray>
#include <QString>

namespace services {

/// Writes the branch that is shown, to be read by people: the title, and a heading for each message
/// (see markdown_message.h). Pictures become links into `pictureFolder`, the name of a folder
/// beside the file; if it is empty, pictures are only named.
QByteArray toMarkdown(const ExportedConversation& conversation, const QString& pictureFolder);

/// The same as a file that conversationFromMarkdown() reads, with front matter before it:
///
///   format            "vignette-conversation"
///   title, folder     as in the list; no folder: none
///   created, changed  times in ISO 8601
///   question, answer, sources   the words of the headings, in the language of the user
QByteArray toMarkdownFile(const ExportedConversation& conversation, const QString& pictureFolder);

} // namespace services
