#pragma once

#include "runtime/answer_request.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace runtime {

/// Reads a value that is meant to be JSON, but has line feeds in its texts, literals or quotes of
/// Python, or commas too many. Nothing if it isn't one or nests too deeply.
std::optional<nlohmann::ordered_json> looseJson(std::string_view text);

// Calls whose arguments are written in another notation than JSON.

/// [name(key="value", other=[1, True])], as Python writes calls.
std::optional<std::vector<ToolCall>> readPythonCalls(
    std::string_view text, std::span<const Tool> tools);

/// call:name{key:<|"|>value<|"|>,other:[1,true]}
std::optional<std::vector<ToolCall>> readGemmaCalls(
    std::string_view text, std::span<const Tool> tools);

} // namespace runtime
