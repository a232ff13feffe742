#pragma once

#include "services/downloads/byte_spans.h"
#include "services/downloads/download.h"

#include <QCryptographicHash>
#include <QList>

#include <vector>

namespace services {

/// A file while it is being fetched. PATH.part holds its bytes, in their places; PATH.part.map tells
/// which of them have come, and of which file they are. What was written is known as written even if
/// the program is killed right after. Nobody else can write to it meanwhile. Belongs to one thread.
/// Its functions throw Error{BadFile} with a sentence.
class PartialFile {
public:
    /// Goes on with what is there, if that belongs to the same file, or begins anew. The folder is
    /// made if it is missing.
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
    QByteArray sha256() const { return m_hash.result(); } ///< of what hashFurther() has read

    /// Gives the file its name; it is on the disk then. Nothing else may be called afterwards.
    void commit();

    /// Removes what has come of a file.
    static void remove(const QString& path);

    /// How many bytes of the disk a file still takes: 0 if one of its size lies there.
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
    QCryptographicHash m_hash{QCryptographicHash::Sha256};
    qint64 m_hashed = 0; // bytes
};

} // namespace services
