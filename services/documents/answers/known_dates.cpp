#include "services/documents/answers/known_dates.h"

#include "services/documents/answers/derived_numbers.h"
#include "services/documents/answers/fact_words.h"

#include <QDate>

#include <algorithm>
#include <cmath>

namespace services {

namespace {

constexpr int maxDaysOfRival = 10, maxDerivedByChance = 3; // days around a date that is derived
constexpr qint64 maxDaysToNamed = 7; // from a date to a day of the week
constexpr qsizetype minOpenDays = 3; // listed, without which it is closed on others

bool hasWeekday(const Facts& facts, int number)
{
    return std::ranges::any_of(
        facts.weekdays, [number](const Weekday& there) { return there.number == number; });
}

} // namespace

KnownDates::KnownDates(
    const Facts& passages, const Facts& statement, Language language, bool mayDerive)
    : m_passages(passages)
    , m_statement(statement)
    , m_passageLanguage(language)
    , m_mayDerive(mayDerive)
{
}

// True of a year next to one of the passages if they name another one: "last year", and of the year
// of a "third birthday".
bool KnownDates::isOtherYear(int year) const
{
    return m_mayDerive && std::ranges::any_of(m_passages.dates, [&](const Date& there) {
        const int later = there.year > 0 ? year - there.year : 0;
        return (m_passages.namesOtherYear && std::abs(later) == 1)
            || std::ranges::any_of(m_passages.numbers, [later](const Number& number) {
                   return number.isLoose && number.value() < 0.6
                       && later == std::lround(1 / number.value());
               });
    });
}

bool KnownDates::contains(const Date& date) const
{
    const auto& dates = m_passages.dates;
    const bool isNextNamed
        = m_passages.weekdays.size() > 0 && factWords().nextSuch.match(m_passages.phrase).hasMatch();
    const auto isThere = [&date, isNextNamed, isBeside = namesNeighbors()](const Date& there) {
        const bool isKnown = date.day > 0 && there.day > 0
            && (date.year == 0 || there.year == 0 || date.year == there.year
                || there.isYearGuessed);
        const Date one{.day = date.day, .month = date.month};
        const Date other{.day = there.day, .month = there.month};
        const auto apart = double(one.toJulianDay() - other.toJulianDay());
        return date.isAs(there)
            || (isBeside && isKnown && std::abs(std::remainder(apart, 365)) == 1)
            || (isNextNamed && isKnown && apart == 7);
    };
    if (std::ranges::any_of(dates, isThere)
        || (m_mayDerive && isDerived(date) && !isDerivedByChance(date)) || isNamedDay(date))
        return true;
    // The parts may be apart: "by the 28th", a table with the month above its days.
    const bool hasMonth = std::ranges::any_of(dates,
        [&date](const Date& there) { return there.month == date.month && there.day == 0; });
    const bool hasDay
        = date.day == 0 || std::ranges::any_of(m_passages.numbers, [&](const Number& number) {
              return number.value() == date.day && !number.isOfDate
                  && (number.isOrdinal || (hasMonth && !number.unit && !number.isLoose));
          });
    return hasDay && missingOf(date).isEmpty();
}

// True if a passage names the date by a day of the week that belongs to none of its dates: "on Monday"
// in an e-mail of Friday, 8 March.
bool KnownDates::isNamedDay(const Date& date) const
{
    const auto isOf = [this](int weekday) {
        return std::ranges::any_of(m_passages.dates,
            [weekday](const Date& there) { return there.weekday() == weekday; });
    };
    return date.day > 0 && std::ranges::any_of(m_passages.dates, [&](const Date& there) {
        Date day = date;
        day.year = date.year > 0 ? date.year : there.year;
        return there.weekday() > 0 && !isOf(day.weekday())
            && std::abs(day.toJulianDay() - there.toJulianDay()) <= maxDaysToNamed
            && std::ranges::any_of(m_passages.weekdays, [&](const Weekday& weekday) {
                   const bool isRecurring = !weekday.isFact || m_passages.hasWeekdayRange;
                   return weekday.number == day.weekday()
                       && (!isRecurring || hasWeekday(m_statement, day.weekday()));
               });
    });
}

// True of a month in German, if it begins a word: "Novembergehalt".
bool KnownDates::beginsCompound(const QString& month) const
{
    return m_passageLanguage == Language::German && month.size() > 3
        && std::ranges::any_of(m_passages.words,
            [&month](const QString& word) { return word.startsWith(month); });
}

// The parts of a date that aren't in the passages.
QStringList KnownDates::missingOf(const Date& date) const
{
    QStringList missing;
    const auto has = [this](int value) {
        return std::ranges::any_of(m_passages.numbers, [value](const Number& number) {
            return number.value() == value && !number.unit && !number.isLoose;
        });
    };
    if (date.day > 0 && !has(date.day))
        missing << QString::number(date.day);
    if (std::ranges::none_of(m_passages.dates, [&date](const Date& there) {
            return date.month == there.month || date.month == there.other
                || (date.other && date.other == there.month);
        })
        && !beginsCompound(date.word.toLower()))
        missing << (date.word.isEmpty() ? date.text : date.word);
    if (date.year > 0 && !has(date.year) && !isOtherYear(date.year))
        missing << QString::number(date.year);
    return missing;
}

bool KnownDates::contains(const Weekday& weekday) const
{
    const auto& days = m_passages.weekdays;
    const auto isDay
        = [&weekday](const Date& date) { return date.weekday() == weekday.number; };
    if (days.isEmpty() ? !m_passages.dates.isEmpty() : m_passages.hasWeekdayRange)
        return true;
    if (factWords().workdays.match(m_passages.squeezed).hasMatch()
            ? weekday.number < 7
            : weekday.number > 5 && factWords().weekends.match(m_passages.squeezed).hasMatch())
        return true;
    // Closed are the days that aren't in a list of those on which it is open.
    const auto saysClosed
        = [](const Facts& facts) { return factWords().closed.match(facts.phrase).hasMatch(); };
    if (days.size() >= minOpenDays && saysClosed(m_statement) && !saysClosed(m_passages)
        && !hasWeekday(m_passages, weekday.number))
        return true;
    const int dayBefore = (weekday.number + 5) % 7 + 1, dayAfter = weekday.number % 7 + 1;
    if (days.size() == 2 && hasWeekday(m_passages, dayBefore) && hasWeekday(m_passages, dayAfter))
        return true; // "a day of rest" between Friday and Sunday
    const bool hasNextDay = namesNeighbors();
    return isOfRangeWithout(weekday) || std::ranges::any_of(m_passages.dates, isDay)
        || std::ranges::any_of(days, [&](const Weekday& there) {
               const int distance = (there.number - weekday.number + 7) % 7;
               return distance == 0 || (hasNextDay && (distance == 1 || distance == 6));
           });
}

// True of the first and the last day of a range that is all days but those of the passages: "Monday to
// Saturday" for "except on Sundays".
bool KnownDates::isOfRangeWithout(const Weekday& weekday) const
{
    const auto& days = m_statement.weekdays;
    if (!m_statement.hasWeekdayRange)
        return false;
    for (qsizetype at = 1; at < days.size(); ++at) {
        const int first = days[at - 1].number, last = days[at].number;
        bool areOthersNamed = last % 7 + 1 != first;
        for (int day = last % 7 + 1; day != first; day = day % 7 + 1)
            areOthersNamed = areOthersNamed && hasWeekday(m_passages, day);
        if (areOthersNamed && (weekday.number == first || weekday.number == last))
            return true;
    }
    return false;
}

// True if a day may be given by its neighbor: "the evening before", "yesterday".
bool KnownDates::namesNeighbors() const
{
    constexpr QStringView words
        = u"eve tomorrow yesterday overnight vorabend vortag tags gestern veille lendemain "
          u"demain "
          "vispera ayer vigilia indomani domani ieri vespera ontem amanha dagen gisteren "
          "nazajutrz wczoraj jutro vcera zitra";
    for (const Facts* facts : {&m_passages, &m_statement}) {
        for (const QStringView word : words.split(u' '))
            if (facts->words.contains(word.toString()))
                return true;
        if (factWords().nextDay.match(facts->squeezed).hasMatch())
            return true;
    }
    return m_passageLanguage == Language::French && m_passages.words.contains(u"hier"_qs);
}

// True if a time leads to the date from one of the passages: "within 30 days of 22 May".
bool KnownDates::isDerived(const Date& date) const
{
    return std::ranges::any_of(m_passages.dates, [&](const Date& from) {
        if (!from.isFact)
            return false;
        const auto leads = [&](const Number& time) {
            return time.dimension() == 't' && !time.isOfDate
                && time.unit->factor >= secondsPerDay && isReached(date, from, time);
        };
        // The last one of "six Tuesday evenings, beginning on 3 March".
        const auto isLastOfWeeks = [&](const Number& count) {
            return !count.unit && !count.isOfDate && !count.isLoose && count.value() > 1
                && date.toJulianDay() - from.toJulianDay() == 7 * (qint64(count.value()) - 1)
                && std::ranges::any_of(count.behind, [&from](const QString& word) {
                       return factWords().weekdays.value(word).toInt() == from.weekday();
                   });
        };
        return std::ranges::any_of(m_passages.numbers, leads)
            || std::ranges::any_of(m_statement.numbers, leads)
            || std::ranges::any_of(m_passages.numbers, isLastOfWeeks);
    });
}

// True if many of the days near the date can be derived, too, and a passage has another one of them.
bool KnownDates::isDerivedByChance(const Date& date) const
{
    if (date.day == 0)
        return false;
    const QDate day = QDate::fromJulianDay(date.toJulianDay());
    const bool hasRival = std::ranges::any_of(m_passages.dates, [&](const Date& there) {
        return there.day > 0 && there.month == date.month && there.isFact
            && std::abs(there.day - date.day) <= maxDaysOfRival
            && std::ranges::none_of(m_statement.dates,
                [&there](const Date& own) { return own.isAs(there); });
    });
    int derived = 0;
    for (int apart = 1; hasRival && apart <= maxDaysOfRival; ++apart)
        for (const QDate near : {day.addDays(apart), day.addDays(-apart)}) {
            Date other = date;
            other.day = near.day(), other.month = near.month();
            derived += isDerived(other);
        }
    return derived > maxDerivedByChance;
}

// True if the date is so much later or earlier than the other, or the last day before that.
bool KnownDates::isReached(const Date& date, const Date& from, const Number& time)
{
    const double unit = time.unit->factor / secondsPerDay;
    const bool isLong = unit > 7, isOfYears = time.unit->factor == secondsPerYear;
    const QDate start = QDate::fromJulianDay(from.toJulianDay());
    const bool isYearKnown = date.year > 0 && from.year > 0 && !from.isYearGuessed;
    for (const int sign : {1, -1}) {
        const double count = sign * time.value();
        const QDate end = isLong && std::abs(count * unit) < 1e5
            ? start.addMonths(int(std::round(count * unit / 30.4375)))
            : start.addDays(qint64(std::clamp(count * unit, -1e5, 1e5)));
        const int last = isLong && !(isOfYears && !isYearKnown) ? 1 : 0;
        for (int slack = isLong ? -1 : 0; slack <= last; ++slack) {
            const QDate there = end.addDays(slack);
            if (there.month() == date.month && (date.day == 0 || there.day() == date.day)
                && (from.day > 0 ? date.day > 0 || unit >= 7 : date.day == 0)
                && (!isYearKnown || there.year() == date.year))
                return true;
        }
    }
    return false;
}

} // namespace services
