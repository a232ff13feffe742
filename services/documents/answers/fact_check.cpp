#include "services/documents/answers/fact_check.h"

#include "services/documents/answers/facts.h"

#include <cmath>
#include <initializer_list>

namespace services {

namespace {

constexpr qsizetype maxNumbers = 150,
                    maxDates = 50; // of the passages, from which others are derived
constexpr qsizetype maxFacts = 100; // of each kind in a statement
constexpr qsizetype maxDistance = 400; // characters between two numbers that give another
constexpr qsizetype maxMoneyDistance = 1000; // the same, if both are money
constexpr qsizetype maxCounts = 12; // of the passages, that two at once are multiplied with a price
constexpr qsizetype maxBareDistance = 80; // the same, if only one of them has a unit
constexpr double day = 86400, year = 31557600; // seconds

// Compares the facts of a statement with those of its passages.
class FactCheck {
public:
    FactCheck(std::string_view statement, const std::string& passages, bool mayDerive = true)
        : m_mayDerive(mayDerive)
    {
        const Language there = detectLanguage(passages), own = detectLanguage(statement);
        const Language language = own == Language::Unknown ? there : own;
        m_areSameLanguage = language == there || there == Language::Unknown;
        m_statement = readFacts(statement, language);
        m_passages = readFacts(passages, there);
        m_passages.dates.resize(std::min(m_passages.dates.size(), maxDates));
        m_statement.numbers.resize(std::min(m_statement.numbers.size(), maxFacts));
        m_statement.names.resize(std::min(m_statement.names.size(), maxFacts));
    }

    // False if there are neither words nor numbers.
    bool hasAllWords() const
    {
        const bool isEmpty = m_statement.words.isEmpty() && m_statement.numbers.isEmpty()
            && m_statement.codes.isEmpty();
        return !isEmpty && std::ranges::all_of(m_statement.plainWords, [this](const QString& word) {
            return hasWord(word);
        });
    }

    QStringList missing() const
    {
        QStringList missing;
        const auto collect = [&missing](const auto& facts, auto isThere) {
            for (const auto& fact : facts)
                if (!isThere(fact))
                    missing << fact.text;
        };
        // Several days may be a range, or all but the others.
        const auto& days = m_passages.weekdays;
        const bool hasNextDay = namesNeighbors();
        const QList<Date> derived = derivedDates();
        const auto isDerivedDay = [&derived](const Number& number) {
            return number.isOfDate && std::ranges::any_of(derived, [&number](const Date& date) {
                return number.value() == date.day || number.value() == date.year;
            });
        };
        const bool isOneDay = std::ranges::all_of(
            days, [&days](const DateWord& each) { return each.isAsIn({days.first()}); });
        collect(m_statement.numbers, [&](const Number& number) {
            return !number.isFact || isDerivedDay(number) || contains(number);
        });
        collect(m_statement.months, [&](const DateWord& month) {
            return month.isAsIn(m_passages.months)
                || std::ranges::any_of(
                    derived, [&month](const Date& date) { return month.number == date.month; });
        });
        collect(m_statement.weekdays, [&](const DateWord& day) {
            return days.isEmpty() ? !m_passages.dates.isEmpty()
                                  : !isOneDay || day.isAsIn(days) || (hasNextDay && isBeside(day));
        });
        for (const QString& code : m_statement.codes)
            if (squeezed(code).size() > 2 && !m_passages.squeezed.contains(squeezed(code)))
                missing << code;
        collect(m_statement.names,
            [this](const Name& name) { return !m_areSameLanguage || contains(name); });
        return missing;
    }

private:
    // True if the letters and digits of a text, at least `least`, are behind each other in a passage.
    bool isSqueezed(const QString& text, qsizetype least) const
    {
        const QString letters = squeezed(text);
        return letters.size() >= least && m_passages.squeezed.contains(letters);
    }

    bool contains(const Name& name) const
    {
        return hasWord(name.folded) || isSqueezed(name.folded, 4)
            || (name.text.isUpper() && m_passages.initials.contains(name.folded))
            || (name.initials.size() > 1 && m_passages.words.contains(name.initials));
    }

    // True if a word is there in any inflection.
    bool hasWord(const QString& word) const
    {
        return std::ranges::any_of(m_passages.words, [&word](const QString& there) {
            const auto common = std::ranges::mismatch(word, there).in1 - word.begin();
            return word == there
                || (common >= 3 && common * 4 >= std::max(there.size(), word.size()) * 3);
        });
    }

    bool contains(const Number& number) const
    {
        if (isSqueezed(number.text, 5)
            || (m_mayDerive && number.isCount() && !number.isOfDate
                && number.value() <= m_passages.listed))
            return true;
        return std::ranges::any_of(m_passages.numbers,
                   [&](const Number& there) {
                       const char kind = number.dimension();
                       const bool isOther
                           = there.isLoose && !there.unit && kind && kind != '%' && kind != 't';
                       const bool isDayOfClock
                           = number.isOfDate && !number.unit && there.isOfDate && there.unit;
                       return !isOther && !isDayOfClock
                           && !(number.unit && there.isOfDate && !there.unit)
                           && std::ranges::any_of(there.readings, [&](const Reading& reading) {
                                  return isReached(number, reading.value, there.unit);
                              });
                   })
            || (m_mayDerive
                && (isDifferenceOfDates(number) || isLaterClock(number) || isDerived(number)
                    || isProductOfThree(number)));
    }

    // True if the day is one before or after one of the passages.
    bool isBeside(const DateWord& day) const
    {
        return std::ranges::any_of(m_passages.weekdays, [&day](const DateWord& there) {
            const int distance = (there.number - day.number + 7) % 7;
            return distance == 1 || distance == 6;
        });
    }

    // True if a day may be given by its neighbor: "the evening before".
    bool namesNeighbors() const
    {
        const auto hasAny = [this](std::initializer_list<const char16_t*> words) {
            return std::ranges::any_of(words, [this](const char16_t* word) {
                return m_passages.words.contains(QString::fromUtf16(word));
            });
        };
        return hasAny({u"eve", u"tomorrow", u"vorabend", u"vortag", u"tags", u"veille",
                   u"lendemain", u"vispera"})
            || (hasAny({u"day", u"evening", u"night", u"morning", u"tag", u"abend", u"dia"})
                && hasAny({u"before", u"after", u"following", u"previous", u"davor", u"danach",
                    u"folgenden", u"siguiente", u"anterior"}));
    }

    // The statement's dates to which a time leads from a date of the passages: "within 30 days of".
    QList<Date> derivedDates() const
    {
        QList<Date> derived;
        if (!m_mayDerive)
            return derived;
        const auto& numbers = m_passages.numbers;
        for (const Date& date : m_statement.dates)
            for (const Date& from : m_passages.dates)
                if (std::ranges::any_of(numbers.first(std::min(numbers.size(), maxNumbers)),
                        [&](const Number& time) {
                            return time.dimension() == 't' && !time.isOfDate
                                && time.unit->factor >= day && isReached(date, from, time);
                        })) {
                    derived << date;
                    break;
                }
        return derived;
    }

    // True if the date is so much later or earlier than the other; months differ in length.
    static bool isReached(const Date& date, const Date& from, const Number& time)
    {
        const double days = time.value() * time.unit->factor / day;
        const double slack = time.unit->factor > 7 * day ? 2.5 : 1;
        for (const double sign : {1.0, -1.0}) {
            const double there = from.days() + sign * days;
            if (date.day > 0 && from.day > 0) {
                double distance = std::abs(date.days() - there);
                if (date.year == 0 || from.year == 0) // compares them within a year
                    distance = std::abs(std::remainder(
                        (date.month - from.month) * 30.4375 + date.day - from.day - sign * days,
                        365.25));
                if (distance <= slack)
                    return true;
            } else if (date.day == 0 && time.unit->factor > 7 * day) {
                const double months = (date.month - from.month) - sign * days / 30.4375;
                if (std::abs(std::remainder(months, 12)) < 0.1)
                    return true;
            }
        }
        return false;
    }

    // A time of day to which a duration leads from another one.
    bool isLaterClock(const Number& number) const
    {
        const auto clock = number.clock();
        const auto& numbers = m_passages.numbers;
        return clock && std::ranges::any_of(numbers, [&](const Number& from) {
            return from.clock() && std::ranges::any_of(numbers, [&](const Number& time) {
                const double hours = time.unit ? time.value() * time.unit->factor / 3600 : 0;
                return time.dimension() == 't' && !time.isOfDate && hours < 24
                    && std::abs(from.begin - time.begin) <= maxDistance
                    && (std::abs(std::remainder(*from.clock() + hours - *clock, 12)) < 0.01
                        || std::abs(std::remainder(*from.clock() - hours - *clock, 12)) < 0.01);
            });
        });
    }

    // "Two rooms for three nights": two counts and a price.
    bool isProductOfThree(const Number& number) const
    {
        if (!number.isMoney())
            return false;
        QList<double> counts;
        for (const Number& each : m_passages.numbers)
            if (each.isCount() && !each.isLoose && !each.isOfDate && counts.size() < maxCounts)
                counts << each.value();
        return std::ranges::any_of(m_passages.numbers, [&](const Number& price) {
            if (price.dimension() != number.dimension())
                return false;
            for (qsizetype one = 0; one < counts.size(); ++one)
                for (qsizetype other = 0; other < one; ++other)
                    if (isReached(number, price.value() * counts[one] * counts[other], price.unit))
                        return true;
            return false;
        });
    }

    // True if a value of this unit is the number: in its unit, and rounded to the digits that it shows.
    static bool isReached(const Number& number, double value, const std::optional<Unit>& unit)
    {
        if (number.unit && unit && number.unit->dimension != unit->dimension)
            return false;
        if (number.unit && unit && unit->dimension == 'c' && unit != number.unit)
            value = unit->factor == 1 ? value * 1.8 + 32 : (value - 32) / 1.8;
        else if (number.unit && unit && unit->dimension != 'c')
            value *= unit->factor / number.unit->factor;
        return std::ranges::any_of(number.readings, [&](const Reading& reading) {
            double step = reading.step;
            const bool isExact = std::abs(value - std::round(value / step) * step) < step * 1e-6;
            double tolerance = std::max(1e-9, 1e-9 * std::abs(reading.value));
            if (!isExact) // it is rounded
                tolerance = std::max(tolerance, step / 2 * (1 + 1e-9));
            if (number.isApproximate) {
                while (reading.value >= step * 10 && std::fmod(reading.value, step * 10) == 0)
                    step *= 10;
                tolerance = std::max({tolerance, step / 2, std::abs(reading.value) * 0.03});
            }
            return std::abs(value - reading.value) <= tolerance;
        });
    }

    bool isDifferenceOfDates(const Number& number) const
    {
        if (number.dimension() != 't')
            return false;
        for (const Date& one : m_passages.dates)
            for (const Date& other : m_passages.dates) {
                const double days = other.days() - one.days();
                const bool isKnown
                    = (one.year == 0) == (other.year == 0) && (one.day == 0) == (other.day == 0);
                // Months differ in length, and the first day may count.
                if (isKnown && days > 0)
                    for (const double slack : {-2.0, -1.0, 0.0, 1.0, 2.0})
                        if (isReached(number, (days + slack) * day, Unit{'t', 1}))
                            return true;
            }
        return false;
    }

    bool isDerived(const Number& number) const
    {
        if (number.isOfDate && number.value() < 1000)
            return false;
        const auto there
            = m_passages.numbers.first(std::min(m_passages.numbers.size(), maxNumbers));
        return std::ranges::any_of(there, [&](const Number& one) {
            const bool isOfKind = number.dimension() == one.dimension();
            if (number.dimension() == '%' && isReached(number, 100 - one.value(), one.unit))
                return true;
            for (const double period : m_statement.periods) // "12 a month" is "144 a year"
                for (const double other : m_passages.periods)
                    if (isOfKind && isReached(number, one.value() * period / other, one.unit))
                        return true;
            for (const Number& other : m_statement.numbers) // "three of them cost 60 euros"
                if (&other != &number && other.isCount() && one.value() > 1 && isOfKind
                    && isReached(number, one.value() * other.value(), one.unit))
                    return true;
            return std::ranges::any_of(there, [&](const Number& other) {
                const qsizetype distance
                    = one.isMoney() && other.isMoney() ? maxMoneyDistance : maxDistance;
                return &one != &other && std::abs(one.begin - other.begin) <= distance
                    && isDerivedFrom(number, one, other);
            });
        });
    }

    static bool isDerivedFrom(const Number& number, const Number& one, const Number& other)
    {
        const auto isAny
            = [&number](const std::optional<Unit>& unit, std::initializer_list<double> values) {
                  return std::ranges::any_of(
                      values, [&](double value) { return isReached(number, value, unit); });
              };
        const double a = one.value();
        double b = other.value();
        if (one.isOfDate || other.isOfDate || number.isOfDate) { // years, or times of a day
            if (one.isOfDate && other.unit == Unit{'t', year})
                return number.isOfDate && isAny({}, {a + b, a - b});
            return one.isOfDate && other.isOfDate && number.dimension() == 't'
                && isAny(Unit{'t', a > 1000 ? year : 3600.0}, {a - b});
        }
        const bool isOfKind = number.dimension() == one.dimension();
        if (one.isLoose || other.isLoose)
            return !one.isLoose && b < 1 && isOfKind && isAny(one.unit, {a * b});
        if (number.dimension() == 'c')
            return false;
        if (isOfKind && other.dimension() == '%' && one.dimension() != '%'
            && isAny(one.unit, {a * b / 100, a + a * b / 100, a - a * b / 100}))
            return true;
        if (isOfKind && b > 1 && (!other.unit || one.dimension() != other.dimension())
            && isAny(one.unit, {a * b, a / b}))
            return true;
        const auto& unit = one.unit ? one.unit : other.unit; // "28 euros, 19 for members"
        const bool isNear = std::abs(one.begin - other.begin) < maxBareDistance;
        if (a <= 1 || b <= 1
            || (one.dimension() != other.dimension() && (!isNear || (one.unit && other.unit))))
            return false;
        b *= one.unit && other.unit ? other.unit->factor / one.unit->factor : 1;
        if (number.dimension() == '%'
            && isAny(Unit{'%', 1}, {100 * a / b, 100 * (a - b) / b, 100 * (b - a) / b}))
            return true;
        return (number.isCount() && isAny({}, {a / b}))
            || (number.unit.has_value() == unit.has_value() && isAny(unit, {a + b, a - b}));
    }

    Facts m_statement, m_passages;
    bool m_areSameLanguage = false;
    const bool m_mayDerive;
};

} // namespace

std::vector<std::string> missingFacts(
    std::string_view statement, std::span<const std::string_view> passages)
{
    std::string together;
    for (const std::string_view passage : passages)
        together.append(passage).append("\n\n");
    std::vector<std::string> missing;
    for (const QString& fact : FactCheck(statement, together).missing())
        missing.push_back(fact.toStdString());
    return missing;
}

bool hasValue(std::string_view passage, std::string_view value)
{
    const FactCheck check(value, std::string(passage), false);
    return check.hasAllWords() && check.missing().isEmpty();
}

} // namespace services
