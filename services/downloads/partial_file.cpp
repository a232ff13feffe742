#include "services/downloads/partial_file.h"

#include "engine/files/gguf_writer.h"
#include "services/hub/model_inquiry.h"
#include "services/json_document.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace services {

namespace {

constexpr qint64 minShare = 2 * pieceBytes; // less is not worth a connection

// The first beginning of a piece from this byte on.
qint64 roundedUp(qint64 byte)
{
    return (byte + pieceBytes - 1) / pieceBytes * pieceBytes;
}

bool isShorter(const ByteSpan& a, const ByteSpan& b)
{
    return a.size() < b.size();
}

// `spans` without what others are fetching, whose bytes all are in one span each.
QList<ByteSpan> without(QList<ByteSpan> spans, const QList<ByteSpan>& busy)
{
    for (const ByteSpan& taken : busy) {
        for (qsizetype i = 0; i < spans.size(); ++i) {
            const ByteSpan whole = spans[i];
            if (taken.end <= whole.first || taken.first >= whole.end)
                continue;
            spans[i].end = std::max(taken.first, whole.first);
            spans.insert(i + 1, {std::min(taken.end, whole.end), whole.end});
        }
        spans.removeIf([](const ByteSpan& span) { return span.size() <= 0; });
    }
    return spans;
}

std::optional<ByteSpan> halfOfLongest(QList<ByteSpan>& busy)
{
    const auto longest = std::max_element(busy.begin(), busy.end(), isShorter);
    if (longest == busy.end() || longest->size() < 2 * minShare)
        return std::nullopt;
    const ByteSpan half{roundedUp(longest->first + longest->size() / 2), longest->end};
    if (half.size() < minShare)
        return std::nullopt;
    longest->end = half.first;
    return half;
}

} // namespace

namespace {

constexpr qsizetype gitIdBytes = 20;

bool isGitId(const QByteArray& hash)
{
    return hash.size() == gitIdBytes;
}

} // namespace

ContentHash::ContentHash(const DownloadOrder& order)
    : m_hash(isGitId(order.hash) ? QCryptographicHash::Sha1 : QCryptographicHash::Sha256)
{
    if (isGitId(order.hash))
        m_head = "blob " + QByteArray::number(order.bytes) + '\0';
    reset();
}

void ContentHash::reset()
{
    m_hash.reset();
    m_hash.addData(m_head);
}

std::optional<ByteSpan> nextShare(const QList<ByteSpan>& missing, QList<ByteSpan>& busy, int idle)
{
    const QList<ByteSpan> free = without(missing, busy);
    if (free.isEmpty())
        return halfOfLongest(busy);
    const ByteSpan longest = *std::max_element(free.begin(), free.end(), isShorter);
    const qint64 share = std::max(longest.size() / idle, minShare);
    return ByteSpan{longest.first, std::min(roundedUp(longest.first + share), longest.end)};
}

namespace {

constexpr QLatin1String hashKey("sha256"); // older than the ids of git
constexpr qint64 headBytes = 8192; // of the map, before the numbers of the pieces
constexpr qint64 hashedAtOnce = 4 << 20;

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::PartialFile)
};

int opened(const QString& path)
{
    return ::open(
        QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
}

bool writeAll(int file, QByteArrayView bytes, qint64 place)
{
    while (!bytes.isEmpty()) {
        const ssize_t written = ::pwrite(file, bytes.data(), size_t(bytes.size()), place);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes = bytes.sliced(written);
        place += written;
    }
    return true;
}

QByteArray readAt(int file, qint64 place, qint64 count)
{
    QByteArray bytes(count, Qt::Uninitialized);
    qint64 got = 0;
    while (got < count) {
        const ssize_t read = ::pread(file, bytes.data() + got, size_t(count - got), place + got);
        if (read < 0 && errno == EINTR)
            continue;
        if (read <= 0)
            break;
        got += read;
    }
    bytes.truncate(got);
    return bytes;
}

} // namespace

PartialFile::PartialFile(const DownloadOrder& order)
    : m_order(order)
    , m_hash(order)
    , m_pieces(size_t((order.bytes + pieceBytes - 1) / pieceBytes))
{
    open(QFileInfo(order.path).absolutePath());
    if (!readMap())
        beginAnew();
}

PartialFile::Descriptor::~Descriptor()
{
    if (number >= 0)
        ::close(number);
}

void PartialFile::open(const QString& folder)
{
    QDir().mkpath(folder);
    m_data.number = opened(m_order.path + partEnding);
    if (m_data.number < 0)
        fail(errno);
    if (::flock(m_data.number, LOCK_EX | LOCK_NB) != 0)
        reject(Texts::tr("“%1” is already being downloaded by another program.")
                   .arg(QFileInfo(m_order.path).fileName()));
    m_map.number = opened(m_order.path + mapEnding);
    if (m_map.number < 0)
        fail(errno);
}

void PartialFile::fail(int error) const
{
    if (error == ENOSPC || error == EDQUOT || error == EFBIG)
        reject(Texts::tr("Not enough disk space for “%1” (%2). Free disk space, then resume; a "
                         "partial download is kept.")
                   .arg(m_order.path, QString::fromLocal8Bit(std::strerror(error))));
    reject(Texts::tr("“%1” can't be written: %2.")
               .arg(m_order.path, QString::fromLocal8Bit(std::strerror(error))));
}

qint64 PartialFile::bytesOfPiece(size_t piece) const
{
    return std::min(pieceBytes, m_order.bytes - qint64(piece) * pieceBytes);
}

// The map: a line of JSON, filled up with zeros, then four bytes for each piece.
bool PartialFile::readMap()
{
    const QByteArray head = readAt(m_map.number, 0, headBytes);
    const QJsonObject told = parseJsonDocument(head.left(head.indexOf('\n'))).object();
    const bool isSame = told["bytes"].toString().toLongLong() == m_order.bytes
        && told[hashKey].toString().toLatin1() == m_order.hash.toHex()
        && (!m_order.hash.isEmpty() || told["url"].toString() == m_order.url.toString());
    const qsizetype mapBytes = qsizetype(m_pieces.size()) * qsizetype(sizeof(quint32));
    const QByteArray numbers = readAt(m_map.number, headBytes, mapBytes);
    if (!isSame || numbers.size() != mapBytes)
        return false;
    std::memcpy(m_pieces.data(), numbers.constData(), size_t(numbers.size()));
    for (size_t piece = 0; piece < m_pieces.size(); ++piece) {
        if (m_pieces[piece] > bytesOfPiece(piece))
            return false;
        m_done += m_pieces[piece];
    }
    m_etag = told["etag"].toString().toLatin1();
    return true;
}

void PartialFile::writeMap()
{
    QByteArray head = QJsonDocument(QJsonObject{{"url", m_order.url.toString()},
                                        {"bytes", QString::number(m_order.bytes)},
                                        {hashKey, QString::fromLatin1(m_order.hash.toHex())},
                                        {"etag", QString::fromLatin1(m_etag)}})
                          .toJson(QJsonDocument::Compact)
        + '\n';
    head.resize(headBytes, '\0');
    const QByteArrayView numbers(reinterpret_cast<const char*>(m_pieces.data()),
        qsizetype(m_pieces.size() * sizeof(quint32)));
    if (!writeAll(m_map.number, head, 0) || !writeAll(m_map.number, numbers, headBytes))
        fail(errno);
}

void PartialFile::beginAnew()
{
    std::fill(m_pieces.begin(), m_pieces.end(), 0);
    m_done = m_hashed = 0;
    m_etag.clear();
    m_hash.reset();
    writeMap(); // before the bytes go, for whoever is killed in between
    if (::ftruncate(m_data.number, 0) != 0)
        fail(errno);
}

void PartialFile::setEtag(const QByteArray& etag)
{
    m_etag = etag.left(1000);
    writeMap();
}

QList<ByteSpan> PartialFile::missing() const
{
    QList<ByteSpan> spans;
    for (size_t piece = 0; piece < m_pieces.size(); ++piece) {
        const qint64 begin = qint64(piece) * pieceBytes;
        const ByteSpan span{begin + m_pieces[piece], begin + bytesOfPiece(piece)};
        if (span.size() == 0)
            continue;
        if (!spans.isEmpty() && spans.last().end == span.first)
            spans.last().end = span.end;
        else
            spans << span;
    }
    return spans;
}

void PartialFile::write(qint64 first, QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const size_t piece = size_t(first / pieceBytes);
        CHECK(piece < m_pieces.size() && first % pieceBytes == m_pieces[piece]);
        const qsizetype count
            = std::min<qint64>(bytes.size(), bytesOfPiece(piece) - m_pieces[piece]);
        const quint32 now = m_pieces[piece] + quint32(count);
        const QByteArrayView number(reinterpret_cast<const char*>(&now), sizeof now);
        if (!writeAll(m_data.number, bytes.first(count), first)
            || !writeAll(m_map.number, number, headBytes + qint64(piece * sizeof now)))
            fail(errno);
        m_pieces[piece] = now;
        m_done += count;
        first += count;
        bytes = bytes.sliced(count);
    }
}

qint64 PartialFile::endOfPrefix() const
{
    const size_t from = size_t(m_hashed / pieceBytes);
    size_t piece = from;
    while (piece < m_pieces.size() && m_pieces[piece] == bytesOfPiece(piece))
        ++piece;
    return piece < m_pieces.size() ? qint64(piece) * pieceBytes + m_pieces[piece] : m_order.bytes;
}

bool PartialFile::hashFurther()
{
    const qint64 end = endOfPrefix();
    const qint64 count = std::min(end - m_hashed, hashedAtOnce);
    const QByteArray bytes = readAt(m_data.number, m_hashed, count);
    if (bytes.size() != count) {
        beginAnew(); // somebody has shortened it
        return true;
    }
    m_hash.addData(bytes);
    m_hashed += count;
    return m_hashed == end;
}

void PartialFile::commit()
{
    if (::ftruncate(m_data.number, m_order.bytes) != 0 || ::fsync(m_data.number) != 0)
        fail(errno);
    const QByteArray from = QFile::encodeName(m_order.path + partEnding);
    if (::rename(from.constData(), QFile::encodeName(m_order.path).constData()) != 0)
        fail(errno);
    QFile::remove(m_order.path + mapEnding);
    engine::syncFolder(QFile::encodeName(QFileInfo(m_order.path).absolutePath()).toStdString());
}

void PartialFile::remove(const QString& path)
{
    QFile::remove(path + partEnding);
    QFile::remove(path + mapEnding);
}

qint64 PartialFile::roomFor(const DownloadOrder& order)
{
    if (QFileInfo(order.path).size() == order.bytes)
        return 0;
    struct stat status { };
    const bool isBegun
        = ::stat(QFile::encodeName(order.path + partEnding).constData(), &status) == 0;
    return std::max<qint64>(order.bytes - (isBegun ? status.st_blocks * 512 : 0), 0);
}

} // namespace services
