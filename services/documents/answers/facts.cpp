#include "services/documents/answers/facts.h"

#include "base/utf8.h"
#include "services/documents/index/search_terms.h"

#include <QHash>
#include <QLocale>
#include <QRegularExpression>

#include <cmath>
#include <functional>
#include <utility>

namespace services {

namespace {

constexpr size_t maxBytes = 1 << 16; // of a text; what is behind them is not read

using Table = QHash<QString, QString>; // what each word stands for

// Reads rows "value word word …;".
Table readTable(const char* rows)
{
    Table table;
    for (const QString& row : QString::fromUtf8(rows).split(u';')) {
        const QStringList words = row.simplified().split(u' ');
        for (const QString& word : words.mid(1))
            table.insert(word, words.first());
    }
    return table;
}

// What the languages call the months or the days of the week, by their numbers from 1.
Table readNames(int count, const std::function<QStringList(QLocale, int)>& names)
{
    Table table;
    for (const auto language :
        {QLocale::English, QLocale::German, QLocale::French, QLocale::Spanish})
        for (int number = 1; number <= count; ++number)
            for (QString name : names(QLocale(language), number)) {
                name = name.normalized(QString::NormalizationForm_KD).toLower();
                name.removeIf([](QChar each) { return !each.isLetter(); });
                table.insert(name, QString::number(number));
            }
    return table;
}

// A part of a pattern: any of the words, the longest that fits.
QString anyOf(const Table& table)
{
    QStringList words = table.keys();
    std::ranges::sort(words, std::ranges::greater(), &QString::size);
    for (QString& word : words)
        word = QRegularExpression::escape(word);
    return u"(?:"_qs + words.join(u'|') + u')';
}

QRegularExpression pattern(const QString& text)
{
    return QRegularExpression(text,
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption
            | QRegularExpression::MultilineOption);
}

// The words of English, German, French and Spanish, and some Chinese ones, that stand for numbers,
// units and dates: in small letters and without accents.
struct Words {
    Table numerals = readTable(R"(
        0 zero null cero; 1 one ein eins eine einen einem einer un una une uno; 2 two zwei zwo
        deux dos; 3 three drei trois tres; 4 four vier quatre cuatro; 5 five funf cinq cinco; 6
        six sechs seis; 7 seven sieben sept siete; 8 eight acht huit ocho; 9 nine neun neuf nueve;
        10 ten zehn dix diez; 11 eleven elf onze once; 12 twelve zwolf douze doce dozen dutzend
        douzaine douzaines docena docenas; 13 thirteen dreizehn treize trece; 14 fourteen vierzehn
        quatorze catorce; 15 fifteen funfzehn quinze quince; 16 sixteen sechzehn seize dieciseis;
        17 seventeen siebzehn diecisiete; 18 eighteen achtzehn dieciocho; 19 nineteen neunzehn
        diecinueve; 20 twenty zwanzig vingt vingts veinte; 21 veintiuno; 22 veintidos; 23
        veintitres; 24 veinticuatro; 25 veinticinco; 30 thirty dreissig trente treinta; 40 forty
        vierzig quarante cuarenta; 50 fifty funfzig cinquante cincuenta; 60 sixty sechzig soixante
        sesenta; 70 seventy siebzig setenta; 80 eighty achtzig ochenta; 90 ninety neunzig noventa;
        100 hundred hundert cent cents cien ciento; 200 doscientos doscientas; 300 trescientos
        trescientas; 400 cuatrocientos; 500 quinientos quinientas; 1000 thousand tausend mille
        mil; 1e6 million millionen millions mio millon millones; 1e9 billion milliarde milliarden
        mrd milliard milliards)");

    // Words that may mean a number: they support one and need no support themselves.
    Table loose = readTable(R"(
        0.5 half halves halbe halber halbes halb halfte moitie demi demie mitad medio media;
        0.333333333333 third thirds drittel dritte dritten tiers troisieme tercio tercero tercer;
        0.25 quarter quarters viertel vierte vierten fourth quart cuarto; 0.2 fifth fifths funftel
        funfte; 0.1 tenth tenths zehntel zehnte; 1.5 anderthalb; 2 twice double doubled both
        couple pair second doppelt zweimal verdoppelt beide beiden zweite zweiten deuxieme doble
        segundo; 3 triple tripled dreimal; 6 sixth; 7 seventh; 8 eighth; 9 ninth; 10 decade; 11
        once elf; 7 sept; 9 neuf; 100 cent cents; 1000 mil; 2 dos)");

    Table multipliers = readTable(R"(
        1000 thousand tausend mille mil k 千; 1e4 万; 1e8 亿; 1e6 million millions millionen mio
        millon millones; 1e9 billion billions milliarde milliarden mrd milliard milliards)");

    Table shortMultipliers = readTable("1e6 m mn; 1e9 bn b; 1e12 tn"); // of money

    Table units = readTable(R"(
        %1 % percent prozent percentage; l.001 mm millimeter millimetre; l.01 cm centimeter
        centimetre zentimeter 厘米; l1 m meter metre metro 米; l.0254 inch inche; l.3048 ft foot
        feet; l1000 km kilometer kilometre kilometro 公里 千米; l.9144 yard; l1609.344 mile mi; w.001
        mg milligram milligramm; w1 g gram gramm gramme gramo 克; w28.3495 oz ounce; w1000 kg
        kilogram kilogramm kilo kilogramo 公斤 千克; w453.592 lb lbs; w1e6 t ton tonne tonnen; v.001
        ml milliliter millilitre; v.01 cl; v.1 dl; v1 l liter litre litro 升; v3.78541 gallon;
        v.473176 pint; t1 s sec second sekunde seconde 秒; t60 min minute minuto 分钟; t3600 h hr
        hour stunde heure hora 小时; t86400 day tag tage jour dia 天 daily taglich; t604800 week
        woche semaine semana 周 星期 weekly wochentlich; t1209600 fortnight; t2629800 month monat
        monate moi mois mes mese meses 个月 monthly monatlich mensuel; t7889400 trimestre quartal
        quarterly; t31557600 year jahr jahre an annee ano 年 yearly annual annually jahrlich; c1
        celsius °c; c2 fahrenheit °f; a1 sqm quadratmeter; a1e6 ksqm; a10000 ha hectare hektar;
        a4046.86 acre; p1 w watt; p1e6 mw; p1000 kw kilowatt; e1 wh; e1000 kwh; e1e6 mwh; b1 kb;
        b1000 mb; b1e6 gb; b1e9 tb; s1 kmh; s1.609344 mph; E1 € eur euro; E.01 cent centime
        centimo; D1 $ usd dollar; P1 £ gbp pound; P.01 pence penny; Y1 元)");

    Table months = readNames(12, [](const QLocale& locale, int month) {
        return QStringList{locale.monthName(month), locale.monthName(month, QLocale::ShortFormat)};
    });
    Table weekdays = readNames(
        7, [](const QLocale& locale, int day) { return QStringList{locale.dayName(day)}; });

    // The patterns of facts. "~" is before a number whose word may mean something else.
    QRegularExpression isoDate = pattern(u"([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])"_qs);
    QRegularExpression numericDate
        = pattern(u"([0-9]{1,2})([./])([0-9]{1,2})\\2([0-9]{4}|[0-9]{2})(?![0-9]|\\.[0-9])"_qs);
    QRegularExpression chineseDate
        = pattern(u"(?:([0-9]{4})年)?([0-9]{1,2})月(?:([0-9]{1,2})[日号])?"_qs);
    QRegularExpression date
        = pattern(u"(?:([0-9]{1,2})(?:\\.|st|nd|rd|th|er)? (?:of |de )?)?("_qs + anyOf(months)
            + u")\\b\\.?(?: ([0-9]{1,2})(?:st|nd|rd|th)?(?![0-9:]))?"
              "(?:,?(?: de)? ([0-9]{4})(?![0-9]))?"_qs);
    QRegularExpression time = pattern(
        u"([0-9]{1,2})(?:(?::| ?h ?)([0-9]{2})(?::[0-9]{2})?(?![0-9])|点(半|[0-9]{1,2}(?=分)))"_qs);
    QRegularExpression minutes = pattern(u"分(?!钟)"_qs);
    QRegularExpression hour = pattern(u" ?(?:[ap]\\.?m|uhr|heures)\\b| ?点"_qs);
    QRegularExpression code = pattern(u"\\p{Latin}+(?:(?:_|-?(?=[0-9]))[\\p{Latin}0-9]+)+"_qs);
    QRegularExpression digits = pattern(u"~?([0-9]{1,3}(?: [0-9]{3}(?![0-9]))+(?:[.,][0-9]+)?|"
                                        "[0-9]+(?:[.,'][0-9]+)*|(?<![0-9])\\.[0-9]+)"_qs);
    QRegularExpression part
        = pattern(u"[- ]((?:and|und|et|y) )?(?:(?:an?|ein|une?) )?~(0\\.[0-9]+)"_qs);
    QRegularExpression multiplier
        = pattern(u" ?("_qs + anyOf(multipliers) + u")(?!\\p{Latin})\\.?"_qs);
    QRegularExpression shortMultiplier
        = pattern(u" ?("_qs + anyOf(shortMultipliers) + u")(?![\\p{L}0-9])"_qs);
    QRegularExpression unit = pattern(
        u"(?:st|nd|rd|th|ere?|eme)?(?:-| ?° ?| (?:degrees?|grad|grados?|degres?|an?|une?) | )?("_qs
        + anyOf(units) + u")(?:(?<=\\p{Latin}{3})(?:s|n|en|es))?(?!\\p{Latin})"_qs);
    QRegularExpression word = pattern(u"(?:(?![\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Thai}\\p{Lao}"
                                      "\\p{Khmer}\\p{Myanmar}])\\p{L})+"_qs);
    QRegularExpression approximation = pattern(
        u"(?:\\b(?:about|approximately|approx|roughly|around|nearly|almost|some|over|under|than|"
        u"circa|ca|"
        "etwa|rund|knapp|fast|ungefahr|gut|uber|environ|pres|quasi|plus|moins|unos|unas|casi|"
        "aproximadamente|mas)\\.?|[≈<>约近超]) ?(?:[^ ]+ ){0,2}$"_qs);
    QRegularExpression between
        = pattern(u"^ ?(?:[x×*–-]|to|and|or|by|bis|und|oder|auf|a|et|ou|y|o|至|到) ?$"_qs);
    QRegularExpression separator
        = pattern(u",(?![0-9])|[、;和或]|\\b(?:and|und|et|y|or|oder|ou|o)\\b"_qs);
    QRegularExpression company
        = pattern(u"(?-i:(?: [\\p{Lu}][\\p{L}-]*| &){0,3} (?:AG|GmbH|KG|OHG|SE|UG|e\\. ?V)\\b)"_qs);
    QRegularExpression weekdayRange
        = pattern(u"^ ?(?:-|–|to|through|bis|a|au|al|hasta|至|到) ?$"_qs);
    QRegularExpression andOnly = pattern(u"^,? ?(?:and|und|et|y)? ?$"_qs);
    QRegularExpression listMark = pattern(u"^ *[-*•|]"_qs);
    QRegularExpression sentenceEnd = pattern(u"[.!?:](?=\\s)|[。！？\n]"_qs);
};

const Words& words()
{
    static const Words words;
    return words;
}

bool isIn(const QString& word, const char* list)
{
    return QString::fromUtf8(list).split(u' ').contains(word);
}

// The number that a word spells. German joins them: "zweihundertvierundzwanzig".
std::optional<double> findNumeral(const QString& word)
{
    const Table& table = words().numerals;
    if (const auto found = table.find(word); found != table.end())
        return found->toDouble();
    for (const auto& [joint, factor] :
        {std::pair(u"tausend"_qs, 1000.0), {u"hundert"_qs, 100.0}, {u"und"_qs, 0.0}}) {
        const qsizetype at = word.size() > 60 ? -1 : word.indexOf(joint);
        if (at < 0)
            continue;
        const QString before = word.left(at), after = word.mid(at + joint.size());
        const auto first = before.isEmpty() && factor > 0 ? 1 : findNumeral(before);
        const auto second = after.isEmpty() && factor > 0 ? 0 : findNumeral(after);
        if (first && second)
            return *first * std::max(factor, 1.0) + *second;
    }
    return std::nullopt;
}

// A number of several words: "two hundred and fifty-four".
struct SpelledNumber {
    double total = 0, current = 0;
    qsizetype begin = 0, end = 0, words = 0;

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
            || (rest >= 20 && std::fmod(rest, 10) == 0 && value < 20)) {
            current += value;
        } else {
            return false;
        }
        ++words;
        return true;
    }
};

// Writes the numbers that words spell in digits.
QString withDigits(const QString& text)
{
    QString result;
    qsizetype written = 0;
    const auto write = [&](qsizetype begin, qsizetype end, const QString& digits) {
        result += text.mid(written, begin - written) + digits;
        written = end;
    };
    SpelledNumber number;
    const auto finish = [&] {
        const QString word = text.mid(number.begin, number.end - number.begin).toLower();
        if (number.words > 0)
            write(number.begin, number.end,
                (number.words == 1 && words().loose.contains(word) ? u"~"_qs : QString())
                    + QString::number(number.total + number.current, 'f', 0));
        number = {};
    };
    for (auto match = words().word.globalMatch(text); match.hasNext();) {
        const auto each = match.next();
        const qsizetype begin = each.capturedStart();
        const QString word = each.captured().toLower();
        const QString gap = text.mid(number.end, begin - number.end).trimmed();
        const bool follows
            = number.words > 0 && isIn(gap, "- and und et y ") && begin - number.end < 7;
        if (follows && isIn(word, "and und et y"))
            continue;
        const auto value = findNumeral(word);
        const bool isMultiplier = value && *value >= 1000 && begin > 1
            && (text[begin - 1].isDigit() || text[begin - 2].isDigit()); // "3.2 million"
        if (!follows || !value || !number.append(*value, gap.size() > 1)) {
            finish();
            if (!value && words().loose.contains(word))
                write(begin, each.capturedEnd(), u'~' + words().loose[word]);
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

std::optional<Unit> findUnit(const QString& word)
{
    const QString unit = words().units.value(word);
    return unit.isEmpty() ? std::nullopt
                          : std::optional(Unit{unit[0].toLatin1(), unit.mid(1).toDouble()});
}

// "1,100.50" is 1100.5 and "1.100" is 1100 or 1.1; an address or a version is no number.
QList<Reading> toReadings(const QString& digits)
{
    static const QRegularExpression sign(u"[^0-9]"_qs),
        grouped(u"^[1-9][0-9]{0,2}([.,' ])[0-9]{3}(?:\\1[0-9]{3})*$"_qs),
        decimal(u"^([0-9]*|[0-9]{1,3}(?:([., '])[0-9]{3})(?:\\2[0-9]{3})*)(?!\\2)[.,]([0-9]+)$"_qs);
    QList<Reading> readings;
    if (!digits.contains(sign) || grouped.match(digits).hasMatch())
        readings << Reading{QString(digits).remove(sign).toDouble()};
    if (const auto match = decimal.match(digits); match.hasMatch())
        readings << Reading{(match.captured(1).remove(sign) + u'.' + match.captured(3)).toDouble(),
            std::pow(10, -double(match.capturedLength(3)))};
    return readings;
}

class FactReader {
public:
    FactReader(std::string_view text, Language language)
        : m_isGerman(language == Language::German)
    {
        static const QRegularExpression marks(u"\\p{M}+"_qs),
            cents(u"(?:per|pour|por) c(?:i?ento?)\\b"_qs);
        m_text = QString::fromStdString(withExponentSigns(base::beginning(text, maxBytes)));
        for (const auto& [sign, plain] :
            {std::pair(u"½"_qs, u".5"_qs), {u"¼"_qs, u".25"_qs}, {u"¾"_qs, u".75"_qs},
                {u"m²"_qs, u"sqm"_qs}, {u"ß"_qs, u"ss"_qs}, {u"~"_qs, u"≈"_qs}})
            m_text.replace(sign, plain);
        m_text = m_text.normalized(QString::NormalizationForm_KD).remove(marks);
        collectWords();
        m_text = withDigits(withChineseDigits(m_text.replace(cents, u"percent"_qs)));
    }

    Facts read()
    {
        while (m_at < m_text.size())
            if (!readDate() && !readTime() && !readCode() && !readNumber() && !readWord())
                ++m_at;
        spreadUnits();
        joinDurations();
        return std::move(m_facts);
    }

private:
    bool takes(const QRegularExpression& form)
    {
        m_match = form.match(m_text, m_at, QRegularExpression::NormalMatch,
            QRegularExpression::AnchorAtOffsetMatchOption);
        m_at += m_match.capturedLength();
        return m_match.hasMatch();
    }
    QString taken(int group) const { return m_match.captured(group); }

    // "A, B and C" are three; so are three lines that begin with a mark.
    void collectWords()
    {
        m_facts.squeezed = squeezed(m_text);
        m_facts.listed = m_text.count(words().listMark);
        for (const QString& sentence : m_text.split(words().sentenceEnd))
            m_facts.listed = std::max(m_facts.listed, sentence.count(words().separator) + 1);
        for (auto match = words().word.globalMatch(m_text); match.hasNext();) {
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
        const qsizetype begin = m_at;
        Date date;
        int other = 0; // the month, if day and month are the other way round
        QString word; // the month's
        if (takes(words().isoDate)) {
            date = {taken(3).toInt(), taken(2).toInt(), taken(1).toInt()};
        } else if (takes(words().numericDate)) {
            date = {taken(1).toInt(), taken(3).toInt(), taken(4).toInt()};
            if (date.month > 12)
                std::swap(date.day, date.month);
            other = date.day <= 12 ? date.day : 0;
            date.year += date.year < 100 ? 2000 : 0;
        } else if (takes(words().chineseDate)) {
            date = {taken(3).toInt(), taken(2).toInt(), taken(1).toInt()};
        } else if (takes(words().date)) {
            word = taken(2);
            const QString name = word.toLower(), day = taken(1) + taken(3);
            date = {day.toInt(), words().months[name].toInt(), taken(4).toInt()};
            const bool isSure = !day.isEmpty() || date.year > 0 || word[0].isUpper()
                || (name.size() > 3 && !isIn(name, "march mars"));
            const bool isOther = date.day == 0 && date.year == 0 && isIn(name, "may march mars")
                && !isBehindWord(begin);
            if (!isSure || isOther || isWithinWord(begin))
                date = {};
        }
        if (date.month < 1 || date.month > 12 || date.day > 31) {
            m_at = begin;
            return false;
        }
        const QString text = word.isEmpty() ? m_text.mid(begin, m_at - begin) : word;
        for (const int number : {date.day, date.year})
            if (number > 0)
                add({.text = QString::number(number),
                    .readings = {{double(number)}},
                    .isOfDate = true});
        if (other > 0)
            m_facts.numbers << Number{.text = text,
                .readings = {{double(date.month)}},
                .isFact = false,
                .isOfDate = true};
        m_facts.months << DateWord{text, date.month, other};
        m_facts.dates << date;
        return true;
    }

    bool isWithinWord(qsizetype at) const { return at > 0 && m_text[at - 1].isLetterOrNumber(); }

    // True if the word there is behind another one of its sentence.
    bool isBehindWord(qsizetype at) const
    {
        while (at > 0 && m_text[at - 1] == u' ')
            --at;
        return at > 0
            && (m_text[at - 1].isLetterOrNumber() || u",;)'&"_qs.contains(m_text[at - 1]));
    }

    // "14:08" is a number of hours, whose minutes support others.
    bool readTime()
    {
        const QString text = m_text.mid(m_at, 5);
        if (!takes(words().time))
            return false;
        const double hours = taken(1).toDouble();
        const double minutes = taken(3) == u"半" ? 30 : (taken(2) + taken(3)).toDouble();
        takes(words().minutes);
        add({.text = text, .readings = {{minutes}}, .unit = Unit{'t', 60}, .isFact = false});
        addHalfDay(add({.text = text, .readings = {{hours + minutes / 60, 1e-3}}}));
        takes(words().hour);
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
        if (isWithinWord(begin) || !takes(words().code))
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
        const qsizetype begin = m_at;
        if (!takes(words().digits))
            return false;
        const QString text = taken(1);
        Number number{.text = text, .readings = toReadings(text), .begin = begin};
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
            if (!takes(words().part))
                return;
            const double share = taken(2).toDouble();
            number.readings = {{written + share, 1e-3}, {written * share, 1e-3}, {written}};
            if (written == 1 && taken(1).isEmpty()) { // "one quarter of the 84 members"
                std::swap(number.readings[0], number.readings[1]);
                number.isLoose = true;
            }
        };
        takePart();
        while (takes(words().multiplier)) {
            const double factor = words().multipliers[taken(1).toLower()].toDouble();
            for (Reading& reading : number.readings)
                reading = {reading.value * factor, reading.step * factor};
        }
        const QString before = QStringView(m_text).left(begin).trimmed().right(1).toString();
        QString unit;
        if (isIn(before, "$ € £") && takes(words().shortMultiplier)) { // "£4.2m"
            const double factor = words().shortMultipliers[taken(1).toLower()].toDouble();
            for (Reading& reading : number.readings)
                reading = {reading.value * factor, reading.step * factor};
            unit = before;
        } else if (takes(words().unit)) {
            unit = taken(1).toLower();
            takePart();
        } else if (isIn(before, "$ € £")) {
            unit = before;
        }
        number.unit = findUnit(unit);
        const bool isYear = text.size() == 4 && written > 1000 && written < 2200
            && (!number.unit || unit == u"年");
        if (isYear)
            number.unit.reset();
        number.isOfDate = isYear;
        if (!number.unit && written <= 24 && takes(words().hour))
            addHalfDay(number);
        const int minutes = text.mid(text.size() - 2).toInt();
        if (!number.unit && written < 24 && minutes < 60
            && text.endsWith(u'.' + text.right(2))) // "11.30"
        {
            number.readings << Reading{std::floor(written) + minutes / 60.0, 1e-3};
            number.isClock = true;
        }
        const bool isListMark = !isBehindWord(begin) && m_text.mid(m_at, 2).startsWith(u". ");
        number.isFact
            = !number.isLoose && !isListMark && number.value() != 0 && number.value() != 1;
        number.isApproximate = words()
                                   .approximation
                                   .match(m_text.mid(std::max<qsizetype>(begin - 30, 0),
                                       std::min<qsizetype>(begin, 30)))
                                   .hasMatch();
        add(std::move(number));
        return true;
    }

    bool readWord()
    {
        constexpr const char* titles
            = "mr mrs ms miss dr prof herr frau herrn monsieur madame senor senora dona tante "
              "onkel oma opa familie aunt uncle";
        const qsizetype begin = m_at;
        if (!takes(words().word))
            return false;
        const QString text = taken(0), word = text.toLower();
        const QString unit = words().units.value(word, words().units.value(word.chopped(1)));
        if (unit.startsWith(u't'))
            m_facts.periods << unit.mid(1).toDouble();
        if (const Table& days = words().weekdays;
            days.contains(word) || days.contains(word.chopped(1))) {
            addWeekday(text, days.value(word, days.value(word.chopped(1))).toInt(), begin);
            return true;
        }
        m_facts.plainWords << word;
        const bool isTitled = isIn(std::exchange(m_lastWord, word), titles);
        // In German, every noun has a capital; what is before the form of a company is its name.
        const bool isProper = m_isGerman ? words()
                                               .company
                                               .match(m_text, m_at, QRegularExpression::NormalMatch,
                                                   QRegularExpression::AnchorAtOffsetMatchOption)
                                               .hasMatch()
                                         : isBehindWord(begin);
        if (text.size() > 1 && text[0].isUpper() && (text.isUpper() || isProper || isTitled)
            && unit.isEmpty() && !isIn(word, titles) && !isFunctionWord(word.toStdString()))
            addName({text, word, word.left(1)}, begin);
        return true;
    }

    // "Tuesday to Saturday" are five days.
    void addWeekday(const QString& text, int day, qsizetype begin)
    {
        const QString gap = m_text.mid(m_weekdayEnd, std::max<qsizetype>(begin - m_weekdayEnd, 0));
        if (!m_facts.weekdays.isEmpty() && words().weekdayRange.match(gap).hasMatch()) {
            const int days = (day - m_facts.weekdays.last().number + 7) % 7 + 1;
            add({.text = text, .readings = {{double(days)}}, .begin = begin, .isFact = false});
        }
        m_facts.weekdays << DateWord{text, day};
        m_weekdayEnd = m_at;
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
            const Number& number = m_facts.numbers[at];
            Number& before = m_facts.numbers[at - 1];
            const QString gap
                = m_text.mid(before.end, std::max<qsizetype>(number.begin - before.end, 0));
            if (!before.unit && !before.isOfDate && words().between.match(gap).hasMatch())
                before.unit = number.unit;
        }
    }

    // "3 hours 15 minutes" are 3.25 hours.
    void joinDurations()
    {
        for (qsizetype at = m_facts.numbers.size() - 1; at > 0; --at) {
            Number &minutes = m_facts.numbers[at], &hours = m_facts.numbers[at - 1];
            const QString gap
                = m_text.mid(hours.end, std::max<qsizetype>(minutes.begin - hours.end, 0));
            if (hours.unit != Unit{'t', 3600} || minutes.unit != Unit{'t', 60} || hours.isOfDate
                || minutes.value() >= 60 || !words().andOnly.match(gap).hasMatch())
                continue;
            Number whole = hours;
            whole.text = m_text.mid(hours.begin, minutes.end - hours.begin);
            whole.readings = {{hours.value() + minutes.value() / 60, 1e-3}};
            whole.end = minutes.end;
            hours.isFact = minutes.isFact = false;
            m_facts.numbers.insert(at + 1, whole);
        }
    }

    QString m_text; // without accents, and with numbers in digits
    bool m_isGerman;
    qsizetype m_at = 0, m_nameEnd = 0, m_weekdayEnd = 0;
    qsizetype m_firstName = 0; // of those that are together
    QString m_lastWord;
    QRegularExpressionMatch m_match;
    Facts m_facts;
};

} // namespace

QString squeezed(QString text)
{
    text.removeIf([](QChar each) { return !each.isLetterOrNumber(); });
    return text.toLower();
}

Facts readFacts(std::string_view text, Language language)
{
    return FactReader(text, language).read();
}

} // namespace services
