#include "runtime/tool_calls/json_calls.h"

#include "engine/files/json_scan.h"
#include "engine/files/json_text.h"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>

namespace runtime {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view space = " \t\r\n";

const Json* fieldOf(const Json& object, std::initializer_list<const char*> names)
{
    for (const char* name : names)
        if (const auto found = object.find(name); found != object.end())
            return &*found;
    return nullptr;
}

std::string textOr(const Json* value)
{
    return value && value->is_string() ? value->get<std::string>() : std::string();
}

std::optional<ToolCall> callOf(const Json& object)
{
    if (!object.is_object())
        return std::nullopt;
    const Json* function = fieldOf(object, {"function"});
    const Json& named = function && function->is_object() ? *function : object;
    const Json* arguments = fieldOf(named, {"arguments", "parameters", "args"});
    return toolCall(textOr(fieldOf(named, {"name", "tool_name", "function"})),
        arguments ? *arguments : Json::object(),
        textOr(fieldOf(object, {"id", "call_id", "tool_call_id"})));
}

// Takes the first value off a row of them. Empty if it is not complete.
std::string_view takeValue(std::string_view& text)
{
    engine::JsonScan scan;
    for (size_t at = 0; at < text.size(); ++at) {
        scan.follow(text[at]);
        if (at == 0 && scan.depth() == 0)
            return {}; // no call is but a number
        if (scan.depth() == 0) {
            const std::string_view value = text.substr(0, at + 1);
            text.remove_prefix(at + 1);
            return value;
        }
    }
    return {};
}

std::string_view withoutFence(std::string_view text)
{
    text = trimmed(text);
    if (!text.starts_with("```") || !text.ends_with("```") || text.size() < 6)
        return text;
    text = text.substr(3, text.size() - 6);
    if (text.starts_with("json"))
        text.remove_prefix(4);
    return trimmed(text);
}

} // namespace

std::string_view trimmed(std::string_view text)
{
    const size_t begin = std::min(text.find_first_not_of(space), text.size());
    const size_t last = text.find_last_not_of(space);
    return last == std::string_view::npos ? text.substr(0, 0)
                                          : text.substr(begin, last + 1 - begin);
}

std::optional<Json> parsedJson(std::string_view text)
{
    return engine::tryParseJson<Json>(
        text, {.depth = ToolCall::maxDepth, .values = ToolCall::maxValues});
}

std::optional<ToolCall> toolCall(
    std::string_view name, const nlohmann::ordered_json& arguments, std::string_view id)
{
    if (name.empty())
        return std::nullopt;
    if (arguments.is_string()) {
        const auto inner = parsedJson(arguments.get_ref<const std::string&>());
        return inner && inner->is_object() ? toolCall(name, *inner, id) : std::nullopt;
    }
    if (!arguments.is_object() && !arguments.is_null())
        return std::nullopt;
    return ToolCall{.id = std::string(id),
        .name = std::string(name),
        .arguments = arguments.is_null() ? "{}" : arguments.dump()};
}

std::optional<std::vector<ToolCall>> readJsonCalls(std::string_view text, std::span<const Tool>)
{
    std::vector<ToolCall> calls;
    text = withoutFence(text);
    while (!text.empty()) {
        const auto value = parsedJson(takeValue(text));
        if (!value)
            return std::nullopt;
        for (const Json& each : value->is_array() ? *value : Json::array({*value})) {
            auto call = callOf(each);
            if (!call)
                return std::nullopt;
            calls.push_back(*std::move(call));
        }
        const size_t next = text.find_first_not_of(" \t\r\n,;");
        text.remove_prefix(std::min(next, text.size()));
    }
    if (calls.empty())
        return std::nullopt;
    return calls;
}

} // namespace runtime
