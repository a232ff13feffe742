#include "services/documents/picture_texts.h"

#include "services/background.h"

#include <QCryptographicHash>
#include <QHash>
#include <QMutex>

#include <algorithm>
#include <optional>
#include <utility>

namespace services {

namespace {

constexpr size_t mostPrepared = 12; // pictures; each takes a second or two
constexpr qsizetype mostKnown = 200; // texts

QByteArray contentOf(const Picture& picture)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!picture.file.isEmpty()) {
        hash.addData(picture.file);
        return hash.result();
    }
    const QSize size = picture.image.size();
    hash.addData(QByteArray::number(size.width()) + 'x' + QByteArray::number(size.height()));
    for (int row = 0; row < size.height(); ++row)
        hash.addData(QByteArrayView(picture.image.constScanLine(row), qsizetype(size.width()) * 3));
    return hash.result();
}

} // namespace

struct PictureTexts::Known {
    std::optional<PictureText> find(const QByteArray& content)
    {
        const QMutexLocker lock(&mutex);
        const auto found = texts.constFind(content);
        return found == texts.constEnd() ? std::nullopt : std::optional(*found);
    }
    void add(const QByteArray& content, const PictureText& text)
    {
        const QMutexLocker lock(&mutex);
        if (texts.size() >= mostKnown)
            texts.clear();
        texts.insert(content, text);
    }

    QMutex mutex;
    QHash<QByteArray, PictureText> texts;
};

PictureTexts::PictureTexts(const ReaderProcess& process, QObject* parent)
    : QObject(parent)
    , m_process(process)
    , m_known(std::make_shared<Known>())
{
}

PictureTexts::~PictureTexts() = default;

void PictureTexts::read(const Picture& picture, QObject* receiver, Done done)
{
    auto job = find(picture);
    if (job == m_jobs.end())
        job = m_jobs.insert(m_jobs.end(), {picture, {}});
    job->waiters.push_back({receiver, std::move(done)});
    const auto isPrepared = [](const Job& each) { return each.waiters.empty(); };
    const auto first = m_isReading ? std::next(m_jobs.begin()) : m_jobs.begin();
    if (job != m_jobs.begin() || !m_isReading) // before those that nobody waits for
        m_jobs.splice(std::find_if(first, job, isPrepared), m_jobs, job);
    startNext();
}

void PictureTexts::prepare(const Picture& picture)
{
    const auto isPrepared = [](const Job& each) { return each.waiters.empty(); };
    const auto prepared = size_t(std::count_if(m_jobs.begin(), m_jobs.end(), isPrepared));
    if (picture.text || prepared >= mostPrepared || find(picture) != m_jobs.end())
        return;
    m_jobs.push_back({picture, {}});
    startNext();
}

std::list<PictureTexts::Job>::iterator PictureTexts::find(const Picture& picture)
{
    return std::find_if(m_jobs.begin(), m_jobs.end(), [&picture](const Job& job) {
        return job.picture.image.cacheKey() == picture.image.cacheKey();
    });
}

void PictureTexts::startNext()
{
    if (m_isReading || m_jobs.empty())
        return;
    m_isReading = true;
    const auto work = [picture = m_jobs.front().picture, process = m_process, known = m_known] {
        const QByteArray content = contentOf(picture);
        if (const auto text = known->find(content))
            return *text;
        const PictureText text = pictureTextOf(picture, process);
        known->add(content, text);
        return text;
    };
    runInBackground<PictureText>(this, work, [this](const Outcome<PictureText>& outcome) {
        if (!outcome.value)
            qWarning("%s", qPrintable(outcome.error));
        end(outcome.value.value_or(PictureText()));
    });
}

void PictureTexts::end(const PictureText& text)
{
    const Job job = std::move(m_jobs.front());
    m_jobs.pop_front();
    m_isReading = false;
    startNext();
    for (const Waiter& waiter : job.waiters)
        if (waiter.receiver)
            waiter.done(text);
}

} // namespace services
