#pragma once

#include "services/downloads/download.h"
#include "services/network/network_times.h"

#include <QObject>

#include <memory>

namespace services {

class FileDownload;
class Network;

/// The part of a DownloadQueue that lives in a thread of its own. `run` numbers what was begun.
class DownloadWorker : public QObject {
    Q_OBJECT

public:
    DownloadWorker();
    ~DownloadWorker() override;

    void begin(int run, const DownloadOrder& order, const NetworkTimes& times);
    void stop(); ///< what has come is kept

signals:
    void progressed(int run, qint64 done);
    void ended(int run, const QString& sentence); ///< an empty sentence: the file is there
    void contacted(const QString& host);

private:
    std::unique_ptr<Network> m_network; // made in the worker's thread
    std::unique_ptr<FileDownload> m_download;
};

} // namespace services
