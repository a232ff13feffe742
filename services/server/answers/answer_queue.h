#pragma once

#include "services/server/answers/request_gate.h"

#include "runtime/answer_engine.h"
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace services::server {

/// Takes answers from the engine's thread to the thread of the client that waits for them. What comes
/// faster than it is taken is joined.
class AnswerQueue : public std::enable_shared_from_this<AnswerQueue> {
public:
    /// More of an answer, or its end.
    struct Event {
        int answer = 0;
        std::string text = {};
        std::vector<runtime::TokenDetail> tokens = {};
        std::vector<runtime::ToolCall> calls = {}; ///< behind the text
        std::optional<runtime::AnswerStatistics> end = {};
        std::optional<runtime::AnswerFailure> failure = {};
    };

    /// `pass` is released at the end of the answer, even while its client still reads it.
    std::shared_ptr<runtime::AnswerSink> sink(int answer, std::shared_ptr<RequestGate::Pass> pass);

    /// Nothing if none comes within `patience`.
    std::optional<Event> next(std::chrono::milliseconds patience);

private:
    class Sink;
    void add(Event event);

    std::mutex m_mutex; // guards what follows
    std::condition_variable m_changed;
    std::deque<Event> m_events;
};

} // namespace services::server
