#pragma once

#include "engine/generate/result.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace engine {

/// Receives each result of a job; the result of stage Eos is the last. It runs on the thread that
/// makes the results, so it must neither throw nor wait for results.
using ResultListener = std::function<void(const Result&)>;

/// Connects the loop with the consumer of one job: results go one way, the request to stop goes the
/// other way. Both ends own the channel, so either may go first. Any thread may use it.
///
/// Results that nobody has taken yet are kept without a limit: a slow consumer must not hold up
/// other jobs, and a job makes no more results than it may make tokens.
class AsyncChannel {
public:
    using Clock = std::chrono::steady_clock;

    /// `stop` is the caller's own token for ending the job. `listener` receives the results, which
    /// are then not kept. Both may be empty.
    AsyncChannel(std::string identifier, std::stop_token stop, ResultListener listener);

    // ---- for the loop ----
    void push(Result result); ///< ignores what comes after the result of stage Eos
    bool hasEnded() const; ///< true once the result of stage Eos was pushed
    const std::string& identifier() const { return m_identifier; }
    std::stop_token stopToken() const { return m_stop.get_token(); }

    // Waits for the next result and returns it; returns nothing if there are no more, or if none
    // came before `until`.
    std::optional<Result> take(std::optional<Clock::time_point> until);
    /// True once the result of stage Eos was taken or given to the listener.
    bool isDrained() const;
    void requestStop() { m_stop.request_stop(); }
    /// The consumer goes away: stops the job. When this returns, the listener is not running and
    /// will not be called again. The listener itself may call it.
    void abandon();

private:
    struct Forward {
        std::stop_source& stop;
        void operator()() const { stop.request_stop(); }
    };

    const std::string m_identifier;
    const ResultListener m_listener;
    std::stop_source m_stop;
    std::stop_callback<Forward> m_forward; // from the caller's token to ours
    mutable std::recursive_mutex m_mutex; // held while the listener runs; guards what follows
    std::condition_variable_any m_changed;
    std::deque<Result> m_results;
    bool m_hasEnded = false, m_isAbandoned = false;
};

/// The loop's end of a channel. If it is destroyed before the last result of the job, for whatever
/// reason, it stops the job and sends a last result with the reason Cancelled, so that a waiting
/// consumer always wakes up.
class AsyncSender {
public:
    explicit AsyncSender(std::shared_ptr<AsyncChannel> channel);
    AsyncSender(AsyncSender&&) noexcept = default;
    AsyncSender& operator=(AsyncSender&&) = delete;
    ~AsyncSender();

    void send(Result result) { m_channel->push(std::move(result)); }
    void fail(const std::exception& error); ///< sends the last result, with the reason Error
    void requestStop() { m_channel->requestStop(); }
    std::stop_token stopToken() const { return m_channel->stopToken(); }

private:
    Result lastResult(EosReason reason) const;

    std::shared_ptr<AsyncChannel> m_channel; // null: moved from
};

} // namespace engine
