#include "services/downloads/download_queue.h"

#include "services/downloads/file_download.h"
#include "services/downloads/partial_file.h"
#include "services/network/network.h"

#include <QFile>

#include <algorithm>

namespace services {

namespace {

constexpr std::chrono::seconds window{8};
constexpr std::chrono::milliseconds least{500}; // that say something

} // namespace

void SpeedMeter::add(Time now, qint64 done)
{
    m_samples << Sample{now, done};
    while (m_samples.size() > 2 && now - m_samples[1].time >= window)
        m_samples.removeFirst();
}

double SpeedMeter::bytesPerSecond() const
{
    if (m_samples.size() < 2 || m_samples.last().time - m_samples.first().time < least)
        return 0;
    const std::chrono::duration<double> time = m_samples.last().time - m_samples.first().time;
    return double(m_samples.last().done - m_samples.first().done) / time.count();
}

DownloadWorker::DownloadWorker() = default;

DownloadWorker::~DownloadWorker() = default;

void DownloadWorker::begin(int run, const DownloadOrder& order, const NetworkTimes& times)
{
    if (!m_network) {
        m_network = std::make_unique<Network>();
        connect(m_network.get(), &Network::contacted, this, &DownloadWorker::contacted);
    }
    m_download = std::make_unique<FileDownload>(*m_network, order, times);
    connect(m_download.get(), &FileDownload::progressed, this,
        [this, run](qint64 done) { emit progressed(run, done); });
    connect(m_download.get(), &FileDownload::finished, this, [this, run] { emit ended(run, {}); });
    connect(m_download.get(), &FileDownload::failed, this,
        [this, run](const QString& sentence) { emit ended(run, sentence); });
    m_download->begin();
}

void DownloadWorker::stop()
{
    m_download.reset();
}

namespace {

using Phase = Download::Phase;

} // namespace

DownloadQueue::DownloadQueue(const NetworkTimes& times, QObject* parent)
    : QObject(parent)
    , m_times(times)
    , m_worker(new DownloadWorker)
{
    m_thread.setObjectName(QStringLiteral("downloads"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &DownloadWorker::progressed, this, &DownloadQueue::takeProgress);
    connect(m_worker, &DownloadWorker::ended, this, &DownloadQueue::takeEnd);
    connect(m_worker, &DownloadWorker::contacted, this, &DownloadQueue::contacted);
    m_thread.start();
}

DownloadQueue::~DownloadQueue()
{
    m_thread.quit();
    m_thread.wait();
}

int DownloadQueue::add(const DownloadOrder& order)
{
    Download download;
    download.id = ++m_lastId;
    download.order = order;
    m_downloads << download;
    beginNext();
    return m_lastId;
}

Download* DownloadQueue::at(int id)
{
    const auto found = std::find_if(m_downloads.begin(), m_downloads.end(),
        [id](const Download& download) { return download.id == id; });
    return found == m_downloads.end() ? nullptr : &*found;
}

const Download* DownloadQueue::find(int id) const
{
    return const_cast<DownloadQueue*>(this)->at(id);
}

void DownloadQueue::beginNext()
{
    if (m_running != 0)
        return;
    const auto next = std::find_if(m_downloads.begin(), m_downloads.end(),
        [](const Download& download) { return download.phase == Phase::Waiting; });
    if (next == m_downloads.end())
        return;
    next->phase = Phase::Running;
    m_running = next->id;
    ++m_run;
    m_speed = {};
    QMetaObject::invokeMethod(
        m_worker, [worker = m_worker, run = m_run, order = next->order, times = m_times] {
            worker->begin(run, order, times);
        });
    emit changed(next->id);
}

void DownloadQueue::stopRunning()
{
    m_running = 0;
    ++m_run;
    QMetaObject::invokeMethod(m_worker, &DownloadWorker::stop);
}

void DownloadQueue::pause(int id)
{
    Download* download = at(id);
    if (!download || (download->phase != Phase::Running && download->phase != Phase::Waiting))
        return;
    if (id == m_running)
        stopRunning();
    download->phase = Phase::Paused;
    download->bytesPerSecond = 0;
    emit changed(id);
    beginNext();
}

void DownloadQueue::goOn(int id)
{
    Download* download = at(id);
    if (!download || (download->phase != Phase::Paused && download->phase != Phase::Failed))
        return;
    download->phase = Phase::Waiting;
    download->sentence.clear();
    emit changed(id);
    beginNext();
}

void DownloadQueue::cancel(int id)
{
    const Download* download = find(id);
    if (!download)
        return;
    const QString path = download->order.path;
    if (id == m_running)
        stopRunning();
    m_downloads.removeIf([id](const Download& other) { return other.id == id; });
    QMetaObject::invokeMethod(m_worker, [path] { PartialFile::remove(path); });
    emit changed(id);
    beginNext();
}

void DownloadQueue::moveToFront(int id)
{
    const auto isIt = [id](const Download& download) { return download.id == id; };
    const auto found = std::find_if(m_downloads.begin(), m_downloads.end(), isIt);
    if (found == m_downloads.end())
        return;
    std::rotate(m_downloads.begin(), found, found + 1);
    emit changed(id);
}

void DownloadQueue::setOrder(int id, const DownloadOrder& order)
{
    if (Download* download = at(id))
        download->order = order;
}

// Removes in the worker's thread, which may be about to stop writing to the file.
void DownloadQueue::discard(const QString& path)
{
    QMetaObject::invokeMethod(m_worker, [path] {
        PartialFile::remove(path);
        QFile::remove(path);
    });
}

void DownloadQueue::takeProgress(int run, qint64 done)
{
    Download* download = at(m_running);
    if (run != m_run || !download)
        return;
    m_speed.add(std::chrono::steady_clock::now(), done); // first what was here before
    download->done = done;
    download->bytesPerSecond = m_speed.bytesPerSecond();
    emit changed(download->id);
}

void DownloadQueue::takeEnd(int run, const QString& sentence)
{
    Download* download = at(m_running);
    if (run != m_run || !download)
        return;
    m_running = 0;
    download->phase = sentence.isEmpty() ? Phase::Done : Phase::Failed;
    download->sentence = sentence;
    download->bytesPerSecond = 0;
    emit changed(download->id);
    beginNext();
}

} // namespace services
