#pragma once

#include "runtime/answer_request.h"
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace runtime {

// Calls whose arguments stand between tags as they are: the schema of the tool says which of them
// are texts. What it does not say is JSON where it can be.

/// <function=name><parameter=key>value</parameter>…</function>
std::optional<std::vector<ToolCall>> readTaggedCalls(
    std::string_view text, std::span<const Tool> tools);

/// name <arg_key>key</arg_key><arg_value>value</arg_value>…
std::optional<std::vector<ToolCall>> readArgumentPairs(
    std::string_view text, std::span<const Tool> tools);

} // namespace runtime
