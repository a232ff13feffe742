#include "services/conversations/transfer/conversation_file.h"

#include "kernels/error.h"
#include "services/conversations/transfer/archive_writer.h"
#include "services/conversations/transfer/conversation_json.h"
#include "services/conversations/transfer/conversation_markdown.h"
#include "services/conversations/transfer/markdown_message.h"
#include "services/storage/whole_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::exportConversation)
};

void writePictures(const QList<Message>& messages, const QDir& beside, const QString& folder)
{
    if (!beside.mkpath(folder))
        throw kernels::Error(kernels::ErrorKind::BadFile,
            Text::tr("The folder %1 could not be made.")
                .arg(beside.filePath(folder))
                .toStdString());
    for (const Message& message : messages)
        for (qsizetype place = 0; place < message.pictures.size(); ++place)
            writeWhole(beside.filePath(folder + u'/' + markdownPictureName(message, place)),
                encodedPicture(message.pictures[place]));
}

QString exportMarkdown(const ExportedConversation& conversation, const QFileInfo& file)
{
    const QList<Message> messages = shownBranch(conversation);
    const bool hasPictures = std::ranges::any_of(
        messages, [](const Message& message) { return !message.pictures.isEmpty(); });
    const QString folder
        = hasPictures ? Text::tr("%1 pictures").arg(file.completeBaseName()) : QString();
    if (hasPictures)
        writePictures(messages, file.dir(), folder);
    writeWhole(file.filePath(), toMarkdownFile(conversation, folder));
    return folder;
}

void exportArchive(const ExportedConversation& conversation, const QString& path)
{
    ArchiveWriter archive(path);
    archive.add(conversation);
    archive.finish();
}

} // namespace

QString exportConversation(const ExportedConversation& conversation, const QString& path)
{
    const QFileInfo file(path);
    const QString ending = file.suffix().toLower();
    if (ending == u"zip")
        exportArchive(conversation, path);
    else if (ending == u"json")
        writeWhole(path, QJsonDocument(toJson(conversation, PicturePlace::Inside)).toJson());
    else
        return exportMarkdown(conversation, file);
    return {};
}

} // namespace services
