#pragma once

#include "services/conversations/message.h"

#include <QList>
#include <QString>
#include <QStringView>

#include <functional>
#include <optional>

namespace services {

/// What a Markdown file calls the parts of a conversation, in the language of who wrote it.
struct MarkdownWords {
    QString question, answer, sources;

    static MarkdownWords ofProgram(); ///< in the language of the user
};

/// The heading above a message: "## You", "## Answer" or "## Answer (name of the model)". The
/// built-in model has no name.
QString markdownHeading(const Message& message, const MarkdownWords& words);

/// The author and the model that such a heading names; none if the line is no such heading.
std::optional<Message> messageOfHeading(QStringView line, const MarkdownWords& words);

/// What stands below the heading: pictures as links into `pictureFolder` (or their names, if it is
/// empty), attachments in fences, the text, the sources of an answer and the sentence of one that
/// failed. What of the text would be read as something else is kept apart from it by a backslash or
/// by an empty comment, which is not shown.
QString markdownBody(
    const Message& message, const QString& pictureFolder, const MarkdownWords& words);

/// Returns the bytes of the file that a link "folder/name" leads to; empty if there is no picture.
using LinkedPicture = std::function<QByteArray(const QString& link)>;

/// Reads what markdownBody() wrote into a message that has its author. Links whose pictures are not
/// there stay in the text.
void readMarkdownBody(Message& message, QList<QStringView> lines, const MarkdownWords& words,
    const LinkedPicture& linked);

/// The name of a picture's file in that folder: unique within the conversation and valid on any
/// file system.
QString markdownPictureName(const Message& message, qsizetype place);

} // namespace services
