#include "services/conversations/answer_writer.h"

#include "kernels/error.h"
#include "services/conversations/answer_request_of.h"
#include "services/conversations/title_maker.h"
#include "services/generation/answer_settings.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"

namespace services {

namespace {

constexpr float anotherTemperature = 0.8F;
constexpr float anotherMinP = 0.05F; // keeps out what is far from likely

// So that an answer does not come out as it did before.
void drawDifferently(AnswerSettings& settings, qsizetype version)
{
    if (settings.seed)
        *settings.seed += quint64(version);
    if (settings.temperature.value_or(0) > 0)
        return;
    settings.temperature = anotherTemperature;
    settings.minP = qMax(settings.minP.value_or(0), anotherMinP);
}

bool isNotBegun(const Message& answer)
{
    return answer.state == Message::State::Failed && answer.text.isEmpty();
}

} // namespace

AnswerWriter::AnswerWriter(ModelPool& models, Settings& settings, QObject* parent)
    : QObject(parent)
    , m_models(models)
    , m_settings(settings)
    , m_titles(new TitleMaker(models, settings, this))
{
}

AnswerWriter::~AnswerWriter() = default;

void AnswerWriter::setInstalled(const InstalledModels& installed)
{
    m_installed = &installed;
}

ModelId AnswerWriter::modelFor(const Conversation& conversation) const
{
    if (conversation.settings().model)
        return *conversation.settings().model;
    for (int row = conversation.rowCount() - 1; row >= 0; --row) {
        const Message& message = conversation.message(row);
        const bool wasWrittenHere
            = message.author == Author::Assistant && message.statistics.tokens > 0;
        if (wasWrittenHere && (!m_installed || m_installed->find(message.model)))
            return message.model;
    }
    return m_models.current();
}

MessageId AnswerWriter::answer(Conversation& conversation)
{
    CHECK(!conversation.isEmpty());
    ChatSettings settings = conversation.settings();
    settings.model = modelFor(conversation);
    conversation.setSettings(settings);
    const MessageId answer = conversation.appendAnswer(*settings.model);
    gather(conversation, answer);
    return answer;
}

void AnswerWriter::answerAgain(Conversation& conversation, MessageId answer)
{
    if (!isNotBegun(conversation.messageById(answer))) {
        answerSeveral(conversation, answer, 1);
        return;
    }
    conversation.reopenAnswer(answer, modelFor(conversation));
    gather(conversation, answer);
}

QList<MessageId> AnswerWriter::answerSeveral(
    Conversation& conversation, MessageId answer, int count)
{
    QList<MessageId> answers = conversation.appendAnswers(
        conversation.messageById(answer).parent, QList<ModelId>(count, modelFor(conversation)));
    for (const MessageId each : answers)
        gather(conversation, each, Draw::Differently);
    return answers;
}

QList<MessageId> AnswerWriter::answerWith(Conversation& conversation, const QList<ModelId>& models)
{
    CHECK(!conversation.isEmpty());
    const MessageId question = conversation.message(conversation.rowCount() - 1).id;
    QList<MessageId> answers = conversation.appendAnswers(question, models);
    for (const MessageId answer : answers)
        gather(conversation, answer);
    return answers;
}

void AnswerWriter::continueAnswer(Conversation& conversation, MessageId answer)
{
    const ModelId first = conversation.messageById(answer).model;
    const bool isUsable = !first.isEmpty() && (!m_installed || m_installed->find(first));
    conversation.reopenAnswer(answer, isUsable ? first : modelFor(conversation));
    gather(conversation, answer);
}

void AnswerWriter::gather(Conversation& conversation, MessageId answer, Draw draw)
{
    m_turns.begin(conversation, answer, [this, &conversation, answer, draw] { // which lives then
        submit(conversation, answer, draw);
    });
}

// Asks for the answer, or for more of it: the last message that the model reads may be its own.
void AnswerWriter::submit(Conversation& conversation, MessageId answer, Draw draw)
{
    AnswerRequest request
        = answerRequestOf(conversation, conversation.messagesUntil(answer), m_settings);
    if (draw == Draw::Differently)
        drawDifferently(request.settings, conversation.versions(answer).indexOf(answer));
    m_titles->setWaiting(true);
    ++m_open;
    AnswerStream* stream = m_models.submit(
        conversation.messageById(answer).model, std::move(request), &conversation);
    conversation.write(answer, stream);
    connect(stream, &AnswerStream::finished, m_titles,
        [this, &conversation, answer] { m_titles->consider(conversation, answer); });
    connect(stream, &QObject::destroyed, this, [this] { m_titles->setWaiting(--m_open > 0); });
}

void AnswerWriter::stop(Conversation& conversation)
{
    m_turns.stopWhere([&](const Conversation& each, MessageId) { return &each == &conversation; });
    conversation.stopWriting();
}

void AnswerWriter::stopFrom(Conversation& conversation, MessageId first)
{
    m_turns.stopWhere([&](const Conversation& each, MessageId answer) {
        return &each == &conversation && conversation.isFrom(first, answer);
    });
    conversation.stopWritingFrom(first);
}

} // namespace services
