#pragma once

#include <QString>
#include <QUrl>

namespace services {

/// True for an address in the web: http or https, with a host.
inline bool isWebAddress(const QUrl& url)
{
    const bool isWeb
        = url.scheme() == QLatin1String("https") || url.scheme() == QLatin1String("http");
    return isWeb && url.isValid() && !url.host().isEmpty();
}

/// True if both are asked in the same way at the same port of the same host, so that a secret for one is
/// no secret from the other.
inline bool haveSameOrigin(const QUrl& one, const QUrl& other)
{
    const auto port = [](const QUrl& url) {
        return url.port(url.scheme() == QLatin1String("https") ? 443 : 80);
    };
    return one.scheme() == other.scheme() && one.host() == other.host() && port(one) == port(other);
}

/// True if a text, which may be a path as well, is meant as such an address.
inline bool looksLikeWebAddress(const QString& text)
{
    return text.startsWith(QLatin1String("https://"), Qt::CaseInsensitive)
        || text.startsWith(QLatin1String("http://"), Qt::CaseInsensitive);
}

} // namespace services
