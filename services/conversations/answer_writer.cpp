#include "services/conversations/answer_writer.h"

#include "base/error.h"
#include "runtime/answers/another_beginning.h"
#include "services/conversations/answer_request_of.h"
#include "services/conversations/title_maker.h"
#include "services/generation/answer_settings.h"
#include "services/generation/answer_stream.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"

#include <algorithm>

namespace services {

namespace {

constexpr float anotherTemperature = 0.8F;
constexpr int mostAttempts = 8;
constexpr int likeliestTokens = 4; // from which another beginning is made
constexpr quint64 betweenSeeds = 1000; // of two attempts; there are fewer versions

// Makes settings that were greedy draw tokens. Their minP had no effect so far, so it is reset.
void drawAt(AnswerSettings& settings, float temperature)
{
    settings.temperature = temperature;
    settings.minP = 0;
}

// Changes the settings so that the answer differs from the previous one.
void changeDraw(AnswerSettings& settings, qsizetype version, int attempt)
{
    if (settings.seed)
        *settings.seed += quint64(version) + quint64(attempt) * betweenSeeds;
    if (settings.temperature.value_or(0) <= 0)
        drawAt(settings, anotherTemperature);
}

// Changes the settings so that the answer is the same as before.
void repeatDraw(AnswerSettings& settings, const AnswerStatistics& statistics)
{
    if (settings.temperature.value_or(0) <= 0 && statistics.temperature > 0)
        drawAt(settings, float(statistics.temperature));
    settings.temperature = float(statistics.temperature);
    if (statistics.seed)
        settings.seed = statistics.seed;
}

bool saysWhatAnotherSays(const Conversation& conversation, MessageId answer)
{
    const QList<MessageId> versions = conversation.versions(answer);
    return std::ranges::any_of(versions, [&](MessageId each) {
        const Message& version = conversation.messageById(each);
        return each != answer && !version.isOpen()
            && version.text.trimmed() == conversation.messageById(answer).text.trimmed();
    });
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
    gather(conversation, answer, {});
    return answer;
}

void AnswerWriter::answerAgain(Conversation& conversation, MessageId answer)
{
    if (!isNotBegun(conversation.messageById(answer))) {
        answerSeveral(conversation, answer, 1);
        return;
    }
    conversation.reopenAnswer(answer, modelFor(conversation));
    gather(conversation, answer, {});
}

void AnswerWriter::answerBy(Conversation& conversation, MessageId answer, const ModelId& model)
{
    ChatSettings settings = conversation.settings();
    settings.model = model;
    conversation.setSettings(settings);
    const MessageId question = conversation.messageById(answer).parent;
    gather(conversation, conversation.appendAnswers(question, {model}).first(), {});
}

QList<MessageId> AnswerWriter::answerSeveral(
    Conversation& conversation, MessageId answer, int count)
{
    QList<MessageId> answers = conversation.appendAnswers(
        conversation.messageById(answer).parent, QList<ModelId>(count, modelFor(conversation)));
    for (const MessageId each : answers)
        gather(conversation, each, {.how = Draw::How::Differently});
    return answers;
}

QList<MessageId> AnswerWriter::answerWith(Conversation& conversation, const QList<ModelId>& models)
{
    CHECK(!conversation.isEmpty());
    const MessageId question = conversation.message(conversation.rowCount() - 1).id;
    QList<MessageId> answers = conversation.appendAnswers(question, models);
    for (const MessageId answer : answers)
        gather(conversation, answer, {});
    return answers;
}

// Its own, if it is known and installed.
ModelId AnswerWriter::modelOf(const Message& answer, const Conversation& conversation) const
{
    const bool isUsable
        = !answer.model.isEmpty() && (!m_installed || m_installed->find(answer.model));
    return isUsable ? answer.model : modelFor(conversation);
}

void AnswerWriter::continueAnswer(Conversation& conversation, MessageId answer)
{
    conversation.reopenAnswer(answer, modelOf(conversation.messageById(answer), conversation));
    gather(conversation, answer, {});
}

void AnswerWriter::answerAlike(Conversation& conversation, MessageId answer)
{
    const Message like = conversation.messageById(answer);
    const MessageId version
        = conversation.appendAnswers(like.parent, {modelOf(like, conversation)}).first();
    if (like.statistics.tokens > 0 && !like.sources.isEmpty()) // then nothing is searched for again
        conversation.setSources(version, like.sources);
    const QByteArray given = like.text.toUtf8().left(like.statistics.givenBytes);
    if (!given.isEmpty())
        conversation.appendText(version, QString::fromUtf8(given));
    gather(conversation, version, {.how = Draw::How::Alike, .like = like.statistics});
}

void AnswerWriter::gather(Conversation& conversation, MessageId answer, const Draw& draw)
{
    m_turns.begin(conversation, answer, [this, &conversation, answer, draw] { // which lives then
        submit(conversation, answer, draw);
    });
}

// Asks for the answer, or for more of it: the last message that the model reads may be its own.
void AnswerWriter::submit(Conversation& conversation, MessageId answer, const Draw& draw)
{
    const ModelId model = conversation.messageById(answer).model;
    AnswerRequest request
        = answerRequestOf(conversation, conversation.messagesUntil(answer), m_settings, model);
    if (draw.how == Draw::How::Alike)
        repeatDraw(request.settings, draw.like);
    if (draw.how == Draw::How::Differently) {
        changeDraw(request.settings, conversation.versions(answer).indexOf(answer), draw.attempt);
        if (request.settings.schema.value_or("").empty()) // which holds for whole answers
            request.likeliestTokens = likeliestTokens;
    }
    if (m_tools && request.settings.schema.value_or("").empty())
        request.tools = m_tools->offered(conversation.messageById(answer));
    m_titles->setWaiting(true);
    ++m_open;
    AnswerStream* stream = m_models.submit(model, std::move(request), &conversation);
    connect(stream, &AnswerStream::finished, this,
        [this, &conversation, answer, draw, stream](const AnswerStatistics& statistics) {
            if (statistics.end == AnswerStatistics::End::Complete && statistics.isSure)
                drawAgain(conversation, answer, draw, stream->tokens());
            if (statistics.end == AnswerStatistics::End::Called)
                callTools(conversation, answer, draw, *stream);
        });
    conversation.write(answer, stream);
    connect(stream, &AnswerStream::finished, m_titles, [this, &conversation, answer] {
        if (!conversation.messageById(answer).isOpen())
            m_titles->consider(conversation, answer);
    });
    connect(stream, &QObject::destroyed, this, [this] { m_titles->setWaiting(--m_open > 0); });
}

void AnswerWriter::setTools(ToolBox& tools)
{
    m_tools = new ToolTurns(tools, this);
}

// Must run before Conversation handles finished(): a tool call does not end the reply.
void AnswerWriter::callTools(
    Conversation& conversation, MessageId answer, const Draw& draw, const AnswerStream& stream)
{
    if (!m_tools || stream.calls().empty())
        return;
    const ModelId model = conversation.messageById(answer).model;
    m_tools->begin(conversation, answer, stream.calls(),
        m_models.state(model).summary.contextTokens,
        [this, &conversation, answer, draw] { submit(conversation, answer, draw); });
}

void AnswerWriter::decide(
    Conversation& conversation, MessageId answer, int use, ToolDecision decision)
{
    if (m_tools)
        m_tools->decide(conversation, answer, use, decision);
}

// Must run before Conversation handles finished(). A confident model answers the same with every
// seed: then it is forced to begin as it did and to leave that beginning where it was least
// confident. An unconfident one is not talked into a statement.
void AnswerWriter::drawAgain(Conversation& conversation, MessageId answer, Draw draw,
    const std::vector<runtime::TokenDetail>& said)
{
    const bool mayBeDrawnAgain
        = draw.how == Draw::How::Differently && ++draw.attempt < mostAttempts;
    if (!mayBeDrawnAgain || !saysWhatAnotherSays(conversation, answer))
        return;
    if (draw.said.empty())
        draw.said = said;
    const std::optional<std::string> beginning
        = runtime::anotherBeginning(draw.said, size_t(draw.attempt) - 1);
    conversation.beginAnew(answer);
    if (beginning)
        conversation.appendText(answer, QString::fromStdString(*beginning));
    submit(conversation, answer, draw);
}

void AnswerWriter::stopTurns(const std::function<bool(const Conversation&, MessageId)>& isMeant)
{
    m_turns.stopWhere(isMeant);
    if (m_tools)
        m_tools->stopWhere(isMeant);
}

void AnswerWriter::stop(Conversation& conversation)
{
    stopTurns([&](const Conversation& each, MessageId) { return &each == &conversation; });
    conversation.stopWriting();
}

void AnswerWriter::stopFrom(Conversation& conversation, MessageId first)
{
    stopTurns([&](const Conversation& each, MessageId answer) {
        return &each == &conversation && conversation.isFrom(first, answer);
    });
    conversation.stopWritingFrom(first);
}

} // namespace services
