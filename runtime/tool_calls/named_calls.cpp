#include "runtime/tool_calls/named_calls.h"

#include "runtime/tool_calls/json_calls.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace runtime {

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
    const auto value = parsedJson(trimmed(arguments));
    return value && value->is_object() ? toolCall(trimmed(name), *value, trimmed(id))
                                       : std::nullopt;
}

bool add(Calls& calls, std::optional<ToolCall> call)
{
    if (call)
        calls.push_back(*std::move(call));
    return call.has_value();
}

std::optional<Calls> someOf(Calls calls)
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
    return someOf(std::move(calls));
}

std::optional<Calls> readMistralCalls(std::string_view text, std::span<const Tool> tools)
{
    if (trimmed(text).starts_with('['))
        return readJsonCalls(text, tools);
    Calls calls;
    for (const std::string_view each : split(text, "[TOOL_CALLS]")) {
        const size_t brace = std::min(each.find('{'), each.size());
        const std::string_view head = before(each.substr(0, brace), "[ARGS]");
        const std::string_view id = after(head, "[CALL_ID]");
        if (!add(calls, namedCall(before(head, "[CALL_ID]"), each.substr(brace), id)))
            return std::nullopt;
    }
    return someOf(std::move(calls));
}

std::optional<Calls> readDeepSeekCalls(std::string_view text, std::span<const Tool>)
{
    Calls calls;
    for (std::string_view each : split(text, "<｜tool▁call▁begin｜>")) {
        each = before(each, "<｜tool▁call▁end｜>");
        if (trimmed(each).empty())
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
    return someOf(std::move(calls));
}

std::optional<Calls> readHarmonyCalls(std::string_view text, std::span<const Tool>)
{
    const std::string_view head = before(text, "<|message|>");
    const std::string_view name = head.substr(0, head.find_first_of(" <"));
    Calls calls;
    add(calls, namedCall(withoutPrefix(name, "functions."), after(text, "<|message|>")));
    return someOf(std::move(calls));
}

} // namespace runtime
