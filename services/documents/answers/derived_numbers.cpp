#include "services/documents/answers/derived_numbers.h"

#include "services/documents/answers/fact_words.h"

#include <QMap>

#include <cmath>

namespace services {

namespace {

constexpr qsizetype maxNumbers = 80; // of the passages
constexpr qsizetype maxDistance = 600; // characters between two numbers that give another
constexpr qsizetype maxBareDistance = 80; // the same, if only one of them has a unit
// characters between numbers that are added, with a unit and without one
constexpr qsizetype maxGap = 250, maxBareGap = 30;
constexpr qsizetype maxNeighborDistance
    = 60; // characters between a number and one that is said of it
constexpr qsizetype maxAddends = 12;
constexpr double maxOfConverted = 0.006; // of a number in another unit: how far it may be rounded
constexpr qsizetype maxStride = 6; // columns of a table whose numbers are added
constexpr qsizetype maxCounts = 12; // that are combined with prices; and times of day with dates

// True if the units aren't multiples of ten of each other, as feet aren't of meters: what is converted is
// rounded, "375 °F" for 190 °C.
bool isOtherSystem(const Unit& one, const Unit& other)
{
    const double power = std::log10(one.factor / other.factor);
    return one.dimension != 't'
        && (one.dimension == 'c' || std::abs(power - std::round(power)) > 1e-6);
}

bool isAny(
    const Number& number, const std::optional<Unit>& unit, std::initializer_list<double> values)
{
    return std::ranges::any_of(values,
        [&](double value) { return std::isfinite(value) && isReached(number, value, unit); });
}

// The year that a number leads to from another one, or the time between two years or times of day.
bool isOfTimes(const Number& number, const Number& one, const Number& other)
{
    const double a = one.value(), b = other.value();
    if (one.isOfDate && !one.unit && other.unit == Unit{'t', secondsPerYear})
        return number.isOfDate && !number.unit && isAny(number, {}, {a + b, a - b});
    if ((number.dimension() != 't' && !number.isAge) || number.isOfDate || a < b)
        return false;
    if (one.isOfDate && other.isOfDate && !one.unit
        && !other.unit) // before the birthday it is one less
        return a > 1000 && b > 1000 && isAny(number, Unit{'t', secondsPerYear}, {a - b, a - b - 1});
    const auto from = other.clock(), to = one.clock();
    return from && to
        && isAny(number, Unit{'t', secondsPerHour},
            {*to - *from, *to - *from + 12, *from - *to + 24, (*to - *from) / 60});
}

// "28 euros, 19 for members" are of one kind; so are numbers without units.
bool areAlike(const Number& one, const Number& other)
{
    return one.dimension() == other.dimension()
        || ((!one.unit || !other.unit) && std::abs(one.begin - other.begin) < maxBareDistance);
}

// True of 600 km for "180 € ÷ 0.30 €".
bool isQuotient(const Number& number, const Number& one, const Number& other)
{
    return other.isDivisor && other.begin > one.begin && other.begin - one.end < maxBareGap
        && number.shows(one.value() / other.value());
}

// A number that may be derived, and how it must be written in some cases.
struct Sought {
    explicit Sought(const Number& number)
        : number(number)
        , ratio(number)
        , sum(number)
        , difference(number)
        , count(number)
    {
        const bool isMultiple = !number.behind.isEmpty()
            && isAnyOf(
                number.behind[0], u"times fois mal veces volte vezes keer ganger razy krat x");
        if (!number.isApproximate && !isMultiple && number.value() < 100)
            for (Reading& reading : ratio.readings)
                reading.step = std::min(reading.step, 1e-3);
        if (number.isRatio)
            ratio.unit.reset();
        for (Reading& reading : sum.readings)
            reading.step = std::min(reading.step, reading.value / 100);
        difference.unit.reset();
        if (!number.isApproximate)
            for (Reading& reading : count.readings)
                reading.step = std::min(reading.step, 1e-3);
    }

    Number number;
    Number ratio; ///< small ones aren't rounded
    Number sum; ///< of values in two units, "1 kg and 200 g": it isn't rounded
    Number difference; ///< of temperatures, in the unit of theirs
    Number count; ///< not rounded, as sums without a unit are
};

bool isOfTwo(const Sought& sought, const Number& one, const Number& other)
{
    const Number& number = sought.number;
    const double a = one.value();
    double b = other.value();
    if (one.isOfDate || other.isOfDate || number.isOfDate)
        return isOfTimes(number, one, other);
    if (one.isClock && other.isClock && isOfTimes(number, one, other))
        return true;
    if (one.isLoose)
        return false;
    const bool isOfKind
        = number.dimension() == one.dimension() || (!number.unit && number.value() >= 100);
    if (other.isLoose)
        return b < 1 && isOfKind && isAny(number, one.unit, {a * b, a - a * b, a / b});
    if (number.dimension() == 'c' || one.dimension() == 'c' || other.dimension() == 'c') {
        if (one.dimension() != 'c' || one.unit != other.unit)
            return false;
        const double factor = one.unit->factor == 1 ? 1.8 : 1 / 1.8;
        const bool isOtherScale = number.unit && number.unit != one.unit; // 5 °C are 9 °F
        const double apart = one.signedValue() - other.signedValue();
        return isAny(sought.difference, {}, {apart * (isOtherScale ? factor : 1)});
    }
    if (number.dimension() == '%' && one.dimension() == '%' && other.dimension() == '%'
        && isAny(number, one.unit, {100 - a - b})) // what two leave of all
        return true;
    if (number.dimension() == 'a' && one.dimension() == 'l' && other.dimension() == 'l')
        return isReached(number, a * one.unit->factor * b * other.unit->factor, Unit{'a', 1});
    const bool isShare = other.dimension() == '%' && one.dimension() != '%';
    if (isShare && isOfKind
        && isAny(number, one.unit, {a * b / 100, a + a * b / 100, a - a * b / 100}))
        return true;
    if (isShare && isOfKind && one.isMoney()
        && isAny(number, one.unit, {a / (1 + b / 100), a / (1 - b / 100)}))
        return true;
    const char kind = one.dimension();
    const bool isPerTime = kind == 'r' || kind == 's' || kind == 'p'; // in an hour, too
    const bool isRate = !other.unit || (other.dimension() == 'n' && !isPerTime)
        || (one.dimension() == 'w' && other.dimension() == 'v') // "6 mg/ml"
        || (one.dimension() != other.dimension() && (one.isMoney() || (other.dimension() == 't' && !isPerTime)));
    if ((b > 1 || (b > 0 && one.isMoney() && other.unit)) && !isShare && isRate) {
        if (isOfKind && isAny(number, one.unit, {a * b, a / b}))
            return true;
        const bool isSpeed = one.dimension() == 'l' && other.dimension() == 't';
        if (isSpeed
            && isAny(number, Unit{'s', 1}, {a * one.unit->factor / (b * other.unit->factor) * 3.6}))
            return true;
        if (one.unit && other.unit && !number.unit && isAny(sought.ratio, {}, {a * b, a / b}))
            return true;
    }
    if (a <= 0 || b <= 0 || !areAlike(one, other))
        return false;
    b *= one.unit && other.unit ? other.unit->factor / one.unit->factor : 1;
    if (number.dimension() == '%'
        && isAny(number, Unit{'%', 1}, {100 * a / b, 100 * (a - b) / b, 100 * (b - a) / b}))
        return true;
    const Number& ratio = sought.ratio;
    if (!ratio.unit && a > b && isAny(ratio, {}, {a / b})
        && (ratio.isCount() || number.isRatio || number.isApproximate || std::fmod(a, b) == 0))
        return true;
    const auto& unit = one.unit ? one.unit : other.unit;
    const bool isMixed = one.unit && other.unit && one.unit != other.unit;
    return number.dimension() == (unit ? unit->dimension : '\0')
        && isAny(isMixed ? sought.sum : unit ? number : sought.count, unit, {a + b, a - b});
}

} // namespace

bool isReached(const Number& number, double value, const std::optional<Unit>& unit)
{
    const Unit cent{'E', .01}, sterling{'P', 1}, pound{'w', 453.592}; // "pounds" are either
    if (number.unit == cent && unit && unit->dimension == 'D') // cents are of either currency
        return number.shows(value * unit->factor / cent.factor);
    if (number.unit == sterling && unit && unit->dimension == 'w')
        return number.shows(value * unit->factor / pound.factor);
    if (unit == sterling && number.dimension() == 'w')
        return number.shows(value * pound.factor / number.unit->factor);
    if (number.unit && unit && number.unit->dimension != unit->dimension)
        return false;
    if (number.unit && unit && unit->dimension == 'f' && unit != number.unit) // US and UK gallons
        return number.shows(235.215 / value) || number.shows(282.481 / value);
    if (number.unit && unit && unit->dimension == 'c' && unit != number.unit)
        value = unit->factor == 1 ? value * 1.8 + 32 : (value - 32) / 1.8;
    else if (number.unit && unit && unit->dimension != 'c')
        value *= unit->factor / number.unit->factor;
    if (number.unit && unit && number.unit != unit && isOtherSystem(*number.unit, *unit)
        && std::abs(value - number.value()) <= maxOfConverted * std::abs(number.value()))
        return true;
    return number.shows(value);
}

bool isSameNumber(const Number& number, const Number& there)
{
    const char kind = number.dimension();
    const bool isOther = there.isLoose && !there.unit && kind && kind != '%' && kind != 't';
    if (isOther || (number.isOfDate && !number.unit && there.isOfDate && there.unit)
        || (number.unit && there.isOfDate && !there.unit))
        return false;
    Number written = number; // "over 25" isn't "over 30"
    written.isApproximate = number.isApproximate && !there.isApproximate;
    const auto isClock = number.clock(), clock = there.clock(); // "ten o'clock" is 22:00
    return (isClock && clock && std::abs(*clock - *isClock - 12) < 1e-6)
        || std::ranges::any_of(there.readings, [&](const Reading& reading) {
               const double share = there.value() < 1 ? reading.value / there.value() : 1;
               const bool isOfUnit = (share != 100 || kind == '%') && (share != 60 || kind == 't');
               return isOfUnit && isReached(written, reading.value, there.unit);
           });
}

QList<Number> numbersToDerive(const Facts& passages)
{
    return passages.numbers.first(std::min(passages.numbers.size(), maxNumbers));
}

DerivedNumbers::DerivedNumbers(const Facts& passages, const Facts& statement)
    : m_passages(passages)
    , m_statement(statement)
    , m_numbers(numbersToDerive(passages))
{
}

bool DerivedNumbers::contains(const Number& number) const
{
    if (number.isAge && !number.unit) {
        Number years = number;
        years.unit = Unit{'t', secondsPerYear};
        if (isDifferenceOfDates(years))
            return true;
    }
    return isDifferenceOfDates(number) || isLaterClock(number) || isOfPair(number)
        || isOfPrices(number) || isSumOfSeveral(number);
}

bool DerivedNumbers::containsWith(const Number& number, const QList<Number>& known) const
{
    const Sought sought(number);
    const auto gives = [&](Number one) {
        if (!one.unit) // "400, 800 and 1600 ms"
            one.unit = number.unit;
        return isOfOne(number, one) || std::ranges::any_of(m_numbers, [&](Number other) {
            other.begin = one.begin;
            return isOfTwo(sought, one, other) || isOfTwo(sought, other, one);
        });
    };
    double sum = 0;
    const auto isTotal = [&](const Number& each) {
        sum += each.value();
        return isReached(number, sum, each.unit);
    };
    return std::ranges::any_of(known, gives) || std::ranges::any_of(known, isTotal);
}

bool DerivedNumbers::isOfNeighbors(const Number& number, const Number& one) const
{
    const Sought sought(number);
    return std::ranges::any_of(m_numbers, [&](const Number& other) {
        return other.begin != one.begin && std::abs(other.begin - one.begin) <= maxNeighborDistance
            && (isOfTwo(sought, one, other) || isOfTwo(sought, other, one));
    });
}

bool DerivedNumbers::areExample(const Number& one, const Number& other) const
{
    return std::ranges::any_of(m_numbers, [&](const Number& there) {
        if (there.isOfDate || there.isLoose || there.value() <= 1)
            return false;
        const double factor = there.dimension() == '%' ? there.value() / 100 : there.value();
        return (one.dimension() == other.dimension() && (there.dimension() == '%' || !there.unit)
                   && isReached(other, one.value() * factor, one.unit))
            || (there.unit && there.dimension() == other.dimension()
                && one.dimension() != other.dimension()
                && isReached(other, one.value() * there.value(), there.unit));
    });
}

bool DerivedNumbers::isDifferenceOfDates(const Number& number) const
{
    if (number.dimension() != 't')
        return false;
    const double slack = number.unit->factor > 7 * secondsPerDay ? 2 : 1; // the first day may count
    QList<double> clocks;
    for (const Number& each : m_numbers)
        if (number.unit->factor <= secondsPerHour && each.clock() && clocks.size() < maxCounts)
            clocks << *each.clock();
    for (const Date& one : m_passages.dates)
        for (const Date& other : m_passages.dates) {
            if (!one.isFact || !other.isFact)
                continue;
            double days = double(other.toJulianDay() - one.toJulianDay());
            if (days < 0 && (one.year == 0 || other.isYearGuessed || one.isYearGuessed))
                days += 365; // from December to January
            if (days < 0 || (days == 0 && &one != &other))
                continue;
            if (number.unit->factor > 7 * secondsPerDay // full years, as of an age
                && number.shows(std::floor(days * secondsPerDay / number.unit->factor)))
                return true;
            for (double each = days - slack; each <= days + slack; ++each)
                if (each > 0 && isReached(number, each * secondsPerDay, Unit{'t', 1}))
                    return true;
            for (const double from : clocks) // "from Monday at 6 to Wednesday at 22"
                for (const double to : clocks)
                    if (days > 0
                        && isReached(number, days * 24 + to - from, Unit{'t', secondsPerHour}))
                        return true;
        }
    return false;
}

bool DerivedNumbers::isOfStated(const Number& number, const QList<Number>& known)
{
    const Sought sought(number);
    return std::ranges::any_of(known, [&](const Number& one) {
        return std::ranges::any_of(known, [&](const Number& other) {
            return one.begin != other.begin && one.begin != number.begin
                && other.begin != number.begin
                && (isOfTwo(sought, one, other) || isQuotient(number, one, other));
        });
    });
}

bool DerivedNumbers::isShareOfChange(const Number& number, const QList<Number>& changes) const
{
    const auto isAlike = [](const Number& one, const Number& other) {
        return !one.isOfDate && !one.isLoose && one.dimension() == other.dimension();
    };
    const auto isChanged = [&](const Number& from, const Number& change) {
        const double by = change.value() * (change.unit ? change.unit->factor / from.unit->factor : 1);
        return number.shows(100 * by / from.value())
            && std::ranges::any_of(m_numbers, [&](const Number& to) {
                   const double factor = from.unit ? to.unit.value_or(*from.unit).factor / from.unit->factor : 1;
                   return isAlike(to, from) && change.shows(std::abs(to.value() * factor - from.value()));
               });
    };
    return number.dimension() == '%'
        && std::ranges::any_of(changes, [&](const Number& change) {
               return std::ranges::any_of(m_numbers, [&](const Number& from) {
                   return isAlike(from, change) && isChanged(from, change);
               });
           });
}

bool DerivedNumbers::isLaterClock(const Number& number) const
{
    const auto clock = number.clock();
    return clock && std::ranges::any_of(m_numbers, [&](const Number& from) {
        return from.clock() && std::ranges::any_of(m_numbers, [&](const Number& time) {
            const double hours = time.unit ? time.value() * time.unit->factor / secondsPerHour : 0;
            const bool isLength = time.text.contains(u'h') && from.begin != time.begin
                && std::abs(from.begin - time.begin) <= maxBareGap; // "7 h 35 (1 h 50 de trajet)"
            return time.dimension() == 't' && hours < 24 && (!time.isOfDate || isLength)
                && std::abs(from.begin - time.begin) <= maxDistance
                && (std::abs(std::remainder(*from.clock() + hours - *clock, 12)) < 0.01
                    || std::abs(std::remainder(*from.clock() - hours - *clock, 12)) < 0.01);
        });
    });
}

bool DerivedNumbers::isBetweenSums(const Number& number, const QList<Number>& sums) const
{
    return std::ranges::any_of(sums, [&](const Number& sum) {
        if (sum.dimension() != number.dimension() || sum.value() < number.value())
            return false;
        Number other = sum;
        for (const double sign : {1.0, -1.0}) {
            other.readings = {{sum.value() + sign * number.value(), sum.readings[0].step}};
            if (isSumOfSeveral(other))
                return true;
        }
        return false;
    });
}

// The sum of three or more numbers of one kind behind each other, or in every second, third … place
// as in the columns of a table, or their mean.
bool DerivedNumbers::isSumOfSeveral(const Number& number) const
{
    if (number.isOfDate)
        return false;
    QMap<char, QList<const Number*>> byKind;
    for (const Number& each : m_numbers)
        if (!each.isOfDate && !each.isLoose && each.dimension() != 'c')
            byKind[each.dimension()] << &each;
    for (const auto& numbers : byKind)
        for (qsizetype stride = 1; stride <= maxStride; ++stride)
            for (qsizetype first = 0; first < numbers.size(); ++first) {
                double sum = 0;
                const std::optional<Unit>& unit = numbers[first]->unit;
                for (qsizetype count = 0, at = first; count < maxAddends && at < numbers.size();
                     at += stride) {
                    const Number& each = *numbers[at];
                    if (at > first
                        && each.begin - numbers[at - stride]->end
                            > (unit ? maxGap : maxBareGap) * stride)
                        break;
                    sum += each.value() * (unit ? each.unit->factor / unit->factor : 1);
                    if (++count >= 3 && isAny(number, unit, {sum, sum / double(count)}))
                        return true;
                }
            }
    return false;
}

// "Two rooms for three nights": two counts and a price. "Two adults and three children": two counts of
// the statement and two prices.
bool DerivedNumbers::isOfPrices(const Number& number) const
{
    if (!number.isMoney())
        return false;
    const auto countsOf = [](const QList<Number>& numbers) {
        QList<double> counts;
        for (const Number& each : numbers)
            if (each.isCount() && !each.isOfDate && counts.size() < maxCounts)
                counts << each.value();
        counts << 1;
        return counts;
    };
    const QList<double> here = countsOf(m_numbers), asked = countsOf(m_statement.numbers);
    QList<double> prices;
    const bool hasHalf = std::ranges::any_of(
        m_numbers, [](const Number& each) { return each.isLoose && each.value() == 0.5; });
    for (const Number& each : m_numbers)
        if (each.dimension() == number.dimension() && !each.isLoose && prices.size() < maxCounts) {
            prices << each.value() * each.unit->factor;
            if (hasHalf)
                prices << prices.last() / 2;
        }
    const std::optional<Unit> unit = Unit{number.dimension(), 1};
    const auto givesAny = [&](const QList<double>& one, const QList<double>& other, auto value) {
        for (qsizetype first = 0; first < one.size(); ++first)
            for (qsizetype second = 0; second < other.size(); ++second)
                if (first != second && value(one[first], other[second]))
                    return true;
        return false;
    };
    return std::ranges::any_of(prices, [&](double price) {
        return givesAny(here, here, [&](double one, double other) {
            return isReached(number, price * one * other, unit);
        }) || givesAny(asked, asked, [&](double one, double other) {
            return std::ranges::any_of(prices, [&](double second) {
                return one * other > 1 && second != price
                    && isReached(number, price * one + second * other, unit);
            });
        });
    });
}

bool DerivedNumbers::isOfPair(const Number& number) const
{
    if (number.isOfDate && !number.unit && number.value() < 1000)
        return false;
    const Sought sought(number);
    return std::ranges::any_of(m_numbers, [&](const Number& one) {
        return isOfOne(number, one) || std::ranges::any_of(m_numbers, [&](const Number& other) {
            return &one != &other
                && ((one.isOfDate && other.isOfDate)
                    || std::abs(one.begin - other.begin) <= maxDistance)
                && isOfTwo(sought, one, other);
        });
    });
}

// True if one number leads there: to the rest of 100 %, to another period, or to so many as the statement
// counts.
bool DerivedNumbers::isOfOne(const Number& number, const Number& one) const
{
    if (number.dimension() == '%' && one.dimension() == '%'
        && isReached(number, 100 - one.value(), one.unit))
        return true;
    if (one.dimension() == '%' && !number.unit // a factor
        && (isReached(number, 1 + one.value() / 100, {})
            || isReached(number, 1 - one.value() / 100, {})))
        return true;
    if (number.isRatio && one.dimension() == '%' && isReached(number, 100 / one.value(), {}))
        return true;
    if (one.isOfDate || number.isOfDate || one.isLoose || number.dimension() != one.dimension())
        return false;
    for (const double period : m_statement.periods) // "12 a month" is "144 a year"
        for (const double other : m_passages.periods)
            if (isReached(number, one.value() * period / other, one.unit))
                return true;
    return std::ranges::any_of(m_statement.numbers, [&](const Number& other) {
        return other.isCount() && one.value() > 1 // "three of them cost 60 euros"
            && (isReached(number, one.value() * other.value(), one.unit)
                || isReached(number, one.value() / other.value(), one.unit));
    });
}

} // namespace services
