#pragma once

#include <QLocale>
#include <QString>

namespace services {

/// A text such as "1.2 GB", in the user's language.
inline QString sizeText(qint64 bytes)
{
    return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

} // namespace services
