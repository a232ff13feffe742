#include "app/cli/caption_queue.h"

#include "app/cli/output.h"
#include "app/cli/picture_text.h"
#include "services/pictures/picture.h"

#include <QFileInfo>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

namespace app {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string trimmed(const std::string& text)
{
    return QString::fromStdString(text).trimmed().toStdString();
}

} // namespace

struct CaptionQueue::Mailbox {
    struct Ended {
        qsizetype place = 0;
        Caption caption;
    };

    std::mutex mutex;
    std::condition_variable changed;
    std::vector<Ended> ended;
};

// Collects one caption on the engine's thread.
class CaptionQueue::Sink : public runtime::AnswerSink {
public:
    Sink(std::shared_ptr<Mailbox> mailbox, qsizetype place, const QString& file)
        : m_mailbox(std::move(mailbox))
        , m_ended{place, {}}
    {
        m_ended.caption.file = file;
    }

    void setPictureText(std::string text) { m_ended.caption.pictureText = std::move(text); }
    void setDecoded() { m_ended.caption.imageSeconds = secondsSince(m_start); }

    void said(std::string_view text, std::span<const runtime::TokenDetail>) override
    {
        if (m_ended.caption.firstTokenSeconds == 0)
            m_ended.caption.firstTokenSeconds = secondsSince(m_start);
        m_ended.caption.text += text;
    }
    void finished(const runtime::AnswerStatistics& statistics) override
    {
        m_ended.caption.text = trimmed(m_ended.caption.text);
        m_ended.caption.isSure = statistics.isSure;
        m_ended.caption.tokens = statistics.tokens;
        m_ended.caption.imageSeconds += statistics.pictureSeconds;
        m_ended.caption.totalSeconds = secondsSince(m_start);
        end();
    }
    void failed(const runtime::AnswerFailure& failure) override
    {
        m_ended.caption.failure = failure.sentence;
        end();
    }

private:
    void end()
    {
        const std::lock_guard lock(m_mailbox->mutex);
        m_mailbox->ended.push_back(std::move(m_ended));
        m_mailbox->changed.notify_all();
    }

    std::shared_ptr<Mailbox> m_mailbox;
    const Clock::time_point m_start = Clock::now();
    Mailbox::Ended m_ended;
};

CaptionQueue::CaptionQueue(runtime::AnswerEngine& engine, std::string prompt,
    const runtime::AnswerSettings& settings, int64_t jobs, Texts texts)
    : m_engine(engine)
    , m_prompt(std::move(prompt))
    , m_settings(settings)
    , m_jobs(jobs)
    , m_texts(texts)
    , m_mailbox(std::make_shared<Mailbox>())
{
}

CaptionQueue::~CaptionQueue() = default;

bool CaptionQueue::run(const QStringList& files, CaptionOutput& output)
{
    ProgressBar bar("Describing");
    qsizetype next = 0;
    while (next < files.size() || !m_running.empty()) {
        for (; next < files.size() && int64_t(m_running.size()) < m_jobs; ++next)
            start(next, files[next]);
        if (!m_running.empty())
            takeEnded();
        writeFinished(output);
        bar.show(m_written, files.size());
    }
    return m_allWell;
}

void CaptionQueue::start(qsizetype place, const QString& file)
{
    try {
        const auto sink = std::make_shared<Sink>(m_mailbox, place, file);
        runtime::AnswerRequest request;
        const services::Pixels pixels = services::readPicturePixels(file);
        request.messages = {{runtime::Role::User, {pixels, m_prompt}}};
        request.settings = m_settings;
        request.begun = m_begun;
        sink->setDecoded();
        if (m_texts == Texts::Read)
            sink->setPictureText(textIn({QFileInfo(file).fileName(), services::viewOf(pixels)})
                                     .text()
                                     .toStdString());
        m_running.emplace(place, m_engine.submit(std::move(request), sink));
    } catch (const kernels::Error& error) {
        m_finished.emplace(place, Caption{.file = file, .failure = error.what()});
    }
}

// Waits for one at least.
void CaptionQueue::takeEnded()
{
    std::unique_lock lock(m_mailbox->mutex);
    m_mailbox->changed.wait(lock, [this] { return !m_mailbox->ended.empty(); });
    std::vector<Mailbox::Ended> ended = std::exchange(m_mailbox->ended, {});
    lock.unlock();
    for (Mailbox::Ended& each : ended) {
        m_running.erase(each.place);
        m_finished.emplace(each.place, std::move(each.caption));
    }
}

void CaptionQueue::writeFinished(CaptionOutput& output)
{
    while (!m_finished.empty() && m_finished.begin()->first == m_written) {
        const Caption caption = std::move(m_finished.begin()->second);
        m_finished.erase(m_finished.begin());
        ++m_written;
        m_allWell = m_allWell && caption.failure.empty();
        if (caption.failure.empty())
            output.write(caption);
        else
            output.writeFailure(caption);
    }
}

} // namespace app
