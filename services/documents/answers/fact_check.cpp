#include "services/documents/answers/fact_check.h"

#include "base/ascii.h"
#include "services/documents/answers/facts.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>

namespace services {

namespace {

constexpr size_t maxNumbers = 150; // of the passages, from which others are derived
constexpr size_t maxDates = 50; // the same
constexpr size_t maxFacts = 100; // of each kind in a statement
constexpr int maxDistance = 2; // sentences between two numbers from which another is derived

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

    bool hasAllWords() const
    {
        return !m_statement.words.empty()
            && std::ranges::all_of(
                m_statement.plainWords, [this](const std::string& word) { return hasWord(word); });
    }

    std::vector<std::string> missing() const
    {
        std::vector<std::string> missing;
        for (const Number& number : m_statement.numbers)
            if (number.isFact && !contains(number))
                missing.push_back(number.text);
        for (const Month& month : m_statement.months)
            if (!contains(month))
                missing.push_back(month.text);
        // Several days may be a range, or all but the others.
        const auto& days = m_passages.weekdays;
        const bool isOneDay
            = std::ranges::adjacent_find(days,
                  [](const auto& one, const auto& other) { return one.second != other.second; })
            == days.end();
        for (const auto& [text, day] : m_statement.weekdays)
            if (days.empty() ? m_passages.dates.empty() : isOneDay && days.front().second != day)
                missing.push_back(text);
        for (const std::string& code : m_statement.codes)
            if (code.size() > 2 && m_passages.squeezed.find(toFolded(code)) == std::string::npos)
                missing.push_back(code);
        for (const Name& name : m_statement.names)
            if (m_areSameLanguage && !contains(name))
                missing.push_back(name.text);
        return missing;
    }

private:
    bool contains(const Month& month) const
    {
        return std::ranges::any_of(m_passages.months, [&month](const Month& there) {
            const auto is = [&there](int each) {
                return each != 0 && (each == there.month || each == there.other);
            };
            return is(month.month) || is(month.other);
        });
    }

    bool contains(const Name& name) const
    {
        if (hasWord(name.folded))
            return true;
        if (name.folded.size() >= 4 && m_passages.squeezed.find(name.folded) != std::string::npos)
            return true;
        if (name.isUpper && m_passages.initials.find(name.folded) != std::string::npos)
            return true;
        std::string initials;
        for (const Name& each : m_statement.names)
            if (each.run == name.run)
                initials += each.folded.substr(0, 1);
        return initials.size() > 1 && m_passages.words.contains(initials);
    }

    // True if a word is there in any inflection.
    bool hasWord(const std::string& word) const
    {
        return m_passages.words.contains(word)
            || std::ranges::any_of(m_passages.words, [&word](const std::string& there) {
                   const auto [end, otherEnd] = std::ranges::mismatch(word, there);
                   const auto common = size_t(end - word.begin());
                   return common >= 3 && common * 4 >= std::max(there.size(), word.size()) * 3;
               });
    }

    bool contains(const Number& number) const
    {
        std::string digits = number.text;
        std::erase_if(digits, [](char byte) { return !base::isDigit(uint8_t(byte)); });
        if (digits.size() >= 5 && m_passages.squeezed.find(digits) != std::string::npos)
            return true;
        if (m_mayDerive && number.isCount
            && m_passages.counts.contains(int(number.readings[0].value)))
            return true;
        return std::ranges::any_of(m_passages.numbers, [&](const Number& there) {
            const bool isOfKind = !there.isVague || there.unit || !number.unit
                || dimension(number) == '%' || dimension(number) == 't';
            return isOfKind && !(number.unit && there.isOfDate && !there.unit)
                && std::ranges::any_of(there.readings, [&](const Reading& reading) {
                       return isReached(number, reading.value, there.unit);
                   });
        }) || (m_mayDerive && (isDifferenceOfDates(number) || isDerived(number)));
    }

    // True if a value of this unit is the number: in its unit, and rounded to the digits that it shows.
    static bool isReached(const Number& number, double value, const std::optional<Unit>& unit)
    {
        if (number.unit && unit && number.unit->dimension != unit->dimension)
            return false;
        if (number.unit && unit) {
            if (unit->dimension == 'c' && *unit != *number.unit)
                value = unit->factor == 1 ? value * 1.8 + 32 : (value - 32) / 1.8;
            else
                value *= unit->factor / number.unit->factor;
        }
        return std::ranges::any_of(number.readings, [&](const Reading& reading) {
            double tolerance
                = std::max(1e-9 * std::abs(reading.value), reading.step / 2 * (1 + 1e-9));
            if (std::abs(value - std::round(value / reading.step) * reading.step)
                < reading.step * 1e-6)
                tolerance = 1e-9 * std::max(1.0, std::abs(reading.value)); // nothing to round
            if (number.isApproximate) {
                double step = reading.step;
                while (reading.value >= step * 10 && std::fmod(reading.value, step * 10) == 0)
                    step *= 10;
                tolerance = std::max({tolerance, step / 2, std::abs(reading.value) * 0.03});
            }
            return std::abs(value - reading.value) <= tolerance;
        });
    }

    bool isDifferenceOfDates(const Number& number) const
    {
        if (!number.unit || number.unit->dimension != 't')
            return false;
        const auto countDays = [](const Date& date) {
            return date.year * 365.25 + (date.month - 1) * 30.4375 + date.day;
        };
        for (const Date& one : m_passages.dates)
            for (const Date& other : m_passages.dates) {
                const double days = countDays(other) - countDays(one);
                const bool isKnown
                    = (one.year == 0) == (other.year == 0) && (one.day == 0) == (other.day == 0);
                // Months differ in length, and the first day may count.
                if (isKnown && days > 0)
                    for (const double slack : {-2.0, -1.0, 0.0, 1.0, 2.0})
                        if (isReached(number, (days + slack) * 86400, Unit{'t', 1}))
                            return true;
            }
        return false;
    }

    bool isDerived(const Number& number) const
    {
        const auto there
            = std::span(m_passages.numbers).first(std::min(m_passages.numbers.size(), maxNumbers));
        if (number.isOfDate && number.readings[0].value < 1000)
            return false;
        for (const Number& one : there) {
            const double value = one.readings[0].value;
            if (dimension(number) == '%' && isReached(number, 100 - value, one.unit))
                return true;
            for (const double period : m_statement.periods) // "12 a month" is "144 a year"
                for (const double other : m_passages.periods)
                    if (dimension(number) == dimension(one)
                        && isReached(number, value * period / other, one.unit))
                        return true;
            for (const Number& other : m_statement.numbers) // "three of them cost 60 euros"
                if (&other != &number && other.isCount && value > 1
                    && dimension(number) == dimension(one)
                    && isReached(number, value * other.readings[0].value, one.unit))
                    return true;
            for (const Number& other : there)
                if (&one != &other && std::abs(one.sentence - other.sentence) <= maxDistance
                    && isDerivedFrom(number, one, other))
                    return true;
        }
        return false;
    }

    static char dimension(const Number& number)
    {
        return number.unit ? number.unit->dimension : '\0';
    }

    static bool isDerivedFrom(const Number& number, const Number& one, const Number& other)
    {
        constexpr Unit percent{'%', 1};
        constexpr double year = 31557600; // seconds
        const double a = one.readings[0].value;
        double b = other.readings[0].value;
        const auto isAny
            = [&number](const std::optional<Unit>& unit, std::initializer_list<double> values) {
                  return std::ranges::any_of(
                      values, [&](double value) { return isReached(number, value, unit); });
              };
        if (one.isOfDate || other.isOfDate || number.isOfDate) { // years, or times of a day
            if (one.isOfDate && other.unit == Unit{'t', year})
                return number.isOfDate && isAny(std::nullopt, {a + b, a - b});
            return one.isOfDate && other.isOfDate && dimension(number) == 't'
                && isAny(Unit{'t', a > 1000 ? year : 3600.0}, {a - b});
        }
        if (one.isVague || other.isVague)
            return !one.isVague && b < 1 && dimension(number) == dimension(one)
                && isAny(one.unit, {a * b});
        if (dimension(number) == 'c')
            return false;
        const bool isPercentage = dimension(other) == '%' && dimension(one) != '%'
            && dimension(number) == dimension(one);
        if (isPercentage && isAny(one.unit, {a * b / 100, a + a * b / 100, a - a * b / 100}))
            return true;
        const bool isScaled = b > 1 && dimension(number) == dimension(one)
            && (!other.unit || dimension(one) != dimension(other));
        if (isScaled && isAny(one.unit, {a * b, a / b}))
            return true;
        const auto isBare = [](const Number& each) { return !each.unit && !each.countsNoun; };
        const bool areAlike = dimension(one) == dimension(other)
            || (one.sentence == other.sentence && (isBare(one) || isBare(other)));
        if (!areAlike || a <= 1 || b <= 1)
            return false;
        b *= one.unit && other.unit ? other.unit->factor / one.unit->factor : 1;
        if (dimension(number) == '%'
            && isAny(percent, {100 * a / b, 100 * (a - b) / b, 100 * (b - a) / b}))
            return true;
        if (number.isCount && isAny(std::nullopt, {a / b}))
            return true;
        const auto& unit = one.unit ? one.unit : other.unit;
        const bool isExact = !one.unit || !other.unit || one.unit == other.unit;
        return isExact && number.unit.has_value() == unit.has_value()
            && isAny(unit, {a + b, a - b});
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
    return FactCheck(statement, together).missing();
}

bool hasValue(std::string_view passage, std::string_view value)
{
    const FactCheck check(value, std::string(passage), false);
    return check.hasAllWords() && check.missing().empty();
}

} // namespace services
