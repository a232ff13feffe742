#include "services/documents/readers/number_format.h"

#include "base/ascii.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace services {

namespace {

constexpr size_t maxFormat = 1000; // bytes
constexpr int maxDecimals = 30;

// A piece of a format: text that is shown, or a sign that means something.
struct Token {
    enum class Kind { Text, Digit, Point, Comma, Percent, Exponent, Slash, Date, Elapsed, General };
    Kind kind;
    std::string text; // of a digit "0", "#" or "?"; of a date letters in lower case
};

using Tokens = std::vector<Token>;
using Kind = Token::Kind;

// What is in brackets: a currency "[$€-407]", elapsed hours "[h]", or a color or condition, which add
// nothing.
void appendBracket(Tokens& tokens, std::string_view inner)
{
    if (inner.starts_with('$')) {
        tokens.push_back({Kind::Text, std::string(inner.substr(1, inner.find('-', 1) - 1))});
        return;
    }
    const std::string lower = base::toLowerAscii(inner);
    if (!lower.empty() && lower.find_first_not_of(lower[0]) == std::string::npos
        && std::string_view("hms").find(lower[0]) != std::string_view::npos)
        tokens.push_back({Kind::Elapsed, lower});
}

Tokens tokensOf(std::string_view section)
{
    Tokens tokens;
    while (!section.empty()) {
        const char c = section[0];
        const char lower = char(c | 0x20);
        size_t length = 1;
        if (c == '"' || c == '[') {
            length = std::min(section.find(c == '"' ? '"' : ']', 1), section.size() - 1) + 1;
            const std::string_view inner = section.substr(1, length < 2 ? 0 : length - 2);
            if (c == '"')
                tokens.push_back({Kind::Text, std::string(inner)});
            else
                appendBracket(tokens, inner);
        } else if (c == '\\') {
            length = section.size() > 1 && uint8_t(section[1]) >= 0x80
                ? std::min(section.find_first_of("\\;0#?.\"", 1), section.size())
                : std::min<size_t>(2, section.size());
            tokens.push_back({Kind::Text, std::string(section.substr(1, length - 1))});
        } else if (c == '_' || c == '*') { // a gap as wide as a character, or filled with it
            length = std::min<size_t>(2, section.size());
            tokens.push_back({Kind::Text, c == '_' ? " " : ""});
        } else if (c == '0' || c == '#' || c == '?') {
            tokens.push_back({Kind::Digit, std::string(1, c)});
        } else if (c == '.' || c == ',' || c == '%' || c == '/') {
            tokens.push_back({c == '.' ? Kind::Point
                    : c == ','         ? Kind::Comma
                    : c == '%'         ? Kind::Percent
                                       : Kind::Slash,
                std::string(1, c)});
        } else if (c == '@' || base::toLowerAscii(section.substr(0, 7)) == "general") {
            length = c == '@' ? 1 : 7;
            tokens.push_back({Kind::General, {}});
        } else if (lower == 'e' && section.size() > 1 && (section[1] == '+' || section[1] == '-')) {
            length = 2;
            tokens.push_back({Kind::Exponent, {}});
        } else if (const std::string start = base::toLowerAscii(section.substr(0, 5));
                   start == "am/pm" || start.starts_with("a/p")) {
            length = start == "am/pm" ? 5 : 3;
            tokens.push_back({Kind::Date, "am"});
        } else if (std::string_view("ymdhsbg").find(lower) != std::string_view::npos || c == 'e') {
            while (length < section.size() && (section[length] | 0x20) == lower)
                ++length;
            tokens.push_back({Kind::Date, std::string(length, lower)});
        } else {
            tokens.push_back({Kind::Text, std::string(1, c)});
        }
        section.remove_prefix(length);
    }
    return tokens;
}

// The sections of a format, between semicolons: for positive numbers, negative ones, zero and texts.
std::vector<std::string_view> sectionsOf(std::string_view format)
{
    std::vector<std::string_view> sections;
    size_t from = 0;
    char open = 0;
    for (size_t at = 0; at < format.size(); ++at) {
        const char c = format[at];
        if (open)
            open = c == open ? char(0) : open;
        else if (c == '"')
            open = '"';
        else if (c == '[')
            open = ']';
        else if (c == '\\' || c == '_' || c == '*')
            ++at;
        else if (c == ';') {
            sections.push_back(format.substr(from, at - from));
            from = at + 1;
        }
    }
    sections.push_back(format.substr(std::min(from, format.size())));
    return sections;
}

// True if a section has no condition such as "[>=100]", or the number satisfies it.
bool isSatisfied(std::string_view section, double number)
{
    for (const std::string_view sign : {"[<=", "[>=", "[<>", "[<", "[>", "[="}) {
        const size_t at = section.find(sign);
        if (at == std::string_view::npos)
            continue;
        const double bound = std::atof(std::string(section.substr(at + sign.size(), 40)).c_str());
        return (number < bound && sign.find('<') != std::string_view::npos)
            || (number > bound && sign.find('>') != std::string_view::npos)
            || (number == bound && sign.find('=') != std::string_view::npos);
    }
    return true;
}

size_t chosenSection(const std::vector<std::string_view>& sections, double number)
{
    const bool hasConditions = std::ranges::any_of(sections, [](std::string_view section) {
        return section.find("[<") != std::string_view::npos
            || section.find("[>") != std::string_view::npos
            || section.find("[=") != std::string_view::npos;
    });
    if (!hasConditions)
        return number < 0 && sections.size() > 1 ? 1 : number == 0 && sections.size() > 2 ? 2 : 0;
    const auto found = std::ranges::find_if(
        sections, [number](std::string_view section) { return isSatisfied(section, number); });
    return found == sections.end() ? 0 : size_t(found - sections.begin());
}

size_t countOf(const Tokens& tokens, Kind kind)
{
    return size_t(std::ranges::count(tokens, kind, &Token::kind));
}

bool hasDatePart(const Tokens& tokens, char letter)
{
    return std::ranges::any_of(tokens, [letter](const Token& token) {
        return (token.kind == Kind::Date && token.text[0] == letter)
            || (token.kind == Kind::Elapsed && token.text[0] == letter);
    });
}

// Days since the end of 1899, as "2024-05-17" or "2024-05-17 08:30"; empty beyond the year 9999.
std::string dateText(double days)
{
    if (!(days >= 1 && days < 2'958'466))
        return {};
    if (days < 60) // Tables count a 29 February 1900, which there was not.
        days += 1;
    const auto whole = std::chrono::days(int(days));
    const std::chrono::year_month_day date(
        std::chrono::sys_days(std::chrono::year(1899) / 12 / 30) + whole);
    const int minutes = int(std::lround((days - double(whole.count())) * 24 * 60)) % (24 * 60);
    char text[32];
    const int length = std::snprintf(text, sizeof(text), "%04d-%02u-%02u", int(date.year()),
        unsigned(date.month()), unsigned(date.day()));
    if (minutes > 0)
        std::snprintf(
            text + length, sizeof(text) - size_t(length), " %02d:%02d", minutes / 60, minutes % 60);
    return text;
}

// A part of a day, as "08:30" or "08:30:15"; or hours that go on beyond a day, as "36:00".
std::string timeText(double days, const Tokens& tokens)
{
    const auto elapsed = std::ranges::find(tokens, Kind::Elapsed, &Token::kind);
    const bool isElapsed = elapsed != tokens.end();
    const std::string sign = isElapsed && days < 0 ? "-" : "";
    days = isElapsed ? std::abs(days) : days - std::floor(days);
    if (days > 1e9)
        return {};
    const long long seconds = std::llround(days * 24 * 60 * 60);
    const char unit = isElapsed ? elapsed->text[0] : 'h';
    if (unit == 's')
        return sign + std::to_string(seconds);
    const bool hasSeconds = hasDatePart(tokens, 's');
    const long long minutes = hasSeconds ? seconds / 60 : std::llround(double(seconds) / 60);
    char text[48];
    if (unit == 'm' || !hasDatePart(tokens, 'h'))
        std::snprintf(text, sizeof(text), "%02lld:%02lld", minutes, seconds % 60);
    else if (hasSeconds)
        std::snprintf(
            text, sizeof(text), "%02lld:%02lld:%02lld", minutes / 60, minutes % 60, seconds % 60);
    else
        std::snprintf(text, sizeof(text), "%02lld:%02lld",
            isElapsed ? minutes / 60 : minutes / 60 % 24, minutes % 60);
    return sign + text;
}

// 0.1 is stored as 0.10000000000000001; whole numbers have all their digits.
std::string plainNumber(const std::string& stored)
{
    char* end = nullptr;
    const double number = std::strtod(stored.c_str(), &end);
    const bool isWhole = stored.find_first_not_of("-0123456789") == std::string::npos;
    if (isWhole || end == stored.c_str() || *end != '\0' || !std::isfinite(number))
        return stored;
    char text[40];
    std::snprintf(text, sizeof(text), "%.15g", number);
    return text;
}

std::string fixedText(double number, int decimals)
{
    char text[400]; // the largest number has 309 digits
    const int length = std::snprintf(text, sizeof(text), "%.*f", decimals, number);
    return std::string(text, size_t(std::clamp(length, 0, int(sizeof(text)) - 1)));
}

// A positive number by the digits of a section.
std::string digitsText(double number, const Tokens& tokens)
{
    const auto isDigit = [](const Token& token) { return token.kind == Kind::Digit; };
    const auto point = std::ranges::find(tokens, Kind::Point, &Token::kind);
    const auto last = std::ranges::find_if(tokens.rbegin(), tokens.rend(), isDigit).base();
    const auto wholeDigits = size_t(std::count_if(tokens.begin(), point, isDigit));
    const int decimals
        = int(std::min<ptrdiff_t>(std::count_if(point, tokens.end(), isDigit), maxDecimals));
    // A comma between digits groups thousands, one behind them divides by a thousand.
    bool hasGroups = false;
    for (auto token = tokens.begin(); token != tokens.end(); ++token)
        if (token->kind == Kind::Comma) {
            const auto next = std::ranges::find_if(
                token, tokens.end(), [](const Token& each) { return each.kind != Kind::Comma; });
            const bool isBehind
                = token >= last || (next != tokens.end() && next->kind == Kind::Point);
            if (isBehind)
                number /= 1000;
            else
                hasGroups = true;
        }
    // Halves are rounded up, also those that are stored a little smaller.
    constexpr double exact = 1e14, nudge = 1 + 4e-16;
    const std::string text = fixedText(number < exact ? number * nudge : number, decimals);
    const size_t pointAt = std::min(text.find('.'), text.size());
    std::string whole = text.substr(0, pointAt);
    std::string fraction = pointAt < text.size() ? text.substr(pointAt + 1) : std::string();
    if (whole == "0")
        whole.clear();

    std::string shown;
    size_t seen = 0, decimal = 0; // digits of the format so far
    const auto putWhole = [&](size_t from, size_t to) {
        for (size_t at = from; at < to; ++at) {
            shown += whole[at];
            const size_t left = whole.size() - at - 1;
            if (hasGroups && left > 0 && left % 3 == 0)
                shown += ',';
        }
    };
    // Zeros at the end that the format doesn't ask for are left out.
    size_t needed = fraction.size();
    std::string asked;
    for (auto token = point; token != tokens.end(); ++token)
        if (isDigit(*token))
            asked += token->text;
    while (needed > 0 && needed <= asked.size() && asked[needed - 1] != '0'
        && fraction[needed - 1] == '0')
        --needed;
    for (auto token = tokens.begin(); token != tokens.end(); ++token) {
        if (token->kind == Kind::Text || token->kind == Kind::Percent) {
            shown += token->text;
        } else if (token->kind == Kind::Point) {
            if (token == point && wholeDigits == 0)
                putWhole(0, whole.size());
            shown += token == point && needed == 0 ? "" : ".";
        } else if (token->kind == Kind::Digit && token < point) {
            const size_t behind = wholeDigits - seen - 1; // further digits of the format
            const size_t end = whole.size() > behind ? whole.size() - behind : 0;
            if (seen == 0)
                putWhole(0, end);
            else if (end > 0)
                putWhole(end - 1, end);
            if (end == 0 && token->text == "0") {
                shown += '0';
                if (hasGroups && behind > 0 && behind % 3 == 0)
                    shown += ',';
            }
            ++seen;
        } else if (token->kind == Kind::Digit) {
            if (decimal < needed)
                shown += fraction[decimal];
            ++decimal;
        }
    }
    return shown;
}

// The denominator that a format names behind its slash ("# ?/8"), or else the largest with as many digits
// as it has ("# ??/??").
struct Denominator {
    int64_t value = 0;
    bool isFixed = false;
};

Denominator denominatorOf(Tokens::const_iterator slash, Tokens::const_iterator end)
{
    constexpr int64_t most = 99'999;
    Denominator largest{1, false};
    std::string fixed;
    for (auto token = slash + 1; token != end; ++token) {
        const bool isDigit = token->kind == Kind::Digit;
        if (isDigit)
            largest.value = std::min(largest.value * 10, most + 1);
        if (base::isDigit(token->text.empty() ? ' ' : token->text[0])
            || (isDigit && !fixed.empty()))
            fixed += token->text;
        else if (!isDigit && base::trimmed(token->text) != "")
            break;
    }
    const int64_t named = std::atoll(fixed.substr(0, 6).c_str());
    if (named > 0)
        return {std::min(named, most), true};
    return {largest.value - 1, false};
}

// The fraction nearest to a number below 1 whose denominator is at most so large: along the convergents of
// its continued fraction and, behind the last one that fits, what lies between.
std::pair<int64_t, int64_t> nearestFraction(double number, int64_t most)
{
    int64_t beforeTop = 0, beforeBottom = 1, top = 1, bottom = 0;
    double rest = number;
    for (int step = 0; step < 40; ++step) {
        const auto whole = int64_t(std::floor(rest));
        if (whole > most || bottom * whole + beforeBottom > most) {
            const int64_t part = bottom > 0 ? (most - beforeBottom) / bottom : 0;
            const int64_t betweenTop = beforeTop + part * top;
            const int64_t betweenBottom = beforeBottom + part * bottom;
            const bool isNearer = bottom == 0
                || std::abs(number - double(betweenTop) / double(betweenBottom))
                    < std::abs(number - double(top) / double(bottom));
            return isNearer ? std::pair(betweenTop, betweenBottom) : std::pair(top, bottom);
        }
        beforeTop = std::exchange(top, whole * top + beforeTop);
        beforeBottom = std::exchange(bottom, whole * bottom + beforeBottom);
        if (rest - double(whole) < 1e-9)
            break;
        rest = 1 / (rest - double(whole));
    }
    return {top, bottom};
}

// A positive number by a format such as "# ?/?" or "?/8".
std::string fractionText(double number, const Tokens& tokens)
{
    const auto slash = std::ranges::find(tokens, Kind::Slash, &Token::kind);
    const auto isDigit = [](const Token& token) { return token.kind == Kind::Digit; };
    const auto first = std::find_if(tokens.begin(), slash, isDigit);
    const bool isMixed = std::any_of(std::find_if_not(first, slash, isDigit), slash, isDigit);
    const Denominator denominator = denominatorOf(slash, tokens.end());
    auto whole = int64_t(std::floor(number));
    const double rest = number - double(whole);
    auto [top, bottom] = denominator.isFixed
        ? std::pair(int64_t(std::llround(rest * double(denominator.value))), denominator.value)
        : nearestFraction(rest, std::max<int64_t>(denominator.value, 1));
    if (top == bottom) {
        ++whole;
        top = 0;
    }
    std::string text;
    if (!isMixed)
        text = std::to_string(whole * bottom + top) + '/' + std::to_string(bottom);
    else if (top == 0)
        text = std::to_string(whole);
    else
        text = (whole > 0 ? std::to_string(whole) + ' ' : std::string()) + std::to_string(top) + '/'
            + std::to_string(bottom);
    return text;
}

std::string exponentText(double number, const Tokens& tokens)
{
    const auto isDigit = [](const Token& token) { return token.kind == Kind::Digit; };
    const auto point = std::ranges::find(tokens, Kind::Point, &Token::kind);
    const auto exponent = std::ranges::find(tokens, Kind::Exponent, &Token::kind);
    const ptrdiff_t decimals = point < exponent ? std::count_if(point, exponent, isDigit) : 0;
    char text[60];
    std::snprintf(
        text, sizeof(text), "%.*E", int(std::min<ptrdiff_t>(decimals, maxDecimals)), number);
    return text;
}

} // namespace

std::string_view builtinNumberFormat(int number)
{
    if ((number >= 27 && number <= 31) || number == 36 || (number >= 50 && number <= 54)
        || number == 57 || number == 58)
        return "yyyy-mm-dd"; // dates in the languages of East Asia
    switch (number) {
    case 1:
        return "0";
    case 2:
        return "0.00";
    case 3:
        return "#,##0";
    case 4:
        return "#,##0.00";
    case 5:
    case 6:
        return "\"$\"#,##0;-\"$\"#,##0";
    case 7:
    case 8:
        return "\"$\"#,##0.00;-\"$\"#,##0.00";
    case 9:
        return "0%";
    case 10:
        return "0.00%";
    case 11:
        return "0.00E+00";
    case 12:
        return "# ?/?";
    case 13:
        return "# ??/??";
    case 14:
    case 15:
    case 16:
    case 17:
        return "yyyy-mm-dd";
    case 18:
    case 20:
    case 32:
    case 34:
    case 55:
        return "h:mm";
    case 19:
    case 21:
    case 33:
    case 35:
    case 56:
        return "h:mm:ss";
    case 22:
        return "yyyy-mm-dd h:mm";
    case 37:
    case 38:
        return "#,##0;(#,##0)";
    case 39:
    case 40:
        return "#,##0.00;(#,##0.00)";
    case 41:
        return "#,##0;(#,##0);\"-\"";
    case 42:
        return "\"$\"#,##0;\"$\"(#,##0);\"$-\"";
    case 43:
        return "#,##0.00;(#,##0.00);\"-\"";
    case 44:
        return "\"$\"#,##0.00;\"$\"(#,##0.00);\"$-\"";
    case 45:
    case 47:
        return "mm:ss";
    case 46:
        return "[h]:mm:ss";
    case 48:
        return "0.0E+0";
    default:
        return "General";
    }
}

std::string formattedNumber(const std::string& stored, std::string_view format, bool is1904)
{
    char* end = nullptr;
    const double number = std::strtod(stored.c_str(), &end);
    if (end == stored.c_str() || *end != '\0' || !std::isfinite(number))
        return stored;
    const auto sections = sectionsOf(format.substr(0, maxFormat));
    const size_t section = chosenSection(sections, number);
    const Tokens tokens = tokensOf(sections[section]);
    if (hasDatePart(tokens, 'y') || hasDatePart(tokens, 'd')
        || (hasDatePart(tokens, 'm') && !hasDatePart(tokens, 'h') && !hasDatePart(tokens, 's'))) {
        constexpr int daysTo1904 = 1462;
        const std::string date = dateText(number + (is1904 ? daysTo1904 : 0));
        return date.empty() ? plainNumber(stored) : date;
    }
    if (hasDatePart(tokens, 'h') || hasDatePart(tokens, 's'))
        if (std::string time = timeText(number, tokens); !time.empty())
            return time;
    const bool isGeneral = countOf(tokens, Kind::General) > 0;
    const bool isWords = countOf(tokens, Kind::Digit) == 0 && countOf(tokens, Kind::Text) > 0;
    constexpr double mostWhole = 1e15;
    if (countOf(tokens, Kind::Slash) == 1 && countOf(tokens, Kind::Digit) > 0
        && std::abs(number) < mostWhole) {
        const std::string text = fractionText(std::abs(number), tokens);
        return (number < 0 && section != 1 ? "-" : "") + text;
    }
    const bool isPlain = countOf(tokens, Kind::Slash) > 0 || countOf(tokens, Kind::Date) > 0
        || (countOf(tokens, Kind::Digit) == 0 && !isWords);
    if (isPlain && !isGeneral)
        return plainNumber(stored);
    double shown = section == 1 ? std::abs(number) : number;
    for (size_t percent = countOf(tokens, Kind::Percent); percent > 0; --percent)
        shown *= 100;
    if (countOf(tokens, Kind::Exponent) > 0)
        return exponentText(shown, tokens);
    constexpr double mostDigits = 1e21; // from which on nobody writes them out
    if (std::abs(shown) >= mostDigits)
        return plainNumber(stored);
    std::string text;
    if (isGeneral) {
        for (const Token& token : tokens)
            text += token.kind == Kind::General
                ? plainNumber(section == 1 && stored.starts_with('-') ? stored.substr(1) : stored)
                : token.kind == Kind::Text ? token.text
                                           : "";
    } else {
        text = digitsText(std::abs(shown), tokens);
        if (shown < 0 && text.find_first_of("123456789") != std::string::npos)
            text.insert(0, "-");
    }
    return std::string(base::trimmed(text));
}

} // namespace services
