#pragma once

#include "services/conversations/message.h"
#include "services/conversations/transfer/transfer.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>
#include <QStringView>

#include <functional>
#include <optional>
#include <utility>

namespace services {

/// The beginning of a Markdown file, between two lines "---": a key and a value in each
/// line, in the simplest form of YAML. Texts are written in quotation marks, as in JSON.
struct FrontMatter {
    QHash<QString, QString> values; ///< empty if the file has no front matter
    qsizetype lines = 0; ///< that it takes
};

/// Reads it from the lines of a file by anyone. Lines without a key and a value are skipped.
FrontMatter readFrontMatter(const QList<QStringView>& lines);

/// Writes it; the values are texts.
QString formatFrontMatter(const QList<std::pair<QString, QString>>& values);

/// What a Markdown file calls the parts of a conversation, in the language of who wrote it.
struct MarkdownWords {
    QString question, answer, sources;

    static MarkdownWords ofProgram(); ///< in the language of the user
};

/// The heading above a message: "## You", "## Answer" or "## Answer (name of the model)". The
/// built-in model has no name.
QString markdownHeading(const Message& message, const MarkdownWords& words);

/// How many sources of an answer are listed below it: all if there are few, and otherwise those up to
/// the last cited one, because their positions are their numbers.
qsizetype listedSources(const Message& message);

/// The author and the model that such a heading names; none if the line is no such heading.
std::optional<Message> messageOfHeading(QStringView line, const MarkdownWords& words);

/// The content below the heading: images as links into `pictureFolder` (or their names, if it is
/// empty), attachments in fences, the text, the sources of an answer and the message of one that
/// failed. What of the text would be read as something else is kept apart from it by a backslash or
/// by an empty comment, which is not shown.
QString markdownBody(
    const Message& message, const QString& pictureFolder, const MarkdownWords& words);

/// Returns the bytes of the file that a link "folder/name" leads to; empty if there is no image.
using LinkedPicture = std::function<QByteArray(const QString& link)>;

/// Reads what markdownBody() wrote into a message that has its author. Links whose images are not
/// there stay in the text.
void readMarkdownBody(Message& message, QList<QStringView> lines, const MarkdownWords& words,
    const LinkedPicture& linked);

/// The name of an image's file in that folder: unique within the conversation and valid on any file
/// system.
QString markdownPictureName(const Message& message, qsizetype place);

/// Writes the branch that is shown, to be read by people: the title, and a heading for each message
/// (see markdownBody()). Images become links into `pictureFolder`, the name of a folder next to
/// the file; if it is empty, images are only named.
QByteArray toMarkdown(const ExportedConversation& conversation, const QString& pictureFolder);

/// The same as a file that conversationFromMarkdown() reads, with front matter before it:
///
///   format            "vignette-conversation"
///   title, folder     as in the list; no folder: none
///   created, changed  times in ISO 8601
///   question, answer, sources   the words of the headings, in the language of the user
QByteArray toMarkdownFile(const ExportedConversation& conversation, const QString& pictureFolder);

/// Reads what toMarkdownFile() writes, or a Markdown file of another program whose headings name
/// who wrote the text below them, such as "## User" and "## Assistant". What Markdown does not hold
/// is not there again: other versions of messages, statistics, settings, the passages of sources
/// and the time of each message. Images get their files and no pixels. `name` is the title if the
/// file has none; `time`, in milliseconds since 1970, when the file was written. The input may come
/// from anyone. Throws Error{BadFile} with a part of a sentence that says what was expected.
ExportedConversation conversationFromMarkdown(
    const QByteArray& file, const QString& name, qint64 time, const LinkedPicture& linked);

} // namespace services
