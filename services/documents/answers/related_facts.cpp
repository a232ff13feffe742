#include "services/documents/answers/related_facts.h"

#include "services/documents/answers/fact_words.h"

#include <QRegularExpression>

#include <algorithm>

namespace services {

namespace {

// "24 × 16 × 5 cm", "from 12 to 14 euros"
void spreadUnits(QList<Number>& numbers, const QString& text)
{
    static const QRegularExpression timesBehindWord( // "3 sets × 10"
        u"^ \\p{L}+ [×*·] ?$"_qs, QRegularExpression::UseUnicodePropertiesOption);
    for (qsizetype at = numbers.size() - 1; at > 0; --at) {
        Number& number = numbers[at];
        Number& before = numbers[at - 1];
        const QString gap = text.mid(before.end, std::max<qsizetype>(number.begin - before.end, 0));
        if (before.isApproximate && factWords().between.match(gap).hasMatch())
            number.isApproximate = true;
        number.isDivisor = gap.contains(u'÷') || gap.contains(u" / "_qs) || gap.contains(u" : "_qs);
        number.isFactor = (gap.trimmed().size() == 1 && u"x×*·"_qs.contains(gap.trimmed()))
            || timesBehindWord.match(gap).hasMatch();
        const bool isProduct = gap.contains(u'x') || gap.contains(u'×') || gap.contains(u'*');
        const bool isPart = factWords().of.match(gap).hasMatch(); // "21.2 of 84.6 million"
        if (before.unit || before.isOfDate
            || (!isPart && !factWords().between.match(gap).hasMatch())
            || (isProduct && number.dimension() != 'l'))
            continue;
        before.unit = isPart ? before.unit : number.unit;
        if (before.multiplier == 1 && number.multiplier > 1 && before.value() < number.multiplier)
            for (qsizetype reading = before.readings.size() - 1; reading >= 0; --reading)
                before.readings.prepend({before.readings[reading].value * number.multiplier,
                    before.readings[reading].step * number.multiplier});
        before.multiplier = std::max(before.multiplier, number.multiplier); // "from 268 to 275 to 290 million"
    }
}

// The column below "Duration (min)" is in minutes, and all are in euros below "Expenses (in euros)" above words.
void readTableHeads(QList<Number>& numbers, const QString& text)
{
    static const QRegularExpression unitOfHead(
        u"[(\\[] ?(?:(?:in|en|em) )?([^()\\[\\]|]+) ?[)\\]] ?$"_qs);
    QList<std::optional<Unit>> units;
    auto number = numbers.begin();
    for (qsizetype begin = 0; begin < text.size();) {
        qsizetype end = text.indexOf(u'\n', begin);
        end = end < 0 ? text.size() : end;
        const QString line = text.mid(begin, end - begin);
        if (!line.startsWith(u'|'))
            units.clear();
        else if (units.isEmpty())
            for (const QString& head : line.split(u'|')) {
                const auto unit = unitOfHead.match(head.trimmed());
                const QString word = unit.captured(1).toLower();
                const auto found = findUnit(word); // "euro" or "euros"
                units << (found || word.isEmpty() ? found : findUnit(word.chopped(1)));
            }
        static const QRegularExpression letters(
            u"\\p{L}{3}"_qs, QRegularExpression::UseUnicodePropertiesOption);
        const bool isOfWords = line.section(u'|', 1, 1).contains(letters);
        for (; number != numbers.end() && number->begin < end; ++number)
            if (!units.isEmpty() && !number->unit && !number->isOfDate && number->begin >= begin) {
                number->unit = units.value(line.left(number->begin - begin).count(u'|'));
                if (!number->unit && isOfWords)
                    number->unit = units.value(1);
            }
        begin = end + 1;
    }
}

// "-4 °F" is 4 with a sign, for a text may say "four below zero", too.
void addSigns(QList<Number>& numbers, const QString& text)
{
    static const QRegularExpression sign(
        u"(?:(?:^|[^\\p{L}0-9 ]|(?<![0-9]) )-|\\bminus |\\bmeno |\\bmoins |\\bmenos )$"_qs,
        QRegularExpression::CaseInsensitiveOption);
    for (Number& number : numbers)
        if (number.dimension() == 'c' && number.readings.size() == 1
            && sign.match(text.mid(std::max<qsizetype>(number.begin - 8, 0),
                              std::min<qsizetype>(number.begin, 8)))
                   .hasMatch())
            number.readings << Reading{-number.value(), number.readings[0].step};
}

// True if both are one amount: "3 hours and 15 minutes", "5 feet 11 inches", "12 euros 50".
bool isJoint(const QString& text, const Number& whole, const Number& rest)
{
    const QString gap = text.mid(whole.end, std::max<qsizetype>(rest.begin - whole.end, 0));
    if (!whole.unit || whole.isOfDate || whole.value() < 1 || rest.value() < 1
        || !factWords().andOnly.match(gap).hasMatch())
        return false;
    const bool isBlank = gap.trimmed().isEmpty();
    if (whole.isMoney() && !rest.unit)
        return isBlank && rest.text.size() == 2 && !whole.text.contains(u'.')
            && !whole.text.contains(u',') && !rest.isOfDate;
    if (whole.dimension() != rest.dimension() || !rest.unit)
        return false;
    const double ratio = whole.unit->factor / rest.unit->factor;
    const bool isWhole = whole.readings[0].step >= 1 || whole.dimension() != 't'; // not "2 h 50", 20 min
    return isWhole && ratio > 1.5 && rest.value() < ratio * 1.02
        && (isBlank ? u"tlw"_qs : u"t"_qs).contains(QLatin1Char(whole.dimension()));
}

// "3 hours 15 minutes" are 3.25 hours.
void joinAmounts(QList<Number>& numbers, const QString& text)
{
    for (qsizetype at = numbers.size() - 1; at > 0; --at) {
        Number &whole = numbers[at - 1], &rest = numbers[at];
        if (!isJoint(text, whole, rest))
            continue;
        const double ratio = rest.unit ? whole.unit->factor / rest.unit->factor : 100;
        Number sum = whole;
        sum.text = text.mid(whole.begin, rest.end - whole.begin);
        sum.readings = {{whole.value() + rest.value() / ratio, 1 / ratio}};
        sum.end = rest.end;
        whole.isFact = rest.isFact = false;
        numbers.insert(at + 1, sum);
    }
}

// A date without a year gets that of the nearest one before it or else behind it.
void guessYears(QList<Date>& dates)
{
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

} // namespace

void relateFacts(Facts& facts, const QString& text)
{
    spreadUnits(facts.numbers, text);
    readTableHeads(facts.numbers, text);
    addSigns(facts.numbers, text);
    joinAmounts(facts.numbers, text);
    guessYears(facts.dates);
}

} // namespace services
