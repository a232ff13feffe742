#include "services/server/answers/answer_reading.h"

#include "runtime/prompt/message_json.h"
#include "services/server/protocol/api_error.h"
#include "services/server/protocol/fields.h"
#include "services/server/protocol/sampling_fields.h"
#include "services/server/protocol/tool_fields.h"
#include "vision/image_budget.h"

#include <algorithm>
#include <iterator>
#include <thread>
#include <utility>

namespace services::server {

class AnswerQueue::Sink : public runtime::AnswerSink {
public:
    Sink(std::shared_ptr<AnswerQueue> queue, int answer, std::shared_ptr<RequestGate::Pass> pass)
        : m_queue(std::move(queue))
        , m_answer(answer)
        , m_pass(std::move(pass))
    {
    }

    void onPrompt(std::span<const runtime::TokenDetail> tokens) override
    {
        m_queue->add({.answer = m_answer, .prompt = {tokens.begin(), tokens.end()}});
    }
    void onText(std::string_view text, std::span<const runtime::TokenDetail> tokens) override
    {
        m_queue->add({m_answer, std::string(text), {tokens.begin(), tokens.end()}});
    }
    void onToolCall(const runtime::ToolCall& call) override
    {
        m_queue->add({.answer = m_answer, .calls = {call}});
    }
    void onFinished(const runtime::AnswerStatistics& statistics) override
    {
        m_pass.reset();
        m_queue->add({.answer = m_answer, .end = statistics});
    }
    void onFailed(const runtime::AnswerFailure& failure) override
    {
        m_pass.reset();
        m_queue->add({.answer = m_answer, .failure = failure});
    }

private:
    const std::shared_ptr<AnswerQueue> m_queue;
    const int m_answer;
    std::shared_ptr<RequestGate::Pass> m_pass; // shared by the answers to a request
};

std::shared_ptr<runtime::AnswerSink> AnswerQueue::sink(
    int answer, std::shared_ptr<RequestGate::Pass> pass)
{
    return std::make_shared<Sink>(shared_from_this(), answer, std::move(pass));
}

void AnswerQueue::add(Event event)
{
    const std::lock_guard lock(m_mutex);
    const bool isMore = !event.end && event.calls.empty() && !event.failure && !m_events.empty()
        && m_events.back().answer == event.answer && !m_events.back().end
        && m_events.back().calls.empty() && !m_events.back().failure;
    if (isMore) {
        Event& last = m_events.back();
        last.text += event.text;
        std::ranges::move(event.tokens, std::back_inserter(last.tokens));
        std::ranges::move(event.prompt, std::back_inserter(last.prompt));
    } else {
        m_events.push_back(std::move(event));
    }
    m_changed.notify_one();
}

std::optional<AnswerQueue::Event> AnswerQueue::next(std::chrono::milliseconds patience)
{
    std::unique_lock lock(m_mutex);
    if (!m_changed.wait_for(lock, patience, [this] { return !m_events.empty(); }))
        return std::nullopt;
    Event event = std::move(m_events.front());
    m_events.pop_front();
    return event;
}

namespace {

using runtime::AnswerPart;
using runtime::AnswerStatistics;

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds askEvery(20); // whether the client is still there

bool hasPictures(const runtime::AnswerRequest& request)
{
    return std::ranges::any_of(request.messages,
        [](const runtime::RequestMessage& message) { return runtime::hasPictures(message); });
}

bool wantsTiles(const runtime::AnswerRequest& request)
{
    for (const runtime::RequestMessage& message : request.messages)
        for (const runtime::Part& part : message.parts)
            if (const auto* pixels = std::get_if<runtime::Pixels>(&part);
                pixels && *pixels && (*pixels)->tokens == vision::tilesImage)
                return true;
    return false;
}

// Other families would read the image as if nothing had been asked for.
void requireTiles(const ServedModel& model, const std::optional<vision::VisionConfig>& config)
{
    if (!config || vision::canCutTiles(*config))
        return;
    throw ApiError(400, "invalid_request_error",
        "The model '" + model.id + "' has no tiles: \"detail\" must be "
            + (vision::hasImageBudget(*config) ? "\"low\", \"high\" or \"auto\"." : "\"auto\"."),
        "messages");
}

runtime::ModelState stateWhenAsked(const ServedModel& model)
{
    if (model.isLoadedWhenAsked)
        model.engine->load();
    return model.engine->describe();
}

size_t textBytes(const runtime::AnswerRequest& request)
{
    size_t bytes = 0;
    if (request.plainPrompt)
        if (const auto* text = std::get_if<std::string>(&*request.plainPrompt))
            bytes += text->size();
    for (const runtime::Tool& tool : request.tools)
        bytes += tool.description.size() + tool.parameters.size();
    for (const runtime::RequestMessage& message : request.messages)
        bytes += runtime::toPlainText(message).size() + message.reasoning.size();
    return bytes;
}

std::string joined(const std::vector<std::string>& texts)
{
    std::string list;
    for (const std::string& text : texts)
        list += (list.empty() ? "" : ", ") + text;
    return list;
}

// What the client has begun an answer with, as the model would have written it.
std::string begunAnswer(const runtime::RequestMessage& answer)
{
    const std::string text = runtime::joinText(answer);
    return text.empty() && !answer.reasoning.empty() ? "<think>" + answer.reasoning : text;
}

ApiError tooLong(const runtime::TokenCount& count)
{
    return {400, "invalid_request_error",
        "The prompt is too long: the context length is " + std::to_string(count.contextTokens)
            + " tokens, and the request leaves no room for an answer.",
        "messages", "context_length_exceeded"};
}

} // namespace

ApiError toApiError(const runtime::AnswerFailure& failure)
{
    using Kind = base::ErrorKind;
    if (failure.unloading)
        return {503, "server_error", failure.message};
    if (failure.kind == Kind::BadRequest || failure.kind == Kind::Unsupported)
        return {400, "invalid_request_error", failure.message};
    return {failure.kind == Kind::OutOfMemory ? 503 : 500, "server_error", failure.message};
}

runtime::ModelSummary awaitReady(const ServedModel& model, const std::function<bool()>& isGone)
{
    using Stage = runtime::ModelState::Stage;
    runtime::ModelState state = stateWhenAsked(model);
    while (state.stage == Stage::Loading) {
        if (isGone())
            throw ClientGone();
        std::this_thread::sleep_for(askEvery);
        state = model.engine->describe();
        if (state.stage == Stage::Unloaded && state.message.empty())
            state = stateWhenAsked(model); // another one needed its memory
    }
    if (state.stage != Stage::Ready)
        throw ApiError(
            503, "server_error", state.message.empty() ? "The model was unloaded." : state.message);
    return state.summary;
}

RequestGate::Pass enter(RequestGate& gate, int answers, const std::function<bool()>& isGone)
{
    std::optional<RequestGate::Pass> pass = gate.enter(answers, isGone);
    if (!pass)
        throw ClientGone();
    return *std::move(pass);
}

std::optional<runtime::TokenCount> countTokens(const ServedModel& model,
    const runtime::AnswerRequest& request, const std::function<bool()>& isGone)
{
    std::optional<HeavyWork> turn;
    if (textBytes(request) > HeavyWork::longText)
        turn.emplace(isGone);
    auto count = model.engine->count(request, isGone);
    if (!count && isGone())
        throw ClientGone();
    return count;
}

AnswerReading::AnswerReading(ServedModel model, GenerationRequest generation, AnswerPlaces places,
    std::function<bool()> isGone)
    : m_model(std::move(model))
    , m_generation(std::move(generation))
    , m_metrics(places.metrics)
    , m_isGone(std::move(isGone))
    , m_keepAlive(places.keepAlive)
{
    const runtime::ModelSummary summary = awaitReady(m_model, m_isGone);
    if (hasPictures(m_generation.request) && !summary.canSee)
        throw ApiError(400, "invalid_request_error",
            "The model '" + m_model.id + "' doesn't support images.", "messages");
    if (wantsTiles(m_generation.request))
        requireTiles(m_model, summary.vision);
    prepareTools(summary);
    runtime::AnswerRequest& request = m_generation.request;
    request.settings = runtime::layered({m_model.usual, request.settings});
    auto pass
        = std::make_shared<RequestGate::Pass>(enter(places.gate, m_generation.answers, m_isGone));
    requireRoom();
    begin(m_isForced ? runtime::AnswerForm() : summary.answerForm, std::move(pass));
}

void AnswerReading::prepareTools(const runtime::ModelSummary& summary)
{
    using How = ToolChoice::How;
    runtime::AnswerRequest& request = m_generation.request;
    const ToolChoice& choice = m_generation.toolChoice;
    if (!m_generation.ignoredTools.empty())
        m_notes["ignored_tools"] = joined(m_generation.ignoredTools);
    if (choice.how == How::Never)
        request.tools.clear();
    if (request.tools.empty())
        return;
    if (choice.how == How::AsModelLikes) {
        if (!summary.callsTools)
            throw ApiError(400, "invalid_request_error",
                "The model '" + m_model.id
                    + "' doesn't support automatic tool calls; set tool_choice to \"required\" or "
                      "to a tool.",
                "tools");
        return;
    }
    std::vector<runtime::Tool> allowed = request.tools;
    if (!choice.name.empty())
        std::erase_if(allowed, [&](const runtime::Tool& tool) { return tool.name != choice.name; });
    const bool several = choice.name.empty() && m_generation.callsSeveralTools;
    if (const auto left = keepEnforceable(allowed, m_isGone); !left.empty())
        m_notes["unenforced_keywords"] = joined(left);
    request.settings.schema = forcedCallSchema(allowed, several);
    request.settings.regex = compactJson;
    request.settings.thinks = false;
    requireSchema(*request.settings.schema, "tools", m_isGone);
    m_isForced = true;
}

// What does not fit would be left out without a word.
void AnswerReading::requireRoom() const
{
    const auto count = countTokens(m_model, m_generation.request, m_isGone);
    if (!count)
        return;
    const bool isWhole = std::ranges::all_of(count->parts, &runtime::TokenCount::Part::isRead);
    if (!isWhole || !count->fits())
        throw tooLong(*count);
}

void AnswerReading::begin(const runtime::AnswerForm& form, std::shared_ptr<RequestGate::Pass> pass)
{
    const runtime::AnswerRequest& request = m_generation.request;
    m_open = m_generation.answers;
    for (int answer = 0; answer < m_generation.answers; ++answer) {
        runtime::ThoughtSplitter splitter(form);
        if (runtime::continuesAnswer(request))
            splitter.push(begunAnswer(request.messages.back()));
        m_written.push_back({std::move(splitter)});
        runtime::AnswerRequest one = request;
        if (one.settings.seed)
            *one.settings.seed += uint64_t(answer);
        m_answers.push_back(m_model.engine->submit(std::move(one), m_queue->sink(answer, pass)));
    }
    m_generation.request.messages.clear(); // their images need not be kept
}

void AnswerReading::awaitBeginning()
{
    const auto isOver = [this, begun = Clock::now()] {
        return m_keepAlive.count() > 0 && Clock::now() - begun >= m_keepAlive;
    };
    while (!m_first && m_open > 0 && !isOver())
        m_first = awaitBriefly();
}

// Throws the error that the client receives.
std::optional<AnswerQueue::Event> AnswerReading::awaitBriefly()
{
    std::optional<AnswerQueue::Event> event = m_queue->next(askEvery);
    if (!event && m_isGone())
        throw ClientGone();
    if (event && event->failure)
        throw toApiError(*event->failure);
    return event;
}

std::optional<AnswerReading::Event> AnswerReading::next()
{
    Clock::time_point silentSince = Clock::now();
    while (m_open > 0) {
        auto from = m_first ? std::exchange(m_first, std::nullopt) : awaitBriefly();
        if (from) {
            Event event = read(*std::move(from));
            if (!event.parts.empty() || !event.calls.empty() || !event.tokens.empty()
                || !event.prompt.empty() || event.finish)
                return event;
        }
        const bool isOver = m_keepAlive.count() > 0 && Clock::now() - silentSince >= m_keepAlive;
        if (!isOver || !m_onSilence)
            continue;
        m_onSilence();
        silentSince = Clock::now();
    }
    return std::nullopt;
}

AnswerReading::Event AnswerReading::read(AnswerQueue::Event from)
{
    Written& written = m_written[size_t(from.answer)];
    Event event{.answer = from.answer,
        .calls = std::move(from.calls),
        .tokens = std::move(from.tokens),
        .prompt = std::move(from.prompt)};
    event.parts = takeParts(written, from.text, from.end || !event.calls.empty());
    if (m_isForced)
        takeForced(written, event, from.end.has_value());
    if (!m_generation.callsSeveralTools)
        keepOneCall(written, event);
    written.hasCalls = written.hasCalls || !event.calls.empty();
    for (const AnswerPart& part : event.parts)
        if (part.kind == AnswerPart::Kind::Thought)
            written.thought += part.text;
    if (from.end) {
        event.finish = end(written, *from.end);
        event.isSure = from.end->isSure;
    }
    return event;
}

std::vector<AnswerPart> AnswerReading::takeParts(
    Written& written, const std::string& text, bool isLast) const
{
    if (m_generation.request.plainPrompt && text.empty())
        return {};
    if (m_generation.request.plainPrompt)
        return {{AnswerPart::Kind::Words, text}};
    std::vector<AnswerPart> parts = written.splitter.push(text);
    if (isLast)
        std::ranges::move(written.splitter.finish(), std::back_inserter(parts));
    return parts;
}

// The answer ends behind its first call.
void AnswerReading::keepOneCall(const Written& written, Event& event)
{
    if (written.hasCalls) {
        event.parts.clear();
        event.calls.clear();
    }
    if (event.calls.empty())
        return;
    event.calls.resize(1);
    m_answers[size_t(event.answer)].stop();
}

// Answers with a form are sent when they are complete; a part of one isn't a call.
void AnswerReading::takeForced(Written& written, Event& event, bool isEnd)
{
    for (const AnswerPart& part : event.parts)
        written.form += part.text;
    event.parts.clear();
    if (isEnd && !written.hasCalls)
        event.calls = forcedCallsIn(written.form);
}

AnswerReading::Finish AnswerReading::end(Written& written, const AnswerStatistics& statistics)
{
    --m_open;
    m_metrics.addAnswer(statistics);
    if (m_usage.promptTokens == 0) {
        m_usage.promptTokens = statistics.promptTokens;
        m_usage.cachedTokens = statistics.cachedTokens;
    }
    m_usage.answerTokens += statistics.tokens;
    if (!written.thought.empty())
        if (const auto tokens = m_model.engine->tokenize(written.thought))
            m_usage.thoughtTokens += int64_t(tokens->size());
    m_stopString = statistics.stopString;
    if (statistics.end == AnswerStatistics::End::TokenLimit)
        return Finish::Length;
    if (written.hasCalls)
        return Finish::ToolCalls;
    return m_stopString.empty() ? Finish::Stop : Finish::StopString;
}

} // namespace services::server
