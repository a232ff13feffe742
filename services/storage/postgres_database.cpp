#include "services/storage/postgres_database.h"

#include "services/refuse.h"

#include <QCoreApplication>
#include <QUuid>

#include <algorithm>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::PostgresDatabase)
};

const QString driver = QStringLiteral("QPSQL");

// Of libpq, unless the address says otherwise: a server that is gone is noticed, in seconds.
const std::pair<QString, QString> usualParameters[] = {
    {QStringLiteral("application_name"), QStringLiteral("Vignette")},
    {QStringLiteral("connect_timeout"), QStringLiteral("10")},
    {QStringLiteral("keepalives_idle"), QStringLiteral("30")},
    {QStringLiteral("keepalives_interval"), QStringLiteral("10")},
    {QStringLiteral("keepalives_count"), QStringLiteral("3")},
    {QStringLiteral("tcp_user_timeout"), QStringLiteral("60000")}, // milliseconds
};

// The same for the session. Statements are planned for their values: how usual a term is decides what is
// quick.
const QString session = QStringLiteral(
    "SELECT set_config(name, usual, false) FROM pg_settings JOIN (VALUES "
    "('statement_timeout', '60s'), ('lock_timeout', '60s'), "
    "('idle_in_transaction_session_timeout', '60s'), ('client_min_messages', 'warning'), "
    "('plan_cache_mode', 'force_custom_plan'), ('jit', 'off')) AS session (name, usual) "
    "USING (name) WHERE source <> 'client'");

QString quoted(QString value)
{
    return u'\''
        + value.replace(u'\\', QStringLiteral("\\\\")).replace(u'\'', QStringLiteral("\\'"))
        + u'\'';
}

// Qt takes a semicolon for a space here.
void append(QString& options, const QString& key, const QString& value)
{
    if (key.contains(u';') || value.contains(u';'))
        refuse(Text::tr("The address of a PostgreSQL server cannot have semicolons behind its "
                        "question mark."));
    options += key + u'=' + quoted(value) + u' ';
}

QString optionsOf(const PostgresAddress& address)
{
    QString options;
    if (!address.ports.isEmpty())
        append(options, QStringLiteral("port"), address.ports);
    for (const auto& [key, value] : usualParameters)
        append(options, key, value);
    for (const auto& [key, value] : address.parameters) // the last one of a name is taken
        append(options, key, value);
    return options.trimmed();
}

// Of several lines; what follows the first one are details, which may hold values.
QString firstLineOf(const QSqlError& error)
{
    QString line = error.databaseText().section(u'\n', 0, 0).simplified();
    for (const char* word : {"ERROR: ", "FATAL: "})
        if (line.startsWith(QLatin1String(word)))
            line.remove(0, int(qstrlen(word)));
    while (line.endsWith(u'.'))
        line.chop(1);
    return line;
}

} // namespace

PostgresDatabase::PostgresDatabase(const PostgresAddress& address, std::function<void()> connected)
    : m_address(address)
    , m_name(address.name())
    , m_options(optionsOf(address))
    , m_connection(QUuid::createUuid().toString())
    , m_connected(std::move(connected))
{
    if (!QSqlDatabase::isDriverAvailable(driver))
        refuse(Text::tr("%1 cannot be asked, because Qt's driver for PostgreSQL is missing. On "
                        "Debian it is the package libqt6sql6-psql.")
                   .arg(m_name));
}

PostgresDatabase::~PostgresDatabase()
{
    close();
}

QSqlDatabase PostgresDatabase::database() const
{
    return QSqlDatabase::database(m_connection, /*open=*/false);
}

bool PostgresDatabase::isConnected() const
{
    return QSqlDatabase::contains(m_connection) && database().isOpen();
}

void PostgresDatabase::connectIfNeeded()
{
    if (isConnected())
        return;
    close();
    try {
        open();
        m_connected();
    } catch (...) {
        close();
        throw;
    }
}

void PostgresDatabase::open()
{
    QSqlDatabase database = QSqlDatabase::addDatabase(driver, m_connection);
    database.setHostName(m_address.hosts);
    database.setDatabaseName(m_address.database);
    database.setUserName(m_address.user);
    database.setPassword(m_address.password);
    database.setConnectOptions(m_options);
    if (!database.open())
        refuse(Text::tr("%1 does not answer: %2.").arg(m_name, firstLineOf(database.lastError())));
    runScript(session);
}

// Statements last, for they would ask a server that may be gone to forget them.
void PostgresDatabase::close()
{
    if (QSqlDatabase::contains(m_connection))
        QSqlDatabase::removeDatabase(m_connection);
    m_statements.clear();
}

QSqlQuery& PostgresDatabase::run(const QString& statement, const QVariantList& values)
{
    connectIfNeeded();
    QSqlQuery& query = prepared(statement);
    for (int place = 0; place < values.size(); ++place)
        query.bindValue(place, values[place]);
    if (!query.exec())
        fail(query.lastError());
    return query;
}

QSqlQuery& PostgresDatabase::prepared(const QString& statement)
{
    const auto known = m_statements.find(statement);
    if (known != m_statements.end())
        return known->second;
    QSqlQuery query(database());
    if (!query.prepare(statement))
        fail(query.lastError());
    return m_statements.emplace(statement, std::move(query)).first->second;
}

void PostgresDatabase::runScript(const QString& script)
{
    connectIfNeeded();
    QSqlQuery query(database());
    if (!query.exec(script))
        fail(query.lastError());
}

void PostgresDatabase::transaction(const std::function<void()>& work)
{
    runScript(QStringLiteral("BEGIN"));
    try {
        work();
        runScript(QStringLiteral("COMMIT"));
    } catch (...) {
        if (isConnected())
            QSqlQuery(database()).exec(QStringLiteral("ROLLBACK"));
        throw;
    }
}

void PostgresDatabase::fail(const QSqlError& error)
{
    refuse(sentenceOf(error));
}

QString PostgresDatabase::sentenceOf(const QSqlError& error) const
{
    const QString code = error.nativeErrorCode();
    const auto is
        = [&code](const char* beginning) { return code.startsWith(QLatin1String(beginning)); };
    if (!isConnected() || is("08") || is("57P"))
        return Text::tr("The connection to %1 was lost. It is made again when it is needed.")
            .arg(m_name);
    if (is("57014"))
        return Text::tr("%1 was asked for something that takes it too long.").arg(m_name);
    if (is("55P03"))
        return Text::tr("%1 is being changed by others, who take long. Try again later.")
            .arg(m_name);
    if (is("25006"))
        return Text::tr("%1 is for reading only: what changes it must be asked of the server that "
                        "it is a copy of.")
            .arg(m_name);
    if (is("42501"))
        return Text::tr("You may not do this at %1: %2.").arg(m_name, firstLineOf(error));
    if (is("53100"))
        return Text::tr("The disk of %1 is full. What it holds is safe, but nothing new is kept "
                        "until there is room.")
            .arg(m_name);
    return Text::tr("%1 cannot be used: %2.").arg(m_name, firstLineOf(error));
}

} // namespace services
