#pragma once

#include "runtime/answer_engine.h"

#include <QString>
#include <QStringList>
#include <QTest>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace tests {

constexpr int patience = 120'000; // milliseconds

inline runtime::RequestMessage userSays(
    const std::string& text, const std::vector<runtime::Pixels>& pictures = {})
{
    runtime::RequestMessage message;
    for (const runtime::Pixels& picture : pictures)
        message.parts.push_back(picture);
    message.parts.push_back(text);
    return message;
}

inline runtime::RequestMessage modelSays(const std::string& text)
{
    return runtime::textMessage(runtime::Role::Assistant, text);
}

/// An answer that was requested, and the events that it sent.
class Asked {
public:
    using Begin = std::function<runtime::Answer(std::shared_ptr<runtime::AnswerSink>)>;

    explicit Asked(const Begin& begin, std::function<void()> atStart = {})
        : m_heard(std::make_shared<Heard>())
    {
        m_heard->atStart = std::move(atStart);
        m_answer = begin(m_heard);
    }

    void stop() { m_answer.stop(); }

    int starts() const { return heard().starts; }
    int ends() const { return heard().ends; }
    bool hasStarted() const { return starts() > 0; }
    bool hasEnded() const { return ends() > 0; }
    QString text() const { return QString::fromStdString(heard().text); }
    std::vector<runtime::AnswerWait> waits() const { return heard().waits; }
    bool waitedFor(runtime::AnswerWait::For what) const
    {
        for (const runtime::AnswerWait& wait : waits())
            if (wait.what == what)
                return true;
        return false;
    }
    std::vector<runtime::ToolCall> calls() const { return heard().calls; }
    std::vector<runtime::TokenDetail> tokens() const { return heard().tokens; }
    /// Nothing if it failed or continues.
    std::optional<runtime::AnswerStatistics> statistics() const { return heard().statistics; }
    bool wasStopped() const
    {
        const auto found = statistics();
        return found && found->end == runtime::AnswerStatistics::End::Stopped;
    }
    bool isComplete() const { return statistics() && !wasStopped(); }
    /// Empty if it did not fail.
    QString failure() const { return QString::fromStdString(heard().failure); }

private:
    struct Story {
        int starts = 0, ends = 0;
        std::string text, failure;
        std::vector<runtime::AnswerWait> waits;
        std::vector<runtime::ToolCall> calls;
        std::vector<runtime::TokenDetail> tokens;
        std::optional<runtime::AnswerStatistics> statistics;
    };

    class Heard : public runtime::AnswerSink {
    public:
        Story story() const
        {
            const std::lock_guard lock(m_mutex);
            return m_story;
        }
        void onWait(const runtime::AnswerWait& wait) override
        {
            const std::lock_guard lock(m_mutex);
            m_story.waits.push_back(wait);
        }
        void onStarted() override
        {
            if (atStart)
                atStart();
            const std::lock_guard lock(m_mutex);
            ++m_story.starts;
        }
        void onText(std::string_view text, std::span<const runtime::TokenDetail> tokens) override
        {
            const std::lock_guard lock(m_mutex);
            m_story.text += text;
            m_story.tokens.insert(m_story.tokens.end(), tokens.begin(), tokens.end());
        }
        void onToolCall(const runtime::ToolCall& call) override
        {
            const std::lock_guard lock(m_mutex);
            m_story.calls.push_back(call);
        }
        void onFinished(const runtime::AnswerStatistics& statistics) override
        {
            const std::lock_guard lock(m_mutex);
            m_story.statistics = statistics;
            ++m_story.ends;
        }
        void onFailed(const runtime::AnswerFailure& failure) override
        {
            const std::lock_guard lock(m_mutex);
            m_story.failure = failure.message;
            ++m_story.ends;
        }

        std::function<void()> atStart; // on the engine's thread

    private:
        mutable std::mutex m_mutex;
        Story m_story;
    };

    Story heard() const { return m_heard->story(); }

    std::shared_ptr<Heard> m_heard;
    runtime::Answer m_answer;
};

} // namespace tests
