#include "runtime/tool_calls/json_calls.h"

#include "base/ascii.h"
#include "engine/files/json_text.h"
#include "runtime/tool_calls/notated_calls.h"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace runtime {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view space = " \t\r\n";

const Json* findField(const Json& object, std::initializer_list<const char*> names)
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

std::optional<ToolCall> parseCall(const Json& object)
{
    if (!object.is_object())
        return std::nullopt;
    const Json* function = findField(object, {"function"});
    const Json& named = function && function->is_object() ? *function : object;
    const Json* arguments = findField(named, {"arguments", "parameters", "args"});
    return toolCall(textOr(findField(named, {"name", "tool_name", "function"})),
        arguments ? *arguments : Json::object(),
        textOr(findField(object, {"id", "call_id", "tool_call_id"})));
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
    text = base::trimmed(text);
    if (!text.starts_with("```") || !text.ends_with("```") || text.size() < 6)
        return text;
    text = text.substr(3, text.size() - 6);
    if (text.starts_with("json"))
        text.remove_prefix(4);
    return base::trimmed(text);
}

} // namespace

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
        const std::string_view text = base::trimmed(arguments.get_ref<const std::string&>());
        const auto inner = text.empty() ? Json::object() : looseJson(text);
        const bool isMeant = inner && (inner->is_object() || inner->is_null());
        return isMeant ? toolCall(name, *inner, id) : std::nullopt;
    }
    if (!arguments.is_object() && !arguments.is_null())
        return std::nullopt;
    // Tagged values are taken from the text as they are, so they may contain invalid UTF-8.
    using Broken = nlohmann::ordered_json::error_handler_t;
    return ToolCall{.id = std::string(id),
        .name = std::string(name),
        .arguments = arguments.is_null() ? "{}" : arguments.dump(-1, ' ', false, Broken::replace)};
}

std::optional<std::vector<ToolCall>> readJsonCalls(std::string_view text, std::span<const Tool>)
{
    std::vector<ToolCall> calls;
    text = withoutFence(text);
    while (!text.empty()) {
        if (!calls.empty() && text.find_first_not_of("]} \t\r\n") == text.npos)
            break; // brackets too many
        const auto value = looseJson(takeValue(text));
        if (!value)
            return std::nullopt;
        for (const Json& each : value->is_array() ? *value : Json::array({*value})) {
            auto call = parseCall(each);
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

namespace {

using Calls = std::vector<ToolCall>;

// The parts of a text between separators, of which the first may be empty.
std::vector<std::string_view> split(std::string_view text, std::string_view separator)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + separator.size());
    }
}

std::string_view before(std::string_view text, std::string_view mark)
{
    return text.substr(0, text.find(mark));
}

// Empty if the mark is not there.
std::string_view after(std::string_view text, std::string_view mark)
{
    const size_t at = text.find(mark);
    return at == std::string_view::npos ? std::string_view() : text.substr(at + mark.size());
}

std::string_view withoutPrefix(std::string_view text, std::string_view prefix)
{
    return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

std::optional<ToolCall> namedCall(
    std::string_view name, std::string_view arguments, std::string_view id = {})
{
    const auto value = looseJson(withoutFence(arguments));
    return value && value->is_object() ? toolCall(base::trimmed(name), *value, base::trimmed(id))
                                       : std::nullopt;
}

bool add(Calls& calls, std::optional<ToolCall> call)
{
    if (call)
        calls.push_back(*std::move(call));
    return call.has_value();
}

std::optional<Calls> unlessEmpty(Calls calls)
{
    if (calls.empty())
        return std::nullopt;
    return calls;
}

} // namespace

std::optional<Calls> readNameAndArguments(std::string_view text, std::span<const Tool>)
{
    const size_t brace = std::min(text.find('{'), text.size());
    Calls calls;
    add(calls, namedCall(text.substr(0, brace), text.substr(brace)));
    return unlessEmpty(std::move(calls));
}

std::optional<Calls> readMistralCalls(std::string_view text, std::span<const Tool> tools)
{
    if (base::trimmed(text).starts_with('['))
        return readJsonCalls(text, tools);
    Calls calls;
    for (const std::string_view each : split(text, "[TOOL_CALLS]")) {
        const size_t brace = std::min(each.find('{'), each.size());
        const std::string_view head = before(each.substr(0, brace), "[ARGS]");
        const std::string_view id = after(head, "[CALL_ID]");
        const bool isEmpty = base::trimmed(each).ends_with("[ARGS]");
        const std::string_view arguments = isEmpty ? "{}" : each.substr(brace);
        if (!add(calls, namedCall(before(head, "[CALL_ID]"), arguments, id)))
            return std::nullopt;
    }
    return unlessEmpty(std::move(calls));
}

std::optional<Calls> readDeepSeekCalls(std::string_view text, std::span<const Tool>)
{
    Calls calls;
    for (std::string_view each : split(text, "<｜tool▁call▁begin｜>")) {
        each = before(each, "<｜tool▁call▁end｜>");
        if (base::trimmed(each).empty())
            continue;
        const std::string_view kind = before(each, "<｜tool▁sep｜>");
        const std::string_view rest = after(each, "<｜tool▁sep｜>");
        const bool isFenced = rest.find("```json") != std::string_view::npos;
        const bool isRead = isFenced
            ? add(
                calls, namedCall(before(rest, "```json"), before(after(rest, "```json"), "\n```")))
            : add(calls, namedCall(kind, rest));
        if (!isRead)
            return std::nullopt;
    }
    return unlessEmpty(std::move(calls));
}

namespace {

// The text from its first brace on, where the mark before the arguments was left out.
std::string_view objectIn(std::string_view text)
{
    return text.substr(std::min(text.find('{'), text.size()));
}

} // namespace

std::optional<Calls> readHarmonyCalls(std::string_view text, std::span<const Tool>)
{
    const std::string_view head = before(text, "<|message|>");
    const std::string_view name = head.substr(0, head.find_first_of(" <{\n"));
    const bool hasMessage = head.size() < text.size();
    const std::string_view message = base::trimmed(after(text, "<|message|>"));
    Calls calls;
    add(calls,
        namedCall(withoutPrefix(name, "functions."),
            hasMessage && message.empty() ? "{}"
                : hasMessage              ? message
                                          : objectIn(text)));
    return unlessEmpty(std::move(calls));
}

namespace {

// Takes the text up to a mark, and the mark, off a text. Nothing if the mark is not there.
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

    // Literals of Python are read only where the schema says that the argument is no text.
    Json parseValue(const std::string& argument, std::string_view text) const
    {
        const Json types = typesOf(argument);
        const auto isOneOf = [&types](const char* type) {
            return types == type
                || (types.is_array() && std::ranges::find(types, Json(type)) != types.end());
        };
        const bool isNull = text == "null" || text == "None";
        if (types == "string" || (isOneOf("string") && types.size() == 2 && isOneOf("null")))
            return types.is_array() && isNull ? Json() : Json(std::string(text));
        const bool mayBeText = types.is_null() || isOneOf("string");
        const std::string_view value = base::trimmed(text);
        return (mayBeText ? parsedJson(value) : looseJson(value)).value_or(std::string(text));
    }

private:
    Json typesOf(const std::string& argument) const
    {
        const auto property = m_properties.find(argument);
        return property != m_properties.end() && property->is_object()
            ? property->value("type", Json())
            : Json();
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
                = types.parseValue(std::string(*key), withoutLineBreaks(*value));
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
    const std::string_view name = base::trimmed(text.substr(0, text.find('<')));
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
        const std::string argument(base::trimmed(*key));
        arguments[argument] = types.parseValue(argument, *value);
    }
    auto call = toolCall(name, arguments);
    if (!call)
        return std::nullopt;
    return Calls{*std::move(call)};
}

} // namespace runtime
