#include "base/utf8.h"
#include "services/documents/answers/fact_words.h"
#include "services/documents/answers/facts.h"
#include "services/documents/answers/spelled_numbers.h"
#include "services/documents/index/search_terms.h"

#include <QRegularExpression>

#include <cmath>
#include <utility>

namespace services {

QList<Reading> toReadings(const QString& digits, Language language)
{
    static const QRegularExpression sign(u"[^0-9]"_qs),
        grouped(u"^[1-9][0-9]{0,2}([.,' ])[0-9]{3}(?:\\1[0-9]{3})*$"_qs),
        decimal(u"^([0-9]*|[0-9]{1,3}(?:([., '])[0-9]{3})(?:\\2[0-9]{3})*)(?!\\2)[.,]([0-9]+)$"_qs);
    QList<Reading> readings;
    if (!digits.contains(sign) || grouped.match(digits).hasMatch())
        readings << Reading{QString(digits).remove(sign).toDouble()};
    // English never writes thousandths so, nor does German with a point.
    const bool isGrouped = !readings.isEmpty()
        && ((language == Language::English && digits.contains(u','))
            || (language == Language::German && digits.contains(u'.')));
    if (const auto match = decimal.match(digits); match.hasMatch() && !isGrouped)
        readings << Reading{(match.captured(1).remove(sign) + u'.' + match.captured(3)).toDouble(),
            std::pow(10, -double(match.capturedLength(3)))};
    return readings;
}

namespace {

// A pattern must match here. PCRE would check the whole text each time.
constexpr auto here = QRegularExpression::AnchorAtOffsetMatchOption
    | QRegularExpression::DontCheckSubjectStringMatchOption;
constexpr size_t maxBytes = 1 << 16; // of a text; what is behind them is not read

std::optional<Unit> findUnit(const QString& word)
{
    const QString unit = factWords().units.value(word);
    return unit.isEmpty() ? std::nullopt
                          : std::optional(Unit{unit[0].toLatin1(), unit.mid(1).toDouble()});
}

class FactReader {
public:
    FactReader(std::string_view text, Language language)
        : m_language(language)
        , m_text(QString::fromStdString(withExponentSigns(base::beginning(text, maxBytes))))
    {
        static const QRegularExpression polish(u"[ąęłśżźćń]"_qs);
        m_facts.isInflected = m_text.count(polish) > 2;
        m_text = toPlainText(m_text);
        collectWords();
        m_text = withDigits(m_text);
    }

    Facts read()
    {
        while (m_at < m_text.size())
            if (!readDate() && !readTime() && !readCode() && !readNumber() && !readWord())
                ++m_at;
        spreadUnits();
        joinDurations();
        guessYears();
        return std::move(m_facts);
    }

private:
    bool takes(const QRegularExpression& form)
    {
        m_match = form.match(m_text, m_at, QRegularExpression::NormalMatch, here);
        m_at += m_match.capturedLength();
        return m_match.hasMatch();
    }
    QString taken(int group) const { return m_match.captured(group); }

    // "A, B and C" are three; so are three lines that begin with a mark.
    void collectWords()
    {
        const FactWords& words = factWords();
        m_facts.squeezed = squeezed(m_text);
        m_facts.listed = m_text.count(words.listMark);
        for (const QString& sentence : m_text.split(words.sentenceEnd))
            m_facts.listed = std::max(m_facts.listed, sentence.count(words.separator) + 1);
        for (auto match = words.word.globalMatch(m_text); match.hasNext();) {
            const QString word = match.next().captured().toLower();
            m_facts.words << word;
            m_facts.initials += word[0];
        }
    }

    Number& add(Number number)
    {
        number.end = m_at;
        m_facts.numbers << std::move(number);
        return m_facts.numbers.last();
    }

    bool readDate()
    {
        const FactWords& words = factWords();
        const qsizetype begin = m_at;
        if (isWithinWord(begin))
            return false;
        QList<int> days; // of the same month
        while (m_text[m_at].isDigit() && takes(words.rangeStart))
            days << taken(1).toInt();
        const qsizetype last = m_at;
        Date date;
        if (takes(words.isoDate)) {
            date = {taken(3).toInt(), taken(2).toInt(), taken(1).toInt()};
        } else if (takes(words.numericDate)) {
            date = {taken(1).toInt(), taken(3).toInt(), taken(4).toInt()};
            if (date.month > 12)
                std::swap(date.day, date.month);
            date.other = date.day <= 12 && date.day != date.month ? date.day : 0;
            date.year += date.year < 100 ? 2000 : 0;
        } else if (m_language != Language::English && takes(words.shortDate)) {
            date = {taken(1).toInt(), (taken(2) + taken(3)).toInt()};
        } else if (takes(words.chineseDate)) {
            date = {taken(3).toInt(), taken(2).toInt(), taken(1).toInt()};
        } else if (takes(words.date)) {
            date = namedDate(last);
        }
        if (date.month < 1 || date.month > 12 || date.day > 31) {
            m_at = begin;
            return false;
        }
        date.text = m_text.mid(last, m_at - last);
        addDate(date, last);
        for (const int day : days)
            addDate({.day = day, .month = date.month, .year = date.year, .text = date.text}, begin);
        if (date.day > 0 && m_text[m_at - 1].isDigit() && takes(words.rangeEnd)) // "March 13 to 18"
            addDate({.day = taken(1).toInt(),
                        .month = date.month,
                        .year = date.year > 0 ? date.year : taken(2).toInt(),
                        .text = date.text},
                begin);
        return true;
    }

    // A date with the name of a month, which the last match is. Short names and some others are other
    // words, too.
    Date namedDate(qsizetype begin) const
    {
        const QString word = taken(2), name = word.toLower(), day = taken(1) + taken(3);
        Date date{day.toInt(), factWords().months[name].toInt(), taken(4).toInt()};
        date.word = word;
        if (date.year == 0 && isAnyOf(name, u"set out ago sie lis mag gen"))
            return {};
        if (date.day > 0 || date.year > 0)
            return date;
        if (name.size() <= 3 && !isAnyOf(name, u"may mai mei maj"))
            return word[0].isUpper() && m_language == Language::English ? date : Date{};
        if (isAnyOf(name, u"marco marca maja"))
            return {};
        date.isFact = name.size() > 5 || (word[0].isUpper() && isBehindWord(begin))
            || !isAnyOf(name, u"may mai mei maj march mars mayo maio");
        return date;
    }

    void addDate(const Date& date, qsizetype begin)
    {
        for (const int number : {date.day, date.year})
            if (number > 0)
                add({.text = QString::number(number),
                    .readings = {{double(number)}},
                    .begin = begin,
                    .isFact = false,
                    .isOfDate = true});
        if (!date.isFact)
            m_facts.plainWords << date.word.toLower();
        m_facts.dates << date;
    }

    bool isWithinWord(qsizetype at) const
    {
        const QChar before = at > 0 ? m_text[at - 1] : QChar();
        return before.isDigit() || (before.isLetter() && before.script() == QChar::Script_Latin);
    }

    // True if the word there is behind another one of its sentence.
    bool isBehindWord(qsizetype at) const
    {
        while (at > 0 && m_text[at - 1] == u' ')
            --at;
        return at > 0
            && (m_text[at - 1].isLetterOrNumber() || u",;)'&"_qs.contains(m_text[at - 1]));
    }

    // "14:08" is a number of hours or of minutes; its minutes support others.
    bool readTime()
    {
        const FactWords& words = factWords();
        const qsizetype begin = m_at;
        if (takes(words.noon)) {
            add({.text = taken(0),
                .readings = {{taken(1).isEmpty() ? 24.0 : 12.0}, {taken(1).isEmpty() ? 0.0 : 12.0}},
                .unit = Unit{'t', 3600},
                .begin = begin,
                .isFact = false,
                .isOfDate = true});
            return true;
        }
        if (!takes(words.time))
            return false;
        const double hours = taken(1).toDouble(), seconds = taken(3).toDouble();
        const double minutes = taken(4) == u"半" ? 30 : (taken(2) + taken(4)).toDouble();
        const QString text = m_text.mid(begin, m_at - begin);
        takes(words.minutes);
        add({.text = text,
            .readings = {{minutes}},
            .unit = Unit{'t', 60},
            .begin = begin,
            .isFact = false,
            .isLoose = true,
            .isOfDate = true});
        if (taken(3).isEmpty())
            add({.text = text,
                .readings = {{hours + minutes / 60, 1e-3}},
                .unit = Unit{'t', 60},
                .begin = begin,
                .isFact = false,
                .isLoose = true,
                .isOfDate = true});
        addHalfDay(add({.text = text,
            .readings = {{hours + minutes / 60 + seconds / 3600, 1e-3}},
            .begin = begin}));
        takes(words.hour);
        return true;
    }

    static void addHalfDay(Number& number)
    {
        for (const Reading& each : QList(number.readings))
            number.readings << Reading{each.value + (each.value < 12 ? 12 : -12), each.step};
        number.isOfDate = true;
        number.unit = Unit{'t', 3600};
    }

    bool readCode()
    {
        const qsizetype begin = m_at;
        if (isWithinWord(begin) || !takes(factWords().code))
            return false;
        const QString code = taken(0);
        if (code[0].isLower() && !code.contains(u'_')) {
            m_at = begin;
            return false;
        }
        m_facts.codes << code;
        return true;
    }

    bool readNumber()
    {
        const FactWords& words = factWords();
        const qsizetype begin = m_at;
        if (!takes(words.digits))
            return false;
        const QString text = taken(1);
        Number number{.text = text, .readings = toReadings(text, m_language), .begin = begin};
        if (number.readings.isEmpty()) {
            m_facts.codes << text;
            return true;
        }
        number.isLoose = taken(0)[0] == u'~';
        if (number.isLoose && number.value() < 1) // of all, of an hour, or the ordinal
            number.readings << Reading{number.value() * 100} << Reading{number.value() * 60}
                            << Reading{std::round(1 / number.value())};
        const double written = number.value();
        const auto takePart = [&] { // "three and a half", "two-thirds", "two hours and a half"
            const qsizetype at = m_at;
            if (number.isLoose || !takes(words.part))
                return;
            const double share = taken(2).toDouble(), product = written * share;
            if (taken(1).isEmpty() && share == 0.5 && written > 1) { // "under 12 half fare"
                m_at = at;
                return;
            }
            if (!taken(1).isEmpty()) {
                number.readings = {{written + share, 1e-3}, {product, 1e-3}, {written}};
                return;
            }
            number.readings = {{product, 1e-3}, {written + share, 1e-3}, {written}};
            number.isLoose = product <= 1; // "one quarter of the 84 members"
            if (number.isLoose)
                number.readings << Reading{product * 100, .01} << Reading{product * 60, .01};
        };
        const auto multiply = [&number](double factor) {
            number.multiplier *= factor;
            for (Reading& reading : number.readings)
                reading = {reading.value * factor, reading.step * factor};
        };
        takePart();
        const bool isDecade // "the 1890s"
            = text.size() == 4 && text.endsWith(u'0') && m_text.mid(m_at, 1) == u"s";
        while (takes(words.multiplier))
            multiply(words.multipliers[taken(1).toLower()].toDouble());
        const QString before = QStringView(m_text).left(begin).trimmed().right(1).toString();
        if (isAnyOf(before, u"$ € £")) {
            if (takes(words.shortMultiplier)) // "£4.2m"
                multiply(words.shortMultipliers[taken(1).toLower()].toDouble());
            number.unit = findUnit(before);
        } else {
            number.end = m_at;
            if (!isDecade)
                readUnit(number);
            takePart();
        }
        number.isOrdinal
            = words.ordinal
                  .match(m_text, begin + text.size(), QRegularExpression::NormalMatch, here)
                  .hasMatch();
        const QString lead
            = m_text.mid(std::max<qsizetype>(begin - 30, 0), std::min<qsizetype>(begin, 30));
        const bool isYear = text.size() == 4 && written > 1000 && written < 2200 && !number.unit;
        number.isOfDate = isYear;
        if (!number.unit && written <= 24 && takes(words.hour))
            addHalfDay(number);
        if (!number.unit && !number.isOfDate && written > 5 && written < 120
            && words.age.match(lead).hasMatch())
            number.isAge = true;
        const int minutes = text.right(2).toInt();
        if ((!number.unit || number.unit == Unit{'t', 3600}) && written < 24 && minutes < 60
            && text.endsWith(u'.' + text.right(2))) { // "11.30"
            number.readings << Reading{std::floor(written) + minutes / 60.0, 1e-3};
            number.isClock = true;
        }
        const bool isListMark = !isBehindWord(begin) && m_text.mid(m_at, 2).startsWith(u". ");
        const auto clock = words.beforeClock.match(lead); // "half past nine", "halb zehn"
        if (clock.hasMatch() && written <= 24) {
            const double share
                = clock.captured(1).toDouble() / (clock.captured(1).size() > 1 ? 100 : 10);
            number.readings = {{written + (clock.captured(2).isEmpty() ? -share : share), 1e-3}};
            addHalfDay(number);
            number.readings << Reading{written + share, 1e-3}; // "half nine" in English
        }
        number.isRatio = words.every.match(lead).hasMatch();
        number.isFact = !number.isLoose && !isDecade && !isListMark && !clock.hasMatch()
            && number.value() != 0 && number.value() != 1;
        number.isApproximate = words.approximation.match(lead).hasMatch();
        add(std::move(number));
        return true;
    }

    // "28 °C", "16 square feet", "30 metros cuadrados", "250 operating hours", "PLN 300"
    void readUnit(Number& number)
    {
        const FactWords& words = factWords();
        if (takes(words.unit)) {
            const QString before = taken(1).toLower(), text = taken(2).toLower();
            const bool isYear = text == u"年" && number.value() > 1000;
            if (isYear || (text == u"an" && m_language != Language::French)) {
                m_at = isYear ? m_at : number.end;
                return;
            }
            number.unit = findUnit(text);
            if (number.unit == Unit{'E', .01} && m_text.contains(u'$') && !m_text.contains(u'€'))
                number.unit->dimension = 'D';
            if (number.unit->dimension != 'l')
                return;
            const bool isBehind = before.isEmpty() && takes(words.power);
            const double factor = number.unit->factor;
            if (isBehind ? !taken(1).isEmpty()
                         : isAnyOf(before.trimmed(), u"square vierkante kvadrat"))
                number.unit = Unit{'a', factor * factor};
            else if (isBehind || !before.isEmpty())
                number.unit = Unit{'v', factor * factor * factor * 1000};
            return;
        }
        if (m_wordEnd + 1 == number.begin && m_text[m_wordEnd] == u' ')
            if (const auto unit = findUnit(m_lastWord); unit && unit->dimension <= 'Z') {
                number.unit = unit;
                return;
            }
        const qsizetype at = m_at;
        if (takes(words.unitBehindWord)) {
            const QString between = taken(1), unit = taken(2).toLower();
            if (words.units[unit].startsWith(u't') && !unit.endsWith(u"ly") && unit.size() > 2
                && !unit.endsWith(u"lich")
                && !isAnyOf(between, u"times keer ganger volte veces vezes fois")
                && !isFunctionWord(between.toStdString()))
                number.unit = findUnit(unit);
        }
        m_at = at;
        const bool joins = m_language == Language::German || m_language == Language::Dutch
            || m_language == Language::Swedish;
        if (!number.unit && joins && takes(words.wordBehind)) { // "590 Höhenmeter"
            const QString text = taken(1).toLower();
            for (qsizetype length = text.size() - 1; length >= 4 && !number.unit; --length)
                for (const QString& unit : {text.right(length), text.right(length).chopped(1)})
                    if (unit.size() >= 4 && !number.unit)
                        number.unit = findUnit(unit);
        }
        m_at = at;
    }

    bool readWord()
    {
        constexpr QStringView titles
            = u"mr mrs ms miss dr prof herr frau herrn monsieur madame mme senor senora dona don "
              "tante "
              "onkel oma opa familie aunt uncle signor signora sig dott dottor mevrouw meneer mevr "
              "dhr heer pan pani pana panu panem fru";
        const FactWords& words = factWords();
        const qsizetype begin = m_at;
        if (!takes(words.word))
            return false;
        const QString text = taken(0), word = text.toLower();
        const QString unit = words.units.value(word, words.units.value(word.chopped(1)));
        if (unit.startsWith(u't'))
            m_facts.periods << unit.mid(1).toDouble();
        for (auto period = words.periods.begin(); period != words.periods.end(); ++period)
            if (word.startsWith(period.key()))
                m_facts.periods << period->toDouble();
        if (readWeekday(text, word, begin))
            return true;
        m_facts.plainWords << word;
        const bool isAdjacent
            = m_wordEnd > 0 && m_wordEnd + 1 == begin && m_text[m_wordEnd] == u' ';
        constexpr QStringView leads
            = u"von durch mit fur bei an und oder als sowie wie gegen neben zu statt";
        const bool mayBegin = !m_lastWasAdjacent || m_lastLeadIsCapital || isAnyOf(m_lead, leads)
            || m_lead.endsWith(u't') || m_lead.endsWith(u"te");
        const bool isBehindNameStart = isAdjacent && mayBegin && m_lastWasBehindWord;
        m_lead = m_lastWord;
        m_lastLeadIsCapital = m_lastIsCapital;
        m_lastWasAdjacent = isAdjacent;
        m_lastWasBehindWord = isBehindWord(begin);
        const QString before = std::exchange(m_lastWord, word);
        const bool isTitled = isAnyOf(before, titles);
        const bool isPair = isAdjacent && m_lastIsCapital && text[0].isUpper();
        m_lastIsCapital = text[0].isUpper();
        m_wordEnd = m_at;
        if (isPair)
            m_facts.pairs << before + u' ' + word;
        // In German, every noun has a capital; what is before the form of a company is its name.
        const bool isProper = m_language == Language::German
            ? words.company.match(m_text, m_at, QRegularExpression::NormalMatch, here).hasMatch()
            : isBehindWord(begin);
        if (text.size() > 1 && text[0].isUpper() && (text.isUpper() || isProper || isTitled)
            && unit.isEmpty() && !isAnyOf(word, titles) && !isFunctionWord(word.toStdString())
            && !isNationality(word))
            addName({text, word, word.left(1)}, begin);
        else if (isPair && m_language == Language::German && unit.isEmpty() && text.size() > 2
            && !words.units.contains(before) && !words.units.contains(before.chopped(1))
            && !isFunctionWord(before.toStdString()) && !isFunctionWord(word.toStdString()))
            addName({text, word, word.left(1), before, isBehindNameStart}, begin);
        return true;
    }

    // "the British capital": English writes such words with a capital, but they name nobody.
    bool isNationality(const QString& word) const
    {
        static const QRegularExpression ending(
            u"(?:ish|ese|ian|ean|ican|ench|utch|swiss|german|greek|thai|asian)$"_qs);
        const bool isBeforeWord = m_text.mid(m_at, 1) == u" "
            && m_text.mid(m_at + 1, 1).toLower() == m_text.mid(m_at + 1, 1);
        return m_language == Language::English && isBeforeWord && ending.match(word).hasMatch();
    }

    // "Tuesday to Saturday" are five days.
    bool readWeekday(const QString& text, const QString& word, qsizetype begin)
    {
        const FactWords& words = factWords();
        int day = words.weekdays.value(word, words.weekdays.value(word.chopped(1))).toInt();
        const bool isFact = day > 0;
        if (day == 0 && text[0].isUpper() && text.size() <= 5)
            day = words.shortWeekdays.value(word).toInt();
        if (day == 0)
            return false;
        const QString gap = m_text.mid(m_weekdayEnd, std::max<qsizetype>(begin - m_weekdayEnd, 0));
        if (!m_facts.weekdays.isEmpty() && words.range.match(gap).hasMatch()) {
            const int days = (day - m_facts.weekdays.last().number + 7) % 7 + 1;
            const Number span{.text = text,
                .readings = {{double(days)}},
                .unit = Unit{'n', 1},
                .begin = begin,
                .isFact = false};
            add(span).unit = Unit{'t', 86400};
            m_facts.numbers.last().isLoose = true;
            add(span);
            m_facts.hasWeekdayRange = true;
        }
        m_facts.weekdays << Weekday{text, day, isFact};
        m_weekdayEnd = m_at;
        return isFact;
    }

    void addName(Name name, qsizetype begin)
    {
        if (m_facts.names.isEmpty() || begin > m_nameEnd + 2)
            m_firstName = m_facts.names.size();
        else
            name.initials.prepend(m_facts.names.last().initials);
        m_facts.names << name;
        for (qsizetype each = m_firstName; each < m_facts.names.size(); ++each)
            m_facts.names[each].initials = name.initials;
        m_nameEnd = m_at;
    }

    // "24 × 16 × 5 cm", "from 12 to 14 euros"
    void spreadUnits()
    {
        for (qsizetype at = m_facts.numbers.size() - 1; at > 0; --at) {
            Number& number = m_facts.numbers[at];
            Number& before = m_facts.numbers[at - 1];
            const QString gap
                = m_text.mid(before.end, std::max<qsizetype>(number.begin - before.end, 0));
            if (before.isApproximate && factWords().between.match(gap).hasMatch())
                number.isApproximate = true;
            if (before.unit || before.isOfDate || !factWords().between.match(gap).hasMatch())
                continue;
            before.unit = number.unit;
            if (before.multiplier == 1 && number.multiplier > 1
                && before.value() < number.multiplier)
                for (qsizetype reading = before.readings.size() - 1; reading >= 0; --reading)
                    before.readings.prepend({before.readings[reading].value * number.multiplier,
                        before.readings[reading].step * number.multiplier});
        }
    }

    // "3 hours 15 minutes" are 3.25 hours.
    void joinDurations()
    {
        for (qsizetype at = m_facts.numbers.size() - 1; at > 0; --at) {
            Number &minutes = m_facts.numbers[at], &hours = m_facts.numbers[at - 1];
            const QString gap
                = m_text.mid(hours.end, std::max<qsizetype>(minutes.begin - hours.end, 0));
            const bool isJoint = (hours.unit == Unit{'t', 3600} && minutes.unit == Unit{'t', 60})
                || (hours.unit == Unit{'t', 60} && minutes.unit == Unit{'t', 1});
            if (!isJoint || hours.isOfDate || minutes.value() >= 60
                || !factWords().andOnly.match(gap).hasMatch())
                continue;
            Number whole = hours;
            whole.text = m_text.mid(hours.begin, minutes.end - hours.begin);
            whole.readings = {{hours.value() + minutes.value() / 60, 1.0 / 60}};
            whole.end = minutes.end;
            hours.isFact = minutes.isFact = false;
            m_facts.numbers.insert(at + 1, whole);
        }
    }

    // A date without a year gets that of the nearest one before it or else behind it.
    void guessYears()
    {
        QList<Date>& dates = m_facts.dates;
        const auto guess = [year = 0](Date& date) mutable {
            if (date.year == 0 && year > 0) {
                date.year = year;
                date.isYearGuessed = true;
            }
            year = date.year;
        };
        std::for_each(dates.begin(), dates.end(), guess);
        std::for_each(dates.rbegin(), dates.rend(), guess);
    }

    Language m_language;
    QString m_text; // plain, and with numbers in digits
    qsizetype m_at = 0, m_nameEnd = 0, m_weekdayEnd = 0, m_wordEnd = 0;
    qsizetype m_firstName = 0; // of those that are together
    QString m_lastWord;
    QString m_lead; // the word before it
    bool m_lastIsCapital = false, m_lastLeadIsCapital = false, m_lastWasAdjacent = false;
    bool m_lastWasBehindWord = false;
    QRegularExpressionMatch m_match;
    Facts m_facts;
};

} // namespace

Facts readFacts(std::string_view text, Language language)
{
    return FactReader(text, language).read();
}

} // namespace services
