#include "services/server/protocol/tool_fields.h"

#include "engine/files/json_text.h"
#include "services/server/protocol/api_error.h"
#include "services/server/protocol/fields.h"

#include <algorithm>

namespace services::server {

namespace {

bool isName(const std::string& name)
{
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || c == '_' || c == '-' || c == '.';
    };
    return !name.empty() && name.size() <= 128 && std::ranges::all_of(name, fits);
}

} // namespace

runtime::Tool readTool(const Fields& function, const char* parameters)
{
    runtime::Tool tool;
    tool.name = function.requiredText("name");
    if (!isName(tool.name))
        throw wrongField(
            function.path("name"), "must consist of up to 128 letters, digits, '_', '-' and '.'.");
    tool.description = function.text("description").value_or("");
    const Json* given = function.find(parameters);
    if (given && !given->is_object())
        throw wrongField(function.path(parameters), "must be a JSON schema, an object.");
    const Json none{{"type", "object"}, {"properties", Json::object()}};
    tool.parameters = text(given ? *given : none);
    return tool;
}

void requireTool(
    const std::vector<runtime::Tool>& tools, const std::string& name, const std::string& field)
{
    if (std::ranges::find(tools, name, &runtime::Tool::name) == tools.end())
        throw wrongField(field, "names '" + name + "', which isn't in 'tools'.");
}

ToolChoice readToolChoice(const Fields& fields, const std::vector<runtime::Tool>& tools)
{
    using How = ToolChoice::How;
    const Json* choice = fields.find("tool_choice");
    const std::string field = fields.path("tool_choice");
    if (!choice)
        return {};
    if (choice->is_string()) {
        const std::string how = choice->get<std::string>();
        if (how != "auto" && how != "none" && how != "required")
            throw wrongField(field, "must be auto, none, required or an object that names a tool.");
        if (how == "required" && tools.empty())
            throw wrongField(field, "is required, but there are no tools.");
        return {how == "auto" ? How::AsModelLikes : how == "none" ? How::Never : How::Always};
    }
    const Fields object(*choice, field);
    const auto function = object.object("function");
    const std::string name = (function ? *function : object).requiredText("name");
    requireTool(tools, name, field);
    return {How::Always, name};
}

bool isFunction(const Fields& tool, const char* functionType, GenerationRequest& generation)
{
    const std::string type = tool.text("type").value_or(functionType);
    if (type == functionType)
        return true;
    generation.ignoredTools.push_back(type.substr(0, 100));
    return false;
}

std::string readArguments(const Fields& call)
{
    std::string arguments = call.text("arguments").value_or("");
    if (arguments.find_first_not_of(" \t\r\n") == std::string::npos)
        return "{}";
    requireArguments(arguments, call.path("arguments"));
    return arguments;
}

void requireArguments(const std::string& arguments, const std::string& field)
try {
    using runtime::ToolCall;
    engine::checkJson(arguments, {.depth = ToolCall::maxDepth, .values = ToolCall::maxValues});
} catch (const engine::JsonError& error) {
    if (error.details.empty())
        throw wrongField(field, std::string(error.what()) + ".");
}

namespace {

constexpr int maxCalls = 16; // of an answer
constexpr int idLength = 9; // as Mistral's chat templates want it

// Those that may be impossible to enforce, the least important first.
constexpr const char* droppable[]
    = {"uniqueItems", "format", "contains", "minContains", "maxContains", "not", "if", "then",
        "else", "dependentRequired", "dependentSchemas", "propertyNames", "unevaluatedProperties",
        "unevaluatedItems", "patternProperties", "pattern", "multipleOf", "$ref"};

// The keywords whose values are objects of schemas by names that are no keywords.
bool holdsNames(const std::string& keyword)
{
    return keyword == "properties" || keyword == "patternProperties" || keyword == "$defs"
        || keyword == "definitions" || keyword == "dependentSchemas";
}

bool dropKeyword(Json& schema, const std::string& keyword)
{
    bool isChanged = false;
    if (schema.is_array())
        for (Json& each : schema)
            isChanged |= dropKeyword(each, keyword);
    if (!schema.is_object())
        return isChanged;
    isChanged |= schema.erase(keyword) > 0;
    for (auto& [key, value] : schema.items()) {
        if (key == "const" || key == "enum" || key == "default" || key == "examples")
            continue;
        if (!holdsNames(key) || !value.is_object())
            isChanged |= dropKeyword(value, keyword);
        else
            for (auto& [name, each] : value.items())
                isChanged |= dropKeyword(each, keyword);
    }
    return isChanged;
}

// Drops one keyword if that is enough, else one after the other.
std::vector<std::string> dropKeywords(
    Json& schema, const std::function<bool(const Json&)>& isEnforceable)
{
    for (const char* keyword : droppable)
        if (Json without = schema; dropKeyword(without, keyword) && isEnforceable(without)) {
            schema = std::move(without);
            return {keyword};
        }
    std::vector<std::string> dropped;
    for (const char* keyword : droppable)
        if (dropKeyword(schema, keyword)) {
            dropped.emplace_back(keyword);
            if (isEnforceable(schema))
                return dropped;
        }
    schema = {{"type", "object"}};
    return {"all"};
}

} // namespace

const char* const compactJson = R"((?: ?(?:"(?:[^"\\]|\\.)*"|[^" \t\r\n]))*)";

namespace {

// A tool without parameters is called with none.
Json argumentsSchema(const runtime::Tool& tool)
{
    Json schema = engine::parseJson<Json>(tool.parameters);
    const auto properties = schema.find("properties");
    const bool hasNone
        = properties != schema.end() && properties->is_object() && properties->empty();
    if (hasNone && schema.value("type", Json("object")) == "object" && schema.size() <= 2)
        schema["additionalProperties"] = false;
    return schema;
}

} // namespace

std::string forcedCallSchema(std::span<const runtime::Tool> tools, bool several)
{
    Json calls = Json::array();
    for (const runtime::Tool& tool : tools)
        calls.push_back({{"type", "object"},
            {"properties",
                {{"name", {{"const", tool.name}}}, {"arguments", argumentsSchema(tool)}}},
            {"required", {"name", "arguments"}}, {"additionalProperties", false}});
    const Json one = calls.size() == 1 ? calls.front() : Json{{"anyOf", calls}};
    const Json list{{"type", "array"}, {"items", one}, {"minItems", 1}, {"maxItems", maxCalls}};
    return text(several ? list : one);
}

runtime::RequestMessage makeResultMessage(
    runtime::ToolResult result, std::vector<runtime::Part> content)
{
    runtime::RequestMessage message{runtime::Role::Tool, {}};
    for (const runtime::Part& part : content)
        if (const auto* text = std::get_if<std::string>(&part))
            result.text += *text;
    message.parts.emplace_back(std::move(result));
    for (runtime::Part& part : content)
        if (std::holds_alternative<runtime::Pixels>(part))
            message.parts.push_back(std::move(part));
    return message;
}

std::vector<std::string> keepEnforceable(
    std::vector<runtime::Tool>& tools, const std::function<bool()>& isGone)
{
    const auto isEnforceable = [&](const Json& schema) {
        return findSchemaProblem(text(schema), "tools", isGone).empty();
    };
    std::vector<std::string> left;
    for (runtime::Tool& tool : tools) {
        Json schema = engine::parseJson<Json>(tool.parameters);
        if (isEnforceable(schema))
            continue;
        for (const std::string& keyword : dropKeywords(schema, isEnforceable))
            left.push_back(tool.name + ": " + keyword);
        tool.parameters = text(schema);
    }
    return left;
}

std::vector<runtime::ToolCall> forcedCallsIn(const std::string& answer)
{
    Json parsed = engine::tryParseJson<Json>(answer).value_or(Json());
    if (!parsed.is_array())
        parsed = Json::array({parsed});
    std::vector<runtime::ToolCall> calls;
    for (const Json& each : parsed)
        if (each.is_object() && each.contains("name") && each["name"].is_string())
            calls.push_back({newId("", idLength), each["name"].get<std::string>(),
                text(each.value("arguments", Json::object()))});
    return calls;
}

} // namespace services::server
