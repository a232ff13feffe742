#include "services/network/network.h"

#include "services/json_document.h"
#include "services/storage/whole_file.h"

#include <QFile>
#include <QHostAddress>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkProxyFactory>

#include <algorithm>
#include <exception>

namespace services {

namespace {

// Qt asks the system by itself only where it was built to do so.
class SystemProxies : public QNetworkProxyFactory {
public:
    explicit SystemProxies(Network::Proxy proxy)
        : m_proxy(proxy)
    {
    }

    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery& query) override
    {
        if (m_proxy == Network::Proxy::None
            || (m_proxy == Network::Proxy::ForOtherComputers
                && isThisComputer(query.peerHostName())))
            return {QNetworkProxy::NoProxy};
        return systemProxyForQuery(query);
    }

private:
    const Network::Proxy m_proxy;
};

} // namespace

bool isThisComputer(const QString& host)
{
    return host == QLatin1String("localhost") || QHostAddress(host).isLoopback();
}

Network::Network(QObject* parent, Proxy proxy)
    : QObject(parent)
{
    m_manager.setProxyFactory(new SystemProxies(proxy)); // the manager owns it
    m_manager.setAutoDeleteReplies(false);
}

QNetworkReply* Network::get(const QNetworkRequest& request)
{
    return m_manager.get(prepared(request));
}

QNetworkReply* Network::post(const QNetworkRequest& request, const QByteArray& body)
{
    return m_manager.post(prepared(request), body);
}

QNetworkReply* Network::remove(const QNetworkRequest& request)
{
    return m_manager.deleteResource(prepared(request));
}

QNetworkRequest Network::prepared(const QNetworkRequest& plain)
{
    QNetworkRequest request = plain;
    request.setHeader(
        QNetworkRequest::UserAgentHeader, QStringLiteral("Vignette/" VIGNETTE_VERSION));
    request.setRawHeader("Accept-Encoding", "identity"); // offsets and sizes are those of the file
    request.setAttribute(
        QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(
        QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    // Several requests shall be several connections.
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    emit contacted(request.url().host());
    return request;
}

void hangUp(QPointer<QNetworkReply>& reply, const QObject* listener)
{
    if (!reply)
        return;
    reply->disconnect(listener);
    reply->abort();
    reply->deleteLater();
    reply.clear();
}

namespace {

using Hosts = QHash<QString, QDateTime>;

constexpr qint64 maxBytes = 1 << 20; // of the file
constexpr qsizetype maxHosts = 1000;

Hosts readFrom(const QString& path)
{
    Hosts hosts;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > maxBytes)
        return hosts;
    const QJsonObject kept = parseJsonDocument(file.read(maxBytes)).object();
    for (auto host = kept.begin(); host != kept.end(); ++host) {
        const QDateTime last = QDateTime::fromString(host.value().toString(), Qt::ISODate);
        if (last.isValid())
            hosts.insert(host.key(), last);
    }
    return hosts;
}

Hosts merged(Hosts hosts, const Hosts& others)
{
    for (auto other = others.cbegin(); other != others.cend(); ++other)
        if (!hosts.contains(other.key()) || hosts[other.key()] < other.value())
            hosts[other.key()] = other.value();
    return hosts;
}

QList<ContactedHost> latestFirst(const Hosts& hosts)
{
    QList<ContactedHost> rows;
    for (auto host = hosts.cbegin(); host != hosts.cend(); ++host)
        rows << ContactedHost{host.key(), host.value()};
    std::ranges::sort(rows, [](const ContactedHost& a, const ContactedHost& b) {
        return a.last != b.last ? a.last > b.last : a.name < b.name;
    });
    return rows.mid(0, maxHosts);
}

void writeTo(const QString& path, const Hosts& hosts)
try {
    QJsonObject kept;
    for (const ContactedHost& host : latestFirst(hosts))
        kept.insert(host.name, host.last.toString(Qt::ISODate));
    writeWhole(path, QJsonDocument(kept).toJson());
} catch (const std::exception& error) {
    qWarning("%s", error.what());
}

} // namespace

ContactedHosts::ContactedHosts(const QString& path, QObject* parent)
    : QObject(parent)
    , m_path(path)
{
}

QList<ContactedHost> ContactedHosts::hosts() const
{
    return latestFirst(merged(readFrom(m_path), m_hosts));
}

void ContactedHosts::add(const QString& host)
{
    QDateTime now = QDateTime::currentDateTimeUtc();
    now = now.addSecs(-now.time().second()).addMSecs(-now.time().msec());
    if (m_hosts.value(host) == now)
        return;
    m_hosts[host] = now;
    m_thread.post([path = m_path, hosts = m_hosts] { // others may have written to it
        writeTo(path, merged(readFrom(path), hosts));
    });
    emit changed();
}

} // namespace services
