#include "engine/files/json_text.h"
#include "services/server/endpoints/service.h"
#include "services/server/protocol/api_error.h"
#include "services/server/protocol/requests.h"

namespace services::server {

namespace {

using Event = AnswerReading::Event;
using Finish = AnswerReading::Finish;
using Kind = runtime::AnswerPart::Kind;
using Tell = std::function<void(const char* name, const Json& data)>;

const char* stopReason(Finish finish)
{
    switch (finish) {
    case Finish::Length:
        return "max_tokens";
    case Finish::ToolCalls:
        return "tool_use";
    case Finish::StopString:
        return "stop_sequence";
    case Finish::Stop:
        break;
    }
    return "end_turn";
}

Json messagesUsage(const AnswerReading::Usage& usage)
{
    return {{"input_tokens", usage.promptTokens - usage.cachedTokens},
        {"cache_creation_input_tokens", 0}, {"cache_read_input_tokens", usage.cachedTokens},
        {"output_tokens", usage.answerTokens}};
}

/// Makes a message, block by block, and the events of its stream on the way.
class MessageWriter {
public:
    MessageWriter(const AnswerReading& reading, Tell tell)
        : m_tell(std::move(tell))
        , m_message{{"id", newId("msg_")}, {"type", "message"}, {"role", "assistant"},
              {"model", reading.model()}, {"content", Json::array()}, {"stop_reason", nullptr},
              {"stop_sequence", nullptr}, {"usage", messagesUsage({})}}
    {
        addNotes(m_message, reading);
    }

    void begin() { m_tell("message_start", {{"message", m_message}}); }

    void take(const Event& event)
    {
        for (const runtime::AnswerPart& part : event.parts)
            part.kind == Kind::Thought ? add("thinking", part.text) : add("text", part.text);
        for (const runtime::ToolCall& call : event.calls)
            addCall(call);
        m_finish = event.finish.value_or(m_finish);
    }

    const Json& end(const AnswerReading& reading)
    {
        endBlock();
        m_message["stop_reason"] = stopReason(m_finish);
        if (m_finish == Finish::StopString)
            m_message["stop_sequence"] = reading.stopString();
        m_message["usage"] = messagesUsage(reading.usage());
        m_tell("message_delta",
            {{"delta",
                 {{"stop_reason", m_message["stop_reason"]},
                     {"stop_sequence", m_message["stop_sequence"]}}},
                {"usage", m_message["usage"]}});
        m_tell("message_stop", Json::object());
        return m_message;
    }

private:
    size_t index() const { return m_message["content"].size(); } // of the block that is open

    void beginBlock(Json block)
    {
        endBlock();
        m_block = std::move(block);
        m_tell("content_block_start", {{"index", index()}, {"content_block", m_block}});
    }

    // `type` is also the name of the field with the words.
    void add(const char* type, const std::string& words)
    {
        if (m_block.is_null() || m_block["type"] != type) {
            Json block{{"type", type}, {type, ""}};
            if (type == std::string("thinking"))
                block["signature"] = "";
            beginBlock(std::move(block));
        }
        m_block[type] = m_block[type].get<std::string>() + words;
        m_tell("content_block_delta",
            {{"index", index()},
                {"delta", {{"type", std::string(type) + "_delta"}, {type, words}}}});
    }

    void addCall(const runtime::ToolCall& call)
    {
        beginBlock({{"type", "tool_use"}, {"id", call.id}, {"name", call.name},
            {"input", Json::object()}});
        m_tell("content_block_delta",
            {{"index", index()},
                {"delta", {{"type", "input_json_delta"}, {"partial_json", call.arguments}}}});
        auto input = engine::tryParseJson<Json>(call.arguments);
        if (input && input->is_object())
            m_block["input"] = *std::move(input);
    }

    void endBlock()
    {
        if (m_block.is_null())
            return;
        m_tell("content_block_stop", {{"index", index()}});
        m_message["content"].push_back(std::exchange(m_block, nullptr));
    }

    const Tell m_tell;
    Json m_message;
    Json m_block; // that is open; null: none
    Finish m_finish = Finish::Stop;
};

} // namespace

void postMessages(const Service& service, const HttpRequest& request, HttpReply& reply)
{
    GenerationRequest generation
        = readMessagesRequest(readBody(request, reply), reply.isGone(), service.downloadImage);
    ServedModel model = service.models.require(generation.model);
    const bool streams = generation.streams;
    const auto reading = std::make_shared<AnswerReading>(
        std::move(model), std::move(generation), service.places(), reply.isGone());
    const auto answer = [reading](const Tell& tell) {
        MessageWriter writer(*reading, tell);
        writer.begin();
        while (const std::optional<Event> event = reading->next())
            writer.take(*event);
        return writer.end(*reading);
    };
    if (!streams)
        return send(reply, answer([](const char*, const Json&) {}));
    reading->awaitBeginning();
    streamEvents(reply, anthropicErrorBody, [reading, answer](HttpWriter& writer) {
        reading->onSilence([&writer] { writeComment(writer); });
        answer([&](const char* name, const Json& fields) {
            Json data{{"type", name}};
            data.update(fields);
            if (!writer.write(event(data, name)))
                throw ClientGone();
        });
    });
}

void postCountTokens(const Service& service, const HttpRequest& request, HttpReply& reply)
{
    Json body = readBody(request, reply);
    body["max_tokens"] = 1;
    GenerationRequest generation = readMessagesRequest(body, reply.isGone(), service.downloadImage);
    const ServedModel model = service.models.require(generation.model);
    awaitReady(model, reply.isGone());
    const auto count = countTokens(model, generation.request, reply.isGone());
    if (!count)
        throw ApiError(
            400, "invalid_request_error", "This model doesn't expose its tokens.", "model");
    send(reply, {{"input_tokens", count->tokens}});
}

} // namespace services::server
