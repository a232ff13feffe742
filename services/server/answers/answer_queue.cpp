#include "services/server/answers/answer_queue.h"

#include <algorithm>
#include <iterator>
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

    void said(std::string_view text, std::span<const runtime::TokenDetail> tokens) override
    {
        m_queue->add({m_answer, std::string(text), {tokens.begin(), tokens.end()}});
    }
    void called(const runtime::ToolCall& call) override
    {
        m_queue->add({.answer = m_answer, .calls = {call}});
    }
    void finished(const runtime::AnswerStatistics& statistics) override
    {
        m_pass.reset();
        m_queue->add({.answer = m_answer, .end = statistics});
    }
    void failed(const runtime::AnswerFailure& failure) override
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

} // namespace services::server
