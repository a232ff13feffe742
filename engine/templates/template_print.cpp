#include "engine/templates/template_print.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>

namespace engine {

namespace {

using Origin = TemplateText::Origin;

TemplateText joinReprs(std::string_view open, const TemplateValues& items, std::string_view close,
    TemplateBudget& budget)
{
    TemplateText text(open);
    for (size_t index = 0; index < items.size(); ++index) {
        text.append(index > 0 ? ", " : "");
        text.append(templateToRepr(items[index], budget));
    }
    text.append(close);
    return text;
}

TemplateText listRepr(const TemplateList& list, TemplateBudget& budget)
{
    if (!list.isTuple())
        return joinReprs("[", list.items(), "]", budget);
    return joinReprs("(", list.items(), list.items().size() == 1 ? ",)" : ")", budget);
}

TemplateText dictRepr(const TemplateDict& dict, TemplateBudget& budget)
{
    TemplateText text("{");
    for (const auto& [key, value] : dict.entries()) {
        text.append(text.size() > 1 ? ", " : "");
        text.append(templateToRepr(key, budget));
        text.append(": ");
        text.append(templateToRepr(value, budget));
    }
    text.append("}");
    return text;
}

TemplateText textRepr(const TemplateText& text)
{
    const std::string& bytes = text.bytes();
    const bool onlySingle
        = bytes.find('\'') != std::string::npos && bytes.find('"') == std::string::npos;
    const char quote = onlySingle ? '"' : '\'';
    std::string repr(1, quote);
    for (const char c : bytes) {
        if (c == quote || c == '\\')
            (repr += '\\') += c;
        else if (c == '\n')
            repr += "\\n";
        else if (c == '\r')
            repr += "\\r";
        else if (c == '\t')
            repr += "\\t";
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            char escape[5];
            std::snprintf(escape, sizeof escape, "\\x%02x", unsigned(c));
            repr += escape;
        } else
            repr += c;
    }
    return TemplateText(repr + quote, text.anyOrigin());
}

// One conversion of a format: %-5.2f
struct Conversion {
    bool left = false, zero = false, plus = false, space = false;
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
        if (tuple ? m_used < tuple->items().size() : m_used == 0 && !m_values.asDict())
            failRun("not all arguments converted during string formatting");
        return std::move(m_result);
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

int PercentFormatter::readCount()
{
    int count = 0;
    for (; peek() >= '0' && peek() <= '9'; ++m_at) {
        count = count * 10 + (peek() - '0');
        if (count > 10'000)
            failRun("a width in a format is too large");
    }
    return count;
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
        else if (flag != '#')
            break;
    }
    conversion.width = readCount();
    if (peek() == '.') {
        ++m_at;
        conversion.precision = readCount();
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
        m_result.append("%");
    else
        pad(conversion, spell(conversion, nextValue()));
}

std::string spellFloat(char letter, int precision, double number)
{
    const char format[]{'%', '.', '*', letter, '\0'};
    std::string buffer(size_t(std::snprintf(nullptr, 0, format, precision, number)), '\0');
    std::snprintf(buffer.data(), buffer.size() + 1, format, precision, number);
    return buffer;
}

std::string spellInteger(char letter, int64_t integer)
{
    char buffer[72];
    const int base = letter == 'x' || letter == 'X' ? 16 : letter == 'o' ? 8 : 10;
    std::string digits(buffer, std::to_chars(buffer, buffer + sizeof buffer, integer, base).ptr);
    if (letter == 'X') {
        for (char& digit : digits)
            digit = digit >= 'a' && digit <= 'f' ? char(digit - 'a' + 'A') : digit;
    }
    return digits;
}

TemplateText PercentFormatter::spell(const Conversion& conversion, const TemplateValue& value)
{
    constexpr std::string_view floats = "eEfFgG", integers = "diuxXo";
    const char letter = conversion.letter;
    if (letter == 's' || letter == 'r' || letter == 'a') {
        TemplateText text
            = letter == 's' ? templateToText(value, m_budget) : templateToRepr(value, m_budget);
        const auto starts = characterStarts(text.bytes());
        const size_t most = size_t(conversion.precision.value_or(int(starts.size())));
        return most + 1 < starts.size() ? text.slice(0, starts[most]) : text;
    }
    const auto number = value.asNumber();
    const bool isFloat = floats.find(letter) != std::string_view::npos;
    if (!number || (!isFloat && integers.find(letter) == std::string_view::npos) || letter == 0)
        failRun(std::string("a format cannot write '") + value.typeName() + "' as %" + letter);
    std::string digits;
    if (isFloat)
        digits = spellFloat(letter, conversion.precision.value_or(6), *number);
    else if (!(std::abs(*number) < 9e18))
        failRun("a number is too large");
    else
        digits = spellInteger(letter, value.asInteger().value_or(int64_t(*number)));
    if (digits[0] != '-' && (conversion.plus || conversion.space))
        digits.insert(0, conversion.plus ? "+" : " ");
    return TemplateText(digits);
}

void PercentFormatter::pad(const Conversion& conversion, const TemplateText& text)
{
    const size_t length = countCharacters(text.bytes());
    const size_t missing
        = size_t(conversion.width) > length ? size_t(conversion.width) - length : 0;
    const bool isNumber = conversion.letter != 's' && conversion.letter != 'r';
    if (conversion.left) {
        m_result.append(text);
        m_result.append(std::string(missing, ' '));
    } else if (conversion.zero && isNumber) {
        const bool hasSign = text.bytes().find_first_of("+- ") == 0;
        m_result.append(text.slice(0, hasSign ? 1 : 0));
        m_result.append(std::string(missing, '0'));
        m_result.append(text.slice(hasSign ? 1 : 0, text.size()));
    } else {
        m_result.append(std::string(missing, ' '));
        m_result.append(text);
    }
}

} // namespace

std::string templateNumber(double number)
{
    if (std::isnan(number))
        return "nan";
    if (std::isinf(number))
        return number > 0 ? "inf" : "-inf";
    std::array<char, 400> buffer;
    const double size = std::abs(number);
    const bool isPlain = size == 0 || (size >= 1e-4 && size < 1e16);
    const auto format = isPlain ? std::chars_format::fixed : std::chars_format::scientific;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, format);
    std::string digits(buffer.data(), end.ptr);
    if (isPlain && digits.find('.') == std::string::npos)
        digits += ".0";
    return digits;
}

TemplateText templateToText(const TemplateValue& value, TemplateBudget& budget)
{
    if (value.isUndefined())
        return {};
    if (const TemplateText* text = value.asText())
        return *text;
    return templateToRepr(value, budget);
}

TemplateText templateToRepr(const TemplateValue& value, TemplateBudget& budget)
{
    budget.spend();
    if (value.isUndefined())
        return TemplateText("Undefined");
    if (value.isNone())
        return TemplateText("None");
    if (value.isBoolean())
        return TemplateText(value.isTrue() ? "True" : "False");
    if (const auto integer = value.asInteger())
        return TemplateText(std::to_string(*integer));
    if (const auto number = value.asNumber())
        return TemplateText(templateNumber(*number));
    TemplateText text;
    if (const TemplateText* plain = value.asText())
        text = textRepr(*plain);
    else if (const TemplateList* list = value.asList())
        text = listRepr(*list, budget);
    else if (const TemplateDict* dict = value.asDict())
        text = dictRepr(*dict, budget);
    else
        text = TemplateText("<" + value.typeName() + ">");
    budget.spendBytes(text.size());
    TemplateBudget::checkLength(text.size());
    return text;
}

TemplateText formatPercent(
    const TemplateText& format, const TemplateValue& values, TemplateBudget& budget)
{
    budget.spendBytes(format.size());
    return PercentFormatter(format, values, budget).run();
}

} // namespace engine
