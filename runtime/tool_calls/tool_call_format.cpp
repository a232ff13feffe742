#include "runtime/tool_calls/tool_call_format.h"

#include "engine/templates/chat_template.h"
#include "runtime/tool_calls/json_calls.h"
#include "runtime/tool_calls/notated_calls.h"

#include <algorithm>
#include <iterator>

namespace runtime {

namespace {

const std::initializer_list<std::string_view> bareJson
    = {R"({"name":"@")", R"([{"name":"@")", R"({"type":"function","name":"@")",
        R"({"type":"function","function":"@")", R"({"type":"function","function":{"name":"@")",
        R"({"function":"@")", R"({"function":{"name":"@")"};

// If a template has the signs of two formats, the first one counts. The last is for any template.
const ToolCallFormat formats[] = {
    {.name = "harmony",
        .signs = {"<|channel|>", "functions."},
        .opens = {"<|start|>assistant<|channel|>commentary to=", "<|channel|>commentary to=",
            "<|channel|>analysis to=", "<|start|>assistant<|channel|>analysis to=",
            "<|channel|>final to=functions.", "<|start|>assistant<|channel|>final to=functions.",
            "<|channel|>commentary <|constrain|>json to=functions.",
            "<|start|>assistant to=", " to=functions."},
        .closes = {"<|call|>", "<|end|>", "<|return|>", "<|start|>"},
        .read = readHarmonyCalls,
        .shown = {"<|start|>", "<|channel|>", "<|message|>", "<|constrain|>", "<|end|>"}},
    {.name = "deepseek",
        .signs = {"<｜tool▁calls▁begin｜>"},
        .opens = {"<｜tool▁calls▁begin｜>"},
        .closes = {"<｜tool▁calls▁end｜>"},
        .read = readDeepSeekCalls,
        .shown = {"<｜tool▁call▁begin｜>", "<｜tool▁sep｜>", "<｜tool▁call▁end｜>"}},
    {.name = "gemma",
        .signs = {"<|tool_call>call:"},
        .opens = {"<|tool_call>"},
        .closes = {"<tool_call|>"},
        .read = readGemmaCalls,
        .shown = {"<|\"|>"}},
    {.name = "lfm2",
        .signs = {"<|tool_call_start|>"},
        .opens = {"<|tool_call_start|>"},
        .closes = {"<|tool_call_end|>"},
        .read = readPythonCalls},
    {.name = "command_r",
        .signs = {"<|START_ACTION|>"},
        .opens = {"<|START_ACTION|>"},
        .closes = {"<|END_ACTION|>"},
        .read = readJsonCalls,
        .isJson = true},
    {.name = "granite",
        .signs = {"<|tool_call|>"},
        .opens = {"<|tool_call|>"},
        .closes = {"<|/tool_call|>"},
        .read = readJsonCalls,
        .isJson = true},
    {.name = "mistral",
        .signs = {"[TOOL_CALLS]"},
        .opens = {"[TOOL_CALLS]"},
        .closes = {},
        .read = readMistralCalls,
        .shown = {"[ARGS]", "[CALL_ID]"}},
    {.name = "glm4_moe",
        .signs = {"<tool_call>", "<arg_key>"},
        .opens = {"<tool_call>"},
        .closes = {"</tool_call>"},
        .read = readArgumentPairs,
        .bare = bareJson,
        .shown = {"<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>"}},
    {.name = "qwen3_coder",
        .signs = {"<tool_call>", "<function="},
        .opens = {"<tool_call>"},
        .closes = {"</tool_call>"},
        .read = readTaggedCalls,
        .ownOpen = "<function=",
        .ownClose = "</function>",
        .isCommon = true,
        .bare = bareJson},
    {.name = "hermes",
        .signs = {"<tool_call>"},
        .opens = {"<tool_call>"},
        .closes = {"</tool_call>"},
        .read = readJsonCalls,
        .isJson = true,
        .isCommon = true,
        .bare = bareJson},
    {.name = "glm4",
        .signs = {"[gMASK]"},
        .opens = {},
        .closes = {},
        .read = readNameAndArguments,
        .bare = {"@{"}},
    {.name = "json",
        .signs = {},
        .opens = {"<|python_tag|>"},
        .closes = {},
        .read = readJsonCalls,
        .bare = bareJson},
};

} // namespace

bool ToolCallFormat::begins(std::string_view mark) const
{
    return mark == ownOpen || std::ranges::find(opens, mark) != opens.end();
}

std::span<const ToolCallFormat> toolCallFormats()
{
    return formats;
}

const ToolCallFormat& chooseToolCallFormat(const engine::ChatTemplateSource& source)
{
    const std::string_view text = source.withTools.empty() ? source.usual : source.withTools;
    const auto fits = [text](const ToolCallFormat& format) {
        return std::ranges::all_of(format.signs,
            [text](std::string_view sign) { return text.find(sign) != std::string_view::npos; });
    };
    return *std::ranges::find_if(formats, fits);
}

} // namespace runtime
