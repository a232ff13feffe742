#include "services/conversations/answer_request_of.h"

#include "services/conversations/conversation.h"
#include "services/conversations/thinking.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <QJsonDocument>

namespace services {

namespace {

// A fence of more backticks than stand together anywhere in the text.
QString fenceFor(const QString& text)
{
    qsizetype longest = 2, current = 0;
    for (const QChar letter : text) {
        current = letter == u'`' ? current + 1 : 0;
        longest = qMax(longest, current);
    }
    return QString(longest + 1, u'`');
}

QString textOf(const Message& message)
{
    if (message.author == Author::Assistant)
        return message.isOpen() ? message.text : splitThinking(message.text).answer;
    QString text;
    for (const TextAttachment& attachment : message.attachments)
        text += fencedText(attachment);
    const bool saysNothing = message.text.trimmed().isEmpty();
    const bool needsWords = saysNothing && text.isEmpty() && !message.pictures.isEmpty();
    return text + (needsWords ? defaultPrompt() : message.text);
}

// What the answer to a message rests on stands before the message.
QString passagesOf(const QList<Source>& sources)
{
    QString text;
    for (qsizetype index = 0; index < sources.size(); ++index) {
        const Source& source = sources[index];
        QString name = QStringLiteral("[%1] %2").arg(index + 1).arg(source.title.simplified());
        if (source.page > 0)
            name += QStringLiteral(", page %1").arg(source.page);
        text += fencedText({name, source.passage});
    }
    return text;
}

RequestMessage requestMessage(const Message& message)
{
    RequestMessage request;
    request.role
        = message.author == Author::User ? QStringLiteral("user") : QStringLiteral("assistant");
    request.text = textOf(message);
    for (const Picture& picture : message.pictures)
        request.pictures << picture.image;
    return request;
}

// An answer that failed or was stopped before its first word is nothing to the model.
bool isWorthReading(const Message& message)
{
    return message.author == Author::User || !message.text.isEmpty();
}

GenerationSettings defaultGeneration(const Settings& settings)
{
    const QByteArray json = settings.get(settings::sampler).toUtf8();
    return generationSettingsFrom(QJsonDocument::fromJson(json).object());
}

} // namespace

AnswerRequest answerRequestOf(
    const Conversation& conversation, const QList<Message>& messages, const Settings& settings)
{
    const ChatSettings& own = conversation.settings();
    AnswerRequest request;
    request.use = {conversation.id(), conversation.isTemporary()};
    request.settings = own.generation.value_or(defaultGeneration(settings));
    const QString systemPrompt = own.systemPrompt.value_or(settings.get(settings::systemPrompt));
    if (!systemPrompt.trimmed().isEmpty())
        request.messages << RequestMessage{QStringLiteral("system"), systemPrompt, {}};
    for (qsizetype row = 0; row < messages.size(); ++row) {
        const Message& message = messages[row];
        const bool isRead = message.id == noMessage || message.id >= own.readsFrom;
        if (!isRead || !isWorthReading(message))
            continue;
        request.messages << requestMessage(message);
        if (message.author == Author::User && row + 1 < messages.size())
            request.messages.last().text.prepend(passagesOf(messages[row + 1].sources));
    }
    return request;
}

QString fencedText(const TextAttachment& attachment)
{
    const QString fence = fenceFor(attachment.text);
    const QString end = attachment.text.endsWith(u'\n') ? QString() : QStringLiteral("\n");
    return attachment.name + u'\n' + fence + u'\n' + attachment.text + end + fence
        + QStringLiteral("\n\n");
}

QString defaultPrompt()
{
    return QStringLiteral("Describe the image.");
}

} // namespace services
