#include "base/utf8.h"
#include "services/documents/answers/fact_words.h"
#include "services/documents/answers/facts.h"
#include "services/documents/answers/name_reader.h"
#include "services/documents/answers/related_facts.h"
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
constexpr qsizetype minLettersOfCompound = 9; // of a day of the week and a part of the day
constexpr size_t maxBytes = 1 << 16; // of a text; what is behind them is not read

class FactReader {
public:
    FactReader(std::string_view text, Language language)
        : m_language(language)
        , m_text(QString::fromStdString(withExponentSigns(base::beginning(text, maxBytes))))
        , m_names(language, m_text, m_facts)
    {
        static const QRegularExpression polish(u"[ąęłśżźćńřěůčš]"_qs);
        m_facts.isInflected = m_text.count(polish) > 2;
        collectQuotes();
        m_text = toPlainText(m_text);
        collectWords();
        if (m_language == Language::English) { // "once" is eleven in Spanish
            static const QRegularExpression once(
                u"\\bonce\\b"_qs, QRegularExpression::CaseInsensitiveOption);
            m_text.replace(once, u"when"_qs);
        }
        m_text = withDigits(m_text);
    }

    Facts read()
    {
        while (m_at < m_text.size())
            if (!readDate() && !readTime() && !readCode() && !readNumber() && !readWord())
                ++m_at;
        relateFacts(m_facts, m_text);
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

    // Parts of sentences are counted, too: "the tall one, the red one and the boat. A hat".
    void collectWords()
    {
        const FactWords& words = factWords();
        m_facts.squeezed = squeezed(m_text);
        m_facts.namesOtherYear = words.otherYear.match(m_facts.squeezed).hasMatch();
        m_facts.listed = m_text.count(words.separator) + m_text.count(words.sentenceEnd);
        m_facts.phrase = u" "_qs;
        for (auto match = words.word.globalMatch(m_text); match.hasNext();) {
            const QString word = match.next().captured().toLower();
            m_facts.phrase += word + u' ';
            m_facts.words << word;
            m_facts.initials += word[0];
        }
    }

    void collectQuotes()
    {
        static const QRegularExpression quoted(
            u"[«“„\"‘] ?(\\p{Lu}[\\p{L} '’-]{1,30}) ?[»”“\"’](?!\\p{L})"_qs,
            QRegularExpression::UseUnicodePropertiesOption);
        for (auto match = quoted.globalMatch(m_text); match.hasNext();)
            m_facts.quoted << match.next().captured(1);
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
        } else if (hasDottedDates() && takes(words.shortDate)) {
            date = {taken(1).toInt(), (taken(2) + taken(3)).toInt()};
        } else if (takes(words.chineseDate)) {
            date = {taken(3).toInt(), taken(2).toInt(), taken(1).toInt()};
        } else if (takes(words.date)) {
            date = namedDate(last);
            const bool isDayElsewhere = date.day == 0 || m_match.capturedLength(1) > 0;
            if (m_match.capturedLength(3) > 0 && isDayElsewhere)
                m_at = m_match.capturedEnd(2);
        }
        if (date.month < 1 || date.month > 12 || date.day > 31) {
            m_at = begin;
            return false;
        }
        date.text = m_text.mid(last, m_at - last);
        const auto part = date.day > 0
            ? QRegularExpressionMatch()
            : words.monthPart.match(
                m_text.mid(std::max<qsizetype>(last - 30, 0), std::min<qsizetype>(last, 30)));
        if (part.hasMatch())
            date.nearDay = !part.captured(1).isEmpty() ? 15 : part.captured(2).isEmpty() ? 1 : 30;
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

    // "5.1." is a date of German, Czech and others, and a version at the end of a sentence elsewhere.
    bool hasDottedDates() const
    {
        return m_language == Language::German || m_language == Language::Swedish
            || m_language == Language::Unknown;
    }

    // A date with the name of a month, which the last match is. Short names and some others are other
    // words, too.
    Date namedDate(qsizetype begin) const
    {
        // Only English has the day behind the month: "bis Ende April einen Antrag".
        const bool isDayBehind = m_language == Language::English || m_language == Language::Unknown;
        const QString word = taken(2), name = word.toLower();
        const QString day = isDayBehind && taken(1).isEmpty() ? taken(3) : taken(1);
        Date date{day.toInt(), factWords().months[name].toInt(), taken(4).toInt()};
        date.word = word;
        const bool isVerb // "those aged 17 may use them"
            = m_language == Language::English && word[0].isLower() && isAnyOf(name, u"may march");
        if (isVerb && date.year == 0)
            return {};
        if (date.year == 0 && isAnyOf(name, u"set out ago sie lis mag gen"))
            return {};
        if (date.day > 0 || date.year > 0)
            return date;
        if (name.size() <= 3 && !isAnyOf(name, u"may mai mei maj"))
            return word[0].isUpper() && m_language == Language::English ? date : Date{};
        static const QRegularExpression sinceOrUntil(u"\\b(?:[Oo]d|[Dd]o) $"_qs); // in Polish
        if (isAnyOf(name, u"marco marca maja"))
            return sinceOrUntil.match(m_text.mid(std::max<qsizetype>(begin - 3, 0), std::min<qsizetype>(begin, 3)))
                    .hasMatch()
                ? date
                : Date{};
        date.isFact = name.size() > 5 || (word[0].isUpper() && isBehindWord(m_text, begin))
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
        if (!isWithinWord(begin) && takes(words.minutesAndSeconds)) { // "1'05''", "6:12.4"
            const bool hasTenths = taken(1).size() > 0;
            const QString minutes = taken(1) + taken(3), seconds = taken(2).replace(u',', u'.') + taken(4);
            add({.text = taken(0),
                .readings = {{minutes.toDouble() + seconds.toDouble() / 60, (hasTenths ? 0.1 : 1) / 60}},
                .unit = Unit{'t', 60},
                .begin = begin});
            return true;
        }
        if (!takes(words.time))
            return false;
        const double hours = taken(1).toDouble(), seconds = taken(3).toDouble();
        const bool hasSeconds = !taken(3).isEmpty();
        const double minutes = taken(4) == u"半" ? 30 : (taken(2) + taken(4)).toDouble();
        const QString text = m_text.mid(begin, m_at - begin);
        const bool isDuration
            = text.contains(u'h') && !hasSeconds && takes(words.minutesBehind);
        takes(words.minutes);
        add({.text = text,
            .readings = {{minutes}},
            .unit = Unit{'t', 60},
            .begin = begin,
            .isFact = false,
            .isLoose = true,
            .isOfDate = true});
        if (isDuration) { // "4 h 07 min"
            add({.text = text,
                .readings = {{hours + minutes / 60, 1.0 / 60}},
                .unit = Unit{'t', 3600},
                .begin = begin});
            return true;
        }
        if (!hasSeconds)
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
        if ((code[0].isLower() && !code.contains(u'_'))
            || factWords().namedCode.match(code).hasMatch()) { // "Mid-2024"
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
            if ((number.isLoose && number.value() < 1) || !takes(words.part))
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
            number.multiply(factor);
        };
        takePart();
        if (takes(words.exponent)) // "1.2 × 10^6"
            multiply(std::pow(10, taken(1).toInt()));
        const QString lead
            = m_text.mid(std::max<qsizetype>(begin - 30, 0), std::min<qsizetype>(begin, 30));
        const bool isDecade // "the 1890s", "1800-talet", "50er Jahre"
            = (text.size() == 4 || text.size() == 2) && text.endsWith(u'0')
            && (words.decade.match(m_text, m_at, QRegularExpression::NormalMatch, here).hasMatch()
                || words.beforeDecade.match(lead).hasMatch());
        const bool isMile // of ten kilometers
            = m_language == Language::Swedish && m_text.mid(m_at, 4).toLower() == u" mil";
        while (!isMile && takes(words.multiplier))
            multiply(words.multipliers[taken(1).toLower()].toDouble());
        const QString before = QStringView(m_text).left(begin).trimmed().right(1).toString();
        const bool isBehindPercent // "%61" in Turkish
            = before == u"%" && m_text[begin - 1] == u'%' && (begin < 2 || !m_text[begin - 2].isDigit());
        if (isAnyOf(before, u"$ € £")) {
            if (takes(words.shortMultiplier)) // "£4.2m"
                multiply(words.shortMultipliers[taken(1).toLower()].toDouble());
            number.unit = findUnit(before);
        } else if (isBehindPercent) {
            number.unit = Unit{'%', 1};
        } else {
            if (takes(words.symbolMultiplier)) // "4.2 M€"
                multiply(words.shortMultipliers[(taken(1) + taken(2)).toLower()].toDouble());
            number.end = m_at;
            if (!isDecade)
                readUnit(number);
            takePart();
        }
        number.isOrdinal
            = words.ordinal
                  .match(m_text, begin + text.size(), QRegularExpression::NormalMatch, here)
                  .hasMatch();
        const bool isDay = written <= 31 && !m_facts.dates.isEmpty()
            && words.dayAlone
                   .match(m_text, begin + text.size(), QRegularExpression::NormalMatch, here)
                   .hasMatch();
        if (isDay)
            m_facts.dates << Date{.day = int(written),
                .month = m_facts.dates.last().month,
                .year = m_facts.dates.last().year,
                .text = text,
                .isYearGuessed = true,
                .isMonthGuessed = true};
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
        const bool isListMark
            = !isBehindWord(m_text, begin) && m_text.mid(m_at, 2).startsWith(u". ");
        const auto clock = words.beforeClock.match(lead); // "half past nine", "halb zehn"
        if (clock.hasMatch() && written <= 24) {
            const double share
                = clock.captured(1).toDouble() / (clock.captured(1).size() > 1 ? 100 : 10);
            number.readings = {{written + (clock.captured(2).isEmpty() ? -share : share), 1e-3}};
            addHalfDay(number);
            number.readings << Reading{written + share, 1e-3}; // "half nine" in English
        }
        const auto minutesOf = words.minutesOf.match(lead); // "two minutes past one"
        if (minutesOf.hasMatch() && written <= 24 && !m_facts.numbers.isEmpty()) {
            const double share = minutesOf.captured(1).toDouble() / 60;
            const bool isPast = minutesOf.capturedLength(2) + minutesOf.capturedLength(3) > 0;
            number.readings = {{written + (isPast ? share : -share), 1e-3}};
            addHalfDay(number);
            m_facts.numbers.last().isFact = false;
        }
        const bool isShare = words.oneOf.match(lead).hasMatch(); // "one in 15"
        number.isShare = isShare;
        number.isRatio = isShare || words.every.match(lead).hasMatch();
        number.isFact = !number.isLoose && !isDecade && !isListMark && !clock.hasMatch()
            && number.value() != 0 && number.value() != 1
            && !(number.dimension() == '%' && number.value() == 100);
        const bool isBehindSign = lead.endsWith(u'$') || lead.endsWith(u'€') || lead.endsWith(u'£');
        number.isApproximate = isShare
            || words.approximation.match(isBehindSign ? lead.chopped(1) : lead).hasMatch();
        const qsizetype end = m_at;
        while (number.behind.size() < 3 && (takes(words.wordBehind)))
            number.behind << taken(1).toLower();
        m_at = end;
        if (!number.unit && !number.isOfDate && written > 5 && written < 120
            && !number.behind.isEmpty()
            && isAnyOf(number.behind[0], u"when als quand cuando quando toen nar gdy"))
            number.isAge = true; // "23 when she graduated"
        for (const QString& near :
            {m_text.mid(std::max<qsizetype>(begin - 45, 0), std::min<qsizetype>(begin, 45)),
                m_text.mid(m_at, 45)})
            for (auto match = words.word.globalMatch(near); match.hasNext();)
                if (const QString word = match.next().captured().toLower(); word.size() > 3
                    && !words.units.contains(word) && !words.units.contains(word.chopped(1)))
                    number.around << word;
        add(std::move(number));
        return true;
    }

    // "28 °C", "16 square feet", "30 metros cuadrados", "250 operating hours", "PLN 300"
    void readUnit(Number& number)
    {
        const FactWords& words = factWords();
        if (takes(words.unit)) {
            const QString before = taken(1).toLower(), text = taken(2).toLower();
            const bool isYear = isAnyOf(text, u"年 rok roku ars") && number.value() > 1000;
            if (isYear || ((text == u"an" || text == u"ans") && m_language != Language::French)) {
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
        if (m_names.isBehindWord(number.begin)) // "PLN 300", "km 14"
            if (const auto unit = findUnit(m_names.lastWord());
                unit && (unit->dimension <= 'Z' || m_names.lastWord() == u"km")) {
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
        m_names.read(text, begin, !unit.isEmpty());
        return true;
    }

    // "Tuesday to Saturday" are five days.
    bool readWeekday(const QString& text, const QString& word, qsizetype begin)
    {
        const FactWords& words = factWords();
        const auto dayOf = [&words](const QString& name) {
            return words.weekdays.value(name, words.weekdays.value(name.chopped(1))).toInt();
        };
        int day = dayOf(word);
        if (day == 0 && word.size() >= minLettersOfCompound)
            if (const auto match = words.partOfDay.match(word); match.hasMatch()) // "Mittwochmorgen"
                day = dayOf(match.captured(1));
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

    Language m_language;
    QString m_text; // plain, and with numbers in digits
    qsizetype m_at = 0, m_weekdayEnd = 0;
    QRegularExpressionMatch m_match;
    Facts m_facts;
    NameReader m_names;
};

} // namespace

Facts readFacts(std::string_view text, Language language)
{
    return FactReader(text, language).read();
}

} // namespace services
