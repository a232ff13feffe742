#include "services/documents/answers/fact_check.h"

#include "services/documents/answers/derived_numbers.h"
#include "services/documents/answers/facts.h"

#include <QDate>

#include <cmath>
#include <initializer_list>

namespace services {

namespace {

constexpr qsizetype maxDates = 50; // of the passages
constexpr qsizetype maxFacts = 100; // of each kind in a statement
constexpr qsizetype maxDerived = 12; // of the numbers of a statement that may be derived

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
        const QSet<double> periods = m_passages.periods + m_statement.periods;
        for (Number& number : m_statement.numbers) // "32 days" if something is per day
            number.isRatio |= number.dimension() == 't' && periods.contains(number.unit->factor);
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
        for (const Number& number : missingNumbers())
            missing << number.text;
        for (const Date& date : m_statement.dates)
            if (date.isFact && !contains(date)) {
                const QStringList parts = missingOf(date);
                missing << (parts.isEmpty() ? QStringList{date.text} : parts);
            }
        for (const Weekday& day : m_statement.weekdays)
            if (day.isFact && !contains(day))
                missing << day.text;
        for (const QString& code : m_statement.codes)
            if (squeezed(code).size() > (code[0].isDigit() ? 2 : 3)
                && !m_passages.squeezed.contains(squeezed(code)))
                missing << code;
        for (const Name& name : m_statement.names)
            if (m_areSameLanguage && !contains(name))
                missing << name.text;
        return missing;
    }

private:
    // A number of the statement that is right may lead to another one: "40 % of 43,850, 17,540".
    QList<Number> missingNumbers() const
    {
        QList<Number> missing, known;
        for (const Number& number : m_statement.numbers)
            if (number.isFact && !contains(number))
                missing << number;
            else if (number.isFact && !number.isOfDate)
                known << number;
        if (!m_mayDerive)
            return missing;
        const DerivedNumbers derived(m_passages, m_statement);
        for (qsizetype at = 0, tried = 0; at < missing.size() && tried < maxDerived; ++tried) {
            if (derived.contains(missing[at]) || isScaled(missing[at], derived))
                known << missing.takeAt(at);
            else
                ++at;
        }
        for (qsizetype at = 0, tried = 0; at < missing.size() && tried < maxDerived; ++tried) {
            if (derived.containsWith(missing[at], known.first(std::min(known.size(), maxDerived))))
                known << missing.takeAt(at), at = 0;
            else
                ++at;
        }
        for (qsizetype one = 0; one < std::min(missing.size(), maxDerived); ++one)
            for (qsizetype other = 0; other < std::min(missing.size(), maxDerived); ++other)
                if (one != other && derived.areExample(missing[one], missing[other])) {
                    missing.remove(std::max(one, other));
                    missing.remove(std::min(one, other));
                    one = other = 0;
                }
        return missing;
    }

    // "3.2 million" are 3.2 in a table whose head says "million".
    bool isScaled(Number number, const DerivedNumbers& derived) const
    {
        const double factor = number.multiplier;
        if (factor == 1 || std::ranges::none_of(m_passages.numbers, [factor](const Number& each) {
                return each.value() == factor;
            }))
            return false;
        for (Reading& reading : number.readings)
            reading = {reading.value / factor, reading.step / factor};
        number.unit.reset();
        return contains(number) || derived.contains(number);
    }

    // True if the letters and digits of a text, at least `least`, are behind each other in a passage.
    bool isSqueezed(const QString& text, qsizetype least) const
    {
        const QString letters = squeezed(text);
        return letters.size() >= least && m_passages.squeezed.contains(letters);
    }

    bool contains(const Name& name) const
    {
        // Two German nouns may follow each other. They are a name if a passage has another one there.
        const bool isPair = std::ranges::any_of(m_passages.pairs,
            [&name](const QString& pair) { return pair.startsWith(name.before + u' '); });
        if (!name.before.isEmpty() && !isPair && (hasWord(name.before) || !name.isBehindNameStart))
            return true;
        return hasWord(name.folded) || isSqueezed(name.folded, 4)
            || (name.text.isUpper() && m_passages.initials.contains(name.folded))
            || (name.initials.size() > 1 && m_passages.words.contains(name.initials));
    }

    // True if a word is there in any inflection.
    bool hasWord(const QString& word) const
    {
        return std::ranges::any_of(m_passages.words, [&](const QString& there) {
            const auto common = std::ranges::mismatch(word, there).in1 - word.begin();
            return word == there
                || (m_passages.isInflected && common >= 3
                    && common + 3 >= std::max(there.size(), word.size()))
                || (common >= 3 && common * 4 >= std::max(there.size(), word.size()) * 3);
        });
    }

    bool contains(const Number& number) const
    {
        if (isSqueezed(number.text, 5))
            return true;
        const auto isTime = [&number](double seconds) {
            return std::abs(number.value() * number.unit->factor / seconds - 1) < 0.004;
        };
        if (number.dimension() == 't' // "every 24 hours": each day
            && (std::ranges::any_of(m_passages.periods, isTime)
                || std::ranges::any_of(m_statement.periods, isTime)))
            return true;
        return std::ranges::any_of(
            m_passages.numbers, [&number](const Number& there) { return isAs(number, there); });
    }

    static bool isAs(const Number& number, const Number& there)
    {
        const char kind = number.dimension();
        const bool isOther = there.isLoose && !there.unit && kind && kind != '%' && kind != 't';
        if (isOther || (number.isOfDate && !number.unit && there.isOfDate && there.unit)
            || (number.unit && there.isOfDate && !there.unit))
            return false;
        const auto isClock = number.clock(), clock = there.clock(); // "ten o'clock" is 22:00
        return (isClock && clock && std::abs(*clock - *isClock - 12) < 1e-6)
            || std::ranges::any_of(there.readings, [&](const Reading& reading) {
                   const double share = there.value() < 1 ? reading.value / there.value() : 1;
                   const bool isOfUnit
                       = (share != 100 || kind == '%') && (share != 60 || kind == 't');
                   return isOfUnit && isReached(number, reading.value, there.unit);
               });
    }

    bool contains(const Date& date) const
    {
        const auto& dates = m_passages.dates;
        const auto isThere = [&date, isBeside = namesNeighbors()](const Date& there) {
            const bool isKnown = date.day > 0 && there.day > 0
                && (date.year == 0 || there.year == 0 || date.year == there.year
                    || there.isYearGuessed);
            const Date one{.day = date.day, .month = date.month};
            const Date other{.day = there.day, .month = there.month};
            const auto apart = double(one.toJulianDay() - other.toJulianDay());
            return date.isAs(there)
                || (isBeside && isKnown && std::abs(std::remainder(apart, 365)) == 1);
        };
        if (std::ranges::any_of(dates, isThere) || (m_mayDerive && isDerived(date)))
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

    // The parts of a date that aren't in the passages.
    QStringList missingOf(const Date& date) const
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
            }))
            missing << (date.word.isEmpty() ? date.text : date.word);
        if (date.year > 0 && !has(date.year))
            missing << QString::number(date.year);
        return missing;
    }

    bool contains(const Weekday& weekday) const
    {
        const auto& days = m_passages.weekdays;
        const auto isDay
            = [&weekday](const Date& date) { return date.weekday() == weekday.number; };
        if (days.isEmpty() ? !m_passages.dates.isEmpty() : m_passages.hasWeekdayRange)
            return true;
        const bool hasNextDay = namesNeighbors();
        return std::ranges::any_of(m_passages.dates, isDay)
            || std::ranges::any_of(days, [&](const Weekday& there) {
                   const int distance = (there.number - weekday.number + 7) % 7;
                   return distance == 0 || (hasNextDay && (distance == 1 || distance == 6));
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
        return hasAny({u"eve", u"tomorrow", u"overnight", u"vorabend", u"vortag", u"tags",
                   u"veille", u"lendemain", u"vispera", u"vigilia", u"indomani", u"vespera",
                   u"dagen", u"nazajutrz"})
            || (hasAny({u"day", u"evening", u"night", u"morning", u"tag", u"abend", u"dia",
                    u"giorno", u"dag", u"dzien"})
                && hasAny({u"before", u"after", u"following", u"previous", u"next", u"davor",
                    u"danach", u"folgenden", u"nachsten", u"siguiente", u"anterior", u"seguinte",
                    u"dopo", u"prima", u"seguente", u"erna", u"ervoor", u"volgende", u"efter",
                    u"innan"}));
    }

    // True if a time leads to the date from one of the passages: "within 30 days of 22 May".
    bool isDerived(const Date& date) const
    {
        return std::ranges::any_of(m_passages.dates, [&](const Date& from) {
            if (!from.isFact)
                return false;
            const auto leads = [&](const Number& time) {
                return time.dimension() == 't' && !time.isOfDate
                    && time.unit->factor >= secondsPerDay && isReached(date, from, time);
            };
            return std::ranges::any_of(m_passages.numbers, leads)
                || std::ranges::any_of(m_statement.numbers, leads);
        });
    }

    // True if the date is so much later or earlier than the other, or the last day before that.
    static bool isReached(const Date& date, const Date& from, const Number& time)
    {
        const double unit = time.unit->factor / secondsPerDay;
        const bool isLong = unit > 7;
        const QDate start = QDate::fromJulianDay(from.toJulianDay());
        const bool isYearKnown = date.year > 0 && from.year > 0 && !from.isYearGuessed;
        for (const int sign : {1, -1}) {
            const double count = sign * time.value();
            const QDate end = isLong && std::abs(count * unit) < 1e5
                ? start.addMonths(int(std::round(count * unit / 30.4375)))
                : start.addDays(qint64(std::clamp(count * unit, -1e5, 1e5)));
            for (int slack = isLong ? -1 : 0; slack <= (isLong ? 1 : 0); ++slack) {
                const QDate there = end.addDays(slack);
                if (there.month() == date.month && (date.day == 0 || there.day() == date.day)
                    && (from.day > 0 ? date.day > 0 || isLong : date.day == 0)
                    && (!isYearKnown || there.year() == date.year))
                    return true;
            }
        }
        return false;
    }

    static bool isReached(const Number& number, double value, const std::optional<Unit>& unit)
    {
        return services::isReached(number, value, unit);
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
