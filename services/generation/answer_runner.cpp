#include "services/generation/answer_runner.h"

#include "engine/generate/async_generator.h"
#include "engine/generate/generator.h"
#include "services/generation/conversation_memory.h"
#include "services/generation/loaded_model.h"
#include "services/generation/prompt_builder.h"
#include "services/pictures/vision_image.h"

#include <algorithm>
#include <utility>

namespace services {

namespace {

constexpr qint64 tellEvery = 250; // milliseconds between two words about what an answer waits for
constexpr int64_t roomStep = ConversationMemory::roomToAnswer / 2; // a step writes several tokens

double secondsOf(const QElapsedTimer& timer)
{
    return double(timer.nsecsElapsed()) * 1e-9;
}

} // namespace

struct AnswerRunner::Waiting {
    AnswerId id = 0;
    AnswerRequest request;
    std::stop_token stop;
    QElapsedTimer sinceBegin;
    qsizetype nextMessage = 0, nextPicture = 0; // to encode
    std::vector<PromptMessage> messages; // those before nextMessage, ready
    PromptMessage current;

    qint64 pictures = 0, lookedAt = 0; // of the request

    bool isReady() const { return nextMessage == request.messages.size(); }
};

struct AnswerRunner::Running {
    engine::AsyncJob job;
    QElapsedTimer sinceBegin;
    std::stop_token stop;
    ConversationUse use;
    std::vector<engine::ContentKey> keys; // of the prompt and what was written
    int64_t maxTokens = 0;
    bool hasStarted = false;
    QElapsedTimer sinceStarted = {};
    QElapsedTimer sinceTold = {}; // what it waits for
    double firstTokenSeconds = 0;
    int64_t tokens = 0;
    int64_t tokensToMakeRoom = roomStep; // when so many are there, room is made for the next

    double tokensPerSecond() const
    {
        const double seconds = secondsOf(sinceBegin) - firstTokenSeconds;
        return tokens > 1 && seconds > 0 ? double(tokens - 1) / seconds : 0;
    }
    /// At the most; 0: it cannot be said.
    double secondsToWrite() const
    {
        const double rate = tokensPerSecond();
        return rate > 0 ? double(maxTokens - tokens) / rate : 0;
    }
};

namespace {

QString sentenceOf(const std::exception& error)
{
    if (dynamic_cast<const std::bad_alloc*>(&error))
        return QStringLiteral("There is not enough memory for this answer.");
    return QString::fromUtf8(error.what());
}

AnswerStatistics::End endOf(engine::EosReason reason)
{
    switch (reason) {
    case engine::EosReason::MaxNewTokens:
        return AnswerStatistics::End::TokenLimit;
    case engine::EosReason::Cancelled:
        return AnswerStatistics::End::Stopped;
    default:
        return AnswerStatistics::End::Complete;
    }
}

} // namespace

AnswerRunner::AnswerRunner(engine::AsyncGenerator& loop, AnswerListener& listener)
    : m_loop(loop)
    , m_listener(listener)
{
}

AnswerRunner::~AnswerRunner() = default;

void AnswerRunner::setCacheShelf(std::shared_ptr<CacheShelf> shelf)
{
    m_shelf = std::move(shelf);
}

QString AnswerRunner::open(std::unique_ptr<LoadedModel> model)
{
    engine::Generator::Options options{.reservation = engine::Reservation::Grow};
    options.maxSeqLen = model->contextTokens();
    QString problem;
    if (LoadedModel* draft = model->draft()) {
        options.draftModel = &draft->model();
        options.draftCache = &draft->cache();
    }
    const auto make = [&] {
        return std::make_unique<engine::Generator>(
            model->model(), model->cache(), model->tokenizer(), options);
    };
    std::unique_ptr<engine::Generator> generator;
    try {
        generator = make();
    } catch (const kernels::Error& error) {
        if (!model->draft())
            throw;
        problem = sentenceOf(error);
        model->dropDraft();
        options.draftModel = nullptr;
        options.draftCache = nullptr;
        generator = make();
    }
    m_memory = std::make_unique<ConversationMemory>(
        m_loop, model->tokenizer(), model->contextTokens(), m_shelf);
    m_loop.setGenerator(std::move(generator));
    m_model = std::move(model);
    m_schemas = std::make_unique<SchemaConstraints>();
    return problem;
}

void AnswerRunner::close(const QString& sentence)
{
    m_whyNoModel = sentence;
    for (const Waiting& waiting : std::exchange(m_waiting, {}))
        m_listener.onFailed(waiting.id, sentence);
    for (const auto& [id, running] : std::exchange(m_running, {}))
        m_listener.onFailed(id, sentence);
    m_memory.reset();
    m_loop.setGenerator(nullptr);
    m_schemas.reset();
    m_model.reset();
}

void AnswerRunner::begin(AnswerId id, AnswerRequest request, std::stop_token stop)
{
    if (!m_model)
        return m_listener.onFailed(id, m_whyNoModel);
    if (!m_model->canSee())
        leaveOutPictures(request.messages);
    Waiting& waiting = m_waiting.emplace_back();
    waiting.id = id;
    waiting.request = std::move(request);
    for (const RequestMessage& message : waiting.request.messages)
        waiting.pictures += message.pictures.size();
    waiting.stop = std::move(stop);
    waiting.sinceBegin.start();
    if (!m_isPreparing)
        prepare();
}

// One picture, and after a step of the loop the next.
void AnswerRunner::prepare()
{
    endStopped();
    if (!m_waiting.empty())
        prepareFirst();
    m_isPreparing = !m_waiting.empty();
    if (!m_isPreparing)
        return;
    tellWaiting();
    m_loop.post([this] { prepare(); });
}

void AnswerRunner::endStopped()
{
    std::deque<Waiting> waiting = std::exchange(m_waiting, {});
    for (Waiting& answer : waiting) {
        if (answer.stop.stop_requested())
            m_listener.onFinished(answer.id, {.end = AnswerStatistics::End::Stopped});
        else
            m_waiting.push_back(std::move(answer));
    }
}

void AnswerRunner::prepareFirst()
{
    Waiting& waiting = m_waiting.front();
    try {
        encodePicture(waiting);
        if (!waiting.isReady())
            return;
        enqueue(waiting);
    } catch (const kernels::Error& error) {
        fail(waiting.id, sentenceOf(error), error.kind());
    } catch (const std::exception& error) {
        fail(waiting.id, sentenceOf(error), std::nullopt);
    }
    m_waiting.pop_front();
}

void AnswerRunner::fail(
    AnswerId id, const QString& sentence, std::optional<kernels::ErrorKind> kind)
{
    if (kind == kernels::ErrorKind::DeviceLost && isDeviceGone())
        m_listener.onModelLost(sentence);
    m_listener.onFailed(id, sentence);
}

// A model that computes invalid numbers gives the same kind of error, but its device goes on.
bool AnswerRunner::isDeviceGone() const
try {
    m_model->synchronize();
    return false;
} catch (const kernels::Error&) {
    return true;
}

// Moves on to the next picture of the request and encodes it, or to the end if there is none.
void AnswerRunner::encodePicture(Waiting& waiting)
{
    for (; !waiting.isReady(); ++waiting.nextMessage, waiting.nextPicture = 0) {
        const RequestMessage& message = waiting.request.messages[waiting.nextMessage];
        if (waiting.nextPicture < message.pictures.size()) {
            const QImage& picture = message.pictures[waiting.nextPicture++];
            QElapsedTimer timer;
            timer.start();
            waiting.current.images.push_back(m_model->embed(toVisionImage(picture)));
            m_pictureSeconds = secondsOf(timer);
            ++waiting.lookedAt;
            return;
        }
        waiting.current.role = message.role.toStdString();
        waiting.current.text = message.text.toStdString();
        waiting.messages.push_back(std::move(waiting.current));
        waiting.current = {};
    }
}

void AnswerRunner::enqueue(Waiting& waiting)
{
    engine::Job job = makeJob(
        *m_model, buildPrompt(*m_model, waiting.messages), waiting.request.settings, *m_schemas);
    job.stop = waiting.stop;
    const AnswerId id = waiting.id;
    const int64_t maxTokens = job.maxNewTokens;
    std::vector<engine::ContentKey> keys = m_memory->prepare(waiting.request.use, job);
    m_running.emplace(id,
        Running{m_loop.enqueue(std::move(job),
                    [this, id](const engine::Result& result) { report(id, result); }),
            waiting.sinceBegin, waiting.stop, waiting.request.use, std::move(keys), maxTokens});
}

void AnswerRunner::keepConversations(const std::function<bool()>& isGivenUp)
{
    if (m_memory)
        m_memory->keepAll(isGivenUp);
}

// Pictures are looked at one after the other, also those of different answers.
void AnswerRunner::tellWaiting()
{
    AnswerWait wait{.what = AnswerWait::For::Pictures};
    for (const Waiting& waiting : m_waiting) {
        wait.done += waiting.lookedAt;
        wait.total += waiting.pictures;
        wait.secondsLeft = qint64(m_pictureSeconds * double(wait.total - wait.done) + 0.5);
        if (wait.done < wait.total && waiting.sinceBegin.elapsed() >= tellEvery)
            m_listener.onWaiting(waiting.id, wait);
    }
}

// Answers that the generator has not begun wait for pages of the cache. Asked while others move on.
void AnswerRunner::tellQueued()
{
    if (m_sinceQueueTold.isValid() && m_sinceQueueTold.elapsed() < tellEvery)
        return;
    m_sinceQueueTold.start();
    AnswerWait wait{.what = AnswerWait::For::Room};
    for (const auto& [id, running] : m_running) {
        if (!running.hasStarted)
            continue;
        ++wait.total;
        const auto seconds = qint64(running.secondsToWrite() + 0.5);
        wait.secondsLeft = wait.secondsLeft > 0 ? std::min(wait.secondsLeft, seconds) : seconds;
    }
    for (const auto& [id, running] : m_running)
        if (!running.hasStarted && running.sinceBegin.elapsed() >= tellEvery)
            m_listener.onWaiting(id, wait);
}

void AnswerRunner::tellPrompt(AnswerId id, Running& running, const engine::Result& result)
{
    if (running.sinceTold.elapsed() < tellEvery)
        return;
    running.sinceTold.start();
    m_listener.onWaiting(id,
        {AnswerWait::For::Prompt, result.currentProgress, result.maxProgress,
            secondsLeft(double(result.currentProgress), double(result.maxProgress),
                secondsOf(running.sinceStarted))});
}

void AnswerRunner::report(AnswerId id, const engine::Result& result)
{
    const auto found = m_running.find(id);
    if (found == m_running.end())
        return;
    tellQueued();
    Running& running = found->second;
    if (result.stage == engine::Stage::Started) {
        running.hasStarted = true;
        running.sinceStarted.start();
        running.sinceTold.start();
        m_listener.onStarted(id);
    }
    if (result.stage == engine::Stage::Prefill)
        tellPrompt(id, running, result);
    if (!result.tokenIds.empty() && running.tokens == 0)
        running.firstTokenSeconds = secondsOf(running.sinceBegin);
    addTokens(running, result);
    makeRoomToGoOn(running);
    if (!result.text.empty())
        m_listener.onText(id, QString::fromStdString(result.text));
    if (!result.eos)
        return;
    const double firstTokenSeconds = running.firstTokenSeconds;
    if (result.eosReason != engine::EosReason::Error)
        m_memory->remember(running.use, std::move(running.keys));
    m_running.erase(found);
    reportEnd(id, result, firstTokenSeconds);
}

// Before what is written takes the room that it was given.
void AnswerRunner::makeRoomToGoOn(Running& running)
{
    if (running.tokens < running.tokensToMakeRoom)
        return;
    running.tokensToMakeRoom = running.tokens + roomStep;
    m_memory->makeRoomToGoOn(running.use, running.stop);
}

// A stop token ends the answer in the cache, too.
void AnswerRunner::addTokens(Running& running, const engine::Result& result)
{
    running.tokens += int64_t(result.tokenIds.size());
    running.keys.insert(running.keys.end(), result.tokenIds.begin(), result.tokenIds.end());
    if (result.eos && result.eosReason == engine::EosReason::StopToken)
        running.keys.push_back(engine::ContentKey(result.eosToken));
}

void AnswerRunner::reportEnd(AnswerId id, const engine::Result& result, double firstTokenSeconds)
{
    if (result.eosReason == engine::EosReason::Error) {
        fail(id, QString::fromStdString(result.error), result.errorKind);
        return;
    }
    AnswerStatistics statistics;
    statistics.end = endOf(result.eosReason);
    statistics.tokens = result.newTokens;
    statistics.promptTokens = result.promptTokens;
    statistics.cachedTokens = result.cachedTokens;
    statistics.firstTokenSeconds = firstTokenSeconds;
    if (result.secondsGenerate > 0)
        statistics.tokensPerSecond = double(result.newTokens) / result.secondsGenerate;
    m_listener.onFinished(id, statistics);
}

} // namespace services
