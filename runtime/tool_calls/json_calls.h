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

/// A call whose arguments are a JSON object, or a text that is one. Nothing if they are something
/// else, or if there is no name.
std::optional<ToolCall> toolCall(
    std::string_view name, const nlohmann::ordered_json& arguments, std::string_view id = {});

/// A text without white space around it.
std::string_view trimmed(std::string_view text);

/// Reads {"name", "arguments"}, in any of the spellings that models use, one after the other or in
/// an array.
std::optional<std::vector<ToolCall>> readJsonCalls(
    std::string_view text, std::span<const Tool> tools);

} // namespace runtime
