#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace engine {

class JobState;

/// A thread that computes which tokens the constraints of jobs allow next, while the model
/// computes. Belongs to the generator and starts when it is first needed.
class BackgroundMasks {
public:
    BackgroundMasks() = default;
    ~BackgroundMasks(); ///< waits for the mask that is being computed
    BackgroundMasks(const BackgroundMasks&) = delete;
    BackgroundMasks& operator=(const BackgroundMasks&) = delete;

    /// Begins with those of the jobs that have constraints. Nobody else may touch the TokenChooser
    /// of these jobs until wait() has returned.
    void start(std::span<JobState* const> jobs);

    /// Returns when all masks are done. An error of a constraint is not reported here: it occurs
    /// again, for its job alone, when the mask is asked for.
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
