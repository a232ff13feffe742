#include "engine/templates/template_json.h"

#include "engine/templates/template_operators.h"
#include "engine/templates/template_strings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
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
    using Kind = TemplateList::Kind;
    if (list.isTuple())
        return joinReprs("(", list.items(), list.items().size() == 1 ? ",)" : ")", budget);
    if (list.kind() == Kind::List)
        return joinReprs("[", list.items(), "]", budget);
    if (list.isView())
        return joinReprs(list.kind() == Kind::Keys ? "dict_keys(["
                : list.kind() == Kind::Values      ? "dict_values(["
                                                   : "dict_items([",
            list.items(), "])", budget);
    const auto& range = static_cast<const TemplateRange&>(list);
    const std::string step = range.step == 1 ? "" : ", " + templateDigits(range.step);
    return TemplateText(
        "range(" + templateDigits(range.first) + ", " + templateDigits(range.end) + step + ")");
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
    for (size_t at = 0, length = 0; at < bytes.size(); at += length) {
        length = characterLength(bytes, at);
        const char c = bytes[at];
        const char32_t point = codePoint(std::string_view(bytes).substr(at, length));
        if (c == quote || c == '\\')
            (repr += '\\') += c;
        else if (c == '\n')
            repr += "\\n";
        else if (c == '\r')
            repr += "\\r";
        else if (c == '\t')
            repr += "\\t";
        else if (isPrintable(point))
            repr.append(bytes, at, length);
        else {
            char escape[16];
            std::snprintf(escape, sizeof escape,
                point < 0x100         ? "\\x%02x"
                    : point < 0x10000 ? "\\u%04x"
                                      : "\\U%08x",
                unsigned(point));
            repr += escape;
        }
    }
    repr += quote;
    return TemplateText(text.isMarkup() ? "Markup(" + repr + ")" : repr, text.anyOrigin());
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
        return TemplateText(templateDigits(*integer));
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
        text = value.asObject()->toText(budget);
    budget.spendBytes(text.size());
    TemplateBudget::checkLength(text.size());
    return text;
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

TemplateValue fromField(const std::string& key, const Json& value, int depth)
{
    return isRole(key, value) ? TemplateValue::text(value.get_ref<const std::string&>())
                              : fromJson(value, depth);
}

// Gives the reasoning in a message all the names that templates know, reasoning_content and for
// gpt-oss thinking, as transformers does. What is null is left out.
TemplateValue fromMessage(const Json& message)
{
    std::optional<TemplateValue> reasoning;
    for (const char* name : {"reasoning_content", "thinking", "reasoning"}) {
        const auto found = message.find(name);
        if (!reasoning && found != message.end() && !found->is_null())
            reasoning = fromJson(*found, 2);
    }
    TemplateDict::Entries entries; // of those of one name, the last one counts
    if (reasoning)
        entries.emplace_back(dataText("thinking"), *reasoning);
    for (const auto& [key, value] : message.items()) {
        if (!value.is_null())
            entries.emplace_back(dataText(key), fromField(key, value, 2));
    }
    if (reasoning)
        entries.emplace_back(dataText("reasoning_content"), *reasoning);
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
        return TemplateValue::integer(json.get<uint64_t>());
    case Json::value_t::number_float:
        return TemplateValue::number(json.get<double>());
    case Json::value_t::array: {
        TemplateValues items;
        for (const Json& item : json)
            items.push_back(fromJson(item, depth + 1));
        return TemplateValue::list(std::move(items));
    }
    case Json::value_t::object: {
        TemplateDict::Entries entries;
        for (const auto& [key, value] : json.items())
            entries.emplace_back(dataText(key), fromField(key, value, depth + 1));
        return TemplateValue::dict(std::move(entries));
    }
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
        m_text.append(templateDigits(*value.asInteger()));
    else if (const auto number = value.asNumber())
        m_text.append(jsonNumber(*number));
    else if (const TemplateText* text = value.asText())
        writeText(*text);
    else if (const TemplateList* list = value.asList();
             list && (list->isTuple() || list->kind() == TemplateList::Kind::List))
        writeList(*list, level);
    else if (const TemplateDict* dict = value.asDict())
        writeDict(*dict, level);
    else
        failRun("Object of type " + value.typeName() + " is not JSON serializable");
}

void JsonWriter::breakLine(int level)
{
    if (!m_style.indent)
        return;
    m_text.append("\n");
    for (int each = 0; each < level; ++each)
        m_text.append(*m_style.indent);
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
        std::ranges::stable_sort(entries, [&](const auto* left, const auto* right) {
            return templateLess(left->first, right->first, m_budget);
        });
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
    if (!key.asNumber() && !key.isNone())
        failRun("keys must be str, int, float, bool or None, not " + key.typeName());
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
        else if ((length > 1 || bytes[at] == 0x7f) && m_style.onlyAscii)
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
        items.push_back(message.is_object() ? fromMessage(message) : fromJson(message, 1));
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
