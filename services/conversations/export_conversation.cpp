#include "services/conversations/export_conversation.h"

#include "kernels/error.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

namespace services {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("services::exportConversation", text);
}

QString timeOf(qint64 milliseconds)
{
    return QDateTime::fromMSecsSinceEpoch(milliseconds, Qt::UTC).toString(Qt::ISODate);
}

QList<Message> shownBranch(const ExportedConversation& conversation)
{
    QList<Message> branch;
    for (MessageId id = conversation.record.leaf; id >= 0 && id < conversation.messages.size();
         id = conversation.messages[id].parent)
        branch.prepend(conversation.messages[id]);
    return branch;
}

// Unique within the conversation, and safe on any file system.
QString fileNameOf(const Message& message, qsizetype place)
{
    const Picture& picture = message.pictures[place];
    QString base = QFileInfo(picture.name).completeBaseName();
    for (QChar& letter : base)
        if (!letter.isLetterOrNumber() && letter != u'-' && letter != u'_')
            letter = u'-';
    QString ending = QFileInfo(picture.name).suffix().toLower();
    if (picture.file.isEmpty() || ending.isEmpty())
        ending = QStringLiteral("png");
    return QStringLiteral("%1-%2-%3.%4")
        .arg(message.id)
        .arg(place + 1)
        .arg(base.isEmpty() ? QStringLiteral("picture") : base.left(60), ending);
}

QString picturesInMarkdown(const Message& message, const QString& folder)
{
    QString lines;
    for (qsizetype place = 0; place < message.pictures.size(); ++place) {
        QString name = message.pictures[place].name;
        name = name.isEmpty() ? tr("Picture") : name.remove(u'[').remove(u']');
        lines += folder.isEmpty()
            ? QStringLiteral("*%1*\n\n").arg(name)
            : QStringLiteral("![%1](<%2/%3>)\n\n").arg(name, folder, fileNameOf(message, place));
    }
    return lines;
}

QJsonObject jsonOf(const AnswerStatistics& statistics)
{
    return {{"tokens", statistics.tokens}, {"promptTokens", statistics.promptTokens},
        {"cachedTokens", statistics.cachedTokens},
        {"firstTokenSeconds", statistics.firstTokenSeconds},
        {"tokensPerSecond", statistics.tokensPerSecond}};
}

QJsonObject jsonOf(const Message& message)
{
    QJsonObject object{{"id", message.id},
        {"author", message.author == Author::User ? "user" : "assistant"}, {"text", message.text}};
    if (message.parent != noMessage)
        object["parent"] = message.parent;
    if (!message.error.isEmpty())
        object["error"] = message.error;
    if (message.author == Author::Assistant)
        object["statistics"] = jsonOf(message.statistics);
    QJsonArray pictures;
    for (const Picture& picture : message.pictures)
        pictures << QJsonObject{{"name", picture.name},
            {"bytes", QString::fromLatin1(encodedPicture(picture).toBase64())}};
    if (!pictures.isEmpty())
        object["pictures"] = pictures;
    return object;
}

void writeFile(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return;
    throw kernels::Error(kernels::ErrorKind::BadFile,
        tr("The file %1 could not be written: %2.").arg(path, file.errorString()).toStdString());
}

void writePictures(const QList<Message>& messages, const QDir& beside, const QString& folder)
{
    if (!beside.mkpath(folder))
        throw kernels::Error(kernels::ErrorKind::BadFile,
            tr("The folder %1 could not be made.").arg(beside.filePath(folder)).toStdString());
    for (const Message& message : messages)
        for (qsizetype place = 0; place < message.pictures.size(); ++place)
            writeFile(beside.filePath(folder + u'/' + fileNameOf(message, place)),
                encodedPicture(message.pictures[place]));
}

} // namespace

QByteArray toMarkdown(const ExportedConversation& conversation, const QString& pictureFolder)
{
    QString text = QStringLiteral("# %1\n").arg(conversation.record.title.simplified());
    for (const Message& message : shownBranch(conversation)) {
        text += QStringLiteral("\n## %1\n\n")
                    .arg(message.author == Author::User ? tr("You") : tr("Answer"));
        text += picturesInMarkdown(message, pictureFolder);
        if (!message.text.isEmpty())
            text += message.text.trimmed() + u'\n';
        if (!message.error.isEmpty())
            text += QStringLiteral("\n> %1\n").arg(message.error);
    }
    return text.toUtf8();
}

QByteArray toJson(const ExportedConversation& conversation)
{
    QJsonArray messages;
    for (const Message& message : conversation.messages)
        messages << jsonOf(message);
    const ConversationRecord& record = conversation.record;
    return QJsonDocument(
        QJsonObject{{"format", "vignette-conversation"}, {"version", 1}, {"title", record.title},
            {"created", timeOf(record.created)}, {"changed", timeOf(record.changed)},
            {"shown", record.leaf}, {"messages", messages}})
        .toJson();
}

void exportConversation(const ExportedConversation& conversation, const QString& path)
{
    const QFileInfo file(path);
    if (file.suffix().compare(QStringLiteral("json"), Qt::CaseInsensitive) == 0)
        return writeFile(path, toJson(conversation));
    const QList<Message> messages = shownBranch(conversation);
    const bool hasPictures = std::any_of(messages.begin(), messages.end(),
        [](const Message& message) { return !message.pictures.isEmpty(); });
    const QString folder = hasPictures ? tr("%1 pictures").arg(file.completeBaseName()) : QString();
    if (hasPictures)
        writePictures(messages, file.dir(), folder);
    writeFile(path, toMarkdown(conversation, folder));
}

} // namespace services
