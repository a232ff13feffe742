#include "services/network/retry_after.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace services {

std::optional<std::chrono::milliseconds> retryAfter(const QByteArray& header)
{
    bool isNumber = false;
    const qint64 seconds = header.trimmed().toLongLong(&isNumber);
    if (isNumber && seconds >= 0)
        return std::chrono::seconds(std::min<qint64>(seconds, 1'000'000));
    const QDateTime date = QLocale::c().toDateTime(
        QString::fromLatin1(header.trimmed()), QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"));
    if (!date.isValid())
        return std::nullopt;
    const QDateTime then(date.date(), date.time(), Qt::UTC);
    return std::chrono::milliseconds(
        std::max<qint64>(QDateTime::currentDateTimeUtc().msecsTo(then), 0));
}

} // namespace services
