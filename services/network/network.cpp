#include "services/network/network.h"

#include <QHostAddress>
#include <QNetworkProxyFactory>

namespace services {

namespace {

// Qt asks the system by itself only where it was built to do so.
class SystemProxies : public QNetworkProxyFactory {
public:
    explicit SystemProxies(Network::ThisComputer thisComputer)
        : m_thisComputer(thisComputer)
    {
    }

    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery& query) override
    {
        if (m_thisComputer == Network::ThisComputer::WithoutProxy
            && isThisComputer(query.peerHostName()))
            return {QNetworkProxy::NoProxy};
        return systemProxyForQuery(query);
    }

private:
    const Network::ThisComputer m_thisComputer;
};

} // namespace

bool isThisComputer(const QString& host)
{
    return host == QLatin1String("localhost") || QHostAddress(host).isLoopback();
}

Network::Network(QObject* parent, ThisComputer thisComputer)
    : QObject(parent)
{
    m_manager.setProxyFactory(new SystemProxies(thisComputer)); // the manager owns it
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

} // namespace services
