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

/// Hears each result of a job, the one of stage Eos last. Must not throw, nor wait for results: it
/// runs on the thread that makes them.
using ResultListener = std::function<void(const Result&)>;

/// What joins the loop and the consumer of one job: results go one way, the wish to stop goes the
/// other. Both ends hold it, so either may go first. For any thread.
///
/// The results that nobody has taken yet are kept without a limit: a consumer that is slow must not
/// hold up the jobs beside it, and a job makes no more of them than it may make tokens.
class AsyncChannel {
public:
    using Clock = std::chrono::steady_clock;

    /// `stop` is the caller's own wish to end the job, `listener` whom to tell instead of keeping
    /// results; both may be empty.
    AsyncChannel(std::string identifier, std::stop_token stop, ResultListener listener);

    // ---- the loop's end ----
    void push(Result result); ///< what comes after the result of stage Eos is ignored
    bool hasEnded() const; ///< the result of stage Eos was pushed
    const std::string& identifier() const { return m_identifier; }
    std::stop_token stopToken() const { return m_stop.get_token(); }

    // ---- the consumer's end ----
    /// Waits for a result, not beyond `until` if there is one. Nothing if none came or comes.
    std::optional<Result> take(std::optional<Clock::time_point> until);
    bool isDrained() const; ///< the result of stage Eos was taken, or told
    void requestStop() { m_stop.request_stop(); }
    /// The consumer goes away: stops the job. The listener is not called any more once this
    /// returns, and may call it itself.
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

/// The loop's end of a channel. Where it goes away before the job's last result, for whatever
/// reason, it stops the job and sends that result itself, reason Cancelled: a consumer that waits
/// always wakes.
class AsyncSender {
public:
    explicit AsyncSender(std::shared_ptr<AsyncChannel> channel);
    AsyncSender(AsyncSender&&) noexcept = default;
    AsyncSender& operator=(AsyncSender&&) = delete;
    ~AsyncSender();

    void send(Result result) { m_channel->push(std::move(result)); }
    void fail(const std::exception& error); ///< sends the last result, reason Error
    void requestStop() { m_channel->requestStop(); }
    std::stop_token stopToken() const { return m_channel->stopToken(); }

private:
    Result lastResult(EosReason reason) const;

    std::shared_ptr<AsyncChannel> m_channel; // null: moved from
};

} // namespace engine
