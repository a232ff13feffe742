#include "engine/templates/template_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>
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

namespace {

using Json = nlohmann::ordered_json;

constexpr int maxJsonDepth = 60;

TemplateValue dataText(const std::string& bytes)
{
    return TemplateValue::text(TemplateText(bytes, Origin::Data));
}

// A role isn't text of a message, and templates join it to special tokens: "<|" + role + "|>".
bool isRole(const std::string& key, const Json& value)
{
    constexpr std::string_view roles[] = {"system", "developer", "user", "assistant", "tool"};
    return key == "role" && value.is_string()
        && std::ranges::find(roles, value.get_ref<const std::string&>()) != std::end(roles);
}

TemplateValue fromJson(const Json& json, int depth);

enum class Nulls { Kept, LeftOut };

TemplateValue dictFrom(const Json& object, int depth, Nulls nulls)
{
    TemplateDict::Entries entries;
    for (const auto& [key, value] : object.items())
        if (nulls == Nulls::Kept || !value.is_null())
            entries.emplace_back(dataText(key),
                isRole(key, value) ? TemplateValue::text(value.get_ref<const std::string&>())
                                   : fromJson(value, depth + 1));
    return TemplateValue::dict(std::move(entries));
}

TemplateValue fromJson(const Json& json, int depth)
{
    if (depth > maxJsonDepth)
        failRun("its arguments are nested too deeply");
    switch (json.type()) {
    case Json::value_t::string:
        return dataText(json.get_ref<const std::string&>());
    case Json::value_t::boolean:
        return TemplateValue::boolean(json.get<bool>());
    case Json::value_t::number_integer:
        return TemplateValue::integer(json.get<int64_t>());
    case Json::value_t::number_unsigned:
        if (json.get<uint64_t>() <= uint64_t(std::numeric_limits<int64_t>::max()))
            return TemplateValue::integer(json.get<int64_t>());
        return TemplateValue::number(json.get<double>());
    case Json::value_t::number_float:
        return TemplateValue::number(json.get<double>());
    case Json::value_t::array: {
        TemplateValues items;
        for (const Json& item : json)
            items.push_back(fromJson(item, depth + 1));
        return TemplateValue::list(std::move(items));
    }
    case Json::value_t::object:
        return dictFrom(json, depth, Nulls::Kept);
    default:
        return TemplateValue::none();
    }
}

class JsonWriter {
public:
    JsonWriter(const TemplateJsonStyle& style, TemplateBudget& budget)
        : m_style(style)
        , m_budget(budget)
    {
    }

    void write(const TemplateValue& value, int level);
    TemplateText take() { return std::move(m_text); }

private:
    void writeList(const TemplateList& list, int level);
    void writeDict(const TemplateDict& dict, int level);
    void writeText(const TemplateText& text);
    void writeKey(const TemplateValue& key);
    void breakLine(int level);

    const TemplateJsonStyle& m_style;
    TemplateBudget& m_budget;
    TemplateText m_text;
};

std::string jsonNumber(double number)
{
    if (std::isnan(number))
        return "NaN";
    if (std::isinf(number))
        return number > 0 ? "Infinity" : "-Infinity";
    return templateNumber(number);
}

void JsonWriter::write(const TemplateValue& value, int level)
{
    m_budget.spend();
    TemplateBudget::checkLength(m_text.size());
    if (value.isNone())
        m_text.append("null");
    else if (value.isBoolean())
        m_text.append(value.isTrue() ? "true" : "false");
    else if (value.isInteger())
        m_text.append(std::to_string(*value.asInteger()));
    else if (const auto number = value.asNumber())
        m_text.append(jsonNumber(*number));
    else if (const TemplateText* text = value.asText())
        writeText(*text);
    else if (const TemplateList* list = value.asList())
        writeList(*list, level);
    else if (const TemplateDict* dict = value.asDict())
        writeDict(*dict, level);
    else
        failRun("Object of type " + value.typeName() + " is not JSON serializable");
}

void JsonWriter::breakLine(int level)
{
    if (m_style.indent < 0)
        return;
    m_text.append("\n" + std::string(size_t(level) * size_t(m_style.indent), ' '));
}

void JsonWriter::writeList(const TemplateList& list, int level)
{
    m_text.append("[");
    bool isFirst = true;
    for (const TemplateValue& item : list.items()) {
        m_text.append(isFirst ? "" : m_style.itemSeparator);
        isFirst = false;
        breakLine(level + 1);
        write(item, level + 1);
    }
    if (!isFirst)
        breakLine(level);
    m_text.append("]");
}

void JsonWriter::writeDict(const TemplateDict& dict, int level)
{
    std::vector<const TemplateDict::Entries::value_type*> entries;
    for (const auto& entry : dict.entries())
        entries.push_back(&entry);
    if (m_style.sortKeys) {
        std::ranges::stable_sort(entries, {},
            [&](const auto* entry) { return templateToText(entry->first, m_budget).bytes(); });
    }
    m_text.append("{");
    bool isFirst = true;
    for (const auto* entry : entries) {
        m_text.append(isFirst ? "" : m_style.itemSeparator);
        isFirst = false;
        breakLine(level + 1);
        writeKey(entry->first);
        m_text.append(m_style.keySeparator);
        write(entry->second, level + 1);
    }
    if (!isFirst)
        breakLine(level);
    m_text.append("}");
}

void JsonWriter::writeKey(const TemplateValue& key)
{
    if (const TemplateText* text = key.asText()) {
        writeText(*text);
        return;
    }
    m_text.append("\"");
    write(key, 0);
    m_text.append("\"");
}

std::string unicodeEscape(char32_t point)
{
    char buffer[16];
    if (point < 0x10000) {
        std::snprintf(buffer, sizeof buffer, "\\u%04x", unsigned(point));
    } else {
        const unsigned offset = unsigned(point) - 0x10000;
        std::snprintf(buffer, sizeof buffer, "\\u%04x\\u%04x", 0xd800 + (offset >> 10),
            0xdc00 + (offset & 0x3ff));
    }
    return buffer;
}

// An escaped text is data wholly if it is so in part: no escape splits a range.
void JsonWriter::writeText(const TemplateText& text)
{
    constexpr std::string_view special = "\"\\\n\r\t\b\f";
    constexpr std::string_view letters = "\"\\nrtbf";
    const std::string_view bytes = text.bytes();
    m_budget.spendBytes(bytes.size());
    std::string escaped = "\"";
    for (size_t at = 0, length = 0; at < bytes.size(); at += length) {
        length = characterLength(bytes, at);
        const size_t known = special.find(bytes[at]);
        if (known != std::string_view::npos)
            (escaped += '\\') += letters[known];
        else if (static_cast<unsigned char>(bytes[at]) < 0x20)
            escaped += unicodeEscape(char32_t(bytes[at]));
        else if (length > 1 && m_style.onlyAscii)
            escaped += unicodeEscape(codePoint(bytes.substr(at, length)));
        else
            escaped += bytes.substr(at, length);
    }
    m_text.append(escaped + '"', text.anyOrigin());
}

} // namespace

TemplateValue templateFromJson(const Json& json)
{
    return fromJson(json, 0);
}

TemplateValue templateFromMessages(const Json& messages)
{
    TemplateValues items;
    for (const Json& message : messages)
        items.push_back(
            message.is_object() ? dictFrom(message, 1, Nulls::LeftOut) : fromJson(message, 1));
    return TemplateValue::list(std::move(items));
}

TemplateText templateToJson(
    const TemplateValue& value, const TemplateJsonStyle& style, TemplateBudget& budget)
{
    JsonWriter writer(style, budget);
    writer.write(value, 0);
    TemplateText text = writer.take();
    TemplateBudget::checkLength(text.size());
    return text;
}

} // namespace engine
