#include "services/conversations/documents/question_of_conversation.h"

#include "runtime/answers/answer_job.h"
#include "services/conversations/build_answer_request.h"
#include "services/conversations/conversation.h"
#include "services/documents/answers/whole_document.h"
#include "services/documents/index/search_terms.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <QCoreApplication>

#include <algorithm>
#include <memory>

namespace services {

namespace {

constexpr size_t fewWords = 3; // that say what a question is about
constexpr qsizetype longestFollowUp = 60; // characters

// What questions begin with that continue from another one.
bool goesOn(const QString& question)
{
    static const QStringList words{"and", "or", "but", "then", "what about", "how about", "und",
        "oder", "aber", "dann", "was ist mit", "et", "ou", "mais", "y", "o", "pero"};
    static const QStringList signs{"那", "还有", "那么", "然后"};
    const QString text = question.trimmed().toLower();
    const auto begins = [&text](const QString& word) { return text.startsWith(word + u' '); };
    const auto beginsWithSign = [&text](const QString& sign) { return text.startsWith(sign); };
    return text.size() <= longestFollowUp
        && (std::any_of(words.begin(), words.end(), begins)
            || std::any_of(signs.begin(), signs.end(), beginsWithSign));
}

} // namespace

QStringList searchedFor(const QString& question, const QString& before)
{
    if (before.trimmed().isEmpty())
        return {question};
    const QString both = before.trimmed() + u'\n' + question;
    if (goesOn(question))
        return {both};
    const size_t words = toDecidingTexts(question.toStdString()).size();
    return words < fewWords ? QStringList{question, both} : QStringList{question};
}

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::WrittenPictures)
};

const std::string betweenParagraphs = "\n\n";

// True if the message contains something the built-in model can look at.
bool showsSomething(const Message& message)
{
    return (message.author == Author::User && !message.pictures.isEmpty())
        || std::ranges::any_of(message.attachments,
            [](const TextAttachment& attachment) { return !attachment.document; });
}

QString pictureName(const Picture& picture, qsizetype place, qsizetype count)
{
    if (!picture.name.isEmpty())
        return picture.name;
    return count == 1 ? Text::tr("Text in the picture")
                      : Text::tr("Text in picture %1").arg(place + 1);
}

} // namespace

Document toDocument(const PictureText& text)
{
    DocumentPart part;
    part.text = text.text().trimmed().toStdString();
    for (size_t from = 0; from < part.text.size();) {
        const size_t to = std::min(part.text.find(betweenParagraphs, from), part.text.size());
        part.blocks.push_back({BlockKind::Paragraph, 0, {from, to}, {}});
        from = to + betweenParagraphs.size();
    }
    Document document;
    document.append(part);
    return document;
}

QList<Message> withWrittenPictures(QList<Message> messages)
{
    const auto shown = std::find_if(messages.rbegin(), messages.rend(), showsSomething);
    if (shown == messages.rend() || shown == messages.rbegin()
        || !runtime::isWritten(passagesIn(shown->pictures)))
        return messages;
    for (qsizetype place = 0; place < shown->pictures.size(); ++place) {
        const Picture& picture = shown->pictures[place];
        if (!picture.text || picture.text->isEmpty())
            continue;
        TextAttachment written;
        written.name = pictureName(picture, place, shown->pictures.size());
        written.document = std::make_shared<Document>(toDocument(*picture.text));
        shown->attachments << written;
    }
    return messages;
}

namespace {

using Messages = QList<Message>;

QList<TextAttachment> collectDocuments(const Message& message)
{
    QList<TextAttachment> documents;
    for (const TextAttachment& attachment : message.attachments)
        if (attachment.document)
            documents << attachment;
    return documents;
}

QList<TextAttachment> collectDocuments(const Messages& messages)
{
    QList<TextAttachment> documents;
    for (const Message& message : messages)
        for (const TextAttachment& each : collectDocuments(message)) {
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
    const QList<TextAttachment> own = collectDocuments(messages.last());
    const std::string words = questionText(messages.last()).toStdString();
    if (isAboutSeveralDocuments(words) && own.size() < 2)
        return all;
    for (auto message = messages.crbegin(); message != messages.crend(); ++message)
        if (const QList<TextAttachment> documents = collectDocuments(*message);
            !documents.isEmpty())
            return documents;
    return {};
}

bool hasReading(const Message& message, Source::Reading reading)
{
    return std::ranges::any_of(
        message.sources, [reading](const Source& source) { return source.reading == reading; });
}

// The sources of the last answer that has any, and the question before which the first of them are.
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

std::optional<DocumentQuestion> makeDocumentQuestion(
    const Conversation& conversation, MessageId answer, const Settings& settings)
{
    Messages messages = conversation.tree().messagesUntil(answer);
    const Message open = messages.takeLast();
    DocumentQuestion question;
    question.isByBuiltIn = open.model.isBuiltIn();
    const Messages asked = question.isByBuiltIn ? withWrittenPictures(messages) : messages;
    question.documents = collectDocuments(asked);
    const bool hasToAsk = !question.documents.isEmpty() || conversation.settings().documents;
    if (messages.isEmpty() || !hasToAsk || !open.sources.isEmpty() || !open.text.isEmpty())
        return std::nullopt;
    const Message last = messages.last();
    question.meant = meantBy(asked, question.documents);
    question.text = questionText(last);
    const bool hasTextsOfPicturesOnly
        = collectDocuments(messages).isEmpty() && !conversation.settings().documents;
    question.mayDoWithout = hasTextsOfPicturesOnly || !last.pictures.isEmpty()
        || last.attachments.size() > collectDocuments(last).size();
    messages.removeLast();
    const auto before = std::find_if(messages.crbegin(), messages.crend(),
        [](const Message& message) { return message.author == Author::User; });
    if (before != messages.crend())
        question.before = before->text;
    const AnswerRequest request = buildAnswerRequest(conversation, messages, settings, open.model);
    question.history = request.messages;
    question.settings = request.settings;
    question.embedding = settings.get(settings::embeddingModel);
    question.reranker = settings.get(settings::rerankerModel);
    question.threshold = settings.get(settings::answerThreshold) / 100.0;
    addEarlier(question, messages, idsRead(messages));
    return question;
}

} // namespace services
