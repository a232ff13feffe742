#pragma once

#include <QMap>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QString>
#include <QStringList>
#include <QVariantList>

#include <chrono>
#include <exception>
#include <functional>

struct sqlite3;

namespace services {

/// Calls `work` with each of the list: one for which it throws holds up no other. At the end, throws
/// the last error, if there was one. `work` may change the list that this is a copy of.
template <typename List, typename Work>
void tryEach(const List list, const Work& work)
{
    std::exception_ptr error;
    for (const auto& each : list) {
        try {
            work(each);
        } catch (...) {
            error = std::current_exception();
        }
    }
    if (error)
        std::rethrow_exception(error);
}

/// A SQLite file of the application's own, in the schema version that this program knows. Every
/// commit is on the disk when it returns. Belongs to the thread that made it. All functions throw
/// Error{BadFile} with a message that names the file.
class Database {
public:
    /// Whether other programs can open the file meanwhile. A program that writes while another does
    /// waits for up to five seconds.
    enum class Access { Alone, Shared };

    /// What a file that strangers may have written can make its reader do. Statements that read end
    /// with an error at these limits; those of a transaction are not limited.
    struct Limits {
        std::chrono::milliseconds reading{30'000}; ///< of one statement
        int valueBytes = 16 << 20; ///< of one text or blob
    };

    /// The largest files that are written again after something was deleted, in bytes: half a
    /// second while the program runs, four seconds at its end.
    static constexpr qint64 largestAtOnce = 64 << 20;
    static constexpr qint64 largestAtEnd = 512 << 20;

    /// Opens or creates the file. `migrations` are resource paths of SQL scripts, one for each
    /// version: script n brings a file of version n to version n + 1. A file of an earlier version
    /// is first copied in its folder; the copy is deleted when the file is opened again, because it
    /// contains what may be deleted meanwhile. Throws Error{Unsupported}, and changes nothing, if
    /// the file has a later version.
    Database(const QString& path, const QStringList& migrations, Access access = Access::Alone);

    /// Does the same with a file that strangers may have written. Also throws Error{BadFile} if its
    /// schema is not exactly what the migrations make, so that there are no views, triggers and
    /// virtual tables of others that a statement would run.
    Database(
        const QString& path, const QStringList& migrations, Access access, const Limits& limits);

    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    /// Runs one statement, with `values` in place of its question marks.
    QSqlQuery run(const QString& statement, const QVariantList& values = {});

    /// Throws if the rows of a statement ended because they could not be read any further.
    void requireWhole(const QSqlQuery& rows) const;

    /// `isInterrupted` is called now and then while statements read, if the file has limits, in the
    /// same thread. Once it returns true, they end with Error{Cancelled}. Null: never.
    void setInterrupt(std::function<bool()> isInterrupted);

    /// Does everything that `work` runs, or nothing of it if `work` throws.
    void transaction(const std::function<void()>& work);

    /// Gives unused space in the file back to the disk, as much as takes a tenth of a second.
    /// Returns true if there is more to give back. A file that was created without support for this
    /// keeps its size.
    bool shrink();

    /// Erases what deleted rows have left behind. Their own place is overwritten when they are
    /// deleted, but SQLite moves rows between pages and leaves copies of them there; so the file is
    /// written again, unless it is larger than `mostBytes`: in that case such copies stay until
    /// their space is used again. Also empties the log next to the file and deletes copies that
    /// were made of earlier versions. Returns false if there is more to do at the program's end.
    ///
    /// No program can promise what happens below the files: a file system's journal or snapshots, a
    /// solid-state disk that writes elsewhere, swapped memory and backups may still hold the old
    /// contents.
    bool eraseTraces(qint64 mostBytes);

    qint64 bytes(); ///< the size of the file, with what is still in its log

private:
    Database(
        const QString& path, const QStringList& migrations, Access access, const Limits* limits);
    void open(Access access);
    void limit(const Limits& limits);
    void setLimited(bool isLimited);
    static int isOver(void* database);
    void requireSchema(const QStringList& migrations);
    QMap<QString, QString> schema();
    void migrate(const QStringList& migrations);
    void copyTo(const QString& copy);
    void removeCopies();
    void runScript(const QString& resource);
    qint64 readPragma(const QString& pragma);
    [[noreturn]] void fail(const QSqlError& error) const;
    QString toMessage(const QSqlError& error) const;

    QString m_path;
    QString m_connection; // unique in the process
    QSqlDatabase m_database;
    sqlite3* m_handle = nullptr; // of the driver; null: without limits
    Limits m_limits;
    bool m_isLimited = false; // while nothing is written
    std::chrono::steady_clock::time_point m_end; // of the statement, if it is limited
    std::function<bool()> m_isInterrupted;
};

/// Replaces a null string, which would become NULL in the file, by the empty one.
QString orEmpty(const QString& text);

} // namespace services
