#include "services/storage/postgres_address.h"

#include "services/refuse.h"

#include <QCoreApplication>
#include <QUrl>

#include <algorithm>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::PostgresAddress)
};

const QLatin1String schemes[] = {QLatin1String("postgresql://"), QLatin1String("postgres://")};

[[noreturn]] void refuseUrl()
{
    refuse(Text::tr("This is no address of a PostgreSQL server: "
                    "postgresql://user@host:port/database was expected."));
}

QString decoded(QStringView text)
{
    const QString plain = QUrl::fromPercentEncoding(text.toUtf8());
    if (plain.contains(QChar(0)))
        refuseUrl();
    return plain;
}

QString encoded(const QString& text, const QByteArray& asItIs = {})
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text, asItIs));
}

// Takes what stands before the first `mark` away, and the mark; all, if there is none.
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
    refuseUrl();
}

// In brackets, if it is one of IPv6.
qsizetype endOfHost(QStringView host)
{
    if (!host.startsWith(u'['))
        return host.indexOf(u':') < 0 ? host.size() : host.indexOf(u':');
    const qsizetype end = host.indexOf(u']');
    if (end < 0)
        refuseUrl();
    return end + 1;
}

// With the colon before it, or empty.
QString portFrom(QStringView text)
{
    if (text.isEmpty())
        return {};
    const QStringView port = text.sliced(1);
    bool isNumber = false;
    const ushort number = port.toUShort(&isNumber);
    if (!text.startsWith(u':') || (!port.isEmpty() && (!isNumber || number == 0)))
        refuseUrl();
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
            refuseUrl();
        const QString key = decoded(takeUntil(value, u'='));
        if (key.isEmpty())
            refuseUrl();
        readParameter(address, key, decoded(value));
    }
}

QString hostOf(const QString& name)
{
    return name.contains(u':') ? u'[' + name + u']' : encoded(name);
}

QString placeOf(const PostgresAddress& address)
{
    const QStringList names = address.hosts.split(u','), ports = address.ports.split(u',');
    QStringList places;
    for (qsizetype each = 0; each < names.size(); ++each) {
        const QString port = ports.size() == 1 ? ports[0] : ports.value(each);
        places << hostOf(names[each]) + (port.isEmpty() ? port : u':' + port);
    }
    return places.join(u',');
}

// With what stands before the host.
QString beginningOf(const PostgresAddress& address, const QString& password)
{
    const QString user = encoded(address.user) + (password.isEmpty() ? password : u':' + password);
    return schemes[0] + (user.isEmpty() ? user : user + u'@') + placeOf(address) + u'/'
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
    return beginningOf(*this, {});
}

QString PostgresAddress::url() const
{
    QString url = beginningOf(*this, encoded(password));
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

} // namespace services
