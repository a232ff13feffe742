#include "services/server/endpoints/service.h"
#include "services/server/protocol/api_error.h"
#include "services/server/protocol/requests.h"

namespace services::server {

namespace {

using Event = AnswerReading::Event;
using Finish = AnswerReading::Finish;
using Kind = runtime::AnswerPart::Kind;

/// Called for each event of a stream: its name and its fields.
using Tell = std::function<void(const char* name, Json data)>;

/// Makes the object of a response, item by item, and the events of its stream on the way.
class ResponseWriter {
public:
    /// `body` is the request, of which the response repeats fields.
    ResponseWriter(const Json& body, const AnswerReading& reading, bool tellsTokens, Tell tell)
        : m_tellsTokens(tellsTokens)
        , m_tell(std::move(tell))
    {
        m_response = {{"id", newId("resp_", 48)}, {"object", "response"}, {"created_at", now()},
            {"status", "in_progress"}, {"background", false}, {"error", nullptr},
            {"incomplete_details", nullptr}, {"model", reading.model()}, {"output", Json::array()}};
        const std::pair<const char*, Json> repeated[]
            = {{"instructions", nullptr}, {"max_output_tokens", nullptr},
                {"metadata", Json::object()}, {"parallel_tool_calls", true},
                {"reasoning", {{"effort", nullptr}, {"summary", nullptr}}},
                {"temperature", nullptr}, {"text", {{"format", {{"type", "text"}}}}},
                {"tool_choice", "auto"}, {"tools", Json::array()}, {"top_p", nullptr},
                {"truncation", "disabled"}, {"user", nullptr}};
        for (const auto& [name, usual] : repeated)
            m_response[name] = body.contains(name) && !body[name].is_null() ? body[name] : usual;
        addNotes(m_response, reading);
        m_response["previous_response_id"] = nullptr;
        m_response["store"] = false;
        m_response["usage"] = nullptr;
    }

    void begin()
    {
        m_tell("response.created", {{"response", m_response}});
        m_tell("response.in_progress", {{"response", m_response}});
    }

    void take(const Event& event)
    {
        for (const runtime::AnswerPart& part : event.parts)
            part.kind == Kind::Thought ? addThought(part.text) : addWords(part.text, event.tokens);
        for (const runtime::ToolCall& call : event.calls)
            addCall(call);
        m_finish = event.finish.value_or(m_finish);
    }

    const Json& end(const AnswerReading::Usage& usage)
    {
        endItem();
        const bool isWhole = m_finish != Finish::Length;
        m_response["status"] = isWhole ? "completed" : "incomplete";
        if (!isWhole)
            m_response["incomplete_details"] = {{"reason", "max_output_tokens"}};
        m_response["usage"] = {{"input_tokens", usage.promptTokens},
            {"input_tokens_details", {{"cached_tokens", usage.cachedTokens}}},
            {"output_tokens", usage.answerTokens},
            {"output_tokens_details", {{"reasoning_tokens", usage.thoughtTokens}}},
            {"total_tokens", usage.promptTokens + usage.answerTokens}};
        m_tell(isWhole ? "response.completed" : "response.incomplete", {{"response", m_response}});
        return m_response;
    }

private:
    size_t index() const { return m_response["output"].size(); } // of the item that is open
    Json place() const { return {{"item_id", m_item["id"]}, {"output_index", index()}}; }
    Json partPlace() const
    {
        Json place = this->place();
        place["content_index"] = 0;
        return place;
    }

    void tellPart(const char* name, Json fields)
    {
        Json data = partPlace();
        data.update(fields);
        m_tell(name, std::move(data));
    }

    bool isOpen(const char* type) const { return !m_item.is_null() && m_item["type"] == type; }

    void beginItem(Json item)
    {
        endItem();
        m_item = std::move(item);
        m_text.clear();
        m_tokens = Json::array();
        m_tell("response.output_item.added", {{"output_index", index()}, {"item", m_item}});
    }

    void addThought(const std::string& text)
    {
        if (!isOpen("reasoning")) {
            beginItem({{"id", newId("rs_", 48)}, {"type", "reasoning"}, {"summary", Json::array()},
                {"content", Json::array()}, {"status", "in_progress"}});
            tellPart("response.content_part.added", {{"part", part()}});
        }
        m_text += text;
        tellPart("response.reasoning_text.delta", {{"delta", text}});
    }

    void addWords(const std::string& text, const std::vector<runtime::TokenDetail>& tokens)
    {
        if (!isOpen("message")) {
            beginItem({{"id", newId("msg_", 48)}, {"type", "message"}, {"status", "in_progress"},
                {"role", "assistant"}, {"content", Json::array()}});
            tellPart("response.content_part.added", {{"part", part()}});
        }
        m_text += text;
        Json logprobs = m_tellsTokens ? logprobsJson(tokens) : Json::array();
        for (const Json& each : logprobs)
            m_tokens.push_back(each);
        tellPart("response.output_text.delta", {{"delta", text}, {"logprobs", logprobs}});
    }

    void addCall(const runtime::ToolCall& call)
    {
        beginItem({{"id", newId("fc_", 48)}, {"type", "function_call"}, {"status", "in_progress"},
            {"call_id", call.id}, {"name", call.name}, {"arguments", ""}});
        m_text = call.arguments;
        Json data = place();
        data["delta"] = m_text;
        m_tell("response.function_call_arguments.delta", std::move(data));
    }

    // The only part of the item that is open.
    Json part() const
    {
        if (isOpen("reasoning"))
            return {{"type", "reasoning_text"}, {"text", m_text}};
        return {{"type", "output_text"}, {"text", m_text}, {"annotations", Json::array()},
            {"logprobs", m_tokens}};
    }

    void endItem()
    {
        if (m_item.is_null())
            return;
        if (isOpen("function_call")) {
            m_item["arguments"] = m_text;
            Json data = place();
            data["name"] = m_item["name"];
            data["arguments"] = m_text;
            m_tell("response.function_call_arguments.done", std::move(data));
        } else {
            m_item["content"] = Json::array({part()});
            if (isOpen("reasoning"))
                tellPart("response.reasoning_text.done", {{"text", m_text}});
            else
                tellPart("response.output_text.done", {{"text", m_text}, {"logprobs", m_tokens}});
            tellPart("response.content_part.done", {{"part", part()}});
        }
        m_item["status"] = "completed";
        m_tell("response.output_item.done", {{"output_index", index()}, {"item", m_item}});
        m_response["output"].push_back(std::exchange(m_item, nullptr));
    }

    const bool m_tellsTokens;
    const Tell m_tell;
    Json m_response;
    Json m_item; // that is open; null: none
    std::string m_text; // of it
    Json m_tokens = Json::array(); // of it
    Finish m_finish = Finish::Stop;
};

} // namespace

void postResponses(const Service& service, const HttpRequest& request, HttpReply& reply)
{
    Json body = readBody(request, reply);
    GenerationRequest generation
        = readResponsesRequest(body, reply.isGone(), service.downloadImage);
    body.erase("input"); // it is not repeated, and may be large
    ServedModel model = service.models.require(generation.model);
    const bool streams = generation.streams;
    const bool tellsTokens = generation.request.likeliestTokens.has_value();
    const auto reading = std::make_shared<AnswerReading>(
        std::move(model), std::move(generation), service.places(), reply.isGone());
    const auto answer = [reading, body = std::move(body), tellsTokens](const Tell& tell) {
        ResponseWriter writer(body, *reading, tellsTokens, tell);
        writer.begin();
        while (const std::optional<Event> event = reading->next())
            writer.take(*event);
        return writer.end(reading->usage());
    };
    if (!streams)
        return send(reply, answer([](const char*, const Json&) {}));
    reading->awaitBeginning();
    streamEvents(reply, errorBody, [reading, answer](HttpWriter& writer) {
        reading->onSilence([&writer] { writeComment(writer); });
        int64_t number = 0;
        answer([&](const char* name, const Json& fields) {
            Json data{{"type", name}, {"sequence_number", number++}};
            data.update(fields);
            if (!writer.write(event(data, name)))
                throw ClientGone();
        });
    });
}

} // namespace services::server
