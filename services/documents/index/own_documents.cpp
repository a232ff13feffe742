#include "services/documents/index/own_documents.h"

#include "services/documents/index/stored_values.h"
#include "services/storage/postgres_database.h"

#include <QFile>
#include <QFileInfo>
#include <QSysInfo>

#include <algorithm>
#include <sys/stat.h>
#include <unistd.h>

namespace services {

namespace {

const QLatin1String ofStore("store = (SELECT number FROM store WHERE computer = ? AND name = ?)");

QString canonicalUrl(const QString& url)
{
    PostgresAddress address = PostgresAddress::from(url);
    if (!address.hosts.contains(u'/')) // or it is a folder of sockets
        address.hosts = address.hosts.toLower();
    QString name = address.name();
    for (const auto& [key, value] : address.parameters)
        if (key == u"service" || key == u"hostaddr")
            name += u' ' + key + u'=' + value;
    return name;
}

// Also works for a file that does not exist yet.
QString canonicalFile(const QString& path)
{
    const QFileInfo file(path);
    if (file.exists())
        return file.canonicalFilePath();
    const QString folder = QFileInfo(file.absolutePath()).canonicalFilePath();
    return folder.isEmpty() ? file.absoluteFilePath() : folder + u'/' + file.fileName();
}

QString canonicalStore(const QString& store)
{
    return isPostgresUrl(store) ? canonicalUrl(store) : canonicalFile(store);
}

// True if only this user can write to a file: not by its own mode, or nobody else gets into its
// folder.
bool isWritableByUserOnly(const QString& path)
{
    struct stat file = {}, folder = {};
    const QByteArray name = QFile::encodeName(path);
    const QByteArray above = QFile::encodeName(QFileInfo(path).absolutePath());
    if (lstat(name.constData(), &file) != 0 || stat(above.constData(), &folder) != 0)
        return false;
    constexpr mode_t writable = S_IWGRP | S_IWOTH, open = S_IXGRP | S_IXOTH;
    return S_ISREG(file.st_mode) && file.st_uid == geteuid() && folder.st_uid == geteuid()
        && !(folder.st_mode & writable) && !((folder.st_mode & open) && (file.st_mode & writable));
}

// Creates the file with mode 0600; SQLite gives its other files the same mode.
QString created(const QString& file)
{
    QFile empty(file);
    if (!empty.exists())
        empty.open(QIODevice::WriteOnly | QIODevice::NewOnly,
            QFileDevice::ReadOwner | QFileDevice::WriteOwner); // SQLite reports what fails
    return file;
}

} // namespace

OwnDocuments::OwnDocuments(const QString& file, const QString& store)
    : m_database(
        created(file), {QStringLiteral(":/sql/documents-own-1.sql")}, Database::Access::Shared)
    , m_key{orEmpty(QString::fromLatin1(QSysInfo::machineUniqueId())), canonicalStore(store)}
{
}

QSqlQuery OwnDocuments::storeNumber()
{
    return m_database.run(
        QStringLiteral("SELECT number FROM store WHERE computer = ? AND name = ?"), m_key);
}

qint64 OwnDocuments::insertedStoreNumber()
{
    m_database.run(
        QStringLiteral("INSERT OR IGNORE INTO store (computer, name) VALUES (?, ?)"), m_key);
    QSqlQuery query = storeNumber();
    query.next();
    return query.value(0).toLongLong();
}

QStringList OwnDocuments::pathsIn(const QString& table, const QString& path)
{
    const QString condition = path.isEmpty() ? QStringLiteral("true") : isBelow();
    QSqlQuery query
        = m_database.run(QStringLiteral("SELECT path FROM %1 WHERE %2 AND %3 ORDER BY path")
                             .arg(table, ofStore, condition),
            path.isEmpty() ? m_key : m_key + pathOrBelow(path));
    QStringList paths;
    while (query.next())
        paths << query.value(0).toString();
    return paths;
}

QStringList OwnDocuments::roots(const QString& path)
{
    return pathsIn(QStringLiteral("root"), path);
}

void OwnDocuments::addRoot(const QString& path)
{
    m_database.transaction([&] { insert(QStringLiteral("root"), {path}); });
}

QSet<QString> OwnDocuments::files(const QString& path)
{
    const QStringList paths = pathsIn(QStringLiteral("file"), path);
    return {paths.begin(), paths.end()};
}

void OwnDocuments::addFiles(const QStringList& paths)
{
    if (!paths.isEmpty())
        m_database.transaction([&] { insert(QStringLiteral("file"), paths); });
}

void OwnDocuments::insert(const QString& table, const QStringList& paths)
{
    const qint64 number = insertedStoreNumber();
    for (const QString& path : paths)
        m_database.run(
            QStringLiteral("INSERT OR IGNORE INTO %1 (store, path) VALUES (?, ?)").arg(table),
            {number, path});
}

void OwnDocuments::removeFiles(const QStringList& paths)
{
    if (paths.isEmpty())
        return;
    m_database.transaction([&] {
        for (const QString& path : paths)
            m_database.run(QStringLiteral("DELETE FROM file WHERE %1 AND path = ?").arg(ofStore),
                m_key + QVariantList{path});
    });
}

void OwnDocuments::eraseFrom(DocumentIndex& index, const QString& path)
{
    index.erase(roots(path), files(path).values());
    m_database.transaction([&] {
        for (const char* table : {"root", "file"})
            m_database.run(QStringLiteral("DELETE FROM %1 WHERE %2 AND %3")
                               .arg(QLatin1String(table), ofStore, isBelow()),
                m_key + pathOrBelow(path));
    });
    m_database.eraseTraces(Database::largestAtEnd);
}

void OwnDocuments::clear()
{
    m_database.transaction([&] {
        for (const char* table : {"root", "file"})
            m_database.run(
                QStringLiteral("DELETE FROM %1 WHERE %2").arg(QLatin1String(table), ofStore),
                m_key);
    });
}

void OwnDocuments::adoptOnce(DocumentIndex& index, const QString& privateStore)
{
    const bool isPrivate = !privateStore.isEmpty() && m_key.last() == canonicalStore(privateStore)
        && isWritableByUserOnly(privateStore);
    if (!isPrivate || storeNumber().next())
        return;
    QStringList files;
    for (const IndexedFile& file : index.files())
        files << file.stamp.path;
    const QStringList roots = index.roots();
    m_database.transaction([&] {
        insert(QStringLiteral("root"), roots);
        insert(QStringLiteral("file"), files);
    });
}

OwnedStore openOwnedStore(
    const QString& store, const OwnDocumentsLocation& location, MissingStore missing)
{
    const bool isNew = !isDocumentIndexThere(store);
    OwnedStore opened;
    opened.index = openDocumentIndex(store, missing);
    opened.own = std::make_unique<OwnDocuments>(location.file, store);
    if (isNew)
        opened.own->clear();
    opened.own->adoptOnce(*opened.index, location.privateStore);
    return opened;
}

} // namespace services
