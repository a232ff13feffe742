#pragma once

#include <QByteArray>
#include <QString>
#include <QUrl>

namespace services {

/// A file that is to be fetched.
struct DownloadOrder {
    QUrl url;
    QByteArray token; ///< for the machine that `url` names; empty: none
    QString path; ///< where it will lie once it is whole and right
    qint64 bytes = 0; ///< its size, above 0
    QByteArray sha256; ///< 32 bytes; empty: not known, then size and ETag must do
    QString subject; ///< what it belongs to, as users know it: "OWNER/NAME"
};

/// A file of the queue.
struct Download {
    enum class Phase { Waiting, Running, Paused, Done, Failed };

    int id = 0; ///< for the queue's functions
    DownloadOrder order;
    Phase phase = Phase::Waiting;
    qint64 done = 0; ///< bytes that are here
    double bytesPerSecond = 0; ///< of the last seconds
    QString sentence; ///< why it failed

    qint64 secondsLeft() const ///< −1: not known
    {
        return bytesPerSecond > 0 ? qint64(double(order.bytes - done) / bytesPerSecond) : -1;
    }
};

} // namespace services
