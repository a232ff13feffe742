#include "services/conversations/answer_writer.h"

#include "base/error.h"
#include "runtime/answers/another_beginning.h"
#include "runtime/reading/thought_splitter.h"
#include "services/conversations/build_answer_request.h"
#include "services/conversations/title_maker.h"
#include "services/generation/answer_settings.h"
#include "services/generation/answer_stream.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"

#include <algorithm>
#include <utility>

namespace services {

namespace {

constexpr float anotherTemperature = 0.8F;
constexpr int maxAttempts = 8;
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

bool repeatsAnotherVersion(const Message& answer, const MessageTree& tree)
{
    return std::ranges::any_of(tree.versions(answer.id), [&](MessageId id) {
        const Message& version = tree[id];
        return id != answer.id && !version.isOpen()
            && version.text.trimmed() == answer.text.trimmed();
    });
}

// The mark of a thought with which the answer begins, unless it is one of the model's own tokens.
std::string openedByPrompt(const Message& answer, const std::vector<runtime::TokenDetail>& tokens)
{
    const std::string text = answer.text.toStdString();
    const std::string_view opened = runtime::thoughtOpenedAtBegin(text);
    std::string own;
    for (size_t token = 0; token < tokens.size() && own.size() < opened.size(); ++token)
        own += tokens[token].chosen.text;
    return own.starts_with(opened) ? std::string() : std::string(opened);
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

AnswerWriter::~AnswerWriter()
{
    const std::map<AnswerStream*, Writing> writing = std::exchange(m_writing, {});
    for (const auto& each : writing)
        each.first->abandon();
}

void AnswerWriter::setInstalled(const InstalledModels& installed)
{
    m_installed = &installed;
    m_titles->setInstalled(installed);
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
    OpenReply reply = conversation.appendReply(*settings.model);
    const MessageId id = reply.id();
    gather(std::move(reply), {});
    return id;
}

void AnswerWriter::answerAgain(Conversation& conversation, MessageId answer)
{
    if (!isNotBegun(conversation.messageById(answer))) {
        answerSeveral(conversation, answer, 1);
        return;
    }
    gather(conversation.reopenReply(answer, modelFor(conversation)), {});
}

void AnswerWriter::answerBy(Conversation& conversation, MessageId answer, const ModelId& model)
{
    ChatSettings settings = conversation.settings();
    settings.model = model;
    conversation.setSettings(settings);
    answerEach(conversation, conversation.messageById(answer).parent, {model}, {});
}

QList<MessageId> AnswerWriter::answerSeveral(
    Conversation& conversation, MessageId answer, int count)
{
    return answerEach(conversation, conversation.messageById(answer).parent,
        QList<ModelId>(count, modelFor(conversation)), {.how = Draw::How::Differently});
}

QList<MessageId> AnswerWriter::answerWith(Conversation& conversation, const QList<ModelId>& models)
{
    CHECK(!conversation.isEmpty());
    return answerEach(
        conversation, conversation.message(conversation.rowCount() - 1).id, models, {});
}

QList<MessageId> AnswerWriter::answerEach(
    Conversation& conversation, MessageId question, const QList<ModelId>& models, const Draw& draw)
{
    std::vector<OpenReply> replies = conversation.appendReplies(question, models);
    QList<MessageId> ids;
    for (OpenReply& reply : replies) {
        ids << reply.id();
        gather(std::move(reply), draw);
    }
    return ids;
}

// The model that wrote the answer, if it is known and installed.
ModelId AnswerWriter::modelToContinue(const Message& answer, const Conversation& conversation) const
{
    const bool isUsable
        = !answer.model.isBuiltIn() && (!m_installed || m_installed->find(answer.model));
    return isUsable ? answer.model : modelFor(conversation);
}

void AnswerWriter::continueAnswer(Conversation& conversation, MessageId answer)
{
    const Message& message = conversation.messageById(answer);
    if (!message.isOpen())
        gather(conversation.reopenReply(answer, modelToContinue(message, conversation)), {});
}

void AnswerWriter::answerAlike(Conversation& conversation, MessageId answer)
{
    const Message like = conversation.messageById(answer);
    OpenReply version = std::move(
        conversation.appendReplies(like.parent, {modelToContinue(like, conversation)}).front());
    if (like.statistics.tokens > 0 && !like.sources.isEmpty()) // then nothing is searched for again
        version.setSources(like.sources);
    const QByteArray given = like.text.toUtf8().left(like.statistics.givenBytes);
    if (!given.isEmpty())
        version.append(QString::fromUtf8(given));
    gather(std::move(version), {.how = Draw::How::Alike, .like = like.statistics});
}

void AnswerWriter::gather(OpenReply reply, const Draw& draw)
{
    m_turns.begin(
        std::move(reply), [this, draw](OpenReply gathered) { submit(std::move(gathered), draw); });
}

// Asks for the answer, or for more of it: the last message that the model reads may be its own.
void AnswerWriter::submit(OpenReply reply, const Draw& draw)
{
    Conversation& conversation = *reply.conversation();
    const MessageTree& tree = conversation.tree();
    const ModelId model = reply.message().model;
    AnswerRequest request
        = buildAnswerRequest(conversation, tree.messagesUntil(reply.id()), m_settings, model);
    if (draw.how == Draw::How::Alike)
        repeatDraw(request.settings, draw.like);
    if (draw.how == Draw::How::Differently) {
        changeDraw(request.settings, tree.versions(reply.id()).indexOf(reply.id()), draw.attempt);
        if (request.settings.schema.value_or("").empty()) // which holds for whole answers
            request.likeliestTokens = likeliestTokens;
    }
    if (request.settings.schema.value_or("").empty())
        request.tools = offeredTools(reply.message());
    m_titles->setWaiting(true);
    AnswerStream* stream
        = AnswerStream::open(&conversation, [&](std::shared_ptr<runtime::AnswerSink> sink) {
              return m_models.registry().submit(model, std::move(request), std::move(sink));
          });
    Writing& writing = m_writing.emplace(stream, Writing{std::move(reply), draw}).first->second;
    follow(stream, writing.reply);
}

void AnswerWriter::follow(AnswerStream* stream, OpenReply& reply)
{
    connect(stream, &AnswerStream::waits, this,
        [&reply](const QString& message) { reply.setWaitReason(message); });
    connect(stream, &AnswerStream::started, this, [&reply] { reply.setWaitReason({}); });
    connect(stream, &AnswerStream::writes, this,
        [&reply](double tokensPerSecond) { reply.setSpeed(tokensPerSecond); });
    connect(stream, &AnswerStream::textAdded, this,
        [&reply](const QString& text) { reply.append(text); });
    connect(
        stream, &AnswerStream::finished, this, [this, stream](const AnswerStatistics& statistics) {
            finish(stream, statistics);
            m_titles->setWaiting(!m_writing.empty());
        });
    connect(stream, &AnswerStream::failed, this, [this, stream](const QString& message) {
        take(stream).reply.fail(message);
        m_titles->setWaiting(!m_writing.empty());
    });
    connect(reply.conversation(), &QObject::destroyed, this, &AnswerWriter::forgetDestroyed,
        Qt::UniqueConnection);
}

// Their streams have been abandoned.
void AnswerWriter::forgetDestroyed()
{
    std::erase_if(m_writing, [](const auto& each) { return !each.second.reply.conversation(); });
    m_titles->setWaiting(!m_writing.empty());
}

AnswerWriter::Writing AnswerWriter::take(AnswerStream* stream)
{
    return std::move(m_writing.extract(stream).mapped());
}

void AnswerWriter::finish(AnswerStream* stream, const AnswerStatistics& statistics)
{
    Writing writing = take(stream);
    if (statistics.end == AnswerStatistics::End::Called && m_tools && !stream->calls().empty())
        return callTools(std::move(writing), stream->calls());
    if (shouldDrawAgain(writing, statistics))
        return drawAgain(std::move(writing), stream->tokens());
    writing.reply.finish(statistics);
    m_titles->consider(*writing.reply.conversation(), writing.reply.id());
}

void AnswerWriter::setTools(ToolBox& tools)
{
    m_tools = new ToolTurns(tools, this);
}

std::vector<runtime::Tool> AnswerWriter::offeredTools(const Message& answer) const
{
    return m_tools ? m_tools->offered(answer) : std::vector<runtime::Tool>();
}

void AnswerWriter::callTools(Writing writing, const std::vector<runtime::ToolCall>& calls)
{
    const ModelId model = writing.reply.message().model;
    m_tools->begin(std::move(writing.reply), calls,
        m_models.registry().state(model).summary.contextTokens,
        [this, draw = writing.draw](OpenReply reply) { submit(std::move(reply), draw); });
}

void AnswerWriter::decide(
    Conversation& conversation, MessageId answer, int use, ToolDecision decision)
{
    if (m_tools)
        m_tools->decide(conversation, answer, use, decision);
}

bool AnswerWriter::shouldDrawAgain(const Writing& writing, const AnswerStatistics& statistics) const
{
    return statistics.end == AnswerStatistics::End::Complete && statistics.isSure
        && writing.draw.how == Draw::How::Differently && writing.draw.attempt + 1 < maxAttempts
        && repeatsAnotherVersion(writing.reply.message(), writing.reply.conversation()->tree());
}

// A confident model answers the same with every seed: then it is forced to begin as it did and to
// leave that beginning where it was least confident. An unconfident one is not talked into a
// statement.
void AnswerWriter::drawAgain(Writing writing, const std::vector<runtime::TokenDetail>& tokens)
{
    auto& [reply, draw] = writing;
    ++draw.attempt;
    if (draw.repeated.empty())
        draw.repeated = tokens;
    const std::optional<std::string> beginning
        = runtime::anotherBeginning(draw.repeated, size_t(draw.attempt) - 1);
    const std::string opened = openedByPrompt(reply.message(), draw.repeated);
    reply.restart();
    if (beginning)
        reply.append(QString::fromStdString(opened + *beginning));
    submit(std::move(reply), draw);
}

void AnswerWriter::stopWhere(const std::function<bool(const Conversation&, MessageId)>& isMeant)
{
    m_turns.stopWhere(isMeant);
    if (m_tools)
        m_tools->stopWhere(isMeant);
    for (const auto& [stream, writing] : m_writing)
        if (isMeant(*writing.reply.conversation(), writing.reply.id()))
            stream->stop();
}

void AnswerWriter::stop(Conversation& conversation)
{
    stopWhere([&](const Conversation& each, MessageId) { return &each == &conversation; });
}

void AnswerWriter::stopFrom(Conversation& conversation, MessageId first)
{
    stopWhere([&](const Conversation& each, MessageId answer) {
        return &each == &conversation && conversation.tree().isFrom(first, answer);
    });
}

} // namespace services
