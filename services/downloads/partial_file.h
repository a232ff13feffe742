#pragma once

#include <QByteArray>
#include <QCryptographicHash>
#include <QList>
#include <QString>
#include <QUrl>
#include <QtGlobal>

#include <optional>
#include <vector>

namespace services {

/// A file that is to be fetched.
struct DownloadOrder {
    QUrl url;
    QByteArray token; ///< for the machine that `url` names; empty: none
    QString path; ///< where it will be once it is complete and right
    qint64 bytes = 0; ///< its size, above 0
    QByteArray hash; ///< see HubFile; empty: not known, then size and ETag must do
    QString subject; ///< what it belongs to, as users know it: "OWNER/NAME"
};

/// Hashes a content as its order says.
class ContentHash {
public:
    explicit ContentHash(const DownloadOrder& order);

    void reset(); ///< begins again
    void addData(const QByteArray& bytes) { m_hash.addData(bytes); }
    QByteArray result() const { return m_hash.result(); }

private:
    QCryptographicHash m_hash;
    QByteArray m_head; // which git puts before the content
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

/// Bytes of a file, from `first` to before `end`.
struct ByteSpan {
    qint64 first = 0, end = 0;

    qint64 size() const { return end - first; }
    bool operator==(const ByteSpan&) const = default;
};

/// How a file is divided: what has come of a piece has come from the piece's beginning on.
inline constexpr qint64 pieceBytes = 4 << 20;

/// The next bytes for one of `idle` connections that have nothing to do. `missing` has not come yet,
/// in rising order; `busy` is what other connections are fetching: of one that still has much to
/// do, the second half is taken away. Nothing: this connection is not needed. Shares end where
/// pieces end.
std::optional<ByteSpan> nextShare(const QList<ByteSpan>& missing, QList<ByteSpan>& busy, int idle);

/// A file while it is being fetched. PATH.part contains its bytes, at their offsets; PATH.part.map
/// tells which of them have come, and of which file they are. Written bytes are known as written
/// even if the program is killed right after. Nobody else can write to it meanwhile. Belongs to one
/// thread. Its functions throw Error{BadFile} with a message.
class PartialFile {
public:
    /// Continues with the files that are there, if they belong to the same download, or begins
    /// again. The folder is made if it is missing.
    explicit PartialFile(const DownloadOrder& order);

    qint64 done() const { return m_done; } ///< bytes that have come
    QList<ByteSpan> missing() const; ///< in rising order

    /// `first` must be the first missing byte of its piece.
    void write(qint64 first, QByteArrayView bytes);

    const QByteArray& etag() const { return m_etag; } ///< of the file; empty: not known yet
    void setEtag(const QByteArray& etag);

    void beginAnew(); ///< forgets all that has come

    /// Reads some of what has come without a gap from the beginning on. True: all that there is of
    /// that has been read.
    bool hashFurther();
    QByteArray hash() const { return m_hash.result(); } ///< of what hashFurther() has read

    /// Gives the file its name; it is on the disk then. Nothing else may be called afterwards.
    void commit();

    /// Removes what has come of a file.
    static void remove(const QString& path);

    /// How many bytes of the disk a file still takes: 0 if one of its size is there.
    static qint64 roomFor(const DownloadOrder& order);

private:
    /// Closes itself.
    struct Descriptor {
        int number = -1;

        Descriptor() = default;
        ~Descriptor();
        Descriptor(const Descriptor&) = delete;
        Descriptor& operator=(const Descriptor&) = delete;
    };

    void open(const QString& folder);
    bool readMap();
    void writeMap();
    qint64 bytesOfPiece(size_t piece) const;
    qint64 endOfPrefix() const;
    [[noreturn]] void fail(int error) const;

    const DownloadOrder m_order;
    Descriptor m_data, m_map;
    std::vector<quint32> m_pieces; // how many bytes of each have come
    qint64 m_done = 0;
    QByteArray m_etag;
    ContentHash m_hash;
    qint64 m_hashed = 0; // bytes
};

} // namespace services
