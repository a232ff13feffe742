#include "services/server/endpoints/service.h"
#include "services/server/protocol/api_error.h"
#include "services/server/protocol/requests.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace services::server {

namespace {

using Event = AnswerReading::Event;
using Finish = AnswerReading::Finish;
using Kind = runtime::AnswerPart::Kind;

Json callJson(const runtime::ToolCall& call)
{
    return {{"id", call.id}, {"type", "function"},
        {"function", {{"name", call.name}, {"arguments", call.arguments}}}};
}

Json logprobsField(const std::vector<runtime::TokenDetail>& tokens, bool isAsked)
{
    return isAsked ? Json{{"content", logprobsJson(tokens)}, {"refusal", nullptr}} : Json();
}

// A field of our own, and only where the built-in model answers what it does not know.
void tellIfUnsure(Json& choice, bool isSure)
{
    if (!isSure)
        choice["sure"] = false;
}

/// What all objects of an answer begin with.
struct Head {
    std::string id = newId("chatcmpl-");
    std::string model;
    int64_t created = now();

    Json object(const char* kind) const
    {
        return {{"id", id}, {"object", kind}, {"created", created}, {"model", model},
            {"system_fingerprint", nullptr}};
    }
};

using Sources = std::shared_ptr<const AnswerSources>; // null: the answer is not from documents

/// An answer that is sent as a whole.
struct WholeAnswer {
    std::string thought, words;
    Json calls = Json::array();
    std::vector<runtime::TokenDetail> tokens;
    Finish finish = Finish::Stop;
    bool isSure = true;

    void take(Event event)
    {
        for (const runtime::AnswerPart& part : event.parts)
            (part.kind == Kind::Thought ? thought : words) += part.text;
        for (const runtime::ToolCall& call : event.calls)
            calls.push_back(callJson(call));
        std::ranges::move(event.tokens, std::back_inserter(tokens));
        finish = event.finish.value_or(finish);
        isSure = isSure && event.isSure;
    }

    Json message() const
    {
        Json message{{"role", "assistant"},
            {"content", words.empty() && !calls.empty() ? Json() : Json(words)},
            {"refusal", nullptr}};
        if (!thought.empty())
            message["reasoning_content"] = thought;
        if (!calls.empty())
            message["tool_calls"] = calls;
        return message;
    }
};

void sendWhole(
    AnswerReading& reading, int answers, bool tellsTokens, const Sources& sources, HttpReply& reply)
{
    const Head head{.model = reading.model()};
    std::vector<WholeAnswer> all(static_cast<size_t>(answers));
    while (std::optional<Event> event = reading.next())
        all[size_t(event->answer)].take(*std::move(event));
    Json body = head.object("chat.completion");
    body["choices"] = Json::array();
    for (const WholeAnswer& answer : all) {
        body["choices"].push_back({{"index", body["choices"].size()}, {"message", answer.message()},
            {"logprobs", logprobsField(answer.tokens, tellsTokens)},
            {"finish_reason", finishReason(answer.finish)}});
        tellIfUnsure(body["choices"].back(), answer.isSure);
        if (sources)
            body["choices"].back()["citations"] = sources->citationsIn(answer.words);
    }
    if (sources)
        body["sources"] = sources->sources();
    body["usage"] = usageJson(reading.usage());
    addNotes(body, reading);
    send(reply, body);
}

/// Sends answers while they are being written.
class ChatStream {
public:
    ChatStream(
        AnswerReading& reading, int answers, bool tellsTokens, bool tellsUsage, Sources sources)
        : m_reading(reading)
        , m_head{.model = reading.model()}
        , m_sources(std::move(sources))
        , m_calls(static_cast<size_t>(answers))
        , m_words(m_sources ? m_calls.size() : 0)
        , m_tellsTokens(tellsTokens)
        , m_tellsUsage(tellsUsage)
    {
    }

    void run(HttpWriter& writer)
    {
        for (size_t answer = 0; answer < m_calls.size(); ++answer) {
            Json first = chunkJson(int(answer), {{"role", "assistant"}, {"content", ""}}, {}, {});
            if (m_sources)
                first["sources"] = m_sources->sources();
            write(writer, first);
        }
        while (const std::optional<Event> event = m_reading.next())
            write(writer, *event);
        if (m_tellsUsage) {
            Json last = m_head.object("chat.completion.chunk");
            last["choices"] = Json::array();
            last["usage"] = usageJson(m_reading.usage());
            write(writer, last);
        }
        writer.write("data: [DONE]\n\n");
    }

private:
    void write(HttpWriter& writer, const Event& event)
    {
        // The tokens go with the first of what came of them.
        Json logprobs = logprobsField(event.tokens, m_tellsTokens && !event.tokens.empty());
        for (const runtime::AnswerPart& part : event.parts) {
            const char* field = part.kind == Kind::Thought ? "reasoning_content" : "content";
            if (m_sources && part.kind != Kind::Thought)
                m_words[size_t(event.answer)] += part.text;
            write(writer, event.answer, {{field, part.text}}, std::exchange(logprobs, nullptr));
        }
        for (const runtime::ToolCall& call : event.calls)
            write(writer, event.answer, deltaJson(event.answer, call));
        if (event.parts.empty() && !event.tokens.empty())
            write(writer, event.answer, {{"content", ""}}, std::move(logprobs));
        if (!event.finish)
            return;
        Json last = chunkJson(event.answer, Json::object(), {}, finishReason(*event.finish));
        addNotes(last, m_reading);
        tellIfUnsure(last["choices"].front(), event.isSure);
        if (m_sources)
            last["choices"].front()["citations"]
                = m_sources->citationsIn(m_words[size_t(event.answer)]);
        write(writer, last);
    }

    Json deltaJson(int answer, const runtime::ToolCall& call)
    {
        Json told{{"index", m_calls[size_t(answer)]++}};
        told.update(callJson(call));
        return {{"tool_calls", Json::array({told})}};
    }

    void write(HttpWriter& writer, int answer, Json delta, Json logprobs = {})
    {
        write(writer, chunkJson(answer, std::move(delta), std::move(logprobs), {}));
    }

    Json chunkJson(int answer, Json delta, Json logprobs, Json finish) const
    {
        Json chunk = m_head.object("chat.completion.chunk");
        chunk["choices"] = Json::array({{{"index", answer}, {"delta", std::move(delta)},
            {"logprobs", std::move(logprobs)}, {"finish_reason", std::move(finish)}}});
        if (m_tellsUsage)
            chunk["usage"] = nullptr;
        return chunk;
    }

    static void write(HttpWriter& writer, const Json& chunk)
    {
        if (!writer.write(event(chunk)))
            throw ClientGone();
    }

    AnswerReading& m_reading;
    const Head m_head;
    const Sources m_sources;
    std::vector<int> m_calls; // of each answer, so many were reported
    std::vector<std::string> m_words; // of each answer, if it has sources
    const bool m_tellsTokens, m_tellsUsage;
};

// If no passage answers, no model is asked, because it would make something up.
void sendUnanswered(const std::string& model, bool streams, HttpReply& reply)
{
    const Head head{.model = model};
    Json body = head.object(streams ? "chat.completion.chunk" : "chat.completion");
    body["choices"] = Json::array({{{"index", 0},
        {streams ? "delta" : "message",
            {{"role", "assistant"}, {"content", AnswerSources::noAnswer}, {"refusal", nullptr}}},
        {"logprobs", nullptr}, {"finish_reason", "stop"}, {"citations", Json::array()}}});
    body["sources"] = Json::array();
    if (!streams) {
        body["usage"] = usageJson({});
        return send(reply, body);
    }
    streamEvents(reply, errorBody, [body](HttpWriter& writer) {
        writer.write(event(body));
        writer.write("data: [DONE]\n\n");
    });
}

} // namespace

void postChatCompletions(const Service& service, const HttpRequest& request, HttpReply& reply)
{
    GenerationRequest generation
        = readChatRequest(readBody(request, reply), reply.isGone(), service.downloadImage);
    ServedModel model = service.models.require(generation.model);
    const int answers = generation.answers;
    const bool streams = generation.streams, tellsUsage = generation.includesUsage;
    const bool tellsTokens = generation.request.likeliestTokens.has_value();
    Sources sources;
    if (generation.sources > 0) {
        awaitReady(model, reply.isGone());
        sources = std::make_shared<AnswerSources>(service.findDocuments, service.checkAnswer,
            generation.sources, generation.request, model, reply.isGone());
        if (!sources->isAnswered())
            return sendUnanswered(model.id, streams, reply);
    }
    const auto reading = std::make_shared<AnswerReading>(
        std::move(model), std::move(generation), service.places(), reply.isGone());
    if (!streams)
        return sendWhole(*reading, answers, tellsTokens, sources, reply);
    reading->awaitBeginning();
    streamEvents(reply, errorBody, [=](HttpWriter& writer) {
        reading->onSilence([&writer] { writeComment(writer); });
        ChatStream(*reading, answers, tellsTokens, tellsUsage, sources).run(writer);
    });
}

} // namespace services::server
