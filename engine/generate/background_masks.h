#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace engine {

class JobState;

/// Threads that compute which tokens the constraints of jobs allow next, while the model computes.
/// Belongs to the generator. Each thread starts when so many jobs first need one.
class BackgroundMasks {
public:
    /// Starts at most `maxThreads` threads, and no more than the machine has.
    explicit BackgroundMasks(int64_t maxThreads);
    ~BackgroundMasks(); ///< waits for the masks that are being computed
    BackgroundMasks(const BackgroundMasks&) = delete;
    BackgroundMasks& operator=(const BackgroundMasks&) = delete;

    /// Begins with those of the jobs that have constraints. Nobody else may touch the TokenChooser
    /// of these jobs until wait() has returned.
    void start(std::span<JobState* const> jobs);

    /// Returns when all masks are done. An error of a constraint is not reported here: it occurs
    /// again, for its job alone, when the mask is requested.
    void wait();

private:
    void startThreads(size_t wanted);
    void serve();

    const size_t m_maxThreads;
    std::vector<std::thread> m_threads;
    std::mutex m_mutex; // guards all below
    std::condition_variable m_changed;
    std::vector<JobState*> m_waiting;
    size_t m_numBusy = 0; // threads
    bool m_isClosing = false;
};

} // namespace engine
