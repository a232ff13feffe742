#pragma once

#include "services/conversations/transfer/conversation_markdown.h"
#include "services/conversations/transfer/transfer.h"

#include <QByteArray>
#include <QString>

namespace services {

/// Reads what toMarkdownFile() writes, or a Markdown file of another program whose headings name
/// who wrote the text below them, such as "## User" and "## Assistant". What Markdown does not hold
/// is not there again: other versions of messages, statistics, settings, the passages of sources
/// and the time of each message. Images get their files and no pixels. `name` is the title if the
/// file has none; `time`, in milliseconds since 1970, when the file was written. The input may come
/// from anyone. Throws Error{BadFile} with a part of a sentence that says what was expected.
ExportedConversation conversationFromMarkdown(
    const QByteArray& file, const QString& name, qint64 time, const LinkedPicture& linked);

} // namespace services
