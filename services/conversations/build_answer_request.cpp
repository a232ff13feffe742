#include "services/conversations/build_answer_request.h"

#include "runtime/prompt/message_json.h"
#include "services/conversations/conversation.h"
#include "services/conversations/thinking.h"
#include "services/documents/answers/citations.h"
#include "services/documents/passages/split_document.h"
#include "services/generation/answer_settings.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace services {

namespace {

void add(QString& text, const QString& more)
{
    if (!text.isEmpty() && !more.isEmpty() && !text.endsWith(u'\n'))
        text += QStringLiteral("\n\n");
    text += more;
}

} // namespace

Thinking answerParts(const Message& answer)
{
    if (answer.toolUses.isEmpty())
        return splitThinking(answer.text);
    Thinking whole;
    qsizetype begin = 0;
    QList<qsizetype> ends;
    for (const ToolUse& use : answer.toolUses)
        if (ends.isEmpty() || ends.last() != use.place)
            ends << use.place;
    ends << answer.text.size();
    for (const qsizetype end : ends) {
        const Thinking part = splitThinking(answer.text.mid(begin, end - begin));
        add(whole.thought, part.thought);
        add(whole.answer, part.answer);
        whole.isOpen = part.isOpen && end == answer.text.size() && end > begin;
        begin = end;
    }
    return whole;
}

QSet<int> citedNumbers(const QString& answer)
{
    static const QRegularExpression mark(
        QStringLiteral(R"(\[(\d{1,3}(?: *[,;][ ,;]*\d{1,3})*) *\])"));
    static const QRegularExpression number(QStringLiteral(R"(\d+)"));
    QSet<int> numbers;
    for (auto each = mark.globalMatch(answer); each.hasNext();)
        for (auto digits = number.globalMatch(each.next().captured(1)); digits.hasNext();)
            numbers << digits.next().captured().toInt();
    return numbers;
}

namespace {

// The name is read by models, so it is English.
QString pictureName(const Picture& picture, qsizetype place, qsizetype count)
{
    if (!picture.name.isEmpty())
        return picture.name.simplified();
    return count == 1 ? QStringLiteral("the picture") : QStringLiteral("picture %1").arg(place + 1);
}

} // namespace

std::vector<runtime::Passage> passagesIn(const QList<Picture>& pictures)
{
    std::vector<runtime::Passage> passages;
    for (qsizetype place = 0; place < pictures.size(); ++place) {
        const Picture& picture = pictures[place];
        if (!picture.text || picture.text->isEmpty())
            continue;
        const QString name
            = QStringLiteral("Text in %1").arg(pictureName(picture, place, pictures.size()));
        passages.push_back({{name.toStdString()}, picture.text->text().toStdString(),
            runtime::Passage::From::Picture});
    }
    return passages;
}

namespace {

std::string spoken(const QString& text)
{
    return text.toStdString();
}

// An open answer is continued where it ends, also within its thought.
RequestMessage answerMessage(const Message& message, qsizetype begin, qsizetype end)
{
    const QString text = message.text.mid(begin, end - begin);
    if (message.isOpen() && end == message.text.size())
        return runtime::textMessage(Role::Assistant, spoken(text));
    const Thinking parts = splitThinking(text);
    RequestMessage answer = runtime::textMessage(Role::Assistant, spoken(parts.answer));
    answer.reasoning = spoken(parts.thought);
    return answer;
}

RequestMessage resultMessage(const Message& answer, const ToolUse& use)
{
    runtime::ToolResult result{spoken(use.call), spoken(use.name), spoken(use.result)};
    if (use.state == ToolUse::State::Failed)
        result.text = "Error: " + result.text;
    RequestMessage message{Role::Tool, {std::move(result)}};
    for (const Picture& picture : answer.pictures.mid(use.firstPicture, use.pictures))
        message.parts.emplace_back(picture.pixels);
    return message;
}

// Each call is followed by its result, for some templates know one call a message only. The text
// between two calls is sent with the second one.
std::vector<RequestMessage> answerMessages(const Message& message)
{
    std::vector<RequestMessage> messages;
    qsizetype begin = 0;
    for (const ToolUse& use : message.toolUses) {
        RequestMessage call = answerMessage(message, begin, use.place);
        if (runtime::joinText(call).empty())
            call.parts.clear();
        call.parts.push_back(
            runtime::ToolCall{spoken(use.call), spoken(use.name), spoken(use.arguments)});
        messages.push_back(std::move(call));
        messages.push_back(resultMessage(message, use));
        begin = use.place;
    }
    if (begin < message.text.size() || message.toolUses.isEmpty())
        messages.push_back(answerMessage(message, begin, message.text.size()));
    return messages;
}

// What the answer to a message rests on is before the message, unless it is before an earlier one.
// Returns whether the model reads any of it.
bool addPassages(RequestMessage& question, const QList<Source>& sources)
{
    bool areRead = false;
    for (qsizetype index = 0; index < sources.size(); ++index) {
        const Source::Reading reading = sources[index].reading;
        areRead = areRead || reading != Source::Reading::Never;
        if (reading == Source::Reading::WithQuestion)
            question.parts.emplace_back(numbered(toPassage(sources[index]), size_t(index) + 1));
    }
    return areRead;
}

// Images come first, then passages and attachments, then the words.
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
    const std::string words = spoken(questionText(message));
    question.parts.push_back(citesPassages ? citedQuestionText(words) : words);
    return question;
}

// How many there are of it in a request.
qsizetype countRequestMessages(const Message& message)
{
    return message.author == Author::User ? 1 : qsizetype(answerMessages(message).size());
}

// An answer that failed or was stopped before its first word is nothing to the model.
bool isWorthReading(const Message& message)
{
    return message.author == Author::User || !message.text.isEmpty() || !message.toolUses.isEmpty();
}

} // namespace

AnswerRequest buildAnswerRequest(const Conversation& conversation, const QList<Message>& messages,
    const Settings& settings, const ModelId& model)
{
    const ChatSettings& own = conversation.settings();
    AnswerRequest request;
    request.use = {spoken(conversation.id()), conversation.isTemporary()};
    request.begun = timePoint(conversation.storedRecord().created);
    request.settings = runtime::layered(
        {defaultAnswerSettings(settings, model), own.generation.value_or(AnswerSettings())});
    const QString systemPrompt = effectiveSystemPrompt(conversation, settings);
    if (!systemPrompt.trimmed().isEmpty())
        request.messages.push_back(runtime::textMessage(Role::System, spoken(systemPrompt)));
    for (qsizetype row = 0; row < messages.size(); ++row) {
        const Message& message = messages[row];
        if (!isWorthReading(message))
            continue;
        if (message.author == Author::User)
            request.messages.push_back(questionMessage(
                message, messages.value(row + 1).sources, settings.get(settings::readPictures)));
        else
            std::ranges::move(answerMessages(message), std::back_inserter(request.messages));
    }
    return request;
}

QString effectiveSystemPrompt(const Conversation& conversation, const Settings& settings)
{
    return conversation.settings().systemPrompt.value_or(settings.get(settings::systemPrompt));
}

QList<MessageId> idsRead(const QList<Message>& messages)
{
    QList<MessageId> ids;
    for (const Message& message : messages)
        if (isWorthReading(message))
            ids.insert(ids.size(), countRequestMessages(message), message.id);
    return ids;
}

runtime::Passage toPassage(const Source& source)
{
    const QString place
        = QString::fromStdString(passageLocation(source.page, source.heading.toStdString()));
    const QString& text = source.notes.isEmpty() ? source.passage : source.notes;
    return {{spoken(source.title.simplified()), spoken(place.simplified())}, spoken(text)};
}

QString questionText(const Message& question)
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
