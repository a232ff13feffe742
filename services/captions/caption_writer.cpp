#include "services/captions/caption_writer.h"

#include "services/background.h"
#include "services/conversations/thinking.h"
#include "services/generation/answer_stream.h"
#include "services/pictures/picture.h"

#include <utility>

namespace services {

namespace {

constexpr qint64 enoughBytes = 128 << 20; // of decoded images that wait: large ones wait alone

} // namespace

CaptionWriter::CaptionWriter(ModelPool& models, QObject* parent)
    : QObject(parent)
    , m_models(models)
{
}

CaptionWriter::~CaptionWriter()
{
    cancel();
}

void CaptionWriter::start(const CaptionTask& task, qint64 begun, Source source)
{
    m_begun = begun;
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
    for (AnswerStream* stream : std::exchange(m_open, {}).keys())
        stream->abandon();
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
        bytes += qint64(picture.pixels->rgb.size());
    return bytes;
}

qsizetype CaptionWriter::mostOpen() const
{
    const int atOnce = m_models.registry().state(m_task.model).summary.answersAtOnce;
    return atOnce > 0 ? atOnce : together;
}

void CaptionWriter::fill()
{
    while (!m_ready.isEmpty() && m_open.size() < mostOpen())
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
    runInBackground<Pixels>(
        this, [file = job.file] { return readPicturePixels(file); },
        [this, job, generation = m_generation](const Outcome<Pixels>& outcome) {
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
    request.messages = {{Role::User,
        {std::exchange(picture.pixels, {}), promptFor(m_task, picture.job.file).toStdString()}}};
    request.begun = timePoint(m_begun);
    request.settings.maxTokens = m_task.maxTokens;
    request.settings.schema = m_task.schema.toStdString();
    AnswerStream* stream = AnswerStream::open(this, [&](std::shared_ptr<runtime::AnswerSink> sink) {
        return m_models.registry().submit(picture.model, std::move(request), std::move(sink));
    });
    m_open.insert(stream, std::move(picture));
    connect(stream, &AnswerStream::textAdded, this,
        [this, stream](const QString& text) { m_open[stream].text += text; });
    connect(stream, &AnswerStream::finished, this,
        [this, stream](const AnswerStatistics& statistics) { onFinished(stream, statistics); });
    connect(stream, &AnswerStream::failed, this,
        [this, stream](const QString& message) { onFailed(stream, message); });
}

void CaptionWriter::onFinished(AnswerStream* stream, const AnswerStatistics& statistics)
{
    const Open picture = m_open.take(stream);
    const QString words = splitThinking(picture.text).answer.trimmed();
    if (statistics.end == AnswerStatistics::End::Stopped)
        emit stopped(picture.job.place);
    else if (!statistics.isSure) // then the words say so, and describe nothing
        emit failed(picture.job.place, words);
    else
        emit described(picture.job.place, words, statistics.tokens,
            double(picture.since.nsecsElapsed()) * 1e-9);
    fill();
}

void CaptionWriter::onFailed(AnswerStream* stream, const QString& message)
{
    if (m_models.registry().state(m_open[stream].model).stage != ModelState::Stage::Ready) {
        emit modelFailed(message); // which would fail all the others, too
        return;
    }
    emit failed(m_open.take(stream).job.place, message);
    fill();
}

} // namespace services
