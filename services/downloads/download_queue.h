#pragma once

#include "services/downloads/partial_file.h"
#include "services/network/retries.h"

#include <QList>
#include <QObject>
#include <QThread>

#include <chrono>
#include <memory>

namespace services {

class FileDownload;
class Network;

/// How fast something has gone on during the last seconds.
class SpeedMeter {
public:
    using Time = std::chrono::steady_clock::time_point;

    void add(Time now, qint64 done); ///< `done` in bytes, since the beginning of the file

    double bytesPerSecond() const; ///< 0: not known yet

private:
    struct Sample {
        Time time;
        qint64 done;
    };

    QList<Sample> m_samples; // the oldest first
};

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
    void ended(int run, const QString& sentence); ///< an empty message: the file is there
    void contacted(const QString& host);

private:
    std::unique_ptr<Network> m_network; // made in the worker's thread
    std::unique_ptr<FileDownload> m_download;
};

/// Files that are fetched one after the other, in the order in which they were added. Lives in the
/// window's thread; everything that takes time is done in a thread of its own. What has come of a
/// file stays on the disk until the file is complete or canceled, and whoever adds it again
/// continues with that, also after the program has ended in whatever way.
class DownloadQueue : public QObject {
    Q_OBJECT

public:
    explicit DownloadQueue(const NetworkTimes& times = {}, QObject* parent = nullptr);
    ~DownloadQueue() override; ///< stops; waits for what is being written

    int add(const DownloadOrder& order); ///< returns an id; begins as soon as no other is running
    void pause(int id); ///< the next one begins
    void goOn(int id); ///< with one that is paused or failed
    void cancel(int id); ///< takes it out of the queue and removes what has come of it
    void moveToFront(int id); ///< it is the next one; the one that is running continues
    void setOrder(int id, const DownloadOrder& order); ///< of the same file; counts when it begins

    /// Removes a file that is not in the queue, whole or in part.
    void discard(const QString& path);

    const QList<Download>& downloads() const { return m_downloads; } ///< in their order
    const Download* find(int id) const; ///< null: it was canceled

signals:
    void changed(int id); ///< progress is reported a few times a second
    void contacted(const QString& host); ///< before each request

private:
    Download* at(int id);
    void beginNext();
    void stopRunning();
    void takeProgress(int run, qint64 done);
    void takeEnd(int run, const QString& sentence);

    const NetworkTimes m_times;
    QThread m_thread;
    DownloadWorker* m_worker; // lives in the thread
    QList<Download> m_downloads;
    SpeedMeter m_speed; // of the one that is running
    int m_lastId = 0;
    int m_running = 0; // an id; 0: none
    int m_run = 0; // counts downloads: late messages of an earlier one are recognized
};

} // namespace services
