#include "services/conversations/transfer/conversation_markdown.h"

#include "services/conversations/answer_request_of.h"
#include "services/conversations/transfer/picture_path.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::exportConversation)
};

QString picturesIn(const Message& message, const QString& folder)
{
    QString lines;
    for (qsizetype place = 0; place < message.pictures.size(); ++place) {
        QString name = message.pictures[place].name;
        name = name.isEmpty() ? Text::tr("Picture") : name.remove(u'[').remove(u']');
        lines += folder.isEmpty() ? QStringLiteral("*%1*\n\n").arg(name)
                                  : QStringLiteral("![%1](<%2/%3>)\n\n")
                                        .arg(name, folder, markdownPictureName(message, place));
    }
    return lines;
}

QString sourcesOf(const Message& message)
{
    if (message.sources.isEmpty())
        return {};
    QString lines = QStringLiteral("\n%1\n\n").arg(Text::tr("Sources:"));
    for (qsizetype index = 0; index < message.sources.size(); ++index)
        lines += QStringLiteral("%1. %2\n").arg(index + 1).arg(lineOf(message.sources[index]));
    return lines;
}

} // namespace

QString markdownPictureName(const Message& message, qsizetype place)
{
    const Picture& picture = message.pictures[place];
    QString base = QFileInfo(picture.name).completeBaseName();
    for (QChar& letter : base)
        if (!letter.isLetterOrNumber() && letter != u'-' && letter != u'_')
            letter = u'-';
    const QString ending
        = picture.file.isEmpty() ? QStringLiteral("png") : pictureEnding(picture.file);
    return QStringLiteral("%1-%2-%3.%4")
        .arg(message.id)
        .arg(place + 1)
        .arg(base.isEmpty() ? QStringLiteral("picture") : base.left(60), ending);
}

QByteArray toMarkdown(const ExportedConversation& conversation, const QString& pictureFolder)
{
    QString text = QStringLiteral("# %1\n").arg(conversation.record.title.simplified());
    for (const Message& message : shownBranch(conversation)) {
        text += QStringLiteral("\n## %1\n\n")
                    .arg(message.author == Author::User ? Text::tr("You") : Text::tr("Answer"));
        text += picturesIn(message, pictureFolder);
        for (const TextAttachment& attachment : message.attachments)
            text += fencedText(attachment);
        if (!message.text.isEmpty())
            text += message.text.trimmed() + u'\n';
        text += sourcesOf(message);
        if (!message.error.isEmpty())
            text += QStringLiteral("\n> %1\n").arg(message.error);
    }
    return text.toUtf8();
}

} // namespace services
