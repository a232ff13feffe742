#include "ui/widgets/size_text.h"

#include <QLocale>

namespace ui {

QString sizeText(qint64 bytes)
{
    const int decimals = bytes >= 1'000'000'000 ? 1 : 0;
    return QLocale().formattedDataSize(bytes, decimals, QLocale::DataSizeSIFormat);
}

} // namespace ui
