#include "services/documents/answers/spelled_numbers.h"

#include "services/documents/answers/fact_words.h"

#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <optional>

namespace services {

namespace {

constexpr qsizetype maxLetters = 60; // of a number in one word

// The tens of "twintig" or, in front of another number, of Italian "vent" and "quarant".
std::optional<double> findTens(const QString& word)
{
    for (const QChar vowel : u" ia"_qs) {
        const auto& table = factWords().numerals;
        const auto found = table.find(vowel == u' ' ? word : word + vowel);
        const double value = found == table.end() ? 0 : found->toDouble();
        if (value >= 20 && value <= 90)
            return value;
    }
    return std::nullopt;
}

std::optional<double> findDigit(const QString& word)
{
    const auto found = factWords().numerals.find(word);
    const double value = found == factWords().numerals.end() ? 0 : found->toDouble();
    return value >= 1 && value <= 9 ? std::optional(value) : std::nullopt;
}

QString withoutJoint(const QString& word)
{
    for (const QString& joint : {u"und"_qs, u"en"_qs})
        if (word.startsWith(joint))
            return word.mid(joint.size());
    return word;
}

// The number that a word spells. German, Dutch, Italian and Swedish join them:
// "zweihundertvierundzwanzig", "vijfentwintig", "ventisette", "tjugofem".
std::optional<double> findNumeral(const QString& word)
{
    if (const auto found = factWords().numerals.find(word); found != factWords().numerals.end())
        return found->toDouble();
    if (word.size() > maxLetters)
        return std::nullopt;
    for (const auto& [joint, factor] :
        {std::pair(u"tausend"_qs, 1000.0), {u"duizend"_qs, 1000.0}, {u"tusen"_qs, 1000.0},
            {u"mila"_qs, 1000.0}, {u"mille"_qs, 1000.0}, {u"hundert"_qs, 100.0},
            {u"honderd"_qs, 100.0}, {u"hundra"_qs, 100.0}, {u"cento"_qs, 100.0}}) {
        const qsizetype at = word.indexOf(joint);
        if (at < 0)
            continue;
        const QString before = word.left(at), after = withoutJoint(word.mid(at + joint.size()));
        const auto first = before.isEmpty() ? 1 : findNumeral(before);
        const auto second = after.isEmpty() ? 0 : findNumeral(after);
        if (first && second)
            return *first * factor + *second;
    }
    for (qsizetype at = 3; at + 2 < word.size(); ++at) {
        const QString before = word.left(at), after = word.mid(at), behind = withoutJoint(after);
        const auto digit = behind.size() < after.size() ? findDigit(before) : findDigit(after);
        const auto tens = behind.size() < after.size() ? findTens(behind) : findTens(before);
        if (digit && tens)
            return *tens + *digit;
    }
    return std::nullopt;
}

// A number of several words: "two hundred and fifty-four".
struct SpelledNumber {
    double total = 0, current = 0;
    qsizetype begin = 0, end = 0, words = 0;
    bool isOrdinal = false; // "twenty-first"

    // False if the word does not continue the number.
    bool append(double value, bool isJoined)
    {
        const double rest = std::fmod(current, 100);
        if (value >= 1000) {
            total += std::max(current, 1.0) * value;
            current = 0;
        } else if (current > 0 && !isJoined
            && ((value == 100 && current < 100) || (value == 20 && current == 4)
                || (value == 12 && current < 10))) { // "quatre-vingts", "two dozen"
            current *= value;
        } else if (current == 0 || (rest == 0 && value < 100)
            || (rest >= 20 && std::fmod(rest, 10) == 0 && value < 20)
            || (rest == 10 && value >= 7 && value <= 9)) { // "dix-huit"
            current += value;
        } else {
            return false;
        }
        ++words;
        return true;
    }
};

QString withWordsInDigits(const QString& text)
{
    constexpr QStringView joints = u"- and und et y e en och i";
    const FactWords& words = factWords();
    QString result;
    qsizetype written = 0;
    const auto write = [&](qsizetype begin, qsizetype end, const QString& digits) {
        // "nine 340 g jars" aren't 9,340 g.
        const bool isBeforeDigit
            = text.mid(end, 1) == u" " && end + 1 < text.size() && text[end + 1].isDigit();
        result += text.mid(written, begin - written) + digits + (isBeforeDigit ? u" "_qs : QString());
        written = end;
    };
    SpelledNumber number;
    const auto finish = [&] {
        const QString word = text.mid(number.begin, number.end - number.begin).toLower();
        if (number.words > 0)
            write(number.begin, number.end,
                (number.isOrdinal || (number.words == 1 && words.loose.contains(word)) ? u"~"_qs : QString())
                    + QString::number(number.total + number.current, 'f', 0));
        number = {};
    };
    for (auto match = words.word.globalMatch(text); match.hasNext();) {
        const auto each = match.next();
        const qsizetype begin = each.capturedStart();
        const QString word = each.captured().toLower();
        const QString gap = text.mid(number.end, begin - number.end).trimmed();
        const bool follows
            = number.words > 0 && begin - number.end < 7 && (gap.isEmpty() || isAnyOf(gap, joints));
        if (follows && isAnyOf(word, joints))
            continue;
        const bool isBehindDigit
            = begin > 1 && (text[begin - 1].isDigit() || text[begin - 2].isDigit());
        const bool isUnit // "50 cents", "4 sept"
            = isBehindDigit
            && (words.units.contains(word) || words.units.contains(word.chopped(1))
                || words.months.contains(word));
        const bool isOrdinal = follows && gap.size() < 2 && words.ordinals.contains(word)
            && number.append(words.ordinals[word].toDouble(), false);
        if (isOrdinal) {
            number.isOrdinal = true;
            number.end = each.capturedEnd();
            finish();
            continue;
        }
        const auto value = isUnit ? std::nullopt : findNumeral(word);
        const bool isMultiplier = value && *value >= 1000 && isBehindDigit; // "3.2 million"
        if (!follows || !value || !number.append(*value, gap.size() > 1)) {
            finish();
            if (!value && words.loose.contains(word) && !isUnit)
                write(begin, each.capturedEnd(), u'~' + words.loose[word]);
            if (!value || isMultiplier)
                continue;
            number.begin = begin;
            number.append(*value, false);
        }
        number.end = each.capturedEnd();
    }
    finish();
    return result + text.mid(written);
}

// The number that Chinese signs spell: "二十四".
double toNumber(const QString& signs)
{
    double total = 0, section = 0, digit = 0;
    bool isBehindDigit = false;
    for (const QChar sign : signs) {
        const auto value = u"零一二三四五六七八九〇两"_qs.indexOf(sign);
        const auto power = u"十百千"_qs.indexOf(sign);
        if (value >= 0) {
            digit = (isBehindDigit ? digit * 10 : 0) + double(value == 11 ? 2 : value % 10);
        } else if (power >= 0) {
            section += std::max(digit, 1.0) * std::pow(10, power + 1);
            digit = 0;
        } else {
            total = (total + section + digit) * (sign == u'万' ? 1e4 : 1e8);
            section = digit = 0;
        }
        isBehindDigit = value >= 0;
    }
    return total + section + digit;
}

// Writes numbers and days of the week in Chinese signs in digits and in English. A single sign is
// often a part of another word, so it counts before a measure only.
QString withChineseDigits(QString text)
{
    for (int weekday = 1; weekday <= 7; ++weekday)
        for (const QString& week : {u"星期"_qs, u"周"_qs})
            text.replace(week + u"一二三四五六日"_qs[weekday - 1],
                u' ' + QLocale(QLocale::English).dayName(weekday) + u' ');
    static const QRegularExpression form(
        u"(百分之)?(?<![0-9])([零〇一二两三四五六七八九十百千万亿]{2,}|(?<=百分之)["
        u"一二三四五六七八九十]|"
        "[一二两三四五六七八九十](?=[年月日号天周个元块米公分小人名次位岁点度本台层倍种]))"_qs);
    QString result;
    qsizetype end = 0;
    for (auto match = form.globalMatch(text); match.hasNext();) {
        const auto each = match.next();
        result += text.mid(end, each.capturedStart() - end)
            + QString::number(toNumber(each.captured(2)), 'f', 0)
            + (each.capturedLength(1) > 0 ? u"%"_qs : QString());
        end = each.capturedEnd();
    }
    return result + text.mid(end);
}

} // namespace

QString toPlainText(QString plain)
{
    static const QRegularExpression marks(u"\\p{M}+"_qs), emphasis(u"\\*\\*|__|`"_qs),
        percent(
            u"\\b(?:per|pour|por) c(?:i?ento?)\\b"_qs, QRegularExpression::CaseInsensitiveOption),
        fraction(u"(?<![0-9./,])([1-9])/([2-9]|1[0-9])(?![0-9/]|[.,][0-9])"_qs),
        speed(u"\\b(?:km|kilom\\p{L}+)(?:/| ?(?:per|pro|par|por|all'|na|i) ?)"
              "(?:h|u|t|hour|stunde|heure|hora|ora|uur|timme|godz\\p{L}*)\\b"_qs,
            QRegularExpression::CaseInsensitiveOption
                | QRegularExpression::UseUnicodePropertiesOption),
        oneUnit(u"\\b[Aa]n? (?=(?:hour|minute|day|week|month|year) and (?:an? )?(?:half|quarter|[0-9]|\\p{L}+[- ](?:\\p{L}+ )?(?:second|minute|hour|day|week|month)s?\\b))"_qs),
        miles(u"\\bmiles (?:per|an) hour\\b"_qs),
        seaMiles(u"\\b(?:nautical miles?|milles? (?:marins?|nautiques?)|millas? nauticas?|migli[ao] (?:nautic|marin)\\p{L}+|milhas? nauticas?)\\b"_qs,
            QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption),
        consumption(u"\\bl(?:it(?:re|er|ro|ri)s?)? ?(?:/|per|auf|je|pro|aux|por|su|op|pa|na) ?(?:les |los |os )?100 ?k(?:m|ilom\\p{L}+)\\b"_qs,
            QRegularExpression::CaseInsensitiveOption),
        gallons(u"\\bmiles (?:per|to the|a) gallon\\b"_qs), squareFeet(u"\\bsq\\.? ?(?=(?:ft|feet|in|yd|mi)\\b)"_qs), dayWord(u"-(?=feiras?\\b)"_qs),
        always(u"\\b24/7\\b"_qs), are(u"\\bär\\b"_qs, QRegularExpression::UseUnicodePropertiesOption);
    plain.replace(are, u"æra"_qs); // no "år", year
    for (const auto& [sign, words] :
        {std::pair(u"½"_qs, u".5"_qs), {u"¼"_qs, u".25"_qs}, {u"¾"_qs, u".75"_qs},
            {u"km²"_qs, u"sqkm"_qs}, {u"m²"_qs, u"sqm"_qs}, {u"m³"_qs, u"cbm"_qs},
            {u"ft²"_qs, u"square ft"_qs},
            {u"ß"_qs, u"ss"_qs}, {u"ł"_qs, u"l"_qs}, {u"Ł"_qs, u"L"_qs}, {u"ø"_qs, u"o"_qs},
            {u"~"_qs, u"≈"_qs}, {u"−"_qs, u"-"_qs}, {u"‑"_qs, u"-"_qs}, {u"’"_qs, u"'"_qs}})
        plain.replace(sign, words);
    plain = plain.normalized(QString::NormalizationForm_KD).remove(marks).remove(emphasis);
    plain.replace(percent, u"percent"_qs).replace(speed, u"kmh"_qs).replace(miles, u"mph"_qs);
    plain.replace(consumption, u"lhk"_qs).replace(gallons, u"mpg"_qs).replace(squareFeet, u"square "_qs);
    plain.replace(oneUnit, u"1 "_qs).replace(seaMiles, u"seemeile"_qs);
    plain.remove(always).remove(dayWord).replace(u"m/s"_qs, u"mps"_qs);
    QString result;
    qsizetype written = 0;
    for (auto match = fraction.globalMatch(plain); match.hasNext();) { // "2/3"
        const auto each = match.next();
        const double share = each.captured(1).toDouble() / each.captured(2).toDouble();
        result += plain.mid(written, each.capturedStart() - written);
        result += share < 1 ? u'~' + QString::number(share, 'f', 6) : each.captured();
        written = each.capturedEnd();
    }
    return result + plain.mid(written);
}

QString withDigits(const QString& text)
{
    return withWordsInDigits(withChineseDigits(text));
}

} // namespace services
