#pragma once

#include "engine/generate/async_channel.h"

#include <chrono>
#include <memory>
#include <optional>

namespace engine {

/// A job given to an AsyncGenerator, as its owner sees it:
///
///     AsyncJob job = generator.enqueue(…);
///     while (const std::optional<Result> result = job.next())
///         show(*result);
///
/// The result of stage Eos is the last and always comes, also if the job was refused, failed or was
/// cancelled, or if the generator was closed or has gone: a handle may outlive it. Destroying the
/// handle of a job that has not ended cancels the job.
///
/// Any thread may call any function, also while another waits in next(); each result goes to one
/// caller. Only moving and destroying the handle are for one thread alone. It must not be destroyed
/// while holding a lock that the job's listener takes, for it waits until the listener returns.
class AsyncJob {
public:
    explicit AsyncJob(std::shared_ptr<AsyncChannel> channel);
    AsyncJob(AsyncJob&&) noexcept = default;
    AsyncJob& operator=(AsyncJob&& other) noexcept;
    ~AsyncJob();

    /// Waits for the next result; nothing after the last one. A job with a listener keeps no
    /// results: there it waits for the end.
    std::optional<Result> next();
    /// The same, but waits no longer than that or not at all; isFinished() tells the end from a
    /// result that has not come yet.
    std::optional<Result> nextWithin(std::chrono::milliseconds patience);
    std::optional<Result> tryNext();

    /// The last result was taken or, where there is a listener, told.
    bool isFinished() const;

    /// Ends the job between two layers of the model; its last result says Cancelled. A job that has
    /// ended is left alone.
    void cancel();

private:
    std::shared_ptr<AsyncChannel> m_channel; // null: moved from
};

} // namespace engine
