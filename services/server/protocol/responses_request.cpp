#include "services/server/protocol/api_error.h"
#include "services/server/protocol/content_parts.h"
#include "services/server/protocol/fields.h"
#include "services/server/protocol/requests.h"
#include "services/server/protocol/sampling_fields.h"
#include "services/server/protocol/tool_fields.h"

#include <map>
#include <utility>

namespace services::server {

namespace {

using runtime::RequestMessage;
using runtime::Role;

constexpr size_t maxItems = 10'000, maxTexts = 1000;

/// Makes messages of the items of an input.
class InputReader {
public:
    InputReader(std::vector<RequestMessage>& messages, const std::function<bool()>& isGone,
        const DownloadImage& download)
        : m_messages(messages)
        , m_files(isGone, download)
    {
    }

    void add(const Fields& item)
    {
        const std::string type = item.text("type").value_or("message");
        if (type == "message")
            addMessage(item);
        else if (type == "function_call")
            addCall(item);
        else if (type == "function_call_output")
            addResult(item);
        else if (type == "reasoning")
            addReasoning(item);
        else
            throw wrongField(item.path("type"), "is '" + type + "', which isn't supported.");
    }

private:
    void addMessage(const Fields& item)
    {
        const std::string role = item.requiredText("role");
        const bool isSystem = role == "system" || role == "developer";
        if (!isSystem && role != "user" && role != "assistant")
            throw wrongField(item.path("role"), "must be system, developer, user or assistant.");
        m_messages.push_back({isSystem ? Role::System
                : role == "user"       ? Role::User
                                       : Role::Assistant,
            readContent(item.find("content"), item.path("content"), m_files)});
        if (m_messages.back().parts.empty())
            throw wrongField(item.path("content"), "is missing.");
        if (role == "assistant")
            m_messages.back().reasoning = std::exchange(m_reasoning, {});
    }

    // Comes before the message or the calls that it led to.
    void addReasoning(const Fields& item)
    {
        const char* name = item.list("content", maxTexts).empty() ? "summary" : "content";
        for (const Json& each : item.list(name, maxTexts))
            m_reasoning += Fields(each, item.path(name)).requiredText("text");
    }

    // The calls of an answer are one message with its words.
    void addCall(const Fields& item)
    {
        runtime::ToolCall call{
            item.requiredText("call_id"), item.requiredText("name"), readArguments(item)};
        m_calls[call.id] = call.name;
        if (m_messages.empty() || m_messages.back().role != Role::Assistant)
            m_messages.push_back({Role::Assistant, {}});
        m_messages.back().reasoning += std::exchange(m_reasoning, {});
        m_messages.back().parts.emplace_back(std::move(call));
    }

    void addResult(const Fields& item)
    {
        runtime::ToolResult result{item.requiredText("call_id"), {}, {}};
        if (const auto call = m_calls.find(result.id); call != m_calls.end())
            result.name = call->second;
        m_messages.push_back(makeResultMessage(
            std::move(result), readContent(item.find("output"), item.path("output"), m_files)));
    }

    std::vector<RequestMessage>& m_messages;
    std::string m_reasoning; // that belongs to the next message or call of the assistant
    AttachedFiles m_files;
    std::map<std::string, std::string> m_calls; // the tools, by the ids of their calls
};

void readInput(const Fields& fields, const std::function<bool()>& isGone,
    const DownloadImage& download, std::vector<RequestMessage>& messages)
{
    const Json* input = fields.find("input");
    if (!input)
        throw wrongField("input", "is missing.");
    if (input->is_string())
        return messages.push_back(runtime::textMessage(Role::User, input->get<std::string>()));
    const std::span<const Json> items = fields.list("input", maxItems);
    if (items.empty())
        throw wrongField("input", "must not be empty.");
    InputReader reader(messages, isGone, download);
    for (size_t each = 0; each < items.size(); ++each)
        reader.add(Fields(items[each], "input[" + std::to_string(each) + "]"));
}

std::vector<runtime::Tool> readTools(const Fields& fields, GenerationRequest& generation)
{
    std::vector<runtime::Tool> tools;
    size_t number = 0;
    for (const Json& each : fields.list("tools", mostTools)) {
        const Fields tool(each, "tools[" + std::to_string(number++) + "]");
        if (isFunction(tool, "function", generation))
            tools.push_back(readTool(tool));
    }
    return tools;
}

bool asksForLogprobs(const Fields& fields)
{
    for (const std::string& each : fields.texts("include", 16))
        if (each == "message.output_text.logprobs")
            return true;
    return fields.has("top_logprobs");
}

} // namespace

GenerationRequest readResponsesRequest(
    const Json& body, const std::function<bool()>& isGone, const DownloadImage& download)
{
    const Fields fields(body);
    GenerationRequest generation{.model = fields.requiredText("model"), .request = {}};
    runtime::AnswerRequest& request = generation.request;
    for (const char* kept : {"previous_response_id", "conversation", "prompt"})
        if (fields.has(kept))
            throw wrongField(kept, "is not supported: this server stores nothing.");
    if (fields.flag("background").value_or(false))
        throw wrongField("background", "is not supported.");
    readSampling(fields, request);
    if (const auto reasoning = fields.object("reasoning"))
        request.settings.reasoningEffort = readEffort(*reasoning, "effort");
    if (asksForLogprobs(fields)) {
        request.likeliestTokens = int(fields.integer("top_logprobs", 0, 20).value_or(0));
        request.modelsOwnProbabilities = true;
    }
    generation.streams = fields.flag("stream").value_or(false);
    if (const auto options = fields.object("text"))
        if (const auto format = options->object("format"))
            readFormat(*format, "text.format", format->find("schema"), request.settings, isGone);
    request.tools = readTools(fields, generation);
    generation.toolChoice = readToolChoice(fields, request.tools);
    generation.callsSeveralTools = fields.flag("parallel_tool_calls").value_or(true);
    if (const auto instructions = fields.text("instructions"))
        request.messages.push_back(runtime::textMessage(Role::System, *instructions));
    readInput(fields, isGone, download, request.messages);
    readTemplateFields(fields, request);
    return generation;
}

} // namespace services::server
