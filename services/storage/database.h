#pragma once

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QString>
#include <QStringList>
#include <QVariantList>

#include <functional>

namespace services {

/// A SQLite file of the application's own, in the form this version knows. Every commit is on the
/// disk when it returns. Nobody else can open the file meanwhile. Belongs to the thread that made
/// it. All calls throw Error{BadFile} with a sentence that names the file.
class Database {
public:
    /// Opens or creates the file. `migrations` are resource paths of SQL scripts, one for each
    /// version of the form: script n brings a file of version n to n + 1. A file of an earlier
    /// version is copied beside itself first; the copy goes when the file is opened again, for it
    /// holds what is deleted meanwhile. Throws Error{Unsupported} for one of a later version and
    /// leaves it alone.
    Database(const QString& path, const QStringList& migrations);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    /// Runs one statement with its values in place of the question marks.
    QSqlQuery run(const QString& statement, const QVariantList& values = {});

    /// All that `work` runs, or none of it if it throws.
    void transaction(const std::function<void()>& work);

    /// Gives room back to the disk that nothing in the file uses any more: so much that it takes a
    /// tenth of a second. True if there is more to give. A file that was made without this stays as
    /// large as it is.
    bool shrink();

private:
    void open();
    void migrate(const QStringList& migrations);
    void copyTo(const QString& copy);
    void removeCopies();
    void runScript(const QString& resource);
    int unusedPages();
    [[noreturn]] void fail(const QSqlError& error) const;

    QString m_path;
    QString m_connection; // unique in the process
    QSqlDatabase m_database;
};

/// A null string would be NULL in the file: the empty one in its place.
QString orEmpty(const QString& text);

} // namespace services
