#include "services/documents/answers/facts.h"

#include <QDate>

#include <algorithm>
#include <cmath>

namespace services {

bool Number::shows(double value) const
{
    return std::ranges::any_of(readings, [&](const Reading& reading) {
        double step = reading.step;
        const bool isExact = std::abs(value - std::round(value / step) * step) < step * 1e-6;
        double tolerance = std::max(1e-9, 1e-9 * std::abs(reading.value));
        if (!isExact) // it is rounded
            tolerance = std::max(tolerance, step / 2 * (1 + 1e-9));
        if (isApproximate) {
            while (reading.value >= step * 10 && std::fmod(reading.value, step * 10) == 0)
                step *= 10;
            tolerance = std::max({tolerance, step / 2, std::abs(reading.value) * 0.05});
        }
        return std::abs(value - reading.value) <= tolerance;
    });
}

bool Date::isAs(const Date& date) const
{
    const auto agrees = [](int one, int another) { return one == 0 || one == another; };
    const bool isSameYear = agrees(year, date.year) || date.year == 0 || date.isYearGuessed;
    return isSameYear
        && ((agrees(day, date.day) && month == date.month)
            || (date.other && agrees(day, date.month) && month == date.other)
            || (other && day == date.month && other == date.day)
            || (other && other == date.month && month == date.day));
}

qint64 Date::toJulianDay() const
{
    return QDate(year == 0 ? 2023 : year, month, 1).toJulianDay() + std::max(day, 1) - 1;
}

int Date::weekday() const
{
    return year > 0 && day > 0 ? int(toJulianDay() % 7) + 1 : 0;
}

QString squeezed(QString text)
{
    text.removeIf([](QChar each) { return !each.isLetterOrNumber(); });
    return text.toLower();
}

} // namespace services
