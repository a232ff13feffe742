#include "services/documents/answers/facts.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "services/documents/answers/citations.h"
#include "services/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utf8proc.h>

namespace services {

// Small letters without accents.
std::string toFolded(std::string_view word)
{
    utf8proc_uint8_t* mapped = nullptr;
    const auto length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(word.data()),
        utf8proc_ssize_t(word.size()), &mapped,
        utf8proc_option_t(
            UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK));
    if (length < 0)
        return {};
    std::string folded(reinterpret_cast<char*>(mapped), size_t(length));
    free(mapped);
    return folded;
}

namespace {

using base::isDigit;

constexpr size_t maxBytes = 1 << 16; // of a text; what is behind them is not read

struct Token {
    enum class Kind { Word, Digits, Sign }; // a sign may be a character of a script without spaces

    Kind kind = Kind::Sign;
    std::string text, folded;
    bool isBehindSpace = false, beginsSentence = false, isCapital = false, isUpper = false;
    bool hasSpaces = false; // "2 480"
    int sentence = 0;

    bool isSign(const char* sign) const { return kind == Kind::Sign && text == sign; }
};

bool isLetter(char32_t character)
{
    const auto category = utf8proc_category(utf8proc_int32_t(character));
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_ME
        && !isWrittenWithoutSpaces(character);
}

bool isCapital(char32_t character)
{
    return utf8proc_category(utf8proc_int32_t(character)) == UTF8PROC_CATEGORY_LU;
}

// The full-width forms of characters become the usual ones, "½" becomes ".5".
std::string normalized(std::string_view text)
{
    std::string fractions = base::repairedUtf8(base::beginning(text, maxBytes));
    for (const auto& [sign, decimals] : {std::pair("½", ".5"), {"¼", ".25"}, {"¾", ".75"}})
        for (size_t at; (at = fractions.find(sign)) != std::string::npos;)
            fractions.replace(at, strlen(sign),
                (at > 0 && isDigit(uint8_t(fractions[at - 1])) ? "" : "0") + std::string(decimals));
    utf8proc_uint8_t* form
        = utf8proc_NFKC(reinterpret_cast<const utf8proc_uint8_t*>(fractions.c_str()));
    if (!form)
        return fractions;
    std::string result(reinterpret_cast<char*>(form));
    free(form);
    return result;
}

std::vector<Token> tokensIn(const std::string& text)
{
    std::vector<Token> tokens;
    int sentence = 0;
    for (const ByteRange& range : splitSentences(text)) {
        const std::string_view part = std::string_view(text).substr(range.from, range.size());
        const auto valueAt
            = [part](size_t at) { return at < part.size() ? base::utf8At(part, at).value : U'\0'; };
        ++sentence;
        bool isBehindSpace = true, begins = true;
        for (size_t at = 0; at < part.size();) {
            const auto [first, length, state] = base::utf8At(part, at);
            size_t end = at + length;
            Token token;
            if (isDigit(first)) {
                token.kind = Token::Kind::Digits;
                while (isDigit(valueAt(end))
                    || (isDigit(valueAt(end + 1)) && isIn(part.substr(end, 1), ". , '")))
                    ++end;
                const auto isGroup = [&](size_t from) { // of thousands: "2 480"
                    return valueAt(from) == U' ' && isDigit(valueAt(from + 1))
                        && isDigit(valueAt(from + 2)) && isDigit(valueAt(from + 3))
                        && !isDigit(valueAt(from + 4));
                };
                while ((end - at <= 3 || token.hasSpaces) && isGroup(end)) {
                    token.hasSpaces = true;
                    end += 4;
                }
                if (token.hasSpaces && isDigit(valueAt(end + 1))
                    && isIn(part.substr(end, 1), ". ,"))
                    for (++end; isDigit(valueAt(end));)
                        ++end;
            } else if (isLetter(first)) {
                token.kind = Token::Kind::Word;
                token.isUpper = isCapital(first);
                while (isLetter(valueAt(end))) {
                    token.isUpper &= isCapital(valueAt(end));
                    end += base::utf8At(part, end).length;
                }
                token.isCapital = isCapital(first);
            } else if (first == U' ' || first == U'\t') {
                isBehindSpace = true;
                at = end;
                continue;
            }
            token.text = part.substr(at, end - at);
            token.folded = toFolded(token.text);
            token.isBehindSpace = isBehindSpace;
            token.beginsSentence = begins;
            token.sentence = sentence;
            // Behind these, any word may begin with a capital.
            const bool isMarkup = token.kind == Token::Kind::Sign
                && (isIn(token.text, ": * # \" | [ “ „ » « •")
                    || (isBehindSpace && isIn(token.text, "- – — _")));
            isBehindSpace = false;
            begins = token.kind == Token::Kind::Sign ? begins || isMarkup : false;
            at = end;
            tokens.push_back(std::move(token));
        }
    }
    return tokens;
}

// "1,100.50" is 1100.5 and "1.100" is 1100 or 1.1; an address or a version is no number.
std::vector<Reading> readDigits(const std::string& text)
{
    std::vector<std::string> parts(1);
    std::string signs;
    for (const char character : text) {
        if (isDigit(character))
            parts.back() += character;
        else {
            signs += character;
            parts.emplace_back();
        }
    }
    const auto areThousands = [&parts](size_t to) {
        return parts[0].size() <= 3 && parts[0] != "0"
            && std::all_of(parts.begin() + 1, parts.begin() + ptrdiff_t(to),
                [](const std::string& part) { return part.size() == 3; });
    };
    const auto reading = [&parts](size_t whole, const std::string& fraction) {
        std::string joined;
        for (size_t part = 0; part < whole; ++part)
            joined += parts[part];
        return Reading{strtod((joined + '.' + fraction).c_str(), nullptr),
            std::pow(10, -double(fraction.size()))};
    };
    const size_t count = parts.size();
    std::vector<Reading> readings;
    if (signs.find_first_not_of(signs[0]) == std::string::npos && areThousands(count))
        readings.push_back(reading(count, ""));
    const bool hasOwnPoint = count == 2 || (count > 2 && signs[count - 2] != signs[count - 3]);
    if (hasOwnPoint && signs.back() != '\'' && areThousands(count - 1))
        readings.push_back(reading(count - 1, parts.back()));
    else if (count == 2 && signs.back() != '\'')
        readings.push_back(reading(1, parts.back()));
    return count == 1 ? std::vector{reading(1, "")} : readings;
}

// Reads the facts of a text.
class FactReader {
public:
    FactReader(std::string_view text, Language language)
        : m_tokens(tokensIn(normalized(text)))
        , m_language(language)
    {
    }

    Facts read()
    {
        for (m_at = 0; m_at < m_tokens.size();)
            readToken();
        spreadUnits();
        countListed();
        return std::move(m_facts);
    }

private:
    const Token& token(size_t at) const
    {
        static const Token none;
        return at < m_tokens.size() ? m_tokens[at] : none;
    }

    void readToken()
    {
        const Token& now = token(m_at);
        if (now.kind != Token::Kind::Sign) {
            for (const char byte : now.folded)
                m_facts.squeezed += byte == ' ' ? "" : std::string(1, byte);
            m_facts.words.insert(now.folded);
        }
        if (now.kind == Token::Kind::Word)
            m_facts.initials += now.folded.substr(0, 1);
        if (now.kind == Token::Kind::Digits)
            readDigitsAt();
        else if (now.kind == Token::Kind::Word)
            readWord();
        else
            readSign();
    }

    void readDigitsAt()
    {
        if (readNumericDate())
            return;
        const Token& first = token(m_at);
        const bool isListMark = (m_at == 0 || token(m_at - 1).sentence != first.sentence)
            && (token(m_at + 1).isSign(".") || token(m_at + 1).isSign(")"));
        const auto readings = readDigits(first.text);
        if (readings.empty()) { // an address, a version
            m_facts.codes.push_back(first.text);
            ++m_at;
            return;
        }
        const double value = readings.front().value;
        add({.text = first.text,
            .readings = readings,
            .isFact = !isListMark,
            .isOfDate = m_at == m_dayAt || m_at == m_minuteAt
                || (first.text.size() == 4 && value > 1000 && value < 2200)});
        // "11.30" may be a time, and "2 480" two numbers.
        int one = 0, two = 0;
        char rest = 0; // is read where more follows
        const bool isTime = std::sscanf(first.text.c_str(), "%2d.%2d%c", &one, &two, &rest) == 2
            && one <= 24 && two < 60;
        if (isTime
            || (first.hasSpaces && std::sscanf(first.text.c_str(), "%d %d", &one, &two) == 2))
            for (const auto& [part, seconds] : {std::pair(one, 3600.0), std::pair(two, 60.0)})
                m_facts.numbers.insert(m_facts.numbers.end() - 1,
                    {.text = first.text,
                        .readings = {{double(part), 1}},
                        .unit = isTime ? std::optional(Unit{'t', seconds}) : std::nullopt,
                        .sentence = first.sentence,
                        .isFact = false,
                        .isOfDate = isTime});
        ++m_at;
        readTail(first.text);
    }

    // "2025-04-01", "1.4.2025", "4/1/2025"
    bool readNumericDate()
    {
        std::string text = token(m_at).text;
        size_t end = m_at + 1;
        for (const char* sign : {"-", "/", "."})
            if (token(end).isSign(sign) && isAttachedDigits(end + 1) && token(end + 2).isSign(sign)
                && isAttachedDigits(end + 3)) {
                text += '.' + token(end + 1).text + '.' + token(end + 3).text;
                end += 4;
            }
        int day = 0, month = 0, year = 0;
        char rest = 0; // is read where more follows
        if (std::sscanf(text.c_str(), "%4d.%4d.%4d%c", &day, &month, &year, &rest) != 3)
            return false;
        if (day > 31)
            std::swap(day, year);
        if (month > 12)
            std::swap(day, month);
        if (day < 1 || day > 31 || month < 1 || month > 12 || (year > 99 && year < 1000))
            return false;
        const bool isEither = day <= 12;
        add({.text = text,
            .readings = {{double(day), 1}, {double(isEither ? month : day), 1}},
            .isOfDate = true});
        add({.text = text,
            .readings = {{double(year), 1}, {double(year < 100 ? 2000 + year : year), 1}},
            .isOfDate = true});
        m_facts.months.push_back({text, month, isEither ? day : 0});
        m_facts.dates.push_back({day, month, year});
        m_at = end;
        return true;
    }

    bool isAttachedDigits(size_t at) const
    {
        return token(at).kind == Token::Kind::Digits && !token(at).isBehindSpace;
    }

    void add(Number number)
    {
        const Token& first = token(m_at);
        number.sentence = first.sentence;
        number.begin = m_at;
        number.end = m_at + 1;
        for (size_t back = 1; back <= 3 && back <= m_at; ++back)
            number.isApproximate |= token(m_at - back).sentence == first.sentence
                && makesApproximate(token(m_at - back).folded);
        if (m_at == m_minuteAt)
            number.unit = Unit{'t', 60};
        else if (m_at > 0)
            number.unit = findUnit(token(m_at - 1).text); // "$ 5"
        m_facts.numbers.push_back(std::move(number));
    }

    // What follows the digits or words of the last number: "3rd", "3.2 million", "12-month", "5 %".
    void readTail(const std::string& digits)
    {
        Number& number = m_facts.numbers.back();
        const Token& next = token(m_at);
        const bool isAttached = next.kind == Token::Kind::Word && !next.isBehindSpace;
        if (isAttached && isIn(next.folded, "st nd rd th er ere e eme o a s x")) {
            ++m_at;
        } else if (isAttached && next.folded == "k") {
            multiply(number, 1000);
        } else if (isAttached && !digits.empty() && !findUnit(next.folded) && next.folded != "pm"
            && next.folded != "am") {
            m_facts.numbers.back().isFact = false;
            m_facts.codes.push_back(digits + next.text);
            return;
        }
        for (std::optional<double> factor; (factor = multiplierAt(m_at));)
            multiply(number, *factor);
        readUnit(number);
        const double value = number.readings.front().value;
        const bool isWhole = value == std::floor(value);
        number.isFact &= value != 0 && value != 1;
        number.isCount = isWhole && value >= 2 && value <= 12 && !number.unit;
        readTime(number);
        number.end = m_at;
        const Token& behind = token(m_at);
        number.countsNoun = !number.unit && behind.kind == Token::Kind::Word
            && !isFunctionWord(behind.folded)
            && !isIn(behind.folded, "more less fewer mehr weniger plus moins mas menos");
    }

    // "14:30", "2 pm", "8 Uhr"
    void readTime(Number& number)
    {
        const double hour = number.readings.front().value;
        const bool hasMinutes = token(m_at).isSign(":") && isAttachedDigits(m_at + 1);
        if (number.unit || hour > 24 || hour != std::floor(hour)
            || !(hasMinutes || isIn(token(m_at).folded, "pm am p uhr h heures 点")))
            return;
        number.readings.push_back({hour < 12 ? hour + 12 : hour - 12, 1});
        number.isOfDate = true;
        number.unit = Unit{'t', 3600};
        if (hasMinutes)
            m_minuteAt = ++m_at;
    }

    std::optional<double> multiplierAt(size_t at) const
    {
        if (token(at).isSign("万") || token(at).isSign("亿"))
            return token(at).isSign("万") ? 1e4 : 1e8;
        const auto value
            = token(at).kind == Token::Kind::Word ? findNumeral(token(at).folded) : std::nullopt;
        return value && *value >= 1000 ? value : std::nullopt;
    }

    void multiply(Number& number, double factor)
    {
        for (Reading& reading : number.readings)
            reading = {reading.value * factor, reading.step * factor};
        ++m_at;
    }

    void readUnit(Number& number)
    {
        size_t at = m_at;
        if (token(at).isSign("-") && token(at + 1).kind == Token::Kind::Word)
            ++at;
        if (token(at).isSign("°") || isIn(token(at).folded, "degree degrees grad grados degres"))
            ++at;
        std::string word = token(at).kind == Token::Kind::Word ? token(at).folded : token(at).text;
        if (isIn(word, "per pour por") && isIn(token(at + 1).folded, "cent ciento")) {
            word = "%";
            ++at;
        } else if (token(at).kind == Token::Kind::Sign
            && isIn(token(at + 1).text, "时 钟 期 月 里 斤")) {
            word += token(++at).text; // 小时
        }
        const auto unit = findUnit(word);
        const bool isDate = word == "年" && number.readings.front().value > 1000;
        if (word == "月" && number.readings.front().value <= 12) {
            m_facts.months.push_back({number.text + word, int(number.readings.front().value), 0});
            number.isOfDate = true;
        }
        if (!unit || isDate)
            return;
        number.unit = unit;
        number.isOfDate = false;
        m_at = at + 1;
    }

    void readWord()
    {
        const Token now = token(m_at);
        if (!readNumeral() && !readVague() && !readMonth() && !readCode()) {
            if (const int day = findWeekday(now.folded); day != 0)
                m_facts.weekdays.emplace_back(now.text, day);
            else {
                readName();
                m_facts.plainWords.insert(now.folded);
            }
            if (const auto period = findUnit(now.folded); period && period->dimension == 't')
                m_facts.periods.insert(period->factor);
            ++m_at;
        }
    }

    // "two hundred and fifty-four"
    bool readNumeral()
    {
        double total = 0, current = 0;
        size_t end = m_at;
        for (size_t at = m_at;;) {
            if (at > m_at && (token(at).isSign("-") || isIn(token(at).folded, "and und et y")))
                ++at;
            const auto value = token(at).kind == Token::Kind::Word ? findNumeral(token(at).folded)
                                                                   : std::nullopt;
            const double rest = std::fmod(current, 100);
            if (!value)
                break;
            if (*value >= 1000 && *value > total && at > m_at) {
                total = std::max(total + current, 1.0) * *value;
                current = 0;
            } else if (*value == 100 && current > 0 && current < 100)
                current *= 100;
            else if ((*value == 20 && current == 4)
                || (current > 0 && current < 10
                    && isIn(token(at).folded, "dozen dutzend douzaines docenas")))
                current *= *value; // "quatre-vingts", "two dozen"
            else if ((current == 0 && (total == 0 || *value < 1000)) || (rest == 0 && *value < 100)
                || (rest >= 20 && std::fmod(rest, 10) == 0 && *value < 20))
                current += *value;
            else
                break;
            end = ++at;
        }
        if (end == m_at)
            return false;
        Number number{
            token(m_at).text, {{total + current, total > 0 && current == 0 ? total / 10 : 1}}};
        // These are other words in other languages.
        number.isFact = end > m_at + 1
            || !isIn(
                token(m_at).folded, "once cent cents mil null elf sept neuf dos ein un una uno");
        add(std::move(number));
        m_at = end;
        m_numeralEnd = end;
        readTail({});
        return true;
    }

    bool readVague()
    {
        const auto values = findVagueNumbers(token(m_at).folded);
        if (!values)
            return false;
        Number number{.text = token(m_at).text, .isFact = false, .isVague = true};
        size_t before = m_at;
        while (before > 0 && isIn(token(before - 1).folded, "- and a an one und ein et y"))
            --before;
        const bool isBehind = before > 0 && m_numeralEnd == before;
        const bool isMixed = isBehind && m_at - before > 1 && values->front() < 1;
        const double numeral = isBehind ? m_facts.numbers.back().readings[0].value : 0;
        for (const double value : *values) {
            number.readings.push_back({value, 1e-3});
            if (isBehind && !isMixed) // "two-thirds"
                number.readings.push_back({value * numeral, 1e-3});
        }
        if (isBehind)
            m_facts.numbers.back().isFact = false;
        if (isMixed) // "three and a half"
            number
                = {.text = token(before - 1).text, .readings = {{numeral + values->front(), 1e-3}}};
        add(std::move(number));
        ++m_at;
        if (isIn(token(m_at).folded, "a an one einen eine un une")) // "half a litre"
            ++m_at;
        readUnit(m_facts.numbers.back());
        return true;
    }

    bool readMonth()
    {
        const Token& now = token(m_at);
        const auto isDay = [this](size_t at) {
            return token(at).kind == Token::Kind::Digits && token(at).text.size() <= 2;
        };
        size_t before = m_at;
        while (before > 0
            && (token(before - 1).isSign(".")
                || isIn(token(before - 1).folded, "of de st nd rd th er")))
            --before;
        const bool isBehindDay = before > 0 && isDay(before - 1), isBeforeDay = isDay(m_at + 1);
        const int month = findMonth(now.folded);
        const bool isSurelyMonth = isBehindDay || token(m_at + 1).kind == Token::Kind::Digits
            || (now.isCapital && !now.beginsSentence) || !isIn(now.folded, "may march mars");
        if (month == 0 || !isSurelyMonth || (now.text.size() == 3 && !now.isCapital))
            return false;
        m_facts.months.push_back({now.text, month, 0});
        Date date{0, month, 0};
        if (isBehindDay || isBeforeDay)
            date.day = std::stoi(token(isBehindDay ? before - 1 : m_at + 1).text);
        if (isBehindDay)
            m_facts.numbers.back().isOfDate = true;
        else
            m_dayAt = m_at + 1;
        for (size_t at = m_at + 1; at < m_at + 4; ++at)
            if (token(at).kind == Token::Kind::Digits && token(at).text.size() == 4
                && date.year == 0)
                date.year = std::stoi(token(at).text);
        m_facts.dates.push_back(date);
        ++m_at;
        return true;
    }

    // "WPA2", "KX-200", "MAX_SIZE": letters and digits, or words with underscores, behind each other.
    bool readCode()
    {
        bool isCode = false;
        size_t end = m_at + 1;
        for (; end < m_tokens.size() && !token(end).isBehindSpace; ++end) {
            const bool isJoint
                = (token(end).isSign("_") || (token(end).isSign("-") && token(m_at).isUpper))
                && token(end + 1).kind != Token::Kind::Sign && !token(end + 1).isBehindSpace;
            if (token(end).kind == Token::Kind::Sign && !isJoint)
                break;
            isCode |= token(end).isSign("_")
                || (token(end).kind == Token::Kind::Digits && token(m_at).isCapital);
        }
        if (!isCode)
            return false;
        std::string code;
        for (size_t at = m_at; at < end; ++at)
            code += token(at).kind == Token::Kind::Sign ? "" : token(at).folded;
        m_facts.squeezed += code.substr(token(m_at).folded.size());
        m_facts.codes.push_back(code);
        m_at = end;
        return true;
    }

    void readName()
    {
        const Token& now = token(m_at);
        const size_t before = m_at - 1 - (m_at > 1 && token(m_at - 1).isSign(".") ? 1 : 0);
        constexpr const char* titles
            = "mr mrs ms miss dr prof herr frau herrn monsieur madame senor senora";
        const bool isTitled = m_at > 0 && isIn(token(before).folded, titles);
        const bool isUpper = now.isUpper && now.text.size() > 1;
        const bool isProper
            = m_language != Language::German && !now.beginsSentence && now.isCapital;
        if (now.text.size() < 2 || !(isUpper || isProper || (isTitled && now.isCapital))
            || isFunctionWord(now.folded) || isIn(now.folded, titles) || findUnit(now.folded))
            return;
        const bool continues = !m_facts.names.empty() && m_nameEnd + 2 >= m_at;
        m_facts.names.push_back({now.text, now.folded, isUpper,
            continues ? m_facts.names.back().run : m_facts.names.size()});
        m_nameEnd = m_at;
    }

    void readSign()
    {
        const bool isPercent = token(m_at).isSign("百") && token(m_at + 1).isSign("分")
            && token(m_at + 2).isSign("之");
        const size_t begin = m_at + (isPercent ? 3 : 0);
        size_t end = begin;
        std::string text;
        while (token(end).text.size() == 3 && findChineseNumeral(token(end).text))
            text += token(end++).text;
        const std::string& behind = token(end).text;
        if (text.empty()) {
            const bool isWeek = token(m_at).isSign("期") || token(m_at).isSign("周");
            if (!isWeek && readVague())
                return;
            ++m_at;
            return;
        }
        const bool isWeekday
            = begin > 0 && (token(begin - 1).isSign("期") || token(begin - 1).isSign("周"));
        if (isWeekday) {
            m_facts.weekdays.emplace_back(text, int(*findChineseNumeral(text)));
            m_at = end;
            return;
        }
        m_at = begin;
        // A single sign is often a part of another word.
        static const std::string measures = "年月日号天周个元块米公分小人名次位岁点度本台层倍种";
        add({.text = text,
            .readings = {{*findChineseNumeral(text), 1}},
            .isFact = text.size() > 3 || isPercent
                || (behind.size() == 3 && measures.find(behind) != std::string::npos)});
        m_at = end;
        readTail({});
        if (isPercent)
            m_facts.numbers.back().unit = findUnit("%");
    }

    // "24 × 16 × 5 cm", "from 12 to 14 euros"
    void spreadUnits()
    {
        auto& numbers = m_facts.numbers;
        const auto spread = [&](size_t from, size_t to) {
            const size_t between = numbers[std::min(from, to)].end;
            if (numbers[std::max(from, to)].begin == between + 1 && !numbers[to].unit
                && !numbers[to].isOfDate && !numbers[to].isVague
                && isIn(token(between).folded,
                    "x × * - – to and or by bis und oder auf a et ou y o 至 到"))
                numbers[to].unit = numbers[from].unit;
        };
        for (size_t at = numbers.size(); at-- > 1;)
            spread(at, at - 1);
        for (size_t at = 1; at < numbers.size(); ++at)
            spread(at - 1, at);
    }

    // "A, B and C" are three; so are three lines that begin with a mark.
    void countListed()
    {
        int commas = 0, words = 0, lines = 0;
        for (const Token& token : m_tokens) {
            lines += token.beginsSentence && isIn(token.text, "- * •") ? 1 : 0;
            const bool isComma = isIn(token.text, ", 、 ;");
            if (isIn(token.folded, "and und et y or oder ou o 和 或")) {
                m_facts.counts.insert(
                    {commas + 1, commas + 2}); // with a comma before "and", or without
                commas = 0;
            } else if (isComma)
                ++commas;
            words = isComma || token.beginsSentence ? 0 : words + 1;
            if (words > 5 || token.beginsSentence)
                commas = 0;
        }
        m_facts.counts.insert(lines);
    }

    std::vector<Token> m_tokens;
    Language m_language;
    size_t m_at = 0, m_dayAt = SIZE_MAX, m_minuteAt = SIZE_MAX, m_numeralEnd = 0, m_nameEnd = 0;
    Facts m_facts;
};

} // namespace

Facts readFacts(std::string_view text, Language language)
{
    return FactReader(text, language).read();
}

} // namespace services
