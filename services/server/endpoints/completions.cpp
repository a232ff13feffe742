#include "services/server/endpoints/service.h"
#include "services/server/protocol/api_error.h"
#include "services/server/protocol/requests.h"

#include <algorithm>
#include <deque>
#include <iterator>

namespace services::server {

namespace {

using Event = AnswerReading::Event;
using Finish = AnswerReading::Finish;

/// Answers to several prompts, read one prompt after the other.
class CompletionReading {
public:
    CompletionReading(const Service& service, CompletionRequest completion, HttpReply& reply)
        : m_model(service.models.require(completion.generation.model))
        , m_answers(completion.generation.answers)
        , m_tellsTokens(completion.generation.request.likeliestTokens.has_value())
        , m_echoesOnly(completion.echoesOnly)
    {
        for (const runtime::PlainPrompt& prompt : completion.prompts) {
            m_echoes.push_back(completion.echoes ? joinText(prompt) : std::string());
            GenerationRequest generation = completion.generation;
            generation.request.plainPrompt = prompt;
            m_generations.push_back(std::move(generation));
        }
        m_count = int(m_generations.size()) * m_answers;
        m_begin = [this, places = service.places(), isGone = reply.isGone()] {
            m_reading.emplace(m_model, std::move(m_generations.front()), places, isGone);
            m_reading->onSilence(m_onSilence);
            m_generations.pop_front();
        };
        m_begin();
    }
    CompletionReading(const CompletionReading&) = delete;
    CompletionReading& operator=(const CompletionReading&) = delete;

    void awaitBeginning() { m_reading->awaitBeginning(); }

    // See AnswerReading.
    void onSilence(const std::function<void()>& write)
    {
        m_onSilence = write;
        m_reading->onSilence(write);
    }

    // Its answer counts those to earlier prompts, too.
    std::optional<Event> next()
    {
        for (;;) {
            if (std::optional<Event> event = m_reading->next()) {
                event->answer += m_first;
                if (m_echoesOnly) {
                    event->parts.clear();
                    event->tokens.clear();
                }
                if (m_echoesOnly && event->finish)
                    event->finish = Finish::Length;
                return event;
            }
            add(m_reading->usage());
            if (m_generations.empty())
                return std::nullopt;
            m_first += m_answers;
            m_begin();
        }
    }

    int count() const { return m_count; } ///< of all answers
    const std::string& model() const { return m_model.id; }
    const std::string& echo(int answer) const { return m_echoes[size_t(answer / m_answers)]; }
    const AnswerReading::Usage& usage() const { return m_usage; }
    bool tellsTokens() const { return m_tellsTokens; }

private:
    std::string joinText(const runtime::PlainPrompt& prompt) const
    {
        if (const auto* text = std::get_if<std::string>(&prompt))
            return *text;
        return m_model.engine->detokenize(std::get<engine::TokenIds>(prompt)).value_or("");
    }

    void add(const AnswerReading::Usage& usage)
    {
        m_usage.promptTokens += usage.promptTokens;
        m_usage.cachedTokens += usage.cachedTokens;
        m_usage.answerTokens += m_echoesOnly ? 0 : usage.answerTokens;
        m_usage.thoughtTokens += usage.thoughtTokens;
    }

    const ServedModel m_model;
    const int m_answers; // to each prompt
    const bool m_tellsTokens, m_echoesOnly;
    std::deque<GenerationRequest> m_generations; // that have not begun
    std::vector<std::string> m_echoes; // one for each prompt
    std::function<void()> m_begin, m_onSilence;
    std::optional<AnswerReading> m_reading;
    int m_count = 0;
    int m_first = 0; // answers to earlier prompts
    AnswerReading::Usage m_usage;
};

// Everything that a model writes here is its text, thoughts, too.
std::string joinText(const Event& event)
{
    std::string text;
    for (const runtime::AnswerPart& part : event.parts)
        text += part.text;
    return text;
}

// {"tokens", "token_logprobs", "top_logprobs", "text_offset"}
class Logprobs {
public:
    // `offset` moves behind the tokens.
    void add(const std::vector<runtime::TokenDetail>& tokens, size_t& offset)
    {
        for (const runtime::TokenDetail& token : tokens) {
            addToken(token);
            m_told["text_offset"].push_back(offset);
            offset += token.chosen.text.size();
        }
    }

    // Nothing is known of the first token of a prompt, and special tokens are no part of its text.
    void addPrompt(
        const std::vector<runtime::TokenDetail>& tokens, const std::string& echo, size_t& offset)
    {
        for (const runtime::TokenDetail& token : tokens) {
            addToken(token);
            if (token.chosen.probability == 0 && token.likeliest.empty())
                m_told["token_logprobs"].back() = m_told["top_logprobs"].back() = nullptr;
            m_told["text_offset"].push_back(offset);
            const bool isShown
                = echo.compare(offset, token.chosen.text.size(), token.chosen.text) == 0;
            offset += isShown ? token.chosen.text.size() : 0;
        }
    }

    bool isEmpty() const { return m_told["tokens"].empty(); }
    const Json& json() const { return m_told; }

private:
    void addToken(const runtime::TokenDetail& token)
    {
        Json& told = m_told;
        told["tokens"].push_back(token.chosen.text);
        told["token_logprobs"].push_back(safeLog(token.chosen.probability));
        Json top = Json::object();
        for (const runtime::TokenDetail::Choice& likely : token.likeliest)
            top[likely.text] = safeLog(likely.probability);
        told["top_logprobs"].push_back(std::move(top));
    }

    Json m_told{{"tokens", Json::array()}, {"token_logprobs", Json::array()},
        {"top_logprobs", Json::array()}, {"text_offset", Json::array()}};
};

Json completionJson(const std::string& id, const std::string& model, int64_t created)
{
    return {{"id", id}, {"object", "text_completion"}, {"created", created}, {"model", model},
        {"system_fingerprint", nullptr}};
}

void sendWhole(CompletionReading& reading, HttpReply& reply)
{
    struct Whole {
        std::string text;
        std::vector<runtime::TokenDetail> prompt, tokens;
        Finish finish = Finish::Stop;
    };
    std::vector<Whole> all(static_cast<size_t>(reading.count()));
    while (std::optional<Event> event = reading.next()) {
        Whole& whole = all[size_t(event->answer)];
        whole.text += joinText(*event);
        std::ranges::move(event->prompt, std::back_inserter(whole.prompt));
        std::ranges::move(event->tokens, std::back_inserter(whole.tokens));
        whole.finish = event->finish.value_or(whole.finish);
    }
    Json body = completionJson(newId("cmpl-"), reading.model(), now());
    body["choices"] = Json::array();
    for (const Whole& whole : all) {
        const int index = int(body["choices"].size());
        const std::string& echo = reading.echo(index);
        size_t echoed = 0, offset = echo.size();
        Logprobs logprobs;
        logprobs.addPrompt(whole.prompt, echo, echoed);
        logprobs.add(whole.tokens, offset);
        body["choices"].push_back({{"index", index}, {"text", echo + whole.text},
            {"logprobs", reading.tellsTokens() ? logprobs.json() : Json()},
            {"finish_reason", finishReason(whole.finish)}});
    }
    body["usage"] = usageJson(reading.usage());
    send(reply, body);
}

void streamAll(CompletionReading& reading, bool tellsUsage, HttpWriter& writer)
{
    const std::string id = newId("cmpl-");
    const int64_t created = now();
    std::vector<size_t> offsets(static_cast<size_t>(reading.count()));
    std::vector<size_t> echoed(offsets.size());
    const auto write = [&](Json choices, Json usage) {
        Json chunk = completionJson(id, reading.model(), created);
        chunk["choices"] = std::move(choices);
        if (tellsUsage)
            chunk["usage"] = std::move(usage);
        if (!writer.write(event(chunk)))
            throw ClientGone();
    };
    const auto tell = [&](int answer, const std::string& text, Json logprobs, Json finish) {
        write(Json::array({{{"index", answer}, {"text", text}, {"logprobs", std::move(logprobs)},
                  {"finish_reason", std::move(finish)}}}),
            nullptr);
    };
    for (int answer = 0; answer < reading.count(); ++answer) {
        offsets[size_t(answer)] = reading.echo(answer).size();
        if (!reading.echo(answer).empty())
            tell(answer, reading.echo(answer), nullptr, nullptr);
    }
    while (const std::optional<Event> event = reading.next()) {
        Logprobs logprobs;
        logprobs.addPrompt(
            event->prompt, reading.echo(event->answer), echoed[size_t(event->answer)]);
        logprobs.add(event->tokens, offsets[size_t(event->answer)]);
        tell(event->answer, joinText(*event), logprobs.isEmpty() ? Json() : logprobs.json(),
            event->finish ? Json(finishReason(*event->finish)) : Json());
    }
    if (tellsUsage)
        write(Json::array(), usageJson(reading.usage()));
    writer.write("data: [DONE]\n\n");
}

} // namespace

void postCompletions(const Service& service, const HttpRequest& request, HttpReply& reply)
{
    CompletionRequest completion = readCompletionRequest(readBody(request, reply));
    const bool streams = completion.generation.streams;
    const bool tellsUsage = completion.generation.includesUsage;
    const auto reading = std::make_shared<CompletionReading>(service, std::move(completion), reply);
    if (!streams)
        return sendWhole(*reading, reply);
    reading->awaitBeginning();
    streamEvents(reply, errorBody, [reading, tellsUsage](HttpWriter& writer) {
        reading->onSilence([&writer] { writeComment(writer); });
        streamAll(*reading, tellsUsage, writer);
    });
}

} // namespace services::server
