#include "services/documents/answers/sure_numbers.h"

#include "services/documents/answers/derived_numbers.h"
#include "services/documents/answers/fact_words.h"

#include <algorithm>
#include <cmath>

namespace services {

namespace {

constexpr qsizetype maxRides = 12;
constexpr qsizetype maxExactClocks = 8; // between which so many minutes aren't by chance
constexpr qsizetype minLettersOfThing = 4;
constexpr qsizetype maxRangeGap = 8; // characters between two numbers of a range
constexpr qsizetype cellGap = 3; // characters: " | "
constexpr qsizetype maxOfSentence = 120; // characters between a quantity and what it is for
constexpr qsizetype maxBetweenClocks = 30; // characters between the times of a day
constexpr qsizetype maxShares = 6; // that leave a rest
constexpr int maxPersons = 12, maxFewPersons = 3; // who share a price

} // namespace

SureNumbers::SureNumbers(const Facts& passages, const Facts& statement)
    : m_passages(passages)
    , m_statement(statement)
    , m_numbers(numbersToDerive(passages))
{
}

bool SureNumbers::contains(const Number& number) const
{
    return isBetweenClocks(number) || isPerPerson(number) || isSumOfThings(number)
        || isSumOfCells(number) || isSumOfLengths(number) || isRestOfAll(number) || isAfterRide(number)
        || isAgeOfRange(number) || isChanged(number) || isUnitPrice(number)
        || isLongerLength(number) || isWeeksOfDays(number) || isProportional(number)
        || isOpenTime(number) || isWithoutFirst(number);
}

// "Seven hours a day" for "10:00 to 14:00 and 16:30 to 19:30".
bool SureNumbers::isOpenTime(const Number& number) const
{
    if (number.dimension() != 't' || number.isOfDate)
        return false;
    QList<const Number*> clocks;
    for (const Number& each : m_numbers)
        if (each.clock() && !each.isLoose && !each.isAge)
            clocks << &each;
    for (qsizetype at = 3; at < clocks.size(); ++at) {
        const auto span = [&](qsizetype from) {
            return std::fmod(*clocks[from + 1]->clock() - *clocks[from]->clock() + 24, 24);
        };
        const auto areNear = [&](qsizetype from) {
            return clocks[from + 1]->begin - clocks[from]->end <= maxBetweenClocks;
        };
        const double hours = span(at - 3) + span(at - 1);
        if (areNear(at - 3) && areNear(at - 2) && areNear(at - 1)
            && isReached(number, hours, Unit{'t', secondsPerHour}))
            return true;
    }
    return false;
}

// "£14 for three baskets" if the first one is free and each costs £7.
bool SureNumbers::isWithoutFirst(const Number& number) const
{
    return number.isMoney() && factWords().firstFree.match(m_passages.phrase).hasMatch()
        && std::ranges::any_of(m_statement.numbers, [&](const Number& count) {
               return count.isCount() && std::ranges::any_of(m_numbers, [&](const Number& price) {
                   return price.dimension() == number.dimension()
                       && isReached(number, price.value() * (count.value() - 1), price.unit);
               });
           });
}

// "31:10" for 22 seconds more than 30:48.
bool SureNumbers::isLongerLength(const Number& number) const
{
    const auto isLength = [](const Number& each) { // which is read as hours and minutes
        return each.isOfDate && each.unit == Unit{'t', secondsPerHour} && !each.isLoose;
    };
    return isLength(number) && std::ranges::any_of(m_numbers, [&](const Number& from) {
        const double seconds = std::abs(number.value() - from.value()) * 60;
        return isLength(from) && std::ranges::any_of(m_numbers, [&](const Number& more) {
            return more.unit == Unit{'t', 1} && !more.isOfDate
                && std::abs(seconds - more.value()) < 0.5;
        });
    });
}

// "Four weeks" for 28 tablets, one of which is taken daily.
bool SureNumbers::isWeeksOfDays(const Number& number) const
{
    const double days = 7;
    return number.unit == Unit{'t', days * secondsPerDay} && m_passages.periods.contains(secondsPerDay)
        && std::ranges::any_of(m_numbers, [&](const Number& count) {
               return !count.unit && !count.isOfDate && count.value() == days * number.value();
           });
}

// "160 km for one kilo" if 80 km are for 500 g.
bool SureNumbers::isProportional(const Number& number) const
{
    const auto isQuantity = [](const Number& each) {
        return each.unit && each.dimension() != '%' && each.dimension() != 'c' && !each.isOfDate
            && !each.isLoose && each.value() > 0;
    };
    if (!isQuantity(number))
        return false;
    return std::ranges::any_of(m_statement.numbers, [&](const Number& asked) {
        return isQuantity(asked) && asked.dimension() != number.dimension()
            && std::ranges::any_of(m_numbers, [&](const Number& given) {
                   if (!isQuantity(given) || given.dimension() != asked.dimension())
                       return false;
                   const double factor = asked.value() * asked.unit->factor
                       / (given.value() * given.unit->factor);
                   return factor != 1 && std::ranges::any_of(m_numbers, [&](const Number& there) {
                       return isQuantity(there) && there.dimension() == number.dimension()
                           && std::abs(there.begin - given.begin) < maxOfSentence
                           && isReached(number, there.value() * factor, there.unit);
                   });
               });
    });
}

bool SureNumbers::isSumOfThings(const Number& number) const
{
    const QString thing = number.behind.isEmpty() ? QString() : number.behind[0];
    if (number.isOfDate || thing.size() < minLettersOfThing || isFunctionWord(thing.toStdString()))
        return false;
    double sum = 0;
    qsizetype count = 0;
    for (const Number& each : m_numbers) {
        const bool isOfThing = std::ranges::any_of(
            each.behind.first(std::min<qsizetype>(each.behind.size(), each.unit ? 2 : 1)),
            [&thing](const QString& word) { return areForms(word, thing); });
        if (each.dimension() == number.dimension() && !each.isOfDate && !each.isLoose && isOfThing) {
            sum += each.value() * (number.unit ? each.unit->factor / number.unit->factor : 1);
            ++count;
        }
    }
    return count >= 2 && number.shows(sum);
}

// The sum of two amounts that are next to each other in a table: "| Kitchen | 2,750 | 8,400 |".
bool SureNumbers::isSumOfCells(const Number& number) const
{
    for (qsizetype at = 1; at < m_numbers.size(); ++at) {
        const Number &one = m_numbers[at - 1], &other = m_numbers[at];
        if (number.isMoney() && !one.unit && !other.unit && !one.isOfDate && !other.isOfDate
            && other.begin - one.end == cellGap && number.shows(one.value() + other.value()))
            return true;
    }
    return false;
}

// True of the sum of three or more lengths behind each other: "4:35", "11:20" and "6:05" are 22 minutes.
bool SureNumbers::isSumOfLengths(const Number& number) const
{
    if (number.dimension() != 't' || number.isOfDate)
        return false;
    const double seconds = number.value() * number.unit->factor;
    double sum = 0;
    qsizetype count = 0;
    for (const Number& each : m_numbers)
        if (each.clock() && !each.isLoose) {
            sum += *each.clock();
            const bool isSum = std::abs(sum * secondsPerHour / 60 - seconds) < 1
                || std::abs(sum * secondsPerHour - seconds) < 1;
            if (++count >= 3 && isSum)
                return true;
        }
    return false;
}

bool SureNumbers::isRestOfAll(const Number& number) const
{
    if (number.dimension() != '%' || !factWords().rest.match(m_passages.phrase).hasMatch())
        return false;
    QList<double> shares; // behind each other
    for (const Number& each : m_numbers) {
        const bool isShare = each.isLoose && each.value() < 1;
        if (isShare || each.dimension() == '%')
            shares << each.value() * (isShare ? 100 : 1);
    }
    for (qsizetype first = 0; first < shares.size(); ++first) {
        double rest = 100;
        for (const double share : shares.mid(first, maxShares))
            if (number.shows(rest -= share))
                return true;
    }
    return false;
}

// False if a passage has a price of one person itself.
bool SureNumbers::isPerPerson(const Number& number) const
{
    const auto isOfPerson = [](const Number& price) {
        return price.isMoney()
            && std::ranges::any_of(price.behind, [](const QString& word) {
                   return factWords().person.match(word).hasMatch();
               });
    };
    if (!isOfPerson(number) || std::ranges::any_of(m_numbers, isOfPerson))
        return false;
    const auto isCounted = [this](int persons) {
        return persons <= maxFewPersons
            || std::ranges::any_of(m_numbers, [persons](const Number& count) {
                   return !count.unit && !count.isOfDate && count.value() == persons;
               });
    };
    return std::ranges::any_of(m_numbers, [&](const Number& price) {
        for (int persons = 2; persons <= maxPersons; ++persons)
            if (price.dimension() == number.dimension()
                && isReached(number, price.value() / persons, price.unit) && isCounted(persons))
                return true;
        return false;
    });
}

// False if there are many times of day.
bool SureNumbers::isBetweenClocks(const Number& number) const
{
    const bool isTime = number.dimension() == 't' && !number.isOfDate;
    const bool isWrittenAsClock = number.isClock && number.text.contains(u'h'); // "15 h 45"
    if (!isTime && !isWrittenAsClock)
        return false;
    const double minutes = isWrittenAsClock ? *number.clock() * 60
                                            : number.value() * number.unit->factor / 60;
    QList<double> clocks;
    for (const Number& each : m_passages.numbers)
        if (each.clock() && !clocks.contains(*each.clock()))
            clocks << *each.clock();
    const auto isBetween = [&](double from, double to) {
        return std::abs(std::remainder((to - from) * 60 - minutes, 24 * 60)) < 0.5;
    };
    return std::abs(std::remainder(minutes, 60)) > 0.5 && clocks.size() <= maxExactClocks
        && std::ranges::any_of(clocks, [&](double from) {
               return std::ranges::any_of(
                   clocks, [&](double to) { return from != to && isBetween(from, to); });
           });
}

// True of the time of day to which one or two times lead from another one of the statement.
bool SureNumbers::isAfterRide(const Number& number) const
{
    const auto clock = number.clock();
    QList<double> rides{0};
    for (const Number& each : m_numbers)
        if (each.dimension() == 't' && !each.isOfDate && !each.isLoose && rides.size() <= maxRides)
            rides << each.value() * each.unit->factor / secondsPerHour;
    return clock && std::ranges::any_of(m_statement.numbers, [&](const Number& from) {
        return from.clock() && from.begin != number.begin
            && std::ranges::any_of(m_numbers,
                [&from](const Number& there) {
                    return there.clock()
                        && std::abs(std::remainder(*there.clock() - *from.clock(), 12)) < 0.01;
                })
            && std::ranges::any_of(rides, [&](double one) {
                   return std::ranges::any_of(rides, [&](double other) {
                       const double hours = *clock - *from.clock() - one - other;
                       return one < other && std::abs(std::remainder(hours, 24)) < 0.01;
                   });
               });
    });
}

// "A sixteen-year-old" is an example of "between 7 and 19 years".
bool SureNumbers::isAgeOfRange(const Number& number) const
{
    const Unit years{'t', secondsPerYear};
    for (qsizetype at = 1; at < m_numbers.size(); ++at) {
        const Number &least = m_numbers[at - 1], &most = m_numbers[at];
        if ((number.unit == years || number.isAge) && least.unit == years && most.unit == years
            && most.begin - least.end <= maxRangeGap && least.value() < number.value()
            && number.value() < most.value())
            return true;
    }
    return false;
}

// "It weighs 600 g less" than 4.3 kg.
bool SureNumbers::isChanged(const Number& number) const
{
    const auto isChange = [](const Number& each) {
        return !each.isOfDate && !each.isLoose && each.unit && !each.behind.isEmpty()
            && factWords().change.match(each.behind[0]).hasMatch();
    };
    return number.unit && !number.isOfDate && std::ranges::any_of(m_numbers, [&](const Number& change) {
        return isChange(change) && std::ranges::any_of(m_numbers, [&](const Number& from) {
            if (from.begin == change.begin || from.dimension() != number.dimension() || from.isOfDate
                || change.dimension() != from.dimension())
                return false;
            const double by = change.value() * change.unit->factor / from.unit->factor;
            return isReached(number, from.value() + by, from.unit)
                || isReached(number, from.value() - by, from.unit);
        });
    });
}

// "23 € a kilo" if 1.2 kg are 27.60 €.
bool SureNumbers::isUnitPrice(const Number& number) const
{
    const auto isMeasure = [](const QString& word) {
        return isAnyOf(word, u"kilo kilogram kilogramm kilogramme liter litre litro");
    };
    const bool isOfMeasure = number.isMoney()
        && (std::ranges::any_of(m_statement.words, isMeasure)
            || std::ranges::any_of(number.behind, [](const QString& word) { return isAnyOf(word, u"kg l"); }));
    return isOfMeasure && std::ranges::any_of(m_numbers, [&](const Number& price) {
        const bool isOfTable = !price.unit && price.readings[0].step < 1; // "5,85" below "Preis"
        return !price.isOfDate && !price.isLoose && (isOfTable || price.dimension() == number.dimension())
            && std::ranges::any_of(m_numbers, [&](const Number& amount) {
                   const double kilograms = amount.dimension() == 'w' ? amount.value() * amount.unit->factor / 1000
                       : amount.dimension() == 'v'                    ? amount.value() * amount.unit->factor
                                                                      : 0;
                   return kilograms > 0 && kilograms != 1
                       && isReached(number, price.value() / kilograms, price.unit);
               });
    });
}

} // namespace services
