#include "services/conversations/transfer/time_text.h"

#include <QDateTime>

namespace services {

QString textOfTime(qint64 milliseconds)
{
    return QDateTime::fromMSecsSinceEpoch(milliseconds, Qt::UTC).toString(Qt::ISODateWithMs);
}

qint64 timeFromText(const QString& text)
{
    const QDateTime time = QDateTime::fromString(text, Qt::ISODateWithMs);
    const QDateTime now = QDateTime::currentDateTimeUtc();
    return (time.isValid() && time < now ? time : now).toMSecsSinceEpoch();
}

} // namespace services
