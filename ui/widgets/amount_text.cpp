#include "ui/widgets/amount_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace ui {

QString sizeText(qint64 bytes)
{
    const int decimals = bytes >= 1'000'000'000 ? 1 : 0;
    return QLocale().formattedDataSize(bytes, decimals, QLocale::DataSizeSIFormat);
}

namespace {

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(ui::TimeLeftText)
};

} // namespace

QString timeLeftText(double seconds)
{
    if (seconds < 60)
        return Texts::tr("Less than a minute left");
    const double minutes = seconds / 60;
    if (minutes < 90)
        return Texts::tr("About %Ln minute(s) left", nullptr, int(std::lround(minutes)));
    return Texts::tr("About %Ln hour(s) left", nullptr, int(std::lround(minutes / 60)));
}

} // namespace ui
