#pragma once

#include "engine/generate/async_job.h"
#include "engine/generate/job.h"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace engine {

class Generator;

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
    AsyncGenerator(); ///< without a generator, every job fails with a sentence until one is set
    /// Calls close() and waits for the thread that start() made; run() must have returned. Must not
    /// be called on the loop's thread.
    ~AsyncGenerator();
    AsyncGenerator(const AsyncGenerator&) = delete;
    AsyncGenerator& operator=(const AsyncGenerator&) = delete;

    /// One of start() and run() may be called, once. run() returns after close().
    void start();
    /// At the end of the loop, `farewell` is called on this thread while the generator still
    /// exists. It must not throw.
    void run(const std::function<void()>& farewell = {});

    /// May be called on any thread, also by a listener, and returns at once. A job that the
    /// generator refuses gets one result, which says why; a job enqueued after close() gets one
    /// that says Cancelled. If there is a listener, it is given the results on the loop's thread
    /// (after close(), on the caller's) and they are not kept.
    AsyncJob enqueue(Job job, ResultListener listener = {});

    /// Has `work` done on the loop's thread between two steps; for whatever needs the generator or
    /// the device. If work posts more work, a step comes in between. `work` must not throw. Work
    /// that has not begun when the loop ends is dropped.
    void post(std::function<void()> work);

    /// Cancels all jobs, between two layers of the model, and then ends the loop. Does not wait.
    /// Jobs that no loop has admitted are cancelled by the destructor.
    void close();
    bool isClosed() const;

    /// Whether work or jobs wait for the loop's next turn. Any thread may ask.
    bool isAwaited() const;

    // ---- for posted work only ----

    Generator* generator() const { return m_generator.get(); } ///< null if there is none
    /// Replaces the generator, whose jobs are cancelled. Null: there is none from now on.
    void setGenerator(std::unique_ptr<Generator> generator);

private:
    struct Arrival {
        Job job;
        AsyncSender sender;
    };

    bool waitForTurn();
    void admit(Arrival& arrival);
    void step();
    void tell(Result result);
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
