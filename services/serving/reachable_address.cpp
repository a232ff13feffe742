#include "services/serving/reachable_address.h"

#include <QHostAddress>
#include <QNetworkInterface>
#include <QUrl>

namespace services {

namespace {

bool isForOthers(const QHostAddress& address)
{
    return !address.isLoopback() && !address.isLinkLocal()
        && address.protocol() == QAbstractSocket::IPv4Protocol;
}

QHostAddress ownAddress()
{
    for (const QHostAddress& address : QNetworkInterface::allAddresses())
        if (isForOthers(address))
            return address;
    return QHostAddress(QHostAddress::LocalHost);
}

} // namespace

QString reachableAddress(const QString& address)
{
    QUrl url(address);
    const QHostAddress host(url.host());
    if (host != QHostAddress(QHostAddress::AnyIPv4) && host != QHostAddress(QHostAddress::AnyIPv6))
        return address;
    url.setHost(ownAddress().toString());
    return url.toString();
}

// Qt reads "127.0.1" as 127.0.0.1, as few people would.
bool isListenAddress(const QString& text)
{
    const QHostAddress address(text);
    if (address.protocol() == QAbstractSocket::IPv4Protocol)
        return text.count(u'.') == 3;
    return text == QLatin1String("localhost") || !address.isNull();
}

} // namespace services
