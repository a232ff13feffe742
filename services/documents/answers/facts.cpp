#include "services/documents/answers/facts.h"

#include "services/documents/answers/fact_words.h"

#include <QDate>

#include <algorithm>
#include <cmath>

namespace services {

void Number::multiply(double factor)
{
    for (Reading& reading : readings)
        reading = {reading.value * factor, reading.step * factor};
}

bool Number::shows(double value) const
{
    return std::ranges::any_of(readings, [&](const Reading& reading) {
        double step = reading.step;
        const bool isExact = std::abs(value - std::round(value / step) * step) < step * 1e-6;
        double tolerance = std::max(1e-9, 1e-9 * std::abs(reading.value));
        if (!isExact) // it is rounded
            tolerance = std::max(tolerance, step / 2 * (1 + 1e-9));
        if (isApproximate) { // "about 300", but "over 12" for 12.7
            while (reading.value >= step * 10 && std::fmod(reading.value, step * 10) == 0)
                step *= 10;
            const bool isRound = step > reading.step || std::fmod(reading.value, step * 5) == 0;
            if (isRound)
                tolerance = std::max({tolerance, step / 2, std::abs(reading.value) * 0.05});
            else if (!isExact)
                tolerance = std::max(tolerance, step);
        }
        return std::abs(value - reading.value) <= tolerance;
    });
}

QList<Number> neighborsOf(const Number& number)
{
    const double value = number.value(), step = number.readings[0].step;
    double zeros = step;
    while (value >= zeros * 100 && std::abs(std::remainder(value, zeros * 10)) < zeros / 1e6)
        zeros *= 10;
    QList<Number> neighbors;
    for (int percent = 3; percent <= 36; percent += 3)
        for (const int sign : {-1, 1}) {
            const double steps = std::max(std::round(value / zeros * percent / 100), percent / 3.0);
            Number neighbor = number;
            neighbor.readings = {{value + sign * steps * zeros, step}};
            if (neighbor.value() > 0)
                neighbors << neighbor;
        }
    return neighbors;
}

bool Date::isAs(const Date& date) const
{
    const auto agrees = [](int one, int another) { return one == 0 || one == another; };
    const auto isNear = [](const Date& one, const Date& another) {
        return another.day == 0 && another.nearDay > 0 && std::abs(one.day - another.nearDay) <= 2;
    };
    const bool isSameYear = agrees(year, date.year) || date.year == 0 || date.isYearGuessed;
    return isSameYear
        && (((agrees(day, date.day) || isNear(*this, date)) && month == date.month)
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

std::optional<Unit> findUnit(const QString& word)
{
    const QString unit = factWords().units.value(word);
    return unit.isEmpty() ? std::nullopt
                          : std::optional(Unit{unit[0].toLatin1(), unit.mid(1).toDouble()});
}

bool areForms(const QString& word, const QString& other)
{
    const auto common = std::ranges::mismatch(word, other).in1 - word.begin();
    return common >= 4 && common + 2 >= std::max(word.size(), other.size());
}

QString squeezed(QString text)
{
    text.removeIf([](QChar each) { return !each.isLetterOrNumber(); });
    return text.toLower();
}

} // namespace services
