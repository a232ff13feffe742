#pragma once

#include <QList>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QString>
#include <QVariantList>

#include <functional>
#include <map>
#include <utility>

namespace services {

/// The location of a PostgreSQL database, and the user to connect as.
struct PostgresAddress {
    QString hosts; ///< with commas between several; empty: as libpq has it
    QString ports; ///< the same
    QString database, user, password;
    QList<std::pair<QString, QString>> parameters; ///< of libpq, such as sslmode

    /// Reads a URL as libpq does:
    ///
    ///     postgresql://[user[:password]@][host[:port][,…]][/database][?parameter=value[&…]]
    ///
    /// Throws Error{BadFile} if it is not one; the message does not contain the URL, which may
    /// contain a password.
    static PostgresAddress from(const QString& url);

    QString name() const; ///< for messages: without password and parameters
    QString url() const; ///< what from() reads, with the password
};

/// True if a text is such a URL rather than a file.
bool isPostgresUrl(const QString& text);

/// A database on a PostgreSQL server, which other programs use at the same time. Nothing waits for
/// ever: each statement for a minute at most, and for others who write as long. A connection that
/// is lost is the error of one call; the next one connects again. Belongs to the thread that made
/// it. All functions throw Error{BadFile} with a message that names the server and no password.
class PostgresDatabase {
public:
    /// Connects when the first statement is run. Calls `connected` whenever a connection has been
    /// made, before anything else is run; it may run statements. What it throws ends the connection
    /// and passes through.
    PostgresDatabase(const PostgresAddress& address, std::function<void()> connected);
    ~PostgresDatabase();
    PostgresDatabase(const PostgresDatabase&) = delete;
    PostgresDatabase& operator=(const PostgresDatabase&) = delete;

    const QString& name() const { return m_name; } ///< for messages

    /// Runs one statement, with `values` in place of its question marks. It is prepared once, and its
    /// rows are there until the same statement is run again.
    QSqlQuery& run(const QString& statement, const QVariantList& values = {});

    /// Runs several statements without values.
    void runScript(const QString& script);

    /// Does everything that `work` runs, or nothing of it if `work` throws.
    void transaction(const std::function<void()>& work);

private:
    QSqlDatabase database() const;
    bool isConnected() const;
    void connectIfNeeded();
    void open();
    void close();
    QSqlQuery& prepared(const QString& statement);
    [[noreturn]] void fail(const QSqlError& error);
    QString toMessage(const QSqlError& error) const;

    const PostgresAddress m_address;
    const QString m_name;
    const QString m_options; // of the connection
    const QString m_connection; // unique in the process
    const std::function<void()> m_connected;
    std::map<QString, QSqlQuery> m_statements; // of this connection
};

} // namespace services
