#include "services/generation/answer_runner.h"

#include "engine/generate/generator.h"
#include "services/generation/loaded_model.h"
#include "services/generation/prompt_builder.h"

#include <algorithm>
#include <cstring>

namespace services {

struct AnswerRunner::Waiting {
    AnswerId id = 0;
    AnswerRequest request;
    QElapsedTimer sinceBegin;
    qsizetype nextMessage = 0, nextPicture = 0; // to encode
    std::vector<PromptMessage> messages; // those before nextMessage, ready
    PromptMessage current;

    bool isReady() const { return nextMessage == request.messages.size(); }
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

AnswerRunner::AnswerRunner(LoadedModel& model, AnswerListener& listener)
    : m_model(model)
    , m_listener(listener)
    , m_generator(std::make_unique<engine::Generator>(
          model.model(), model.cache(), model.tokenizer(), engine::Generator::Options{}))
{
}

AnswerRunner::~AnswerRunner() = default;

void AnswerRunner::begin(AnswerId id, AnswerRequest request)
{
    Waiting waiting;
    waiting.id = id;
    waiting.request = std::move(request);
    waiting.sinceBegin.start();
    m_waiting.push_back(std::move(waiting));
}

void AnswerRunner::stop(AnswerId id)
{
    const auto waiting = std::find_if(m_waiting.begin(), m_waiting.end(),
        [id](const Waiting& candidate) { return candidate.id == id; });
    if (waiting != m_waiting.end()) {
        m_waiting.erase(waiting);
        m_listener.onFinished(id, {.end = AnswerStatistics::End::Stopped});
        return;
    }
    for (const auto& [serial, running] : m_running)
        if (running.id == id)
            m_generator->cancel(serial);
}

bool AnswerRunner::isIdle() const
{
    return m_waiting.empty() && m_running.empty();
}

void AnswerRunner::step()
{
    prepareNext();
    if (m_running.empty())
        return;
    try {
        for (const engine::Result& result : m_generator->iterate())
            report(result);
    } catch (const std::exception& error) {
        failAll(sentenceOf(error));
    }
}

void AnswerRunner::prepareNext()
{
    if (m_waiting.empty())
        return;
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
            waiting.current.images.push_back(m_model.embed(toVisionImage(picture)));
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
    Prompt prompt = buildPrompt(m_model, waiting.messages);
    const int64_t serial
        = m_generator->enqueue(makeJob(m_model, std::move(prompt), waiting.request.settings));
    m_running[serial] = {waiting.id, waiting.sinceBegin, 0};
    m_listener.onStarted(waiting.id);
}

void AnswerRunner::report(const engine::Result& result)
{
    const auto found = m_running.find(result.serial);
    if (found == m_running.end())
        return;
    Running& running = found->second;
    if (!result.tokenIds.empty() && running.firstTokenSeconds == 0)
        running.firstTokenSeconds = double(running.sinceBegin.nsecsElapsed()) * 1e-9;
    if (!result.text.empty())
        m_listener.onText(running.id, QString::fromStdString(result.text));
    if (!result.eos)
        return;
    const Running ended = running;
    m_running.erase(found);
    reportEnd(result, ended);
}

void AnswerRunner::reportEnd(const engine::Result& result, const Running& running)
{
    if (result.eosReason == engine::EosReason::Error) {
        m_listener.onFailed(running.id, QString::fromStdString(result.error));
        return;
    }
    AnswerStatistics statistics;
    statistics.end = endOf(result.eosReason);
    statistics.tokens = result.newTokens;
    statistics.promptTokens = result.promptTokens;
    statistics.cachedTokens = result.cachedTokens;
    statistics.firstTokenSeconds = running.firstTokenSeconds;
    if (result.secondsGenerate > 0)
        statistics.tokensPerSecond = double(result.newTokens) / result.secondsGenerate;
    m_listener.onFinished(running.id, statistics);
}

void AnswerRunner::failAll(const QString& sentence)
{
    m_generator->clearQueue();
    for (const Waiting& waiting : std::exchange(m_waiting, {}))
        m_listener.onFailed(waiting.id, sentence);
    for (const auto& [serial, running] : std::exchange(m_running, {}))
        m_listener.onFailed(running.id, sentence);
}

} // namespace services
