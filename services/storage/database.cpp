#include "services/storage/database.h"

#include "base/error.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSqlDriver>
#include <QUuid>

#include <algorithm>
#include <limits>
#include <sqlite3.h>
#include <utility>

namespace services {

using base::Error;
using base::ErrorKind;

namespace {

const QLatin1String copyMark(".before-version-"); // and which one
constexpr qint64 pagesGivenBack = 2048; // at once: 8 MiB
// Some result codes of SQLite; the higher bytes of a code tell more about an error.
enum Code { Busy = 5, ReadOnly = 8, Interrupted = 9, Full = 13, CannotOpen = 14, TooBig = 18 };
constexpr int stepsBetweenLooks = 10'000; // of SQLite's virtual machine: about a millisecond
constexpr int maxSchemaEntries = 1000;

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::Database)
};

QString withoutCommentsAndSpace(QString sql)
{
    static const QRegularExpression comment(QStringLiteral("--[^\n]*"));
    return sql.remove(comment).simplified();
}

// Tables that FTS5 makes for itself, in words of its own version. What could compute something, such
// as a generated column or a check that calls a function, has parentheses within parentheses.
bool isPlainTable(const QString& sql)
{
    static const QRegularExpression plain(
        QStringLiteral(R"(^CREATE TABLE '\w+' ?\((?:[\w ,]|\([\w ,]*\))*\)(?: WITHOUT ROWID)?$)"));
    return plain.match(sql).hasMatch();
}

bool isSameTable(const QString& found, const QString& expected)
{
    return found == expected || (isPlainTable(found) && isPlainTable(expected));
}

} // namespace

Database::Database(const QString& path, const QStringList& migrations, Access access)
    : Database(path, migrations, access, nullptr)
{
}

Database::Database(
    const QString& path, const QStringList& migrations, Access access, const Limits& limits)
    : Database(path, migrations, access, &limits)
{
}

Database::Database(
    const QString& path, const QStringList& migrations, Access access, const Limits* limits)
    : m_path(path)
    , m_connection(QUuid::createUuid().toString())
{
    m_database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
    try {
        open(access);
        if (limits) {
            limit(*limits);
            requireSchema(migrations);
        }
        migrate(migrations);
    } catch (...) {
        m_database = {};
        QSqlDatabase::removeDatabase(m_connection);
        throw;
    }
}

Database::~Database()
{
    m_database.close();
    m_database = {};
    QSqlDatabase::removeDatabase(m_connection);
}

void Database::open(Access access)
{
    const bool isNew = QFileInfo(m_path).size() == 0;
    m_database.setDatabaseName(m_path);
    m_database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=5000"));
    if (!m_database.open())
        fail(m_database.lastError());
    // Two programs that use the same conversations would write over each other's.
    if (access == Access::Alone)
        run(QStringLiteral("PRAGMA locking_mode = EXCLUSIVE"));
    if (isNew)
        run(QStringLiteral("PRAGMA auto_vacuum = INCREMENTAL"));
    run(QStringLiteral("PRAGMA journal_mode = WAL"));
    run(QStringLiteral("PRAGMA synchronous = FULL"));
    run(QStringLiteral("PRAGMA foreign_keys = ON"));
    run(QStringLiteral("PRAGMA secure_delete = ON"));
    run(QStringLiteral("PRAGMA temp_store = MEMORY")); // the folder for temporary files is anyone's
    run(QStringLiteral("PRAGMA trusted_schema = OFF")); // the file may come from elsewhere
    run(QStringLiteral("PRAGMA cell_size_check = ON"));
}

void Database::limit(const Limits& limits)
{
    m_limits = limits;
    const QVariant handle = m_database.driver()->handle();
    QSqlQuery source = run(QStringLiteral("SELECT sqlite_source_id()"));
    // Qt may have a SQLite of its own, whose objects ours does not know.
    if (qstrcmp(handle.typeName(), "sqlite3*") != 0 || !source.next()
        || source.value(0).toString() != QLatin1String(sqlite3_sourceid()))
        return;
    m_handle = *static_cast<sqlite3* const*>(handle.constData());
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_progress_handler(m_handle, stepsBetweenLooks, &Database::isOver, this);
    setLimited(true);
}

// What the user's own documents become may be large, and takes its time.
void Database::setLimited(bool isLimited)
{
    if (!m_handle)
        return;
    m_isLimited = isLimited;
    sqlite3_limit(m_handle, SQLITE_LIMIT_LENGTH,
        isLimited ? m_limits.valueBytes : std::numeric_limits<int>::max()); // or SQLite's own
}

int Database::isOver(void* database)
{
    const auto* self = static_cast<Database*>(database);
    const bool isInterrupted = self->m_isInterrupted && self->m_isInterrupted();
    return self->m_isLimited && (isInterrupted || std::chrono::steady_clock::now() > self->m_end);
}

void Database::setInterrupt(std::function<bool()> isInterrupted)
{
    m_isInterrupted = std::move(isInterrupted);
}

// The statements of the schema by kind and name.
QMap<QString, QString> Database::schema()
{
    QSqlQuery query = run(QStringLiteral("SELECT type || ' ' || name, sql FROM sqlite_schema "
                                         "LIMIT %1")
                              .arg(maxSchemaEntries));
    QMap<QString, QString> entries;
    while (query.next())
        entries[query.value(0).toString()] = withoutCommentsAndSpace(query.value(1).toString());
    requireWhole(query);
    return entries;
}

void Database::requireSchema(const QStringList& migrations)
{
    run(QStringLiteral("BEGIN")); // another program may make the file just now
    const QMap<QString, QString> found = schema();
    const qint64 version = readPragma(QStringLiteral("user_version"));
    run(QStringLiteral("COMMIT"));
    if ((found.isEmpty() && version == 0) || version > migrations.size())
        return; // which migrate() rejects
    QMap<QString, QString> expected
        = Database(QStringLiteral(":memory:"), migrations.mid(0, std::max<qint64>(version, 0)))
              .schema();
    const auto reject = [this](const QString& name) {
        throw Error(ErrorKind::BadFile,
            Text::tr("“%1” wasn't opened: its “%2” isn't the one Vignette creates. Another program "
                     "may have changed the file.")
                .arg(m_path, name.left(100))
                .toStdString());
    };
    for (auto entry = found.cbegin(); entry != found.cend(); ++entry)
        if (!expected.contains(entry.key()) || !isSameTable(*entry, expected.take(entry.key())))
            reject(entry.key());
    if (!expected.isEmpty())
        reject(expected.firstKey());
}

void Database::migrate(const QStringList& migrations)
{
    const qint64 version = readPragma(QStringLiteral("user_version"));
    if (version > migrations.size()) {
        throw Error(ErrorKind::Unsupported,
            Text::tr("“%1” was created by a newer version of Vignette: its format is %2, and this "
                     "version supports up to %3. The file wasn't changed.")
                .arg(m_path)
                .arg(version)
                .arg(migrations.size())
                .toStdString());
    }
    if (version == migrations.size())
        return removeCopies();
    if (version > 0)
        copyTo(m_path + copyMark + QString::number(migrations.size()));
    transaction([&] {
        for (const QString& script : migrations.mid(readPragma(QStringLiteral("user_version"))))
            runScript(script);
        run(QStringLiteral("PRAGMA user_version = %1").arg(migrations.size()));
    });
}

void Database::copyTo(const QString& copy)
{
    QFile::remove(copy);
    setLimited(false);
    const auto limited = qScopeGuard([this] { setLimited(true); });
    QSqlQuery query(m_database);
    if (query.prepare(QStringLiteral("VACUUM INTO ?"))) {
        query.addBindValue(copy);
        if (query.exec())
            return;
    }
    QFile::remove(copy);
    throw Error(ErrorKind::BadFile,
        Text::tr("“%1” must be backed up before it is upgraded, but the backup couldn't be "
                 "written: %2. Free %3 of disk space in its folder. Nothing was changed.")
            .arg(m_path, query.lastError().databaseText(),
                QLocale().formattedDataSize(QFileInfo(m_path).size()))
            .toStdString());
}

// Those of earlier versions, too.
void Database::removeCopies()
{
    const QFileInfo file(m_path);
    QDir folder = file.absoluteDir();
    const QString beginning = file.fileName() + copyMark;
    for (const QString& name : folder.entryList(QDir::Files | QDir::Hidden))
        if (name.startsWith(beginning) && !folder.remove(name))
            qWarning("%s can't be deleted", qUtf8Printable(folder.filePath(name)));
}

void Database::runScript(const QString& resource)
{
    QFile file(resource);
    CHECK(file.open(QIODevice::ReadOnly));
    static const QRegularExpression endOfStatement(QStringLiteral(";[ \t]*\n"));
    for (const QString& statement : QString::fromUtf8(file.readAll()).split(endOfStatement))
        if (!statement.trimmed().isEmpty())
            run(statement);
}

QSqlQuery Database::run(const QString& statement, const QVariantList& values)
{
    m_end = std::chrono::steady_clock::now() + m_limits.reading;
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.prepare(statement))
        fail(query.lastError());
    for (const QVariant& value : values)
        query.addBindValue(value);
    if (!query.exec())
        fail(query.lastError());
    return query;
}

void Database::transaction(const std::function<void()>& work)
{
    run(QStringLiteral("BEGIN IMMEDIATE"));
    setLimited(false);
    const auto limited = qScopeGuard([this] { setLimited(true); });
    try {
        work();
        run(QStringLiteral("COMMIT"));
    } catch (...) {
        QSqlQuery(m_database).exec(QStringLiteral("ROLLBACK"));
        throw;
    }
}

bool Database::shrink()
{
    const qint64 before = readPragma(QStringLiteral("freelist_count"));
    if (before == 0)
        return false;
    transaction([&] {
        // Each time one page: Qt takes a single step of a statement without columns.
        for (qint64 page = 0; page < std::min(before, pagesGivenBack); ++page)
            run(QStringLiteral("PRAGMA incremental_vacuum"));
    });
    const qint64 left = readPragma(QStringLiteral("freelist_count"));
    return left > 0 && left < before;
}

bool Database::eraseTraces(qint64 mostBytes)
{
    removeCopies();
    setLimited(false);
    const auto limited = qScopeGuard([this] { setLimited(true); });
    const qint64 before = bytes();
    if (before <= mostBytes) {
        run(QStringLiteral("PRAGMA auto_vacuum = INCREMENTAL")); // an old file gets it only now
        run(QStringLiteral("VACUUM"));
    }
    run(QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)"));
    return before <= mostBytes || before > largestAtEnd;
}

qint64 Database::bytes()
{
    return readPragma(QStringLiteral("page_count")) * readPragma(QStringLiteral("page_size"));
}

qint64 Database::readPragma(const QString& pragma)
{
    QSqlQuery query = run(QStringLiteral("PRAGMA ") + pragma);
    query.next();
    return query.value(0).toLongLong();
}

void Database::requireWhole(const QSqlQuery& rows) const
{
    if (rows.lastError().isValid())
        fail(rows.lastError());
}

void Database::fail(const QSqlError& error) const
{
    if (m_isInterrupted && m_isInterrupted())
        throw Error(ErrorKind::Cancelled, Text::tr("Stopped.").toStdString());
    throw Error(ErrorKind::BadFile, toMessage(error).toStdString());
}

QString Database::toMessage(const QSqlError& error) const
{
    const QFileInfo file(m_path);
    const int code = error.nativeErrorCode().toInt() & 0xff;
    switch (file.exists() && !file.isWritable() ? ReadOnly : code) {
    case Busy:
        return Text::tr("Another Vignette window is using “%1”. Changes won't be saved.")
            .arg(m_path);
    case ReadOnly:
    case CannotOpen:
        return Text::tr("“%1” can't be opened for writing. Its contents are unchanged but not "
                        "shown, and new data won't be saved.")
            .arg(m_path);
    case Full:
        return Text::tr("The disk with “%1” is full. Existing data is safe, but new data won't be "
                        "saved until you free disk space.")
            .arg(m_path);
    case Interrupted:
        return Text::tr(
            "Reading “%1” was stopped: a query took longer than %2 s. The file may be damaged.")
            .arg(m_path)
            .arg(double(m_limits.reading.count()) * 1e-3);
    case TooBig:
        return Text::tr("Reading “%1” was stopped: it contains a text of more than %2. The file "
                        "may be damaged.")
            .arg(m_path, QLocale().formattedDataSize(m_limits.valueBytes));
    default:
        return Text::tr("“%1” can't be used: %2.").arg(m_path, error.databaseText());
    }
}

QString orEmpty(const QString& text)
{
    return text.isNull() ? QStringLiteral("") : text;
}

} // namespace services
