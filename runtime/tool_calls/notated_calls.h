#pragma once

#include "runtime/answer_request.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace runtime {

// Calls whose arguments are written in another notation than JSON.

/// [name(key="value", other=[1, True])], as Python writes calls.
std::optional<std::vector<ToolCall>> readPythonCalls(
    std::string_view text, std::span<const Tool> tools);

/// call:name{key:<|"|>value<|"|>,other:[1,true]}
std::optional<std::vector<ToolCall>> readGemmaCalls(
    std::string_view text, std::span<const Tool> tools);

} // namespace runtime
