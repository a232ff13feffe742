#include "services/captions/caption_writer.h"

#include "services/background.h"
#include "services/pictures/picture.h"

#include <utility>

namespace services {

namespace {

constexpr qint64 enoughBytes = 128 << 20; // of decoded pictures that wait: large ones wait alone

} // namespace

CaptionWriter::CaptionWriter(ModelPool& models, QObject* parent)
    : QObject(parent)
    , m_models(models)
{
    connect(&models, &ModelPool::textAdded, this, [this](AnswerId id, const QString& text) {
        const auto open = m_open.find(id);
        if (open != m_open.end())
            open->text += text;
    });
    connect(&models, &ModelPool::answerFinished, this, &CaptionWriter::onFinished);
    connect(&models, &ModelPool::answerFailed, this, &CaptionWriter::onFailed);
}

CaptionWriter::~CaptionWriter()
{
    cancel();
}

void CaptionWriter::start(const CaptionTask& task, Source source)
{
    m_task = task;
    m_source = std::move(source);
    fill();
}

void CaptionWriter::finish()
{
    for (const qsizetype place : dropAhead())
        emit stopped(place);
}

// What the model has not been sent yet; nothing more is taken.
QList<qsizetype> CaptionWriter::dropAhead()
{
    m_source = nullptr;
    ++m_generation;
    QList<qsizetype> places = std::exchange(m_decoding, {}).keys();
    for (const Open& picture : std::exchange(m_ready, {}))
        places << picture.job.place;
    return places;
}

void CaptionWriter::cancel()
{
    dropAhead();
    for (const AnswerId id : std::exchange(m_open, {}).keys())
        m_models.stop(id);
}

QList<qsizetype> CaptionWriter::underWay() const
{
    QList<qsizetype> places = m_decoding.keys();
    for (const Open& picture : m_ready)
        places << picture.job.place;
    for (const Open& picture : m_open)
        places << picture.job.place;
    return places;
}

qint64 CaptionWriter::bytesReady() const
{
    qint64 bytes = 0;
    for (const Open& picture : m_ready)
        bytes += picture.image.sizeInBytes();
    return bytes;
}

void CaptionWriter::fill()
{
    while (!m_ready.isEmpty() && m_open.size() < together)
        submit(m_ready.dequeue());
    while (m_source && m_decoding.size() + m_ready.size() < ahead && bytesReady() < enoughBytes) {
        const std::optional<Job> job = m_source();
        if (!job)
            m_source = nullptr;
        else
            decode(*job);
    }
    if (!m_source && isIdle())
        emit idle();
}

void CaptionWriter::decode(const Job& job)
{
    QElapsedTimer since;
    since.start();
    m_decoding.insert(job.place, since);
    runInBackground<QImage>(
        this, [file = job.file] { return readPicturePixels(file); },
        [this, job, generation = m_generation](const Outcome<QImage>& outcome) {
            if (generation != m_generation)
                return;
            const QElapsedTimer since = m_decoding.take(job.place);
            if (outcome.value)
                m_ready.enqueue({job, m_task.model, *outcome.value, since});
            else
                emit failed(job.place, outcome.error);
            fill();
        });
}

void CaptionWriter::submit(Open picture)
{
    AnswerRequest request;
    request.messages = {{QStringLiteral("user"), promptFor(m_task, picture.job.file),
        {std::exchange(picture.image, {})}}};
    request.settings.maxTokens = m_task.maxTokens;
    request.settings.schema = m_task.schema;
    const AnswerId id = m_models.submit(picture.model, std::move(request));
    m_open.insert(id, std::move(picture));
}

void CaptionWriter::onFinished(AnswerId id, const AnswerStatistics& statistics)
{
    if (!m_open.contains(id))
        return;
    const Open picture = m_open.take(id);
    if (statistics.end == AnswerStatistics::End::Stopped)
        emit stopped(picture.job.place);
    else
        emit described(picture.job.place, picture.text.trimmed(), statistics.tokens,
            double(picture.since.nsecsElapsed()) * 1e-9);
    fill();
}

void CaptionWriter::onFailed(AnswerId id, const QString& sentence)
{
    if (!m_open.contains(id))
        return;
    if (m_models.state(m_open[id].model).stage != ModelState::Stage::Ready) {
        emit modelFailed(sentence); // which would fail all the others, too
        return;
    }
    emit failed(m_open.take(id).job.place, sentence);
    fill();
}

} // namespace services
