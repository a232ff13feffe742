#pragma once

#include "engine/generate/async_channel.h"

#include <chrono>
#include <memory>
#include <optional>

namespace engine {

/// A job given to an AsyncGenerator, for its owner:
///
///     AsyncJob job = generator.enqueue(…);
///     while (const std::optional<Result> result = job.next())
///         show(*result);
///
/// The result of stage Eos is the last one. It always comes, also if the job was refused, failed or
/// was cancelled, or if the generator was closed or destroyed: the handle may outlive it.
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

} // namespace engine
