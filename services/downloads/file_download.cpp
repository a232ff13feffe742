#include "services/downloads/file_download.h"

#include "base/error.h"
#include "services/network/network.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStorageInfo>

#include <algorithm>
#include <unistd.h>

namespace services {

namespace {

constexpr qint64 leftOver = 64 << 20; // bytes, for everything else

// The folder or, if there is none, the nearest one in which it would be.
QString existing(QString folder)
{
    while (!QFileInfo::exists(folder) && QFileInfo(folder).path() != folder)
        folder = QFileInfo(folder).path();
    return folder;
}

} // namespace

QString spaceProblem(const QString& folder, qint64 bytes)
{
    const QStorageInfo disk(existing(folder));
    if (!disk.isValid() || disk.bytesAvailable() >= bytes + leftOver)
        return {};
    return QCoreApplication::translate(
        "services::DiskSpace", "Not enough space on the disk with “%1”: %2 needed, %3 free.")
        .arg(folder, sizeText(bytes), sizeText(disk.bytesAvailable()));
}

namespace {

constexpr int maxConnections = 4;
constexpr int maxRestarts = 4;
constexpr qint64 hashedAtOnce = 4 << 20;
constexpr qint64 maxFetchedAgain = 16 << 20; // bytes
constexpr qint64 tellEvery = 100; // milliseconds

// Files that may be the wanted one: that of its name first and, if its hash is known, those of its
// kind in its folder. Without one, the size has to do for large files; small ones are fetched again,
// because configurations of two versions may well have the same size.
QStringList sameSizeBeside(const DownloadOrder& order)
{
    const QFileInfo wanted(order.path);
    QStringList paths;
    const bool maySizeDo = !order.hash.isEmpty() || order.bytes > maxFetchedAgain;
    if (wanted.isFile() && wanted.size() == order.bytes && maySizeDo)
        paths << order.path;
    if (order.hash.isEmpty())
        return paths;
    const QStringList alike{QStringLiteral("*.") + wanted.suffix()};
    const auto others = wanted.dir().entryInfoList(alike, QDir::Files | QDir::NoSymLinks);
    for (const QFileInfo& other : others)
        if (other.size() == order.bytes && other.fileName() != wanted.fileName())
            paths << other.filePath();
    return paths;
}

} // namespace

/// What it has still to bring, and the question that brings it.
struct FileDownload::Connection {
    explicit Connection(const NetworkTimes& times)
        : retries(times)
    {
        wait.setSingleShot(true);
        wait.setTimerType(Qt::PreciseTimer); // not a moment earlier than was requested
    }
    ~Connection() { stop(); }

    void stop()
    {
        wait.stop();
        if (!get)
            return;
        get->stop();
        get->deleteLater();
        get = nullptr;
    }

    ByteSpan share;
    HttpGet* get = nullptr; // null while it waits for its next try
    Retries retries;
    QTimer wait;
};

FileDownload::FileDownload(
    Network& network, const DownloadOrder& order, const NetworkTimes& times, QObject* parent)
    : QObject(parent)
    , m_network(network)
    , m_order(order)
    , m_times(times)
    , m_candidateHash(order)
{
    m_told.start();
}

FileDownload::~FileDownload() = default;

// Calls `work`, whose errors end the download.
template <typename Work>
void FileDownload::guarded(const Work& work)
try {
    work();
} catch (const std::bad_alloc&) {
    fail(QString::fromUtf8(base::outOfMemory("the download").what()));
} catch (const base::Error& error) {
    fail(QString::fromUtf8(error.what()));
}

void FileDownload::begin()
{
    m_candidates = sameSizeBeside(m_order);
    connect(&m_hashing, &QTimer::timeout, this, [this] { m_file ? hash() : checkFurther(); });
    checkNext();
}

void FileDownload::checkNext()
{
    m_hashing.stop();
    if (m_candidates.isEmpty())
        return open();
    m_candidate.setFileName(m_candidates.takeFirst());
    m_candidateHash.reset();
    if (!m_candidate.open(QIODevice::ReadOnly))
        return checkNext();
    m_hashing.start();
}

void FileDownload::checkFurther()
{
    const QByteArray bytes = m_order.hash.isEmpty() ? QByteArray() : m_candidate.read(hashedAtOnce);
    m_candidateHash.addData(bytes);
    if (!bytes.isEmpty())
        return;
    m_candidate.close();
    const bool isRight = m_order.hash.isEmpty() || m_candidateHash.result() == m_order.hash;
    if (!isRight || !takeExisting())
        return checkNext();
    m_hashing.stop();
    m_hasEnded = true;
    PartialFile::remove(m_order.path);
    emit progressed(m_order.bytes);
    emit finished();
}

// One of another name gets this one, too.
bool FileDownload::takeExisting()
{
    if (m_candidate.fileName() == m_order.path)
        return true;
    QFile::remove(m_order.path);
    return ::link(QFile::encodeName(m_candidate.fileName()).constData(),
               QFile::encodeName(m_order.path).constData())
        == 0;
}

void FileDownload::open()
{
    const QString folder = QFileInfo(m_order.path).absolutePath();
    const QString problem = spaceProblem(folder, PartialFile::roomFor(m_order));
    if (!problem.isEmpty())
        return fail(problem);
    guarded([this] {
        m_file = std::make_unique<PartialFile>(m_order);
        m_isResumed = m_file->done() > 0;
        emit progressed(m_file->done());
        m_hashing.start();
        connectMore();
    });
}

// Uses one connection for all that follows until it is known whether the server supports ranges.
void FileDownload::connectMore()
{
    const int most = m_ranges == Ranges::Yes ? maxConnections : 1;
    while (int(m_connections.size()) < most) {
        QList<ByteSpan> busy;
        for (const auto& connection : m_connections)
            busy << connection->share;
        const int idle = most - int(m_connections.size());
        const auto share = nextShare(m_file->missing(), busy, idle);
        if (!share)
            return;
        for (size_t i = 0; i < m_connections.size(); ++i)
            m_connections[i]->share = busy[qsizetype(i)];
        m_connections.push_back(std::make_unique<Connection>(m_times));
        Connection& connection = *m_connections.back();
        connection.share = *share;
        connect(&connection.wait, &QTimer::timeout, this, [this, &connection] { ask(connection); });
        ask(connection);
    }
}

void FileDownload::ask(Connection& connection)
{
    HttpQuestion question{m_order.url, m_order.token, m_order.subject};
    if (m_ranges != Ranges::No) {
        question.first = connection.share.first;
        question.last = connection.share.end - 1;
    }
    connection.get = new HttpGet(m_network, question, m_times, this);
    connect(connection.get, &HttpGet::begun, this,
        [this, &connection](const HttpHead& head) { readHead(connection, head); });
    connect(connection.get, &HttpGet::arrived, this,
        [this, &connection](const QByteArray& bytes) { take(connection, bytes); });
    connect(connection.get, &HttpGet::failed, this,
        [this, &connection](const HttpFailure& failure) { lose(connection, failure); });
    connect(connection.get, &HttpGet::ended, this, [this, &connection] {
        HttpFailure early;
        early.host = m_order.url.host();
        early.details = tr("the response ended early");
        lose(connection, early);
    });
}

void FileDownload::readHead(Connection& connection, const HttpHead& head)
{
    if (head.total >= 0 && head.total != m_order.bytes)
        return fail(tr("The size of “%1” has changed on the hub. Reload the list of files.")
                        .arg(QFileInfo(m_order.path).fileName()));
    const bool isOther = !head.etag.isEmpty() && !m_file->etag().isEmpty()
        && head.etag != m_file->etag() && !m_ignoresEtags;
    // Hosts of one file may name it differently; beginning again once is enough to be sure.
    m_ignoresEtags |= isOther && !m_order.hash.isEmpty();
    if (isOther)
        return beginAnew(tr("“%1” keeps changing on the hub during the download. Try again later.")
                             .arg(QFileInfo(m_order.path).fileName()));
    guarded([&] {
        if (!head.isPart)
            takeWhole(connection);
        if (m_file->etag().isEmpty() && !head.etag.isEmpty())
            m_file->setEtag(head.etag);
    });
    if (!head.isPart || m_ranges == Ranges::Yes || m_hasEnded)
        return;
    m_ranges = Ranges::Yes;
    connectMore();
}

// It does not know parts of files: what follows is the whole, from the beginning on.
void FileDownload::takeWhole(Connection& connection)
{
    m_ranges = Ranges::No;
    if (m_file->done() > 0 && ++m_beginnings > maxRestarts)
        return fail(tr("The connection to %1 keeps failing, and the server can't resume downloads. "
                       "Try again later.")
                        .arg(m_order.url.host()));
    std::erase_if(m_connections, [&](const auto& other) { return other.get() != &connection; });
    if (m_file->done() > 0)
        m_file->beginAnew();
    connection.share = {0, m_order.bytes};
}

void FileDownload::take(Connection& connection, const QByteArray& bytes)
{
    ByteSpan& share = connection.share;
    const qsizetype count = std::min<qint64>(bytes.size(), share.size());
    guarded([&] { m_file->write(share.first, QByteArrayView(bytes).first(count)); });
    if (m_hasEnded)
        return;
    share.first += count;
    connection.retries.succeed();
    if (!m_hashing.isActive())
        m_hashing.start();
    if (m_told.elapsed() >= tellEvery) {
        m_told.start();
        emit progressed(m_file->done());
    }
    if (share.size() > 0)
        return;
    drop(connection);
    connectMore();
}

void FileDownload::lose(Connection& connection, const HttpFailure& failure)
{
    connection.stop();
    if (failure.status == 416)
        return beginAnew(toMessage(failure));
    if (const auto wait = connection.retries.waitAfter(failure))
        return connection.wait.start(*wait);
    if (m_connections.size() == 1)
        return fail(toMessage(failure));
    drop(connection); // others will bring its share
}

void FileDownload::drop(Connection& connection)
{
    std::erase_if(m_connections, [&](const auto& other) { return other.get() == &connection; });
}

// What has come is of no use; `sentence` is for the case that this happens too often.
void FileDownload::beginAnew(const QString& sentence)
{
    if (++m_beginnings > maxRestarts)
        return fail(sentence);
    m_connections.clear();
    m_ranges = Ranges::Unknown;
    m_isResumed = false;
    guarded([this] {
        m_file->beginAnew();
        connectMore();
    });
}

void FileDownload::hash()
{
    guarded([this] {
        if (!m_file->hashFurther())
            return;
        m_hashing.stop();
        if (m_file->done() == m_order.bytes)
            compare();
    });
}

void FileDownload::compare()
{
    const QString name = QFileInfo(m_order.path).fileName();
    const QString sentence = tr("“%1” was deleted because its checksum doesn't match. Try "
                                "again later; the file on the hub may be damaged.")
                                 .arg(name);
    const bool isRight = m_order.hash.isEmpty() || m_file->hash() == m_order.hash;
    if (!isRight && m_isResumed) // a loss of power may have taken what was thought to be written
        return beginAnew(sentence);
    if (!isRight) {
        PartialFile::remove(m_order.path);
        return fail(sentence);
    }
    m_file->commit();
    m_hasEnded = true;
    emit progressed(m_order.bytes);
    emit finished();
}

void FileDownload::fail(const QString& sentence)
{
    if (std::exchange(m_hasEnded, true))
        return;
    m_hashing.stop();
    m_connections.clear();
    emit failed(sentence);
}

} // namespace services
