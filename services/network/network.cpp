#include "services/network/network.h"

#include <QNetworkProxyFactory>
#include <QNetworkReply>

namespace services {

namespace {

// Qt asks the system by itself only where it was built to do so.
class SystemProxies : public QNetworkProxyFactory {
public:
    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery& query) override
    {
        return systemProxyForQuery(query);
    }
};

} // namespace

Network::Network(QObject* parent)
    : QObject(parent)
{
    m_manager.setProxyFactory(new SystemProxies); // the manager owns it
    m_manager.setAutoDeleteReplies(false);
}

QNetworkReply* Network::get(const QNetworkRequest& plain)
{
    QNetworkRequest request = plain;
    request.setHeader(
        QNetworkRequest::UserAgentHeader, QStringLiteral("Vignette/" VIGNETTE_VERSION));
    request.setRawHeader("Accept-Encoding", "identity"); // places and sizes are those of the file
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
    return m_manager.get(request);
}

} // namespace services
