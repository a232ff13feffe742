#include "services/storage/database.h"

#include "kernels/error.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QRegularExpression>
#include <QUuid>

#include <algorithm>

namespace services {

using kernels::Error;
using kernels::ErrorKind;

namespace {

const QLatin1String copyMark(".before-version-"); // and which one
constexpr qint64 pagesGivenBack = 2048; // at once: 8 MiB
// Of SQLite's codes; more about an error is said in the higher bytes.
enum Code { Busy = 5, ReadOnly = 8, Full = 13, CannotOpen = 14 };

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::Database)
};

} // namespace

Database::Database(const QString& path, const QStringList& migrations, Access access)
    : m_path(path)
    , m_connection(QUuid::createUuid().toString())
{
    m_database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
    try {
        open(access);
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
    // Two programs that hold the same conversations would write over each other's.
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

void Database::migrate(const QStringList& migrations)
{
    const qint64 version = numberOf(QStringLiteral("user_version"));
    if (version > migrations.size()) {
        throw Error(ErrorKind::Unsupported,
            Text::tr(
                "%1 was written by a newer Vignette: its form is %2, this version reads up to %3. "
                "It is left as it is.")
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
        for (const QString& script : migrations.mid(numberOf(QStringLiteral("user_version"))))
            runScript(script);
        run(QStringLiteral("PRAGMA user_version = %1").arg(migrations.size()));
    });
}

void Database::copyTo(const QString& copy)
{
    QFile::remove(copy);
    QSqlQuery query(m_database);
    if (query.prepare(QStringLiteral("VACUUM INTO ?"))) {
        query.addBindValue(copy);
        if (query.exec())
            return;
    }
    QFile::remove(copy);
    throw Error(ErrorKind::BadFile,
        Text::tr("%1 is of an earlier version and is copied before it is changed, but the copy "
                 "cannot be written: %2. It needs %3 beside it. Nothing was changed.")
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
            qWarning("%s cannot be deleted", qUtf8Printable(folder.filePath(name)));
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
    const qint64 before = numberOf(QStringLiteral("freelist_count"));
    if (before == 0)
        return false;
    transaction([&] {
        // Each time one page: Qt takes a single step of a statement without columns.
        for (qint64 page = 0; page < std::min(before, pagesGivenBack); ++page)
            run(QStringLiteral("PRAGMA incremental_vacuum"));
    });
    const qint64 left = numberOf(QStringLiteral("freelist_count"));
    return left > 0 && left < before;
}

bool Database::eraseTraces(qint64 mostBytes)
{
    removeCopies();
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
    return numberOf(QStringLiteral("page_count")) * numberOf(QStringLiteral("page_size"));
}

qint64 Database::numberOf(const QString& pragma)
{
    QSqlQuery query = run(QStringLiteral("PRAGMA ") + pragma);
    query.next();
    return query.value(0).toLongLong();
}

void Database::fail(const QSqlError& error) const
{
    throw Error(ErrorKind::BadFile, sentenceOf(error).toStdString());
}

QString Database::sentenceOf(const QSqlError& error) const
{
    const QFileInfo file(m_path);
    const int code = error.nativeErrorCode().toInt() & 0xff;
    switch (file.exists() && !file.isWritable() ? ReadOnly : code) {
    case Busy:
        return Text::tr("Another Vignette is using the file %1: nothing will be kept here.")
            .arg(m_path);
    case ReadOnly:
    case CannotOpen:
        return Text::tr("The file %1 cannot be opened for writing. What it holds stays as it is "
                        "but is not shown, and nothing new is kept.")
            .arg(m_path);
    case Full:
        return Text::tr("The disk of the file %1 is full. What it holds is safe, but nothing new "
                        "is kept until there is room.")
            .arg(m_path);
    default:
        return Text::tr("The file %1 cannot be used: %2.").arg(m_path, error.databaseText());
    }
}

QString orEmpty(const QString& text)
{
    return text.isNull() ? QStringLiteral("") : text;
}

} // namespace services
