#include "services/documents/answers/written_facts.h"

#include "services/documents/answers/fact_words.h"
#include "services/documents/answers/facts.h"

#include <QHash>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace services {

QString folded(const QString& text)
{
    static const QHash<QChar, QChar> others{{u'ß', u's'}, {u'ø', u'o'}, {u'ł', u'l'}, {u'æ', u'a'},
        {u'œ', u'o'}, {u'đ', u'd'}, {u'’', u'\''}, {u'\u00a0', u' '}, {u'\u202f', u' '}};
    QString result = text;
    for (QChar& each : result) {
        if (const QString parts = each.decomposition(); !parts.isEmpty() && parts[0].isLetter())
            each = parts[0];
        each = each.toLower();
        each = others.value(each, each);
    }
    return result;
}

QString confusable(QString word)
{
    static const std::pair<QChar, QChar> signs[] = {{u'0', u'o'}, {u'1', u'i'}, {u'l', u'i'},
        {u'|', u'i'}, {u'!', u'i'}, {u'2', u'z'}, {u'5', u's'}, {u'8', u'b'}};
    word.removeIf([](QChar each) { return !each.isLetterOrNumber() && each != u'|'; });
    for (const auto& [sign, other] : signs)
        word.replace(sign, other);
    return word.replace(QLatin1String("rn"), QLatin1String("m"))
        .replace(QLatin1String("vv"), QLatin1String("w"))
        .replace(QLatin1String("ss"), QLatin1String("s")); // "ß"
}

namespace {

// What it costs to take one letter for another; 1 is another word.
double confusionCost(QChar one, QChar other)
{
    constexpr std::u16string_view pairs = u"ce eo ao uv nu hb ft it mn gq gy ij kx vy";
    if (one == other)
        return 0;
    for (size_t at = 0; at < pairs.size(); at += 3)
        if ((pairs[at] == one && pairs[at + 1] == other)
            || (pairs[at] == other && pairs[at + 1] == one))
            return 0.4;
    return 1;
}

} // namespace

bool areConfused(const QString& one, const QString& other)
{
    if (one == other)
        return true;
    const qsizetype length = std::max(one.size(), other.size());
    if (length < 5 || length > 24 || std::abs(one.size() - other.size()) > 2)
        return false;
    std::vector<double> row(size_t(other.size()) + 1);
    for (size_t at = 0; at < row.size(); ++at)
        row[at] = 0.6 * double(at);
    for (qsizetype letter = 0; letter < one.size(); ++letter) {
        double diagonal = std::exchange(row[0], 0.6 * double(letter + 1));
        for (qsizetype at = 0; at < other.size(); ++at) {
            const double cost = std::min({diagonal + confusionCost(one[letter], other[at]),
                row[size_t(at)] + 0.6, row[size_t(at) + 1] + 0.6});
            diagonal = std::exchange(row[size_t(at) + 1], cost);
        }
        if (*std::ranges::min_element(row) > 0.8)
            return false;
    }
    return row.back() <= (length < 9 ? 0.6 : 0.8);
}

bool Day::fits(const Day& other) const
{
    const auto fit = [](int one, int another) { return !one || !another || one == another; };
    return fit(day, other.day) && fit(month, other.month) && fit(year, other.year);
}

bool isDateWord(const QString& word)
{
    return factWords().months.contains(word) || factWords().weekdays.contains(word);
}

QList<double> readNumber(const QString& text)
{
    QList<double> values;
    for (const Reading& reading : toReadings(text, Language::Unknown))
        values << reading.value;
    return values;
}

namespace {

QRegularExpression writtenPattern(const QString& text)
{
    return QRegularExpression(text, QRegularExpression::UseUnicodePropertiesOption);
}

struct FactPatterns {
    QRegularExpression isoDate
        = writtenPattern(u"(?<!\\d)([0-9]{4})[-./]([0-9]{1,2})[-./]([0-9]{1,2})(?!\\d)"_qs);
    QRegularExpression numericDate = writtenPattern(
        u"(?<![\\d.,])([0-9]{1,2})(?: ?([./-]) ?)([0-9]{1,2})(?: ?\\2 ?)([0-9]{4}|[0-9]{2})(?![\\d.,]*\\d)"_qs);
    QRegularExpression wordDate = writtenPattern(
        u"(?:(?<!\\d)([0-9]{1,2})(?:\\.|st|nd|rd|th|er|e)?[ \n-]+(?:of |de )?)?\\b("_qs
        + anyOf(factWords().months)
        + u")\\b\\.?(?:[ \n]+([0-9]{1,2})(?:st|nd|rd|th)?(?![0-9:.,]\\d|\\d))?"
          "(?:,?[ \n-]+(?:de |del )?([0-9]{4})(?!\\d))?"_qs);
    QRegularExpression weekday
        = writtenPattern(u"\\b"_qs + anyOf(factWords().weekdays) + u"\\b"_qs);
    QRegularExpression time
        = writtenPattern(u"(?<![\\d.:,])([0-9]{1,2})(?:[:h]([0-9]{2})(?::[0-9]{2})?(?!"
                         u"\\d)(?: ?([ap])\\.?m\\b)?|[.]([0-9]{2})(?= ?(?:uhr|hrs))"
                         "| ?([ap])\\.?m\\b| (?=uhr\\b))"_qs);
    QRegularExpression number = writtenPattern(
        u"(?<![0-9])(?:[0-9]{1,3}(?:[ '][0-9]{3})+(?:[.,][0-9]+)?(?![0-9])|[0-9]+(?:[.,][0-9]+)*)"_qs);
};

const FactPatterns& factPatterns()
{
    static const FactPatterns patterns;
    return patterns;
}

WrittenFact toDateFact(const QRegularExpressionMatch& match)
{
    return {.kind = WrittenFact::Kind::Date,
        .begin = match.capturedStart(),
        .end = match.capturedEnd()};
}

} // namespace

QList<WrittenFact> findDates(const QString& text)
{
    QList<WrittenFact> facts;
    const auto add = [&facts](WrittenFact fact) {
        fact.days.removeIf([](const Day& day) { return !day.isDate(); });
        if (!fact.days.isEmpty())
            facts << fact;
    };
    for (auto match = factPatterns().isoDate.globalMatch(text); match.hasNext();) {
        const auto each = match.next();
        WrittenFact fact = toDateFact(each);
        fact.days << Day{
            each.captured(3).toInt(), each.captured(2).toInt(), each.captured(1).toInt()};
        add(fact);
    }
    for (auto match = factPatterns().numericDate.globalMatch(text); match.hasNext();) {
        const auto each = match.next();
        const int one = each.captured(1).toInt(), two = each.captured(3).toInt();
        const int year = each.captured(4).toInt();
        WrittenFact fact = toDateFact(each);
        if (one > 0 && two > 0)
            fact.days << Day{one, two, year < 100 ? year + 2000 : year}
                      << Day{two, one, year < 100 ? year + 2000 : year};
        add(fact);
    }
    for (auto match = factPatterns().wordDate.globalMatch(text); match.hasNext();) {
        const auto each = match.next();
        WrittenFact fact = toDateFact(each);
        const QString day = each.captured(1).isEmpty() ? each.captured(3) : each.captured(1);
        const Day date{day.toInt(), factWords().months.value(each.captured(2)).toInt(),
            each.captured(4).toInt()};
        const bool isOtherWord = each.captured(2).size() < 6 && date.day == 0
            && date.year == 0; // "may", "march", "set"
        if (!isOtherWord)
            fact.days << date;
        add(fact);
    }
    for (auto match = factPatterns().weekday.globalMatch(text); match.hasNext();) {
        const auto each = match.next();
        WrittenFact fact = toDateFact(each);
        fact.weekday = factWords().weekdays.value(each.captured()).toInt();
        facts << fact;
    }
    return facts;
}

QList<WrittenFact> findTimes(const QString& text)
{
    QList<WrittenFact> facts;
    for (auto match = factPatterns().time.globalMatch(text); match.hasNext();) {
        const auto each = match.next();
        int hour = each.captured(1).toInt();
        const int minute = (each.captured(2) + each.captured(4)).toInt();
        if (hour > 24 || minute > 59)
            continue;
        const QString half = each.captured(3) + each.captured(5);
        WrittenFact fact{.kind = WrittenFact::Kind::Time,
            .begin = each.capturedStart(),
            .end = each.capturedEnd()};
        if (!half.isEmpty())
            hour = hour % 12 + (half == u"p" ? 12 : 0);
        fact.values << hour * 60 + minute;
        if (half.isEmpty() && hour <= 12) // perhaps in the afternoon
            fact.values << (hour % 12 + 12) * 60 + minute;
        facts << fact;
    }
    return facts;
}

QList<WrittenFact> findNumbers(const QString& text)
{
    QList<WrittenFact> facts;
    for (auto match = factPatterns().number.globalMatch(text); match.hasNext();) {
        const auto each = match.next();
        WrittenFact fact{.begin = each.capturedStart(), .end = each.capturedEnd()};
        fact.values = readNumber(each.captured());
        for (const QChar sign : each.captured()) {
            if (sign.isDigit())
                fact.digits += sign;
            else
                fact.hasSeparator = true;
        }
        facts << fact;
    }
    return facts;
}

QString lettersAsDigits(QString text)
{
    static const QHash<QChar, QChar> digits{{u'o', u'0'}, {u'l', u'1'}, {u'i', u'1'}, {u'|', u'1'},
        {u's', u'5'}, {u'b', u'8'}, {u'z', u'2'}};
    qsizetype begin = 0;
    while (begin < text.size()) {
        qsizetype end = begin, letters = 0, others = 0, numbers = 0;
        for (; end < text.size() && !text[end].isSpace(); ++end) {
            numbers += text[end].isDigit();
            letters += digits.contains(text[end]);
            others += text[end].isLetter() && !digits.contains(text[end]);
        }
        if (others == 0 && numbers >= letters)
            for (qsizetype at = begin; at < end; ++at)
                text[at] = digits.value(text[at], text[at]);
        begin = end + 1;
    }
    return text;
}

} // namespace services
