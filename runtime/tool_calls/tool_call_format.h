#pragma once

#include "runtime/answer_request.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace engine {
struct ChatTemplateSource;
} // namespace engine

namespace runtime {

using ToolCalls = std::vector<ToolCall>;

/// The way in which a family of models writes calls of tools into its answers.
struct ToolCallFormat {
    /// Reads the calls in the text between the marks. Returns nothing if the text isn't a call, or
    /// is an incomplete or wrong one: then it is shown as text.
    using Read = std::optional<ToolCalls> (*)(std::string_view text, std::span<const Tool> tools);

    std::string_view name;
    std::initializer_list<std::string_view> signs; ///< its chat templates contain all of them
    std::initializer_list<std::string_view> opens; ///< each of them begins a call
    /// Each of them ends it, as the end of the answer does. One that also begins a call isn't taken
    /// off the text that follows.
    std::initializer_list<std::string_view> closes;
    Read read = nullptr;
    bool isJson = false; ///< the call is JSON, so the marks in `closes` may be part of a text in it
    /// The beginning and the end of a call itself, by which it is known if its marks are missing.
    std::string_view ownOpen = {}, ownClose = {};
    bool isCommon = false; ///< models of other families write such calls, too
    /// How an answer begins that is a call without a mark, without white space; @ is the tool's name.
    std::initializer_list<std::string_view> bare = {};
    /// Other special tokens that are part of the text of an answer.
    std::initializer_list<std::string_view> shown = {};

    bool begins(std::string_view mark) const; ///< true if the mark begins one of its calls
};

/// All of them; the first whose signs are all in a template is the one for it.
std::span<const ToolCallFormat> toolCallFormats();

/// Returns the format for a chat template that tells of tools: bare JSON if no family is known by it.
const ToolCallFormat& chooseToolCallFormat(const engine::ChatTemplateSource& source);

} // namespace runtime
