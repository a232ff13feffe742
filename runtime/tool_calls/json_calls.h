#pragma once

#include "runtime/answer_request.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace runtime {

/// The JSON value that a text is. Nothing if it is none, or one that is nested too deeply.
std::optional<nlohmann::ordered_json> parsedJson(std::string_view text);

/// A call whose arguments are a JSON object, or a text that is one or empty. Nothing if they are
/// something else, or if there is no name.
std::optional<ToolCall> toolCall(
    std::string_view name, const nlohmann::ordered_json& arguments, std::string_view id = {});

/// Reads {"name", "arguments"}, in any of the spellings that models use, one after the other or in
/// an array.
std::optional<std::vector<ToolCall>> readJsonCalls(
    std::string_view text, std::span<const Tool> tools);

// Calls whose name is before their arguments, which are JSON.

/// The name, and the arguments on the next line.
std::optional<std::vector<ToolCall>> readNameAndArguments(
    std::string_view text, std::span<const Tool> tools);

/// What follows [TOOL_CALLS]: a JSON array, or name[CALL_ID]id[ARGS]{…} and the next one.
std::optional<std::vector<ToolCall>> readMistralCalls(
    std::string_view text, std::span<const Tool> tools);

/// Name and arguments, in marks of their own and with or without a kind and a fence of code.
std::optional<std::vector<ToolCall>> readDeepSeekCalls(
    std::string_view text, std::span<const Tool> tools);

/// What follows to= in the head of a message: the name, the channel, and the message.
std::optional<std::vector<ToolCall>> readHarmonyCalls(
    std::string_view text, std::span<const Tool> tools);

// Calls whose arguments are between tags as they are: the schema of the tool says which of them are
// texts. What it does not say is JSON where it can be.

/// <function=name><parameter=key>value</parameter>…</function>
std::optional<std::vector<ToolCall>> readTaggedCalls(
    std::string_view text, std::span<const Tool> tools);

/// name <arg_key>key</arg_key><arg_value>value</arg_value>…
std::optional<std::vector<ToolCall>> readArgumentPairs(
    std::string_view text, std::span<const Tool> tools);

} // namespace runtime
