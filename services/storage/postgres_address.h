#pragma once

#include <QList>
#include <QString>

#include <utility>

namespace services {

/// Where a PostgreSQL server is and as whom it is asked.
struct PostgresAddress {
    QString hosts; ///< with commas between several; empty: as libpq has it
    QString ports; ///< the same
    QString database, user, password;
    QList<std::pair<QString, QString>> parameters; ///< of libpq, such as sslmode

    /// From a URL as libpq reads it:
    ///
    ///     postgresql://[user[:password]@][host[:port][,…]][/database][?parameter=value[&…]]
    ///
    /// Throws Error{BadFile} if it is none; the sentence does not hold the URL, which may hold a
    /// password.
    static PostgresAddress from(const QString& url);

    QString name() const; ///< for sentences: without password and parameters
    QString url() const; ///< what from() reads, with the password
};

/// Whether a text is such a URL rather than a file.
bool isPostgresUrl(const QString& text);

} // namespace services
