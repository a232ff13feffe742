#include "services/documents/answers/answer_batch.h"

#include "base/error.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace services {

namespace {

constexpr int64_t usualContext = 2048; // tokens, where an engine does not say
constexpr int64_t margin = 16; // tokens; two texts may have one more together than each by itself

runtime::AnswerRequest makeRequest(std::string_view text)
{
    runtime::AnswerRequest request;
    request.messages.push_back(runtime::textMessage(runtime::Role::User, std::string(text)));
    return request;
}

int64_t estimateTokens(const std::vector<runtime::RequestMessage>& messages)
{
    size_t tokens = 0;
    for (const runtime::RequestMessage& message : messages)
        for (const runtime::Part& part : message.parts) {
            if (const auto* text = std::get_if<std::string>(&part))
                tokens += estimatedTokens(*text);
            else if (const auto* passage = std::get_if<runtime::Passage>(&part))
                tokens += estimatedTokens(passage->text);
        }
    return int64_t(tokens);
}

} // namespace

ModelRoom::ModelRoom(const runtime::AnswerEngine& engine, int64_t answerTokens,
    std::vector<runtime::RequestMessage> before)
    : m_engine(engine)
{
    runtime::AnswerRequest request = makeRequest("?");
    request.messages.insert(request.messages.begin(), before.begin(), before.end());
    const auto frame = engine.count(request);
    int64_t context = engine.describe().summary.contextTokens;
    if (context <= 0)
        context = usualContext;
    m_answerTokens = std::clamp<int64_t>(answerTokens, runtime::leastAnswerTokens,
        std::max(runtime::leastAnswerTokens, context / 4));
    const int64_t all = context - m_answerTokens - margin;
    const int64_t taken = frame ? frame->tokens : margin + estimateTokens(before);
    m_questionTokens = size_t(std::max<int64_t>({all - taken, before.empty() ? 0 : all / 2, 0}));
    if (frame && frame->parts.size() > before.size())
        for (size_t message = 0; message < before.size(); ++message)
            m_isRead.push_back(frame->parts[message].isRead);
}

bool ModelRoom::reads(size_t message) const
{
    return message >= m_isRead.size() || m_isRead[message];
}

TokenCounter ModelRoom::count() const
{
    return [&engine = m_engine](std::string_view text) {
        const auto counted = engine.count(makeRequest(text));
        if (!counted || counted->parts.empty())
            return estimatedTokens(text);
        return size_t(counted->parts.front().textTokens);
    };
}

namespace {

constexpr size_t usuallyAtOnce = 8; // more gain nothing and share the cache

/// What the engine's thread tells the one that waits.
struct Mailbox {
    struct Ended {
        size_t request = 0;
        BatchAnswer answer;
        std::optional<runtime::AnswerFailure> failure;
    };

    std::mutex mutex;
    std::condition_variable_any changed;
    std::vector<Ended> ended;
};

class Collector : public runtime::AnswerSink {
public:
    Collector(std::shared_ptr<Mailbox> mailbox, size_t request)
        : m_mailbox(std::move(mailbox))
    {
        m_ended.request = request;
    }

    void onText(std::string_view text, std::span<const runtime::TokenDetail> tokens) override
    {
        m_ended.answer.text += text;
        m_ended.answer.tokens.insert(m_ended.answer.tokens.end(), tokens.begin(), tokens.end());
    }
    void onFinished(const runtime::AnswerStatistics& statistics) override
    {
        m_ended.answer.isSure = statistics.isSure;
        end();
    }
    void onFailed(const runtime::AnswerFailure& failure) override
    {
        m_ended.failure = failure;
        end();
    }

private:
    void end()
    {
        const std::lock_guard lock(m_mailbox->mutex);
        m_mailbox->ended.push_back(std::move(m_ended));
        m_mailbox->changed.notify_all();
    }

    std::shared_ptr<Mailbox> m_mailbox;
    Mailbox::Ended m_ended;
};

class Batch {
public:
    Batch(runtime::AnswerEngine& engine, std::vector<runtime::AnswerRequest> requests,
        const BatchProgress& progress, const std::stop_token& stop)
        : m_engine(engine)
        , m_requests(std::move(requests))
        , m_progress(progress)
        , m_stop(stop)
    {
    }

    std::vector<BatchAnswer> run()
    {
        std::vector<BatchAnswer> answers(m_requests.size());
        size_t next = 0, done = 0;
        tell(done);
        while (done < answers.size()) {
            for (; next < answers.size() && m_running.size() < mostAtOnce(); ++next)
                start(next);
            for (Mailbox::Ended& each : takeEnded()) {
                if (each.failure)
                    throw base::Error(each.failure->kind, each.failure->message);
                answers[each.request] = std::move(each.answer);
                m_running.erase(each.request);
                tell(++done);
            }
        }
        return answers;
    }

private:
    // It is known once the engine is ready.
    size_t mostAtOnce() const
    {
        const int told = m_engine.describe().summary.answersAtOnce;
        return told > 0 ? size_t(told) : usuallyAtOnce;
    }

    void start(size_t request)
    {
        m_running.emplace(request,
            m_engine.submit(
                std::move(m_requests[request]), std::make_shared<Collector>(m_mailbox, request)));
    }

    std::vector<Mailbox::Ended> takeEnded()
    {
        std::unique_lock lock(m_mailbox->mutex);
        m_mailbox->changed.wait(lock, m_stop, [this] { return !m_mailbox->ended.empty(); });
        if (m_stop.stop_requested())
            throw base::Error(base::ErrorKind::Cancelled, "The answer was stopped.");
        return std::exchange(m_mailbox->ended, {});
    }

    void tell(size_t done) const
    {
        if (m_progress)
            m_progress(done, m_requests.size());
    }

    runtime::AnswerEngine& m_engine;
    std::vector<runtime::AnswerRequest> m_requests;
    const BatchProgress& m_progress;
    std::stop_token m_stop;
    std::shared_ptr<Mailbox> m_mailbox = std::make_shared<Mailbox>();
    std::map<size_t, runtime::Answer> m_running; // stopped when this ends
};

} // namespace

std::vector<BatchAnswer> answerBatch(runtime::AnswerEngine& engine,
    std::vector<runtime::AnswerRequest> requests, const BatchProgress& progress,
    const std::stop_token& stop)
{
    return Batch(engine, std::move(requests), progress, stop).run();
}

std::vector<std::string> answerTexts(runtime::AnswerEngine& engine,
    std::vector<runtime::AnswerRequest> requests, const BatchProgress& progress,
    const std::stop_token& stop)
{
    std::vector<std::string> texts;
    for (BatchAnswer& answer : answerBatch(engine, std::move(requests), progress, stop))
        texts.push_back(std::move(answer.text));
    return texts;
}

} // namespace services
