#include "runtime/tool_calls/tagged_calls.h"

#include "engine/files/json_text.h"

#include "runtime/tool_calls/json_calls.h"
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace runtime {

namespace {

using Json = nlohmann::ordered_json;
using Calls = std::vector<ToolCall>;

// Takes what stands up to a mark, and the mark, off a text. Nothing if the mark is not there.
std::optional<std::string_view> take(std::string_view& text, std::string_view mark)
{
    const size_t at = text.find(mark);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view taken = text.substr(0, at);
    text.remove_prefix(at + mark.size());
    return taken;
}

/// The types that a tool's schema gives its arguments.
class ArgumentTypes {
public:
    ArgumentTypes(std::string_view tool, std::span<const Tool> tools)
    {
        const auto found = std::ranges::find(tools, tool, &Tool::name);
        if (found == tools.end())
            return;
        if (const auto schema = engine::tryParseJson<Json>(found->parameters);
            schema && schema->is_object())
            if (const auto list = schema->find("properties"); list != schema->end())
                m_properties = *list;
    }

    Json valueOf(const std::string& argument, std::string_view text) const
    {
        if (isText(argument))
            return std::string(text);
        return parsedJson(trimmed(text)).value_or(std::string(text));
    }

private:
    bool isText(const std::string& argument) const
    {
        const auto property = m_properties.find(argument);
        return property != m_properties.end() && property->is_object()
            && property->value("type", Json()) == "string";
    }

    Json m_properties = Json::object();
};

std::string_view withoutLineBreaks(std::string_view value)
{
    if (value.starts_with('\n'))
        value.remove_prefix(1);
    if (value.ends_with('\n'))
        value.remove_suffix(1);
    return value;
}

} // namespace

std::optional<Calls> readTaggedCalls(std::string_view text, std::span<const Tool> tools)
{
    Calls calls;
    while (take(text, "<function=")) {
        const auto name = take(text, ">");
        auto body = take(text, "</function>");
        if (!name || !body)
            return std::nullopt;
        const ArgumentTypes types(*name, tools);
        Json arguments = Json::object();
        while (take(*body, "<parameter=")) {
            const auto key = take(*body, ">");
            const auto value = take(*body, "</parameter>");
            if (!key || !value)
                return std::nullopt;
            arguments[std::string(*key)]
                = types.valueOf(std::string(*key), withoutLineBreaks(*value));
        }
        auto call = toolCall(*name, arguments);
        if (!call)
            return std::nullopt;
        calls.push_back(*std::move(call));
    }
    if (calls.empty())
        return std::nullopt;
    return calls;
}

std::optional<Calls> readArgumentPairs(std::string_view text, std::span<const Tool> tools)
{
    const std::string_view name = trimmed(text.substr(0, text.find('<')));
    if (name.find_first_of("{\n ") != std::string_view::npos)
        return std::nullopt;
    const ArgumentTypes types(name, tools);
    Json arguments = Json::object();
    while (take(text, "<arg_key>")) {
        const auto key = take(text, "</arg_key>");
        const bool hasValue = take(text, "<arg_value>").has_value();
        const auto value = take(text, "</arg_value>");
        if (!key || !hasValue || !value)
            return std::nullopt;
        arguments[std::string(trimmed(*key))] = types.valueOf(std::string(trimmed(*key)), *value);
    }
    auto call = toolCall(name, arguments);
    if (!call)
        return std::nullopt;
    return Calls{*std::move(call)};
}

} // namespace runtime
