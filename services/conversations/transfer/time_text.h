#pragma once

#include <QString>

namespace services {

/// A time in milliseconds since 1970 as files of conversations hold it: ISO 8601, UTC.
QString textOfTime(qint64 milliseconds);

/// Reads such a time; now, if it is none or lies in the future.
qint64 timeFromText(const QString& text);

} // namespace services
