#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <vector>

namespace tests {

/// What a model wrote, and what that is. In a file of its own because of what Qt's moc makes of raw
/// strings.
struct WrittenCall {
    const char* name;
    QByteArray format; ///< of runtime::toolCallFormats()
    QByteArray answer;
    QByteArray words;
    QByteArrayList calls; ///< each as name{arguments}
};

inline constexpr const char* wordSchema = R"({"type": "object",
    "properties": {"word": {"type": "string"}, "most": {"type": "integer"}}})";
inline constexpr const char* emptySchema = R"({"type": "object", "properties": {}})";

inline std::vector<WrittenCall> writtenCalls()
{
    const QByteArray heron = R"(look_up{"word":"heron"})";
    const QByteArray thought = "<|channel|>analysis<|message|>Hm.<|end|>";
    return {
        {"hermes", "hermes",
            "Let me see.\n<tool_call>\n{\"name\": \"look_up\", \"arguments\": {\"word\": "
            "\"heron\"}}\n</tool_call>",
            "Let me see.", {heron}},
        {"two of hermes", "hermes",
            R"(<tool_call>{"name":"now","arguments":{}}</tool_call>
<tool_call>{"name":"look_up","arguments":{"word":"heron"}}</tool_call>)",
            "", {"now{}", heron}},
        {"hermes without its end", "hermes",
            R"(<tool_call>{"name":"look_up","arguments":{"word":"heron"}})", "", {heron}},
        {"arguments in a text", "hermes",
            R"(<tool_call>{"name":"look_up","arguments":"{\"word\":\"heron\"}"}</tool_call>)", "",
            {heron}},
        {"no arguments", "hermes", R"(<tool_call>{"name":"now"}</tool_call>)", "", {"now{}"}},
        {"the mark of the end within a text", "hermes",
            R"(<tool_call>{"name":"look_up","arguments":{"word":"a</tool_call>\"b"}}</tool_call>)",
            "", {R"(look_up{"word":"a</tool_call>\"b"})"}},
        {"qwen3_coder", "qwen3_coder",
            "<tool_call>\n<function=look_up>\n<parameter=word>\n42\n</parameter>\n"
            "<parameter=most>\n42\n</parameter>\n</function>\n</tool_call>",
            "", {R"(look_up{"word":"42","most":42})"}},
        {"glm4_moe", "glm4_moe",
            "<tool_call>look_up\n<arg_key>word</arg_key>\n<arg_value>heron</arg_value>\n"
            "<arg_key>most</arg_key>\n<arg_value>2</arg_value>\n</tool_call>",
            "", {R"(look_up{"word":"heron","most":2})"}},
        {"glm4", "glm4", "look_up\n{\"word\": \"heron\"}", "", {heron}},
        {"llama 3", "json", R"({"name": "look_up", "parameters": {"word": "heron"}})", "", {heron}},
        {"two of llama 3", "json",
            R"({"name": "now", "parameters": {}}; {"name": "look_up", "parameters": {"word": "heron"}})",
            "", {"now{}", heron}},
        {"llama 3 with its mark", "json",
            R"(<|python_tag|>{"name": "look_up", "parameters": {"word": "heron"}})", "", {heron}},
        {"llama 3 goes on", "json",
            "{\"name\": \"look_up\", \"parameters\": {\"word\": \"heron\"}}\nThat is a bird.",
            "\nThat is a bird.", {heron}},
        {"as the interface has it", "json",
            R"({"type": "function", "function": {"name": "look_up", "arguments": {"word": "heron"}}})",
            "", {heron}},
        {"mistral", "mistral",
            R"([TOOL_CALLS][{"name": "look_up", "arguments": {"word": "heron"}, "id": "abc123def"}])",
            "", {heron}},
        {"newer mistral", "mistral",
            R"(Well. [TOOL_CALLS]look_up[CALL_ID]abc123def[ARGS]{"word": "heron"}[TOOL_CALLS]now[ARGS]{})",
            "Well.", {heron, "now{}"}},
        {"command_r", "command_r",
            R"(<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "look_up", "parameters": {"word": "heron"}}]<|END_ACTION|>)",
            "", {heron}},
        {"granite", "granite",
            R"(<|tool_call|>[{"name": "look_up", "arguments": {"word": "heron"}}])", "", {heron}},
        {"phi 4 mini", "granite",
            R"(<|tool_call|>[{"name": "look_up", "arguments": {"word": "heron"}}]<|/tool_call|>)",
            "", {heron}},
        {"lfm2", "lfm2",
            "<|tool_call_start|>[look_up(word='it\\'s \"x\"', most=2), "
            "now()]<|tool_call_end|>Looking.",
            "Looking.", {R"(look_up{"word":"it's \"x\"","most":2})", "now{}"}},
        {"values of python", "lfm2",
            "<|tool_call_start|>[now(a=[1, -2.5, None], b={'c': True, \"d\": \"\\u00e9\"})]"
            "<|tool_call_end|>",
            "", {"now{\"a\":[1,-2.5,null],\"b\":{\"c\":true,\"d\":\"\xc3\xa9\"}}"}},
        {"gemma", "gemma",
            "<|tool_call>call:look_up{most:2,word:<|\"|>a \"heron\"<|\"|>}<tool_call|>", "",
            {R"(look_up{"most":2,"word":"a \"heron\""})"}},
        {"deepseek", "deepseek",
            "Yes.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>look_up\n```"
            "json\n"
            "{\"word\": "
            "\"heron\"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>"
            "now\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
            "Yes.", {heron, "now{}"}},
        {"newer deepseek", "deepseek",
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>look_up<｜tool▁sep｜>{\"word\": \"heron\"}"
            "<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
            "", {heron}},
        {"harmony", "harmony",
            thought
                + "<|start|>assistant<|channel|>commentary to=functions.look_up "
                  "<|constrain|>json<|message|>{\"word\":\"heron\"}",
            thought, {heron}},
        {"harmony, named before the channel", "harmony",
            " to=functions.look_up<|channel|>commentary json<|message|>{\"word\":\"heron\"}", "",
            {heron}},
        {"no text as arguments", "hermes",
            R"(<tool_call>{"name": "now", "arguments": ""}</tool_call>)", "", {"now{}"}},
        {"null as arguments", "hermes",
            R"(<tool_call>{"name": "now", "arguments": null}</tool_call>)", "", {"now{}"}},
        {"a line feed in a text", "hermes",
            "<tool_call>{\"name\": \"look_up\", \"arguments\": {\"word\": "
            "\"a\nb\tc\"}}</tool_call>",
            "", {R"(look_up{"word":"a\nb\tc"})"}},
        {"a line feed in a text in a text", "hermes",
            "<tool_call>{\"name\": \"look_up\", \"arguments\": \"{\\\"word\\\": "
            "\\\"a\nb\\\"}\"}</tool_call>",
            "", {R"(look_up{"word":"a\nb"})"}},
        {"literals of python in JSON", "hermes",
            R"(<tool_call>{'name': 'look_up', 'arguments': {'word': 'it\'s', 'a': True, 'b': None,}}</tool_call>)",
            "", {R"(look_up{"word":"it's","a":true,"b":null})"}},
        {"an escape that JSON doesn't know", "hermes",
            R"(<tool_call>{"name": "look_up", "arguments": {"word": "\d+"}}</tool_call>)", "",
            {R"(look_up{"word":"\\d+"})"}},
        {"a bracket too many", "hermes",
            R"(<tool_call>{"name": "look_up", "arguments": {"word": "heron"}}}</tool_call>)", "",
            {heron}},
        {"hermes without its marks", "hermes",
            R"({"name": "look_up", "arguments": {"word": "heron"}})", "", {heron}},
        {"two formats in one answer", "hermes",
            "<tool_call>{\"name\":\"now\"}</tool_call>\n<tool_call><function=look_up>"
            "<parameter=word>a \"heron</parameter></function></tool_call>",
            "", {"now{}", R"(look_up{"word":"a \"heron"})"}},
        {"two formats in one answer, the other way", "qwen3_coder",
            "<tool_call><function=now></function></tool_call>\n"
            "<tool_call>{\"name\": \"look_up\", \"arguments\": {\"word\": \"heron\"}}</tool_call>",
            "", {"now{}", heron}},
        {"the format of another family", "json",
            "See:\n<tool_call>{\"name\": \"look_up\", \"arguments\": {\"word\": "
            "\"heron\"}}</tool_call>",
            "See:", {heron}},
        {"qwen3_coder without its first mark", "qwen3_coder",
            "Well.\n<function=look_up>\n<parameter=word>\nheron\n</parameter>\n</function>\n</"
            "tool_call>"
            "\nDone.",
            "Well.\nDone.", {heron}},
        {"two of qwen3_coder without marks", "qwen3_coder",
            "<function=now>\n</function>\n<function=look_up><parameter=word>heron</parameter></"
            "function>",
            "", {"now{}", heron}},
        {"literals of python between tags", "qwen3_coder",
            "<tool_call><function=look_up><parameter=most>None</parameter><parameter=word>None</"
            "parameter>"
            "</function></tool_call>",
            "", {R"(look_up{"most":null,"word":"None"})"}},
        {"mistral without arguments", "mistral", "[TOOL_CALLS]now[ARGS]", "", {"now{}"}},
        {"harmony without arguments", "harmony",
            "<|channel|>commentary to=functions.now <|constrain|>json<|message|><|call|>", "",
            {"now{}"}},
        {"harmony that ends as a message does", "harmony",
            "<|channel|>commentary to=functions.look_up "
            "<|constrain|>json<|message|>{\"word\":\"heron\"}<|end|><|start|>assistant<|channel|>"
            "final<|message|>Yes.",
            "<|start|>assistant<|channel|>final<|message|>Yes.", {heron}},
        {"harmony whose next message begins at once", "harmony",
            "<|channel|>commentary "
            "to=functions.now<|message|>{}<|start|>assistant<|channel|>commentary "
            "to=functions.look_up<|message|>{\"word\":\"heron\"}<|call|>",
            "", {"now{}", heron}},
        {"harmony without the mark of the message", "harmony",
            "<|channel|>commentary to=functions.look_up <|constrain|>json{\"word\":\"heron\"}", "",
            {heron}},
        {"harmony in the channel of answers", "harmony",
            "<|channel|>final to=functions.look_up<|message|>{\"word\":\"heron\"}", "", {heron}},
        {"harmony, constrained first", "harmony",
            "<|channel|>commentary <|constrain|>json "
            "to=functions.look_up<|message|>{\"word\":\"heron\"}",
            "", {heron}},
        {"harmony without a call", "harmony", "<|channel|>final<|message|>It is a bird.",
            "<|channel|>final<|message|>It is a bird.", {}},
    };
}

/// Texts that aren't calls, although they begin like one.
inline std::vector<WrittenCall> writtenWords()
{
    return {
        {"words", "hermes", "A heron is a bird.\n\nIt stands.\n", "", {}},
        {"white space", "json", " \n", "", {}},
        {"nothing", "json", "", "", {}},
        {"the beginning of a mark", "hermes", "1 < 2 and <tool", "", {}},
        {"incomplete JSON", "hermes", R"(See: <tool_call>{"name": "look_up", "argu)", "", {}},
        {"wrong JSON", "hermes", "See:\n<tool_call>{look_up}</tool_call> and on", "", {}},
        {"no name", "hermes", R"(<tool_call>{"arguments": {}}</tool_call>)", "", {}},
        {"a list of arguments", "hermes",
            R"(<tool_call>{"name": "look_up", "arguments": [1]}</tool_call>)", "", {}},
        {"one of two is wrong", "mistral",
            R"([TOOL_CALLS][{"name": "now", "arguments": {}}, {"id": 1}])", "", {}},
        {"nothing after the mark", "mistral", "[TOOL_CALLS]", "", {}},
        {"too deep", "hermes",
            R"(<tool_call>{"name": "now", "arguments": {"a": )" + QByteArray(100'000, '[')
                + QByteArray(100'000, ']') + "}}</tool_call>",
            "", {}},
        {"JSON that is no call", "json", R"({"name": "Ada", "born": 1815})", "", {}},
        {"another tool without a mark", "json", R"({"name": "now2", "parameters": {}})", "", {}},
        {"JSON that breaks off", "json", R"({"name": "now", "parameters": {)", "", {}},
        {"a name alone", "glm4", "now is the time", "", {}},
        {"another tool in another family's format", "json",
            "<tool_call>{\"name\": \"now2\"}</tool_call> is one", "", {}},
        {"an end without a call", "qwen3_coder", "It ends with </tool_call> there.", "", {}},
        {"a function without an end", "qwen3_coder", "Write <function=now> first.", "", {}},
        {"python that is none", "lfm2", "<|tool_call_start|>[now(a=\"{})]<|tool_call_end|>", "",
            {}},
        {"python that is too deep", "lfm2",
            "<|tool_call_start|>[now(a=" + QByteArray(1'000, '[') + QByteArray(1'000, ']')
                + ")]<|tool_call_end|>",
            "", {}},
        {"gemma without an end", "gemma", "<|tool_call>call:now{a:<|\"|>b}<tool_call|>", "", {}},
        {"tags without an end", "qwen3_coder", "<tool_call><function=now></tool_call>", "", {}},
        {"a built-in tool of harmony", "harmony",
            "<|channel|>analysis to=python code<|message|>print(1)", "", {}},
    };
}

} // namespace tests
