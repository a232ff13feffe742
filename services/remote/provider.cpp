#include "services/remote/provider.h"

#include "services/network/network.h"
#include "services/network/web_address.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QHostAddress>

namespace services {

namespace {

constexpr qsizetype maxAddressLength = 2000; // characters

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::Provider)
};

bool isPrivate(const QHostAddress& address)
{
    for (const char* subnet : {"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"})
        if (address.isInSubnet(QHostAddress::parseSubnet(QLatin1String(subnet))))
            return true;
    return address.isUniqueLocalUnicast() || address.isLinkLocal();
}

// True for hosts of a home or an office, where few machines have a certificate.
bool isNear(const QString& host)
{
    const QHostAddress address(host);
    return isThisComputer(host) || isPrivate(address) || host.endsWith(QLatin1String(".local"))
        || (address.isNull() && !host.contains(u'.'));
}

QUrl withScheme(const QString& text)
{
    if (text.contains(QLatin1String("://")))
        return QUrl(text, QUrl::StrictMode);
    const QUrl url(QStringLiteral("https://") + text, QUrl::StrictMode);
    return isNear(url.host()) ? QUrl(QStringLiteral("http://") + text, QUrl::StrictMode) : url;
}

QString trimmedPath(const QUrl& url)
{
    QString path = url.path();
    for (const char* end : {"/chat/completions", "/models", "/"})
        if (path.endsWith(QLatin1String(end)))
            path.chop(qsizetype(qstrlen(end)));
    while (path.endsWith(u'/'))
        path.chop(1);
    return path.isEmpty() ? QStringLiteral("/v1") : path;
}

} // namespace

QString providerAddress(const QString& typed)
{
    const QString text = typed.trimmed();
    const QUrl url = withScheme(text);
    if (!url.userInfo().isEmpty())
        reject(Texts::tr(
            "Don't put user names or keys in the URL; enter the API key in its own field."));
    if (text.size() > maxAddressLength || !isWebAddress(url) || url.hasQuery() || url.hasFragment())
        reject(Texts::tr("“%1” isn't a valid server address. Example: http://192.168.1.20:8000/v1")
                   .arg(text.left(200)));
    QUrl address;
    address.setScheme(url.scheme());
    address.setHost(url.host());
    address.setPort(url.port());
    address.setPath(trimmedPath(url));
    return QString::fromLatin1(address.toEncoded());
}

QUrl addressAt(const QString& provider, const QString& path)
{
    QUrl url(provider);
    url.setPath(url.path() + path);
    return url;
}

QUrl addressBeside(const QString& provider, const QString& path)
{
    QUrl url(provider);
    QString base = url.path();
    if (base.endsWith(QLatin1String("/v1")))
        base.chop(3);
    url.setPath(base + path);
    return url;
}

QString hostName(const QString& provider)
{
    return QUrl(provider).authority();
}

OnTheWay onTheWayTo(const QString& provider)
{
    const QUrl url(provider);
    if (isThisComputer(url.host()))
        return OnTheWay::WithinThisComputer;
    return url.scheme() == QLatin1String("https") ? OnTheWay::Encrypted : OnTheWay::Open;
}

} // namespace services
