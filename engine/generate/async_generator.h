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

/// A generator for any thread. A loop takes turns: work that was posted, jobs that were enqueued,
/// one step of all jobs under way, whose results go to the owner of each job. It sleeps while there
/// is nothing to do.
///
///     AsyncGenerator generator(std::make_unique<Generator>(model, cache, tokenizer, options));
///     generator.start();
///     AsyncJob job = generator.enqueue(…);
///
/// The loop runs on a thread of its own (start) or on one of the caller's (run), before or after
/// the first jobs came. Only that thread touches the generator, which dies on it when the loop
/// ends. What the generator refers to must outlive the loop and is touched by nobody else, except
/// in posted work.
///
/// An error reaches the job that it concerns: as its last result, never as an exception. If a whole
/// step fails that is every job under way; those that come later work or, where the generator is
/// past help, fail at once.
class AsyncGenerator {
public:
    explicit AsyncGenerator(std::unique_ptr<Generator> generator);
    AsyncGenerator(); ///< jobs fail, with a sentence, until a generator is set
    /// Closes, and waits for a thread that start() made; run() must have returned. Not on the
    /// loop's thread.
    ~AsyncGenerator();
    AsyncGenerator(const AsyncGenerator&) = delete;
    AsyncGenerator& operator=(const AsyncGenerator&) = delete;

    /// Once, one of both. run returns after close.
    void start();
    /// `farewell` is called at the end, on this thread, while the generator is still there. It must
    /// not throw.
    void run(const std::function<void()>& farewell = {});

    /// From any thread, a listener too, and at once. A job that the generator refuses has one
    /// result, which says why; one that comes after close() has one that says Cancelled. With a
    /// listener the results are told there, on the loop's thread (that of the caller after close),
    /// instead of being kept.
    AsyncJob enqueue(Job job, ResultListener listener = {});

    /// Has `work` done on the loop's thread between two steps: what needs the generator or the
    /// device. Work that posts more gives way to a step first. It must not throw. What has not
    /// begun when the loop ends is dropped.
    void post(std::function<void()> work);

    /// Cancels all jobs, between two layers of the model, and then ends the loop. Does not wait. A
    /// job that no loop has seen is cancelled by the destructor.
    void close();
    bool isClosed() const;

    /// Whether work or jobs wait for the loop's next turn. Any thread.
    bool isAwaited() const;

    // ---- in posted work only ----

    Generator* generator() const { return m_generator.get(); } ///< null: none
    /// Puts another generator, or none, in place of this one, whose jobs are cancelled.
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
    std::string m_whyNone; // likewise

    mutable std::mutex m_mutex; // guards what follows
    std::condition_variable m_changed;
    bool m_isClosed = false;
    std::vector<std::function<void()>> m_work;
    std::vector<Arrival> m_arrivals;
    std::map<int64_t, AsyncSender> m_running; // by serial; changed by the loop only

    std::jthread m_thread; // last: it ends before the rest goes
};

} // namespace engine
