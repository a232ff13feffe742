#include "runtime/prompt/message_json.h"

#include "base/error.h"
#include "engine/files/json_text.h"

#include <algorithm>

namespace runtime {

namespace {

// A fence of more backticks than are together anywhere in the text.
std::string fenceFor(const std::string& text)
{
    size_t longest = 2, current = 0;
    for (const char letter : text) {
        current = letter == '`' ? current + 1 : 0;
        longest = std::max(longest, current);
    }
    return std::string(longest + 1, '`');
}

} // namespace

std::string fenced(const std::string& text)
{
    const std::string fence = fenceFor(text);
    return fence + '\n' + text + (text.ends_with('\n') ? "" : "\n") + fence + '\n';
}

std::string passageText(const Passage& passage)
{
    const Source& source = passage.source;
    return source.name + (source.place.empty() ? "" : ", " + source.place) + '\n'
        + fenced(passage.text) + '\n';
}

const char* toString(Role role)
{
    switch (role) {
    case Role::System:
        return "system";
    case Role::Assistant:
        return "assistant";
    case Role::Tool:
        return "tool";
    case Role::User:
        break;
    }
    return "user";
}

namespace {

using Json = nlohmann::ordered_json;

// Nothing for images and calls.
std::string wordsIn(const Part& part)
{
    if (const auto* text = std::get_if<std::string>(&part))
        return *text;
    if (const auto* passage = std::get_if<Passage>(&part))
        return passageText(*passage);
    if (const auto* result = std::get_if<ToolResult>(&part))
        return result->text;
    return {};
}

Json contentAsText(const RequestMessage& message, const std::string& mark)
{
    std::string text;
    for (const Part& part : message.parts)
        text += std::holds_alternative<Pixels>(part) ? mark + "\n" : wordsIn(part);
    return text;
}

// A passage goes with the words that follow it, for templates may put something between parts.
Json contentInParts(const RequestMessage& message)
{
    Json parts = Json::array();
    std::string words;
    const auto addWords = [&] {
        if (!words.empty())
            parts.push_back({{"type", "text"}, {"text", std::exchange(words, {})}});
    };
    for (const Part& part : message.parts) {
        words += wordsIn(part);
        if (std::holds_alternative<Passage>(part))
            continue;
        addWords();
        if (std::holds_alternative<Pixels>(part))
            parts.push_back({{"type", "image"}});
    }
    addWords();
    if (parts.empty())
        parts.push_back({{"type", "text"}, {"text", ""}});
    return parts;
}

// The arguments of a call that broke off are shown as the text that they are.
Json argumentsJson(const std::string& text)
try {
    return engine::parseJson<Json>(
        text, {.depth = ToolCall::maxDepth, .values = ToolCall::maxValues});
} catch (const engine::JsonError& error) {
    if (!error.details.empty())
        return text;
    throw base::Error(base::ErrorKind::BadRequest,
        std::string("The arguments of a tool are rejected: the JSON ") + error.what() + ".");
}

Json parametersJson(const std::string& text)
try {
    return engine::parseJson<Json>(text);
} catch (const engine::JsonError& error) {
    throw base::Error(base::ErrorKind::BadRequest,
        "The parameters of a tool are "
            + (error.details.empty() ? std::string("rejected: the JSON ") + error.what()
                                     : "not valid JSON")
            + ".");
}

// Sets all names that templates have for it. Harmony's template rejects `thinking` together with
// words and calls.
void addReasoning(Json& json, const RequestMessage& message)
{
    if (message.reasoning.empty())
        return;
    json["reasoning_content"] = json["reasoning"] = message.reasoning;
    if (!json.contains("tool_calls") || toPlainText(message).empty())
        json["thinking"] = message.reasoning;
}

} // namespace

std::string toPlainText(const RequestMessage& message)
{
    std::string words;
    for (const Part& part : message.parts)
        words += wordsIn(part);
    return words;
}

Json messageJson(const RequestMessage& message, ContentStyle style, const std::string& mark)
{
    Json json{{"role", toString(message.role)},
        {"content",
            style == ContentStyle::Parts ? contentInParts(message) : contentAsText(message, mark)}};
    for (const Part& part : message.parts) {
        if (const auto* call = std::get_if<ToolCall>(&part))
            json["tool_calls"].push_back({{"type", "function"}, {"id", call->id},
                {"function",
                    {{"name", call->name}, {"arguments", argumentsJson(call->arguments)}}}});
        if (const auto* result = std::get_if<ToolResult>(&part)) {
            json["name"] = result->name;
            json["tool_call_id"] = result->id;
        }
    }
    addReasoning(json, message);
    return json;
}

Json toolsJson(const std::vector<Tool>& tools)
{
    Json list = Json::array();
    for (const Tool& tool : tools)
        list.push_back({{"type", "function"},
            {"function",
                {{"name", tool.name}, {"description", tool.description},
                    {"parameters", parametersJson(tool.parameters)}}}});
    return list;
}

} // namespace runtime
