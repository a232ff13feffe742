#include "engine/templates/template_json.h"

#include "engine/templates/template_print.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>

namespace engine {

namespace {

using Origin = TemplateText::Origin;
using Json = nlohmann::ordered_json;

constexpr int maxJsonDepth = 60;

TemplateValue dataText(const std::string& bytes)
{
    return TemplateValue::text(TemplateText(bytes, Origin::Data));
}

// Who speaks is not said by a message, and templates join it to marks: "<|" + role + "|>".
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
