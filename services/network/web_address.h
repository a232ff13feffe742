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

/// True if a text, which may be a path as well, is meant as such an address.
inline bool looksLikeWebAddress(const QString& text)
{
    return text.startsWith(QLatin1String("https://")) || text.startsWith(QLatin1String("http://"));
}

} // namespace services
