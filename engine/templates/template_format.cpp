#include "engine/templates/template_format.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "engine/templates/template_json.h"
#include "engine/templates/template_operators.h"
#include "engine/templates/template_strings.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

namespace engine {

namespace {

constexpr int maxWidth = 10'000; // of a field, and most digits of a number

// Digits from `at` on, behind which it is moved. 0 if there are none.
int readDigits(std::string_view text, size_t& at)
{
    int count = 0;
    for (; at < text.size() && base::isDigit(text[at]); ++at) {
        count = count * 10 + (text[at] - '0');
        if (count > maxWidth)
            failRun("a width in a format is too large");
    }
    return count;
}

std::string spellFloat(char letter, int precision, double number, bool isPrefixed = false)
{
    const std::string format = std::string(isPrefixed ? "%#.*" : "%.*") + letter;
    const double value = std::isnan(number) ? std::abs(number) : number;
    std::string buffer(size_t(std::snprintf(nullptr, 0, format.c_str(), precision, value)), '\0');
    std::snprintf(buffer.data(), buffer.size() + 1, format.c_str(), precision, value);
    return buffer;
}

std::string spellInteger(char letter, TemplateInteger integer)
{
    const int base = letter == 'x' || letter == 'X' ? 16
        : letter == 'o'                             ? 8
        : letter == 'b'                             ? 2
                                                    : 10;
    std::string digits = templateDigits(integer, base);
    if (letter == 'X')
        for (char& digit : digits)
            digit = digit >= 'a' ? char(digit - 'a' + 'A') : digit;
    return digits;
}

TemplateText spellCharacter(const TemplateValue& value)
{
    if (const auto point = value.asPosition(); point && *point >= 0 && *point <= 0x10ffff) {
        std::string bytes;
        base::appendUtf8(bytes, char32_t(*point));
        return TemplateText(bytes);
    }
    if (!value.asText() || countCharacters(value.asText()->bytes()) != 1)
        failRun("%c requires int or char");
    return *value.asText();
}

TemplateText firstCharacters(const TemplateText& text, std::optional<int> most)
{
    const auto starts = characterStarts(text.bytes());
    return most && size_t(*most) + 1 < starts.size() ? text.slice(0, starts[size_t(*most)]) : text;
}

// What ascii() makes of a repr.
TemplateText onlyAscii(const TemplateText& text)
{
    const std::string_view bytes = text.bytes();
    std::string escaped;
    for (size_t at = 0, length = 0; at < bytes.size(); at += length) {
        length = characterLength(bytes, at);
        const char32_t point = codePoint(bytes.substr(at, length));
        char escape[16] = {};
        if (point >= 0x80)
            std::snprintf(escape, sizeof escape,
                point < 0x100         ? "\\x%02x"
                    : point < 0x10000 ? "\\u%04x"
                                      : "\\U%08x",
                unsigned(point));
        escaped += point >= 0x80 ? std::string_view(escape) : bytes.substr(at, length);
    }
    return TemplateText(escaped, text.anyOrigin());
}

// One conversion of a format: %-5.2f
struct Conversion {
    bool left = false, zero = false, plus = false, space = false, prefixed = false;
    int width = 0;
    std::optional<int> precision;
    char letter = 0;
};

class PercentFormatter {
public:
    PercentFormatter(
        const TemplateText& format, const TemplateValue& values, TemplateBudget& budget)
        : m_format(format)
        , m_values(values)
        , m_budget(budget)
    {
    }

    TemplateText run()
    {
        const std::string& bytes = m_format.bytes();
        while (m_at < bytes.size()) {
            const size_t percent = std::min(bytes.find('%', m_at), bytes.size());
            m_result.append(m_format.slice(m_at, percent));
            m_at = percent + 1;
            if (percent < bytes.size())
                convert();
            TemplateBudget::checkLength(m_result.size());
        }
        const TemplateList* tuple = tupleOfValues();
        if (tuple ? m_used < tuple->items().size()
                  : m_used == 0 && !m_values.asDict() && !m_values.asList())
            failRun("not all arguments converted during string formatting");
        return m_result.markedAs(m_format.isMarkup());
    }

private:
    void convert();
    Conversion readConversion();
    int readCount();
    const TemplateValue& nextValue();
    TemplateText spell(const Conversion& conversion, const TemplateValue& value);
    void pad(const Conversion& conversion, const TemplateText& text);

    const TemplateList* tupleOfValues() const
    {
        const TemplateList* list = m_values.asList();
        return list && list->isTuple() ? list : nullptr;
    }
    char peek() const { return m_at < m_format.size() ? m_format.bytes()[m_at] : '\0'; }

    const TemplateText& m_format;
    const TemplateValue& m_values;
    TemplateBudget& m_budget;
    TemplateText m_result;
    const TemplateValue* m_named = nullptr;
    size_t m_at = 0, m_used = 0;
};

// Digits, or a star for which the next value stands.
int PercentFormatter::readCount()
{
    if (peek() != '*')
        return readDigits(m_format.bytes(), m_at);
    ++m_at;
    const auto count = nextValue().asPosition();
    if (!count || *count > maxWidth || *count < -maxWidth)
        failRun("* in a format needs an integer up to 10000");
    return int(*count);
}

Conversion PercentFormatter::readConversion()
{
    Conversion conversion;
    m_named = nullptr;
    if (peek() == '(') {
        const size_t end = m_format.bytes().find(')', m_at);
        const TemplateDict* dict = m_values.asDict();
        if (end == std::string::npos || !dict)
            failRun("format requires a mapping");
        const std::string key = m_format.bytes().substr(m_at + 1, end - m_at - 1);
        m_named = dict->find(key);
        if (!m_named)
            failRun("a format names the key '" + key + "', which is missing");
        m_at = end + 1;
    }
    for (;; ++m_at) {
        const char flag = peek();
        if (flag == '-')
            conversion.left = true;
        else if (flag == '0')
            conversion.zero = true;
        else if (flag == '+')
            conversion.plus = true;
        else if (flag == ' ')
            conversion.space = true;
        else if (flag == '#')
            conversion.prefixed = true;
        else
            break;
    }
    conversion.width = readCount();
    if (conversion.width < 0) {
        conversion.left = true;
        conversion.width = -conversion.width;
    }
    if (peek() == '.') {
        ++m_at;
        conversion.precision = std::max(readCount(), 0);
    }
    conversion.letter = peek();
    ++m_at;
    return conversion;
}

const TemplateValue& PercentFormatter::nextValue()
{
    if (m_named)
        return *m_named;
    const TemplateList* tuple = tupleOfValues();
    const size_t count = tuple ? tuple->items().size() : 1;
    if (m_used >= count)
        failRun("not enough arguments for format string");
    const size_t index = m_used++;
    return tuple ? tuple->items()[index] : m_values;
}

void PercentFormatter::convert()
{
    m_budget.spend();
    const Conversion conversion = readConversion();
    if (conversion.letter == '%')
        return m_result.append("%");
    const TemplateText text = spell(conversion, nextValue());
    pad(conversion, m_format.isMarkup() ? escapeHtml(text) : text);
}

TemplateText PercentFormatter::spell(const Conversion& conversion, const TemplateValue& value)
{
    constexpr std::string_view floats = "eEfFgG", integers = "diuxXo";
    const char letter = conversion.letter;
    if (letter == 's' || letter == 'r' || letter == 'a') {
        TemplateText text
            = letter == 's' ? templateToText(value, m_budget) : templateToRepr(value, m_budget);
        if (letter == 'a')
            text = onlyAscii(text);
        return firstCharacters(text, conversion.precision);
    }
    if (letter == 'c')
        return spellCharacter(value);
    const auto number = value.asNumber();
    const bool isFloat = floats.find(letter) != std::string_view::npos;
    if (!number || (!isFloat && integers.find(letter) == std::string_view::npos) || letter == 0)
        failRun(std::string("a format cannot write '") + value.typeName() + "' as %" + letter);
    std::string digits;
    if (isFloat) {
        digits = spellFloat(letter, conversion.precision.value_or(6), *number, conversion.prefixed);
    } else {
        const bool isDecimal = letter == 'd' || letter == 'i' || letter == 'u';
        if (!value.asInteger() && (!isDecimal || !(std::abs(*number) < 1e38)))
            failRun(std::string("%") + letter + " needs an integer");
        const TemplateInteger integer = value.asInteger().value_or(TemplateInteger(*number));
        digits = spellInteger(letter, integer < 0 ? -integer : integer);
        const auto precision = size_t(conversion.precision.value_or(0));
        digits.insert(0, precision > digits.size() ? precision - digits.size() : 0, '0');
        if (conversion.prefixed && !isDecimal)
            digits.insert(0, {'0', letter});
        if (integer < 0)
            digits.insert(0, "-");
    }
    if (digits[0] != '-' && (conversion.plus || conversion.space))
        digits.insert(0, conversion.plus ? "+" : " ");
    return TemplateText(digits);
}

void PercentFormatter::pad(const Conversion& conversion, const TemplateText& text)
{
    const size_t length = countCharacters(text.bytes());
    const size_t missing
        = size_t(conversion.width) > length ? size_t(conversion.width) - length : 0;
    const bool isNumber
        = std::string_view("srac").find(conversion.letter) == std::string_view::npos;
    if (conversion.left) {
        m_result.append(text);
        m_result.append(std::string(missing, ' '));
    } else if (conversion.zero && isNumber) {
        size_t head = text.bytes().find_first_of("+- ") == 0 ? 1 : 0;
        const bool isPrefixed = conversion.prefixed && text.size() > head + 1
            && std::string_view("xXo").find(text.bytes()[head + 1]) != std::string_view::npos;
        head += isPrefixed ? 2 : 0;
        m_result.append(text.slice(0, head));
        m_result.append(std::string(missing, '0'));
        m_result.append(text.slice(head, text.size()));
    } else {
        m_result.append(std::string(missing, ' '));
        m_result.append(text);
    }
}

/// What follows the colon of a field: [[fill]align][sign][#][0][width][grouping][.precision][type].
struct FieldFormat {
    std::string fill = " ";
    char align = 0, sign = '-', grouping = 0, type = 0;
    bool prefixed = false, isSigned = false;
    int width = 0;
    std::optional<int> precision;
};

FieldFormat readFieldFormat(std::string_view spec)
{
    FieldFormat format;
    const auto isAlign = [&](size_t at) {
        return at < spec.size()
            && std::string_view("<>=^").find(spec[at]) != std::string_view::npos;
    };
    const size_t fill = spec.empty() ? 0 : characterLength(spec, 0);
    size_t at = 0;
    const bool isFilled = isAlign(fill) && fill > 0;
    if (isFilled) {
        format.fill = spec.substr(0, fill);
        format.align = spec[fill];
        at = fill + 1;
    } else if (isAlign(0)) {
        format.align = spec[at++];
    }
    const auto skips = [&](std::string_view letters) {
        return at < spec.size() && letters.find(spec[at]) != std::string_view::npos ? spec[at++]
                                                                                    : '\0';
    };
    if (const char sign = skips("+- ")) {
        format.sign = sign;
        format.isSigned = true;
    }
    format.prefixed = skips("#");
    if (!isFilled && skips("0")) {
        format.fill = "0";
        format.align = format.align ? format.align : '0';
    }
    format.width = readDigits(spec, at);
    format.grouping = skips(",_");
    if (skips(".")) {
        if (at == spec.size() || !base::isDigit(spec[at]))
            failRun("Format specifier missing precision");
        format.precision = readDigits(spec, at);
    }
    format.type = at < spec.size() ? spec[at++] : '\0';
    const std::string_view ungrouped = format.grouping == ',' ? "bcnoxXs" : "cns";
    if (format.grouping && format.type && ungrouped.find(format.type) != std::string_view::npos)
        failRun(
            std::string("Cannot specify '") + format.grouping + "' with '" + format.type + "'.");
    if (at < spec.size())
        failRun("Invalid format specifier '" + std::string(spec) + "'");
    return format;
}

// `head` is a sign and a prefix, which '=' keeps to the left of the fill.
TemplateText aligned(
    const FieldFormat& format, std::string_view head, const TemplateText& body, char usual)
{
    const size_t length = countCharacters(head) + countCharacters(body.bytes());
    const size_t missing = size_t(format.width) > length ? size_t(format.width) - length : 0;
    const char align = format.align == 0 ? usual : format.align;
    const size_t before = align == '<' ? 0 : align == '^' ? missing / 2 : missing;
    const auto fill = [&](size_t count) {
        std::string text;
        for (size_t index = 0; index < count; ++index)
            text += format.fill;
        return text;
    };
    TemplateText text;
    if (align != '=')
        text.append(fill(before));
    text.append(head);
    if (align == '=')
        text.append(fill(before));
    text.append(body);
    text.append(fill(missing - before));
    return text;
}

std::string grouped(const std::string& digits, char separator, size_t size)
{
    std::string text;
    for (size_t index = 0; index < digits.size(); ++index) {
        if (index > 0 && (digits.size() - index) % size == 0)
            text += separator;
        text += digits[index];
    }
    return text;
}

// Digits with an optional fraction or exponent, without sign.
TemplateText formatDigits(
    FieldFormat format, std::string digits, bool isNegative, std::string prefix)
{
    std::string head = isNegative ? "-" : format.sign == '-' ? "" : std::string(1, format.sign);
    head += prefix;
    const size_t end = std::min(digits.find_first_not_of("0123456789abcdefABCDEF"), digits.size());
    const bool isDecimal
        = std::string_view("boxX").find(format.type) == std::string_view::npos || format.type == 0;
    const size_t exponent = isDecimal ? digits.find_first_of("eE") : std::string::npos;
    std::string whole = digits.substr(0, std::min(end, exponent));
    const std::string rest = digits.substr(whole.size());
    const size_t size = isDecimal ? 3 : 4;
    if (format.align == '0')
        format.align = '=';
    const bool padsDigits = format.fill == "0" && format.align == '=';
    const auto spelled
        = [&] { return (format.grouping ? grouped(whole, format.grouping, size) : whole) + rest; };
    while (padsDigits && format.grouping && !whole.empty()
        && head.size() + spelled().size() < size_t(format.width))
        whole.insert(0, "0");
    return aligned(format, head, TemplateText(spelled()), '>');
}

// The shortest digits, or at most `precision` of them, with one behind the point at least.
std::string spellPlainFloat(double number, std::optional<int> precision)
{
    if (!precision)
        return templateNumber(number);
    const int digits = std::max(*precision, 1);
    const std::string scientific = spellFloat('e', digits - 1, number);
    const size_t mark = scientific.find('e');
    if (mark == std::string::npos)
        return scientific; // inf or nan
    const int point = std::stoi(scientific.substr(mark + 1)) + 1;
    if (point > -4 && point <= digits - 1) {
        std::string text = spellFloat('g', digits, number);
        return text.find('.') == std::string::npos ? text + ".0" : text;
    }
    std::string mantissa = scientific.substr(0, mark);
    if (mantissa.find('.') != std::string::npos)
        mantissa.erase(mantissa.find_last_not_of('0') + 1);
    if (mantissa.ends_with('.'))
        mantissa.pop_back();
    return mantissa + scientific.substr(mark);
}

TemplateText formatFloat(const FieldFormat& format, double number)
{
    const double size = std::abs(number);
    const bool isNegative = std::signbit(number) && !std::isnan(number);
    std::string digits;
    if (format.type == 0)
        digits = spellPlainFloat(size, format.precision);
    else if (format.type == '%')
        digits = spellFloat('f', format.precision.value_or(6), size * 100) + "%";
    else if (std::string_view("eEfFgGn").find(format.type) != std::string_view::npos)
        digits = spellFloat(format.type == 'n' ? 'g' : format.type, format.precision.value_or(6),
            size, format.prefixed);
    else
        failRun(std::string("Unknown format code '") + format.type + "' for a number");
    return formatDigits(format, std::move(digits), isNegative, {});
}

TemplateText formatInteger(const FieldFormat& format, TemplateInteger integer)
{
    if (format.type != 0 && std::string_view("eEfFgG%").find(format.type) != std::string_view::npos)
        return formatFloat(format, double(integer));
    if (format.precision)
        failRun("Precision not allowed in integer format specifier");
    if (format.type == 'c' && (format.isSigned || format.prefixed))
        failRun("a sign or # isn't allowed with 'c'");
    if (format.type == 'c')
        return aligned(format, {}, spellCharacter(TemplateValue::integer(integer)), '<');
    if (format.type != 0 && std::string_view("bdnoxX").find(format.type) == std::string_view::npos)
        failRun(std::string("Unknown format code '") + format.type + "' for an integer");
    const bool isPrefixed = format.prefixed && format.type != 0
        && std::string_view("boxX").find(format.type) != std::string_view::npos;
    return formatDigits(format, spellInteger(format.type, integer < 0 ? -integer : integer),
        integer < 0, isPrefixed ? std::string{'0', format.type} : std::string());
}

TemplateText formatValue(const TemplateValue& value, std::string_view spec, TemplateBudget& budget)
{
    if (spec.empty())
        return templateToText(value, budget);
    FieldFormat format = readFieldFormat(spec);
    budget.spendBytes(size_t(format.width) + size_t(format.precision.value_or(0)));
    if (const auto integer = value.asInteger())
        return formatInteger(format, *integer);
    if (const auto number = value.asNumber())
        return formatFloat(format, *number);
    if (!value.asText())
        failRun("unsupported format string passed to " + value.typeName() + ".__format__");
    if ((format.type != 0 && format.type != 's') || format.align == '=' || format.grouping
        || format.isSigned || format.prefixed)
        failRun("Invalid format specifier '" + std::string(spec) + "' for a string");
    if (format.align == '0')
        format.align = '<';
    return aligned(format, {}, firstCharacters(*value.asText(), format.precision), '<');
}

class BraceFormatter {
public:
    BraceFormatter(const TemplateArguments& arguments, TemplateBudget& budget)
        : m_arguments(arguments)
        , m_budget(budget)
    {
    }

    // `depth` more formats may be inside this one's fields.
    TemplateText run(const TemplateText& format, int depth)
    {
        const std::string_view bytes = format.bytes();
        TemplateText result;
        for (size_t at = 0; at < bytes.size();) {
            const size_t brace = std::min(bytes.find_first_of("{}", at), bytes.size());
            result.append(format.slice(at, brace));
            at = brace + 1;
            if (brace == bytes.size())
                break;
            if (at < bytes.size() && bytes[at] == bytes[brace]) {
                result.append(format.slice(at, at + 1));
                ++at;
                continue;
            }
            const size_t end = bytes[brace] == '{' ? endOfField(bytes, at) : std::string_view::npos;
            if (end == std::string_view::npos)
                failRun("a format string contains a single brace");
            const TemplateText text = field(format.slice(at, end), depth);
            result.append(format.isMarkup() ? escapeHtml(text) : text);
            at = end + 1;
            m_budget.spendBytes(result.size());
            TemplateBudget::checkLength(result.size());
        }
        return result;
    }

private:
    // Braces may be nested, and don't count between brackets.
    static size_t endOfField(std::string_view bytes, size_t at)
    {
        bool isInBrackets = false;
        for (int open = 0; at < bytes.size(); ++at) {
            const char byte = bytes[at];
            isInBrackets = isInBrackets ? byte != ']' : byte == '[';
            open += !isInBrackets && byte == '{';
            if (!isInBrackets && byte == '}' && open-- == 0)
                return at;
        }
        return std::string_view::npos;
    }

    TemplateText field(const TemplateText& field, int depth)
    {
        const std::string_view bytes = field.bytes();
        size_t end = 0;
        for (bool isInBrackets = false; end < bytes.size(); ++end) {
            isInBrackets = isInBrackets ? bytes[end] != ']' : bytes[end] == '[';
            if (!isInBrackets && (bytes[end] == ':' || bytes[end] == '!'))
                break;
        }
        TemplateValue value = find(bytes.substr(0, end));
        if (end < bytes.size() && bytes[end] == '!') {
            const char conversion = end + 1 < bytes.size() ? bytes[end + 1] : '\0';
            end += 2;
            if (end < bytes.size() && bytes[end] != ':')
                failRun("expected ':' after conversion specifier");
            if (conversion == 's')
                value = TemplateValue::text(templateToText(value, m_budget));
            else if (conversion == 'r')
                value = TemplateValue::text(templateToRepr(value, m_budget));
            else if (conversion == 'a')
                value = TemplateValue::text(onlyAscii(templateToRepr(value, m_budget)));
            else
                failRun("Unknown conversion specifier in a format");
        }
        if (depth == 0)
            failRun("Max string recursion exceeded");
        const TemplateText spec = end < bytes.size()
            ? run(field.slice(end + 1, bytes.size()), depth - 1)
            : TemplateText();
        return formatValue(value, spec.bytes(), m_budget);
    }

    // name, 0 or nothing, and .attribute and [index] behind it.
    TemplateValue find(std::string_view path)
    {
        size_t end = std::min(path.find_first_of(".["), path.size());
        TemplateValue value = argument(path.substr(0, end));
        while (end < path.size()) {
            m_budget.spend();
            const size_t begin = end + 1;
            if (path[end] == '.') {
                end = std::min(path.find_first_of(".[", begin), path.size());
                value = templateAttribute(value, std::string(path.substr(begin, end - begin)));
                continue;
            }
            const size_t close = path.find(']', begin);
            if (path[end] != '[' || close == std::string_view::npos || close == begin)
                failRun("a field of a format is not complete");
            const std::string_view key = path.substr(begin, close - begin);
            const auto position = parseTemplateDigits(key, 10);
            value = templateIndex(value,
                position ? TemplateValue::integer(*position) : TemplateValue::text(key), m_budget);
            end = close + 1;
        }
        return value;
    }

    TemplateValue argument(std::string_view name)
    {
        const auto position = parseTemplateDigits(name, 10);
        if (!name.empty() && !position)
            return m_arguments.require(m_arguments.positional.size(), name);
        if (m_isNumbered.value_or(position.has_value()) != position.has_value())
            failRun("a format can't number some fields and not others");
        m_isNumbered = position.has_value();
        const TemplateInteger index = position ? *position : TemplateInteger(m_next++);
        if (index >= TemplateInteger(m_arguments.positional.size()))
            failRun("a format has more fields than there are values");
        return m_arguments.positional[size_t(index)];
    }

    const TemplateArguments& m_arguments;
    TemplateBudget& m_budget;
    std::optional<bool> m_isNumbered;
    size_t m_next = 0;
};

} // namespace

TemplateText formatPercent(
    const TemplateText& format, const TemplateValue& values, TemplateBudget& budget)
{
    budget.spendBytes(format.size());
    return PercentFormatter(format, values, budget).run();
}

TemplateText formatBraces(
    const TemplateText& format, const TemplateArguments& arguments, TemplateBudget& budget)
{
    budget.spendBytes(format.size());
    return BraceFormatter(arguments, budget).run(format, 2);
}

} // namespace engine
