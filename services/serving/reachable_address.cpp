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

bool isListenAddress(const QString& text)
{
    return text == QLatin1String("localhost") || !QHostAddress(text).isNull();
}

} // namespace services
