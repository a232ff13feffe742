#pragma once

#include "services/downloads/partial_file.h"
#include "services/network/http_get.h"
#include "services/network/retries.h"

#include <QElapsedTimer>
#include <QFile>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <vector>

namespace services {

class Network;

/// A message if the disk of a folder, which need not exist yet, has no room for so many bytes;
/// otherwise empty.
QString spaceProblem(const QString& folder, qint64 bytes);

/// Fetches one file by up to four connections, continues where an earlier try has ended, and gives
/// it its name only when its size and hash are right. A file that is there already is only
/// checked, and one of the same bytes in its folder is linked; a small one whose hash isn't known is
/// fetched again. Destroying it leaves what has come
/// for the next try. Belongs to the thread of its network, in which it writes and hashes.
class FileDownload : public QObject {
    Q_OBJECT

public:
    /// Nothing happens before begin(). The network must outlive it.
    FileDownload(Network& network, const DownloadOrder& order, const NetworkTimes& times,
        QObject* parent = nullptr);
    ~FileDownload() override;

    void begin();

signals:
    void progressed(qint64 done); ///< bytes that are here; a few times a second
    void finished(); ///< the file has its name; the last signal
    void failed(const QString& sentence); ///< what has come is kept; the last signal

private:
    struct Connection;
    enum class Ranges { Unknown, Yes, No };

    template <typename Work>
    void guarded(const Work& work);
    void checkNext();
    void checkFurther();
    bool takeExisting();
    void open();
    void connectMore();
    void ask(Connection& connection);
    void readHead(Connection& connection, const HttpHead& head);
    void takeWhole(Connection& connection);
    void take(Connection& connection, const QByteArray& bytes);
    void lose(Connection& connection, const HttpFailure& failure);
    void drop(Connection& connection);
    void beginAnew(const QString& sentence);
    void hash();
    void compare();
    void fail(const QString& sentence);

    Network& m_network;
    const DownloadOrder m_order;
    const NetworkTimes m_times;
    QStringList m_candidates; // files of the same size, which may be the same
    QFile m_candidate;
    ContentHash m_candidateHash;
    std::unique_ptr<PartialFile> m_file;
    std::vector<std::unique_ptr<Connection>> m_connections;
    Ranges m_ranges = Ranges::Unknown;
    QTimer m_hashing; // continues in between what the connections bring
    QElapsedTimer m_told;
    bool m_ignoresEtags = false; // the hash will tell
    bool m_isResumed = false; // some of it came in an earlier run
    int m_beginnings = 0; // how often it was begun again
    bool m_hasEnded = false;
};

} // namespace services
