#include "services/conversations/documents/question_of_conversation.h"

#include "services/conversations/answer_request_of.h"
#include "services/conversations/conversation.h"
#include "services/conversations/documents/written_pictures.h"
#include "services/documents/answers/whole_document.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <algorithm>

namespace services {

namespace {

using Messages = QList<Message>;

QList<TextAttachment> documentsOf(const Message& message)
{
    QList<TextAttachment> documents;
    for (const TextAttachment& attachment : message.attachments)
        if (attachment.document)
            documents << attachment;
    return documents;
}

QList<TextAttachment> documentsOf(const Messages& messages)
{
    QList<TextAttachment> documents;
    for (const Message& message : messages)
        for (const TextAttachment& each : documentsOf(message)) {
            const bool isKnown
                = std::ranges::any_of(documents, [&each](const TextAttachment& other) {
                      return other.name == each.name && *other.document == *each.document;
                  });
            if (!isKnown)
                documents << each;
        }
    return documents;
}

// "This" is what came with the question; or else with the one before, and so on. Two are compared.
QList<TextAttachment> meantBy(const Messages& messages, const QList<TextAttachment>& all)
{
    const QList<TextAttachment> own = documentsOf(messages.last());
    const std::string words = wordsOf(messages.last()).toStdString();
    if (isAboutSeveralDocuments(words) && own.size() < 2)
        return all;
    for (auto message = messages.crbegin(); message != messages.crend(); ++message)
        if (const QList<TextAttachment> documents = documentsOf(*message); !documents.isEmpty())
            return documents;
    return {};
}

bool hasReading(const Message& message, Source::Reading reading)
{
    return std::ranges::any_of(
        message.sources, [reading](const Source& source) { return source.reading == reading; });
}

// The sources of the last answer that has any, and the question before which the first of them stand.
void addEarlier(DocumentQuestion& question, const Messages& before, const QList<MessageId>& read)
{
    const auto last = std::find_if(before.crbegin(), before.crend(),
        [](const Message& message) { return !message.sources.isEmpty(); });
    if (last == before.crend() || hasReading(*last, Source::Reading::Never))
        return;
    auto first = last;
    while (hasReading(*first, Source::Reading::Earlier)) {
        const auto earlier = std::find_if(first + 1, before.crend(),
            [](const Message& message) { return !message.sources.isEmpty(); });
        if (earlier == before.crend())
            return;
        first = earlier;
    }
    const qsizetype place = read.indexOf(first->parent);
    if (place < 0)
        return;
    question.earlier = last->sources;
    question.earlierMessage
        = question.history.size() - size_t(read.size()) + size_t(place); // behind the system prompt
}

} // namespace

std::optional<DocumentQuestion> documentQuestionOf(
    const Conversation& conversation, MessageId answer, const Settings& settings)
{
    Messages messages = conversation.messagesUntil(answer);
    const Message open = messages.takeLast();
    DocumentQuestion question;
    question.isByBuiltIn = open.model.isEmpty();
    const Messages asked = question.isByBuiltIn ? withWrittenPictures(messages) : messages;
    question.documents = documentsOf(asked);
    const bool hasToAsk = !question.documents.isEmpty() || conversation.settings().documents;
    if (messages.isEmpty() || !hasToAsk || !open.sources.isEmpty() || !open.text.isEmpty())
        return std::nullopt;
    const Message last = messages.last();
    question.meant = meantBy(asked, question.documents);
    question.text = wordsOf(last);
    const bool hasTextsOfPicturesOnly
        = documentsOf(messages).isEmpty() && !conversation.settings().documents;
    question.mayDoWithout = hasTextsOfPicturesOnly || !last.pictures.isEmpty()
        || last.attachments.size() > documentsOf(last).size();
    messages.removeLast();
    const auto before = std::find_if(messages.crbegin(), messages.crend(),
        [](const Message& message) { return message.author == Author::User; });
    if (before != messages.crend())
        question.before = before->text;
    const AnswerRequest request = answerRequestOf(conversation, messages, settings, open.model);
    question.history = request.messages;
    question.settings = request.settings;
    question.embedding = settings.get(settings::embeddingModel);
    addEarlier(question, messages, idsRead(messages));
    return question;
}

} // namespace services
