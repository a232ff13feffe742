#include "services/server/protocol/forced_calls.h"

#include "engine/files/json_text.h"
#include "services/server/protocol/json_body.h"
#include "services/server/protocol/new_id.h"

namespace services::server {

namespace {

constexpr int mostCalls = 16; // of an answer
constexpr int idLength = 9; // as Mistral's chat templates want it

} // namespace

const char* const compactJson = R"((?: ?(?:"(?:[^"\\]|\\.)*"|[^" \t\r\n]))*)";

std::string forcedCallSchema(std::span<const runtime::Tool> tools, bool several)
{
    Json calls = Json::array();
    for (const runtime::Tool& tool : tools)
        calls.push_back({{"type", "object"},
            {"properties",
                {{"name", {{"const", tool.name}}},
                    {"arguments", engine::parseJson<Json>(tool.parameters)}}},
            {"required", {"name", "arguments"}}, {"additionalProperties", false}});
    const Json one = calls.size() == 1 ? calls.front() : Json{{"anyOf", calls}};
    const Json list{{"type", "array"}, {"items", one}, {"minItems", 1}, {"maxItems", mostCalls}};
    return text(several ? list : one);
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
