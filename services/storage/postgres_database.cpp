#include "services/storage/postgres_database.h"

#include "services/text.h"

#include <QCoreApplication>
#include <QUrl>
#include <QUuid>

#include <algorithm>

namespace services {

namespace {

// What is said to the user.
struct AddressText {
    Q_DECLARE_TR_FUNCTIONS(services::PostgresAddress)
};

const QLatin1String schemes[] = {QLatin1String("postgresql://"), QLatin1String("postgres://")};

[[noreturn]] void rejectUrl()
{
    reject(AddressText::tr(
        "This isn't a valid PostgreSQL URL. Example: postgresql://user@host:port/database"));
}

QString decoded(QStringView text)
{
    const QString plain = QUrl::fromPercentEncoding(text.toUtf8());
    if (plain.contains(QChar(0)))
        rejectUrl();
    return plain;
}

QString encoded(const QString& text, const QByteArray& asItIs = {})
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text, asItIs));
}

// Takes the text before the first `mark` away, and the mark; all, if there is none.
QStringView takeUntil(QStringView& text, QChar mark)
{
    const qsizetype at = text.indexOf(mark);
    const QStringView before = at < 0 ? text : text.first(at);
    text = at < 0 ? QStringView() : text.sliced(at + 1);
    return before;
}

QStringView withoutScheme(QStringView url)
{
    for (const QLatin1String scheme : schemes)
        if (url.startsWith(scheme, Qt::CaseInsensitive))
            return url.sliced(scheme.size());
    rejectUrl();
}

// The end of a host, which is in brackets if it is an IPv6 address.
qsizetype endOfHost(QStringView host)
{
    if (!host.startsWith(u'['))
        return host.indexOf(u':') < 0 ? host.size() : host.indexOf(u':');
    const qsizetype end = host.indexOf(u']');
    if (end < 0)
        rejectUrl();
    return end + 1;
}

// Returns the port with the colon before it, or nothing.
QString portFrom(QStringView text)
{
    if (text.isEmpty())
        return {};
    const QStringView port = text.sliced(1);
    bool isNumber = false;
    const ushort number = port.toUShort(&isNumber);
    if (!text.startsWith(u':') || (!port.isEmpty() && (!isNumber || number == 0)))
        rejectUrl();
    return port.toString();
}

void readHosts(PostgresAddress& address, QStringView hosts)
{
    QStringList names, ports;
    for (const QStringView each : hosts.split(u',')) {
        const qsizetype end = endOfHost(each);
        const bool isBracketed = each.startsWith(u'[');
        names << decoded(isBracketed ? each.first(end - 1).sliced(1) : each.first(end));
        ports << portFrom(each.sliced(end));
    }
    address.hosts = names.join(u',');
    address.ports = ports.join(u',');
    if (address.ports.count(u',') == address.ports.size())
        address.ports.clear();
}

void readParameter(PostgresAddress& address, const QString& key, const QString& value)
{
    const std::pair<QLatin1String, QString*> fields[] = {{QLatin1String("host"), &address.hosts},
        {QLatin1String("port"), &address.ports}, {QLatin1String("dbname"), &address.database},
        {QLatin1String("user"), &address.user}, {QLatin1String("password"), &address.password}};
    for (const auto& [name, field] : fields) {
        if (key == name) {
            *field = value;
            return;
        }
    }
    if (key == u"ssl" && value == u"true") // as other programs write it
        return readParameter(address, QStringLiteral("sslmode"), QStringLiteral("require"));
    address.parameters << std::pair(key, value);
}

void readParameters(PostgresAddress& address, QStringView text)
{
    while (!text.isEmpty()) {
        QStringView value = takeUntil(text, u'&');
        if (value.count(u'=') != 1)
            rejectUrl();
        const QString key = decoded(takeUntil(value, u'='));
        if (key.isEmpty())
            rejectUrl();
        readParameter(address, key, decoded(value));
    }
}

QString bracketedHost(const QString& name)
{
    return name.contains(u':') ? u'[' + name + u']' : encoded(name);
}

QString hostsAndPorts(const PostgresAddress& address)
{
    const QStringList names = address.hosts.split(u','), ports = address.ports.split(u',');
    QStringList places;
    for (qsizetype each = 0; each < names.size(); ++each) {
        const QString port = ports.size() == 1 ? ports[0] : ports.value(each);
        places << bracketedHost(names[each]) + (port.isEmpty() ? port : u':' + port);
    }
    return places.join(u',');
}

// The URL from the scheme to the database, with what comes before the host.
QString urlStart(const PostgresAddress& address, const QString& password)
{
    const QString user = encoded(address.user) + (password.isEmpty() ? password : u':' + password);
    return schemes[0] + (user.isEmpty() ? user : user + u'@') + hostsAndPorts(address) + u'/'
        + encoded(address.database);
}

} // namespace

PostgresAddress PostgresAddress::from(const QString& url)
{
    PostgresAddress address;
    QStringView parameters = withoutScheme(url);
    QStringView place = takeUntil(parameters, u'?');
    QStringView server = takeUntil(place, u'/');
    if (const qsizetype at = server.lastIndexOf(u'@'); at >= 0) {
        QStringView password = server.first(at);
        server = server.sliced(at + 1);
        address.user = decoded(takeUntil(password, u':'));
        address.password = decoded(password);
    }
    readHosts(address, server);
    address.database = decoded(place);
    readParameters(address, parameters);
    return address;
}

QString PostgresAddress::name() const
{
    return urlStart(*this, {});
}

QString PostgresAddress::url() const
{
    QString url = urlStart(*this, encoded(password));
    QChar mark = u'?';
    for (const auto& [key, value] : parameters) {
        url += mark + encoded(key) + u'=' + encoded(value, "/");
        mark = u'&';
    }
    return url;
}

bool isPostgresUrl(const QString& text)
{
    return std::ranges::any_of(schemes,
        [&text](QLatin1String scheme) { return text.startsWith(scheme, Qt::CaseInsensitive); });
}

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::PostgresDatabase)
};

const QString driver = QStringLiteral("QPSQL");

// Defaults for libpq, which the address may override: a server that is gone is noticed within
// seconds.
const std::pair<QString, QString> defaultParameters[] = {
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
        reject(Text::tr("The query part of a PostgreSQL URL can't contain semicolons."));
    options += key + u'=' + quoted(value) + u' ';
}

QString connectOptions(const PostgresAddress& address)
{
    QString options;
    if (!address.ports.isEmpty())
        append(options, QStringLiteral("port"), address.ports);
    for (const auto& [key, value] : defaultParameters)
        append(options, key, value);
    for (const auto& [key, value] : address.parameters) // the last one of a name is taken
        append(options, key, value);
    return options.trimmed();
}

// The first line of an error. The further ones are details, which may contain values.
QString firstLine(const QSqlError& error)
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
    , m_options(connectOptions(address))
    , m_connection(QUuid::createUuid().toString())
    , m_connected(std::move(connected))
{
    if (!QSqlDatabase::isDriverAvailable(driver))
        reject(Text::tr("Can't connect to %1: Qt's PostgreSQL driver isn't installed (Debian: "
                        "libqt6sql6-psql).")
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
        reject(Text::tr("No response from %1: %2.").arg(m_name, firstLine(database.lastError())));
    runScript(session);
}

// Statements last, because they would ask a server that may be gone to forget them.
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
    reject(toMessage(error));
}

QString PostgresDatabase::toMessage(const QSqlError& error) const
{
    const QString code = error.nativeErrorCode();
    const auto is
        = [&code](const char* beginning) { return code.startsWith(QLatin1String(beginning)); };
    if (!isConnected() || is("08") || is("57P"))
        return Text::tr("Connection to %1 lost. It will be reestablished when needed.").arg(m_name);
    if (is("57014"))
        return Text::tr("A query on %1 took too long.").arg(m_name);
    if (is("55P03"))
        return Text::tr("%1 is being changed by someone else. Try again later.").arg(m_name);
    if (is("25006"))
        return Text::tr("%1 is a read-only replica. Connect to the primary server to make changes.")
            .arg(m_name);
    if (is("42501"))
        return Text::tr("You don't have permission to do this on %1: %2.")
            .arg(m_name, firstLine(error));
    if (is("53100"))
        return Text::tr("The disk of %1 is full. Existing data is safe, but new data won't be "
                        "saved until disk space is freed.")
            .arg(m_name);
    return Text::tr("%1 can't be used: %2.").arg(m_name, firstLine(error));
}

} // namespace services
