#pragma once

#include "engine/generate/job.h"
#include "engine/generate/result.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace engine {

class Generator;

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

    AsyncChannel* operator->() const { return m_channel.get(); }
    void fail(const std::exception& error); ///< sends the last result, with the reason Error

private:
    Result lastResult(EosReason reason) const;

    std::shared_ptr<AsyncChannel> m_channel; // null: moved from
};

/// A job given to an AsyncGenerator, for its owner:
///
///     AsyncJob job = generator.enqueue(…);
///     while (const std::optional<Result> result = job.next())
///         show(*result);
///
/// The result of stage Eos is the last one. It always comes, also if the job was rejected, failed
/// or was canceled, or if the generator was closed or destroyed: the handle may outlive it.
/// Destroying the handle of a job that has not ended cancels the job.
///
/// Any thread may call any function, also while another thread waits in next(); each result goes to
/// one caller. Only moving and destroying the handle must not happen at the same time as other
/// calls. The destructor waits until the listener has returned, so the handle must not be destroyed
/// while holding a lock that the listener takes.
class AsyncJob {
public:
    explicit AsyncJob(std::shared_ptr<AsyncChannel> channel);
    AsyncJob(AsyncJob&&) noexcept = default;
    AsyncJob& operator=(AsyncJob&& other) noexcept;
    ~AsyncJob();

    /// Waits for the next result and returns it; returns nothing after the last one. The results of
    /// a job with a listener are not kept: next() then waits for the end and returns nothing.
    std::optional<Result> next();
    /// These wait no longer than `patience`, or not at all. If they return nothing, isFinished()
    /// tells whether the job has ended or no result has come yet.
    std::optional<Result> nextWithin(std::chrono::milliseconds patience);
    std::optional<Result> tryNext();

    /// True once the last result was taken or given to the listener.
    bool isFinished() const;

    /// Ends the job between two layers of the model; its last result then says Cancelled. Does
    /// nothing to a job that has ended.
    void cancel();

private:
    std::shared_ptr<AsyncChannel> m_channel; // null: moved from
};

/// A generator that any thread may give jobs to. A loop repeats three things: it does posted work,
/// admits enqueued jobs, and runs one step of all running jobs, whose results go to the owner of
/// each job. It sleeps while there is nothing to do.
///
///     AsyncGenerator generator(std::make_unique<Generator>(model, cache, tokenizer, options));
///     generator.start();
///     AsyncJob job = generator.enqueue(…);
///
/// The loop runs on a thread of its own (start) or on a thread of the caller's (run), before or
/// after the first jobs were enqueued. Only that thread touches the generator, which is destroyed
/// there when the loop ends. What the generator refers to must outlive the loop, and nobody else
/// may touch it except in posted work.
///
/// An error reaches the job that it concerns as its last result, never as an exception. If a whole
/// step fails, every running job gets the error. Later jobs work again or, if the generator can no
/// longer be used, fail at once.
class AsyncGenerator {
public:
    explicit AsyncGenerator(std::unique_ptr<Generator> generator);
    AsyncGenerator(); ///< without a generator, every job fails with a message until one is set
    /// Calls close() and waits for the thread that start() made; run() must have returned. Must not
    /// be called on the loop's thread.
    ~AsyncGenerator();
    AsyncGenerator(const AsyncGenerator&) = delete;
    AsyncGenerator& operator=(const AsyncGenerator&) = delete;

    /// One of start() and run() may be called, once. run() returns after close().
    void start();
    /// Runs the loop on this thread. At its end `atEnd` is called on the same thread while the
    /// generator still exists. It must not throw.
    void run(const std::function<void()>& atEnd = {});

    /// May be called on any thread, also by a listener, and returns at once. A job that the
    /// generator rejects gets one result, which says why; a job enqueued after close() gets one
    /// that says Cancelled. If there is a listener, it is given the results on the loop's thread
    /// (after close(), on the caller's) and they are not kept.
    AsyncJob enqueue(Job job, ResultListener listener = {});

    /// Has `work` done on the loop's thread between two steps; for whatever needs the generator or
    /// the device. If work posts more work, a step comes in between. `work` must not throw. Work
    /// that has not begun when the loop ends is dropped.
    void post(std::function<void()> work);

    /// Cancels all jobs, between two layers of the model, and then ends the loop. Does not wait.
    /// Jobs that no loop has admitted are canceled by the destructor.
    void close();
    bool isClosed() const;

    /// True if work or jobs wait for the loop's next turn. Any thread may ask.
    bool isAwaited() const;

    // ---- for posted work only ----

    Generator* generator() const { return m_generator.get(); } ///< null if there is none
    /// Replaces the generator, whose jobs are canceled. Null: there is none from now on.
    void setGenerator(std::unique_ptr<Generator> generator);

private:
    struct Arrival {
        Job job;
        AsyncSender sender;
    };

    bool waitForTurn();
    void admit(Arrival& arrival);
    void step();
    void deliver(Result result);
    void failAll(const std::exception& error);
    void clean();
    template <typename Things>
    Things take(Things& things);

    std::unique_ptr<Generator> m_generator; // touched by the loop only
    std::string m_whyNone; // touched by the loop only

    mutable std::mutex m_mutex; // guards what follows
    std::condition_variable m_changed;
    bool m_isClosed = false;
    std::vector<std::function<void()>> m_work;
    std::vector<Arrival> m_arrivals;
    std::map<int64_t, AsyncSender> m_running; // by serial; changed by the loop only

    std::jthread m_thread; // last: it ends before the rest goes
};

} // namespace engine
