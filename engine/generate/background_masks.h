#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace engine {

class JobState;

/// A thread that works out what constraints allow next while the model computes. Belongs to the
/// generator; starts when first needed.
class BackgroundMasks {
public:
    BackgroundMasks() = default;
    ~BackgroundMasks(); ///< waits for the mask under way
    BackgroundMasks(const BackgroundMasks&) = delete;
    BackgroundMasks& operator=(const BackgroundMasks&) = delete;

    /// Begins with those jobs that have constraints. Nobody else may touch the choosers of these
    /// jobs until wait().
    void start(std::span<JobState* const> jobs);

    /// Returns once nothing is left to do. An error of a constraint is not told here: it comes
    /// again, to the job it concerns, when its mask is asked for.
    void wait();

private:
    void serve();

    std::thread m_thread;
    std::mutex m_mutex; // guards all below
    std::condition_variable m_changed;
    std::vector<JobState*> m_waiting;
    bool m_isBusy = false;
    bool m_isClosing = false;
};

} // namespace engine
