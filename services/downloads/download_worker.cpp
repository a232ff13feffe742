#include "services/downloads/download_worker.h"

#include "services/downloads/file_download.h"
#include "services/network/network.h"

namespace services {

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

} // namespace services
