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

constexpr size_t maxMessages = 10'000, maxBlocks = 1000;

/// Reads messages in their order; a message of the user's may begin with results of tools.
class MessageReader {
public:
    MessageReader(std::vector<RequestMessage>& messages, AttachedFiles& files)
        : m_messages(messages)
        , m_files(files)
    {
    }

    void add(const Fields& message)
    {
        const std::string role = message.requiredText("role");
        if (role != "user" && role != "assistant")
            throw wrongField(message.path("role"), "must be user or assistant.");
        m_message = {role == "user" ? Role::User : Role::Assistant, {}};
        const Json* content = message.find("content");
        if (content && content->is_string())
            m_message.parts.emplace_back(content->get<std::string>());
        else
            addBlocks(message, "content");
        if (m_message.parts.empty() && !m_message.reasoning.empty())
            m_message.parts.emplace_back(std::string());
        if (!m_message.parts.empty())
            m_messages.push_back(std::move(m_message));
    }

private:
    void addBlocks(const Fields& of, const char* name)
    {
        const std::span<const Json> blocks = of.list(name, maxBlocks);
        if (blocks.empty())
            throw wrongField(of.path(name), "is missing.");
        for (size_t each = 0; each < blocks.size(); ++each)
            addBlock(Fields(blocks[each], of.path(name) + "[" + std::to_string(each) + "]"));
    }

    void addBlock(const Fields& block)
    {
        const std::string type = block.requiredText("type");
        if (type == "text")
            m_message.parts.emplace_back(block.requiredText("text"));
        else if (type == "image")
            m_message.parts.emplace_back(picture(block));
        else if (type == "document")
            m_message.parts.emplace_back(document(block));
        else if (type == "tool_use")
            addCall(block);
        else if (type == "tool_result")
            addResult(block);
        else if (type == "thinking")
            m_message.reasoning += block.requiredText("thinking");
        else if (type != "redacted_thinking")
            throw wrongField(block.path("type"), "is '" + type + "', which isn't supported.");
    }

    static Fields requireSource(const Fields& block)
    {
        const auto source = block.object("source");
        if (!source)
            throw wrongField(block.path("source"), "is missing.");
        return *source;
    }

    runtime::Part picture(const Fields& block)
    {
        const Fields source = requireSource(block);
        const std::string type = source.requiredText("type");
        if (type == "url")
            return m_files.readPictureAt(source.requiredText("url"), source.path("url"));
        if (type != "base64")
            throw wrongField(source.path("type"), "must be base64 or url.");
        const std::string field = source.path("data");
        return m_files.readPicture(fromBase64(source.requiredText("data"), field), field);
    }

    runtime::Part document(const Fields& block) const
    {
        const Fields source = requireSource(block);
        const std::string type = source.requiredText("type");
        const std::string name = block.text("title").value_or("document");
        const std::string field = source.path("data");
        if (type == "text")
            return runtime::Passage{{name}, source.requiredText("data")};
        if (type != "base64")
            throw wrongField(source.path("type"), "must be base64 or text.");
        return m_files.readDocument(name, fromBase64(source.requiredText("data"), field), field);
    }

    void addCall(const Fields& block)
    {
        const Json* input = block.find("input");
        if (input && !input->is_object())
            throw wrongField(block.path("input"), "must be an object.");
        runtime::ToolCall call{
            block.requiredText("id"), block.requiredText("name"), input ? text(*input) : "{}"};
        requireArguments(call.arguments, block.path("input"));
        m_calls[call.id] = call.name;
        m_message.parts.emplace_back(std::move(call));
    }

    // A text, or blocks of text and images as elsewhere in messages.
    std::vector<runtime::Part> resultContent(const Fields& block)
    {
        const Json* content = block.find("content");
        if (!content || content->is_string())
            return readContent(content, block.path("content"), m_files);
        std::vector<runtime::Part> parts;
        const std::span<const Json> blocks = block.list("content", maxBlocks);
        for (size_t each = 0; each < blocks.size(); ++each) {
            const Fields part(blocks[each], block.path("content[" + std::to_string(each) + "]"));
            const std::string type = part.requiredText("type");
            if (type == "image")
                parts.push_back(picture(part));
            else if (type == "text")
                parts.emplace_back(part.requiredText("text"));
            else
                throw wrongField(part.path("type"), "is '" + type + "', which isn't supported.");
        }
        return parts;
    }

    // Each is a message of its own, before what the user says.
    void addResult(const Fields& block)
    {
        runtime::ToolResult result{block.requiredText("tool_use_id"), {}, {}};
        if (const auto call = m_calls.find(result.id); call != m_calls.end())
            result.name = call->second;
        m_messages.push_back(makeResultMessage(std::move(result), resultContent(block)));
    }

    std::vector<RequestMessage>& m_messages;
    AttachedFiles& m_files;
    RequestMessage m_message; // that is being read
    std::map<std::string, std::string> m_calls; // the tools, by the ids of their calls
};

std::vector<runtime::Tool> readTools(const Fields& fields, GenerationRequest& generation)
{
    std::vector<runtime::Tool> tools;
    size_t number = 0;
    for (const Json& each : fields.list("tools", mostTools)) {
        const Fields tool(each, "tools[" + std::to_string(number++) + "]");
        if (isFunction(tool, "custom", generation))
            tools.push_back(readTool(tool, "input_schema"));
    }
    return tools;
}

void readChoice(const Fields& fields, GenerationRequest& generation)
{
    using How = ToolChoice::How;
    const auto choice = fields.object("tool_choice");
    if (!choice)
        return;
    const std::string type = choice->requiredText("type");
    if (type != "auto" && type != "any" && type != "tool" && type != "none")
        throw wrongField(choice->path("type"), "must be auto, any, tool or none.");
    if (type == "none")
        generation.toolChoice.how = How::Never;
    if (type == "any" || type == "tool")
        generation.toolChoice.how = How::Always;
    if (type == "tool") {
        generation.toolChoice.name = choice->requiredText("name");
        requireTool(generation.request.tools, generation.toolChoice.name, choice->path("name"));
    }
    if (type == "any" && generation.request.tools.empty())
        throw wrongField("tool_choice", "is any, but there are no tools.");
    generation.callsSeveralTools = !choice->flag("disable_parallel_tool_use").value_or(false);
}

void readThinking(const Fields& fields, runtime::AnswerSettings& settings)
{
    if (const auto thinking = fields.object("thinking")) {
        const std::string type = thinking->requiredText("type");
        if (type != "enabled" && type != "disabled" && type != "adaptive")
            throw wrongField(thinking->path("type"), "must be enabled, disabled or adaptive.");
        if (type != "adaptive") // the model decides
            settings.thinks = type == "enabled";
    }
    if (const auto output = fields.object("output_config"))
        settings.reasoningEffort = readEffort(*output, "effort");
}

void readSystem(const Fields& fields, AttachedFiles& files, std::vector<RequestMessage>& messages)
{
    std::vector<runtime::Part> parts
        = readContent(fields.find("system"), fields.path("system"), files);
    if (!parts.empty())
        messages.push_back({Role::System, std::move(parts)});
}

} // namespace

GenerationRequest readMessagesRequest(
    const Json& body, const std::function<bool()>& isGone, const DownloadImage& download)
{
    const Fields fields(body);
    GenerationRequest generation{.model = fields.requiredText("model"), .request = {}};
    runtime::AnswerRequest& request = generation.request;
    readSampling(fields, request);
    if (!request.settings.maxTokens)
        throw wrongField("max_tokens", "is missing.");
    readThinking(fields, request.settings);
    generation.streams = fields.flag("stream").value_or(false);
    request.tools = readTools(fields, generation);
    readChoice(fields, generation);
    AttachedFiles files(isGone, download);
    readSystem(fields, files, request.messages);
    const std::span<const Json> given = fields.list("messages", maxMessages);
    if (given.empty())
        throw wrongField("messages", "must have at least one message.");
    MessageReader reader(request.messages, files);
    for (size_t each = 0; each < given.size(); ++each)
        reader.add(Fields(given[each], "messages[" + std::to_string(each) + "]"));
    return generation;
}

} // namespace services::server
