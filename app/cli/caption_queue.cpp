#include "app/cli/caption_queue.h"

#include "app/cli/output.h"
#include "services/generation/prompt_builder.h"
#include "services/pictures/picture.h"
#include "services/pictures/vision_image.h"

namespace app {

namespace {

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string trimmed(const std::string& text)
{
    return QString::fromStdString(text).trimmed().toStdString();
}

} // namespace

CaptionQueue::CaptionQueue(
    services::LoadedModel& model, std::string prompt, engine::Job request, int64_t jobs)
    : m_model(model)
    , m_prompt(std::move(prompt))
    , m_request(std::move(request))
    , m_jobs(jobs)
    , m_generator(model.model(), model.cache(), model.tokenizer(), {})
{
    m_request.stopTokens = model.endTokens();
}

bool CaptionQueue::run(const QStringList& files, CaptionOutput& output)
{
    ProgressBar bar("Describing");
    qsizetype next = 0;
    while (next < files.size() || m_generator.numRemainingJobs() > 0) {
        while (next < files.size() && m_generator.numRemainingJobs() < m_jobs) {
            start(next, files[next]);
            ++next;
        }
        for (const engine::Result& result : m_generator.iterate())
            take(result);
        writeFinished(output, /*all=*/false);
        bar.show(m_written, files.size());
    }
    writeFinished(output, /*all=*/true);
    return m_allWell;
}

void CaptionQueue::start(qsizetype place, const QString& file)
{
    try {
        Running running;
        running.place = place;
        running.caption.file = file;
        running.start = Clock::now();
        const auto image
            = m_model.embed(services::toVisionImage(services::readPicturePixels(file)));
        running.caption.imageSeconds = secondsSince(running.start);

        services::Prompt prompt = services::buildPrompt(
            m_model, {{.role = "user", .text = m_prompt, .images = {image}}});
        engine::Job job = m_request;
        job.ids = std::move(prompt.ids);
        job.images = std::move(prompt.images);
        const int64_t serial = m_generator.enqueue(std::move(job));
        m_running.emplace(serial, std::move(running));
    } catch (const kernels::Error& error) {
        fail(place, file, error.what());
    }
}

void CaptionQueue::take(const engine::Result& result)
{
    const auto found = m_running.find(result.serial);
    if (found == m_running.end())
        return;
    Running& running = found->second;
    Caption& caption = running.caption;
    if (result.stage == engine::Stage::Streaming && caption.firstTokenSeconds == 0)
        caption.firstTokenSeconds = secondsSince(running.start);
    if (result.stage != engine::Stage::Eos)
        return;

    if (result.eosReason == engine::EosReason::Error) {
        fail(running.place, caption.file, result.error);
    } else {
        caption.text = trimmed(result.fullCompletion);
        caption.tokens = result.newTokens;
        caption.totalSeconds = secondsSince(running.start);
        m_finished.emplace(running.place, std::move(caption));
    }
    m_running.erase(found);
}

void CaptionQueue::fail(qsizetype place, const QString& file, const std::string& sentence)
{
    const std::string name = file.toStdString();
    printError(sentence.find(name) == std::string::npos ? name + ": " + sentence : sentence);
    m_finished.emplace(place, Caption{});
    m_allWell = false;
}

void CaptionQueue::writeFinished(CaptionOutput& output, bool all)
{
    while (!m_finished.empty() && (all || m_finished.begin()->first == m_written)) {
        const Caption caption = std::move(m_finished.begin()->second);
        m_finished.erase(m_finished.begin());
        ++m_written;
        if (!caption.file.isEmpty())
            output.write(caption);
    }
}

} // namespace app
