#include "services/server/protocol/api_error.h"
#include "services/server/protocol/content_parts.h"
#include "services/server/protocol/fields.h"
#include "services/server/protocol/requests.h"
#include "services/server/protocol/sampling_fields.h"
#include "services/server/protocol/tool_fields.h"

#include <map>

namespace services::server {

namespace {

using runtime::RequestMessage;
using runtime::Role;

constexpr size_t maxMessages = 10'000;

/// Reads messages in their order: the results of tools need the names of earlier calls.
class MessageReader {
public:
    MessageReader(const std::function<bool()>& isGone, const DownloadImage& download)
        : m_files(isGone, download)
    {
    }

    RequestMessage read(const Fields& message)
    {
        const std::string role = message.requiredText("role");
        if (role == "tool" || role == "function")
            return toolResult(message);
        RequestMessage read{parseRole(message, role), content(message)};
        if (read.role == Role::Assistant) {
            addCalls(message, read);
            for (const char* name : {"thinking", "reasoning", "reasoning_content"})
                read.reasoning = message.text(name).value_or(read.reasoning);
        }
        if (read.parts.empty() && read.role != Role::Assistant)
            throw wrongField(message.path("content"), "is missing.");
        return read;
    }

private:
    static Role parseRole(const Fields& message, const std::string& role)
    {
        if (role == "user")
            return Role::User;
        if (role == "assistant")
            return Role::Assistant;
        if (role == "system" || role == "developer")
            return Role::System;
        throw wrongField(message.path("role"),
            "must be system, developer, user, assistant or tool, not '" + role + "'.");
    }

    std::vector<runtime::Part> content(const Fields& message)
    {
        return readContent(message.find("content"), message.path("content"), m_files);
    }

    RequestMessage toolResult(const Fields& message)
    {
        const std::string id = message.text("tool_call_id").value_or("");
        const auto call = m_calls.find(id);
        runtime::ToolResult result{id, message.text("name").value_or(""), {}};
        if (result.name.empty() && call != m_calls.end())
            result.name = call->second;
        return makeResultMessage(std::move(result), content(message));
    }

    void addCalls(const Fields& message, RequestMessage& read)
    {
        const std::span<const Json> calls = message.list("tool_calls", mostTools);
        for (size_t each = 0; each < calls.size(); ++each) {
            const Fields call(
                calls[each], message.path("tool_calls[" + std::to_string(each) + "]"));
            const auto function = call.object("function");
            if (!function)
                throw wrongField(call.path("function"), "is missing.");
            runtime::ToolCall made{call.text("id").value_or(""), function->requiredText("name"),
                readArguments(*function)};
            m_calls[made.id] = made.name;
            read.parts.emplace_back(std::move(made));
        }
        if (read.parts.empty())
            read.parts.emplace_back(std::string());
    }

    std::map<std::string, std::string> m_calls; // the tools, by the ids of their calls
    AttachedFiles m_files;
};

std::vector<runtime::Tool> readTools(const Fields& fields, GenerationRequest& generation)
{
    std::vector<runtime::Tool> tools;
    size_t number = 0;
    for (const Json& each : fields.list("tools", mostTools)) {
        const Fields tool(each, fields.path("tools[" + std::to_string(number++) + "]"));
        if (!isFunction(tool, "function", generation))
            continue;
        const auto function = tool.object("function");
        if (!function)
            throw wrongField(tool.path("function"), "is missing.");
        tools.push_back(readTool(*function));
    }
    return tools;
}

void readLogprobs(const Fields& fields, runtime::AnswerRequest& request)
{
    const auto top = fields.integer("top_logprobs", 0, 20);
    const bool isOn = fields.flag("logprobs").value_or(false);
    if (top && !isOn)
        throw wrongField(fields.path("top_logprobs"), "needs 'logprobs' to be true.");
    if (!isOn)
        return;
    request.likeliestTokens = int(top.value_or(0));
    request.modelsOwnProbabilities = true;
}

} // namespace

std::vector<RequestMessage> readChatMessages(
    const Json& body, const std::function<bool()>& isGone, const DownloadImage& download)
{
    const Fields fields(body);
    const std::span<const Json> given = fields.list("messages", maxMessages);
    if (given.empty())
        throw wrongField("messages", "must have at least one message.");
    std::vector<RequestMessage> messages;
    MessageReader reader(isGone, download);
    for (size_t each = 0; each < given.size(); ++each)
        messages.push_back(
            reader.read(Fields(given[each], "messages[" + std::to_string(each) + "]")));
    return messages;
}

namespace {

// A field of our own: true, or {"top_n": N}.
int readSources(const Fields& fields)
{
    const Json* given = fields.find("documents");
    if (!given)
        return 0;
    if (given->is_boolean())
        return given->get<bool>() ? usualSources : 0;
    const auto wanted = fields.object("documents");
    return int(wanted->integer("top_n", 1, mostSources).value_or(usualSources));
}

} // namespace

GenerationRequest readChatRequest(
    const Json& body, const std::function<bool()>& isGone, const DownloadImage& download)
{
    const Fields fields(body);
    GenerationRequest generation{.model = fields.requiredText("model"), .request = {}};
    runtime::AnswerRequest& request = generation.request;
    readSampling(fields, request);
    readLogprobs(fields, request);
    readStreaming(fields, generation);
    generation.answers = int(fields.integer("n", 1, mostAnswers).value_or(1));
    if (const auto format = fields.object("response_format")) {
        const auto schema = format->object("json_schema");
        readFormat(*format, "response_format", schema ? schema->find("schema") : nullptr,
            request.settings, isGone);
    }
    request.tools = readTools(fields, generation);
    generation.toolChoice = readToolChoice(fields, request.tools);
    generation.callsSeveralTools = fields.flag("parallel_tool_calls").value_or(true);
    request.messages = readChatMessages(body, isGone, download);
    readTemplateFields(fields, request);
    generation.sources = readSources(fields);
    return generation;
}

} // namespace services::server
