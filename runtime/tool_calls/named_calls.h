#pragma once

#include "runtime/answer_request.h"
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace runtime {

// Calls whose name stands before their arguments, which are JSON.

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

} // namespace runtime
