#include "services/generation/answer_runner.h"

#include "engine/generate/async_generator.h"
#include "engine/generate/generator.h"
#include "services/generation/loaded_model.h"
#include "services/generation/prompt_builder.h"

#include <QElapsedTimer>

#include <cstring>
#include <utility>

namespace services {

struct AnswerRunner::Waiting {
    AnswerId id = 0;
    AnswerRequest request;
    std::stop_token stop;
    QElapsedTimer sinceBegin;
    qsizetype nextMessage = 0, nextPicture = 0; // to encode
    std::vector<PromptMessage> messages; // those before nextMessage, ready
    PromptMessage current;

    bool isReady() const { return nextMessage == request.messages.size(); }
};

struct AnswerRunner::Running {
    engine::AsyncJob job;
    QElapsedTimer sinceBegin;
    double firstTokenSeconds = 0;
};

namespace {

vision::Image toVisionImage(const QImage& picture)
{
    const QImage rgb = picture.convertToFormat(QImage::Format_RGB888);
    vision::Image image{rgb.width(), rgb.height(), {}};
    const auto rowBytes = size_t(3) * size_t(rgb.width());
    image.rgb.resize(rowBytes * size_t(rgb.height()));
    for (int row = 0; row < rgb.height(); ++row)
        std::memcpy(image.rgb.data() + rowBytes * size_t(row), rgb.constScanLine(row), rowBytes);
    return image;
}

QString sentenceOf(const std::exception& error)
{
    if (dynamic_cast<const std::bad_alloc*>(&error))
        return QStringLiteral("There is not enough memory for this answer.");
    return QString::fromUtf8(error.what());
}

// The model cannot see. What was said before goes on without its pictures, and without a question
// that was refused for them.
void leaveOutPictures(QList<RequestMessage>& messages)
{
    for (qsizetype i = messages.size() - 2; i >= 0; --i) {
        if (messages[i].pictures.isEmpty())
            continue;
        messages[i].pictures.clear();
        const bool wasAnswered = messages[i + 1].role != messages[i].role;
        if (!wasAnswered)
            messages.removeAt(i);
    }
}

engine::Job makeJob(const LoadedModel& model, Prompt prompt, const GenerationSettings& settings)
{
    engine::Job job;
    job.ids = std::move(prompt.ids);
    job.images = std::move(prompt.images);
    job.maxNewTokens = settings.maxTokens;
    job.stopTokens = model.endTokens();
    job.sampling = {.temperature = settings.temperature,
        .topK = settings.topK,
        .topP = settings.topP,
        .minP = settings.minP};
    job.seed = settings.seed;
    job.decodeSpecialTokens = false;
    return job;
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

void AnswerRunner::open(std::unique_ptr<LoadedModel> model)
{
    m_loop.setGenerator(std::make_unique<engine::Generator>(model->model(), model->cache(),
        model->tokenizer(), engine::Generator::Options{.reservation = engine::Reservation::Grow}));
    m_model = std::move(model);
}

void AnswerRunner::close(const QString& sentence)
{
    m_whyNoModel = sentence;
    for (const Waiting& waiting : std::exchange(m_waiting, {}))
        m_listener.onFailed(waiting.id, sentence);
    for (const auto& [id, running] : std::exchange(m_running, {}))
        m_listener.onFailed(id, sentence);
    m_loop.setGenerator(nullptr);
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
    } catch (const std::exception& error) {
        m_listener.onFailed(waiting.id, sentenceOf(error));
    }
    m_waiting.pop_front();
}

// Moves on to the next picture of the request and encodes it, or to the end if there is none.
void AnswerRunner::encodePicture(Waiting& waiting)
{
    for (; !waiting.isReady(); ++waiting.nextMessage, waiting.nextPicture = 0) {
        const RequestMessage& message = waiting.request.messages[waiting.nextMessage];
        if (waiting.nextPicture < message.pictures.size()) {
            const QImage& picture = message.pictures[waiting.nextPicture++];
            waiting.current.images.push_back(m_model->embed(toVisionImage(picture)));
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
    engine::Job job
        = makeJob(*m_model, buildPrompt(*m_model, waiting.messages), waiting.request.settings);
    job.stop = waiting.stop;
    const AnswerId id = waiting.id;
    m_running.emplace(id,
        Running{m_loop.enqueue(std::move(job),
                    [this, id](const engine::Result& result) { report(id, result); }),
            waiting.sinceBegin});
}

void AnswerRunner::report(AnswerId id, const engine::Result& result)
{
    const auto found = m_running.find(id);
    if (found == m_running.end())
        return;
    Running& running = found->second;
    if (result.stage == engine::Stage::Started)
        m_listener.onStarted(id);
    if (!result.tokenIds.empty() && running.firstTokenSeconds == 0)
        running.firstTokenSeconds = double(running.sinceBegin.nsecsElapsed()) * 1e-9;
    if (!result.text.empty())
        m_listener.onText(id, QString::fromStdString(result.text));
    if (!result.eos)
        return;
    const double firstTokenSeconds = running.firstTokenSeconds;
    m_running.erase(found);
    reportEnd(id, result, firstTokenSeconds);
}

void AnswerRunner::reportEnd(AnswerId id, const engine::Result& result, double firstTokenSeconds)
{
    if (result.eosReason == engine::EosReason::Error) {
        m_listener.onFailed(id, QString::fromStdString(result.error));
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
