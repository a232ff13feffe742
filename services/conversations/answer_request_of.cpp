#include "services/conversations/answer_request_of.h"

#include "services/conversations/conversation.h"
#include "services/conversations/picture_passages.h"
#include "services/conversations/thinking.h"
#include "services/documents/answers/cited_question.h"
#include "services/generation/model_defaults.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include "runtime/prompt/passage_text.h"
#include <algorithm>
#include <utility>

namespace services {

namespace {

std::string spoken(const QString& text)
{
    return text.toStdString();
}

RequestMessage answerMessage(const Message& message)
{
    return runtime::textMessage(Role::Assistant,
        spoken(message.isOpen() ? message.text : splitThinking(message.text).answer));
}

// What the answer to a message rests on stands before the message, unless it stands before an earlier
// one. Returns whether the model reads any of it.
bool addPassages(RequestMessage& question, const QList<Source>& sources)
{
    bool areRead = false;
    for (qsizetype index = 0; index < sources.size(); ++index) {
        const Source::Reading reading = sources[index].reading;
        areRead = areRead || reading != Source::Reading::Never;
        if (reading == Source::Reading::WithQuestion)
            question.parts.emplace_back(numbered(passageOf(sources[index]), size_t(index) + 1));
    }
    return areRead;
}

// Pictures come first, then what was found and what is attached, then the words.
RequestMessage questionMessage(
    const Message& message, const QList<Source>& sources, bool readsPictures)
{
    RequestMessage question{Role::User, {}};
    for (const Picture& picture : message.pictures)
        question.parts.push_back(picture.pixels);
    if (readsPictures)
        for (runtime::Passage& text : passagesIn(message.pictures))
            question.parts.push_back(std::move(text));
    const bool citesPassages = addPassages(question, sources);
    for (const TextAttachment& attachment : message.attachments)
        if (!attachment.document)
            question.parts.push_back(
                runtime::Passage{{spoken(attachment.name)}, spoken(attachment.text)});
    const std::string words = spoken(wordsOf(message));
    question.parts.push_back(citesPassages ? citedQuestionText(words) : words);
    return question;
}

// An answer that failed or was stopped before its first word is nothing to the model.
bool isWorthReading(const Message& message)
{
    return message.author == Author::User || !message.text.isEmpty();
}

} // namespace

AnswerRequest answerRequestOf(const Conversation& conversation, const QList<Message>& messages,
    const Settings& settings, const ModelId& model)
{
    const ChatSettings& own = conversation.settings();
    AnswerRequest request;
    request.use = {spoken(conversation.id()), conversation.isTemporary()};
    request.begun = timePoint(conversation.storedRecord().created);
    request.settings = runtime::layered(
        {usualAnswerSettings(settings, model), own.generation.value_or(AnswerSettings())});
    const QString systemPrompt = own.systemPrompt.value_or(settings.get(settings::systemPrompt));
    if (!systemPrompt.trimmed().isEmpty())
        request.messages.push_back(runtime::textMessage(Role::System, spoken(systemPrompt)));
    for (qsizetype row = 0; row < messages.size(); ++row) {
        const Message& message = messages[row];
        if (!isWorthReading(message))
            continue;
        const bool isAnswer = message.author == Author::Assistant;
        request.messages.push_back(isAnswer
                ? answerMessage(message)
                : questionMessage(message, messages.value(row + 1).sources,
                    settings.get(settings::readPictures)));
    }
    return request;
}

QList<MessageId> idsRead(const QList<Message>& messages)
{
    QList<MessageId> ids;
    for (const Message& message : messages)
        if (isWorthReading(message))
            ids << message.id;
    return ids;
}

runtime::Passage passageOf(const Source& source)
{
    const QString place
        = source.page > 0 ? QStringLiteral("page %1").arg(source.page) : source.heading;
    const QString& text = source.notes.isEmpty() ? source.passage : source.notes;
    return {{spoken(source.title.simplified()), spoken(place.simplified())}, spoken(text)};
}

QString wordsOf(const Message& question)
{
    if (!question.text.trimmed().isEmpty())
        return question.text;
    const bool hasDocument = std::ranges::any_of(
        question.attachments, [](const TextAttachment& each) { return each.document != nullptr; });
    if (hasDocument)
        return QStringLiteral("Summarize this.");
    return question.attachments.isEmpty() && !question.pictures.isEmpty() ? defaultPrompt()
                                                                          : question.text;
}

QString fencedText(const TextAttachment& attachment)
{
    return QString::fromStdString(
        runtime::passageText({{spoken(attachment.name)}, spoken(attachment.text)}));
}

QString defaultPrompt()
{
    return QStringLiteral("Describe the image.");
}

} // namespace services
