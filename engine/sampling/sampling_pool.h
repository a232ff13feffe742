#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace engine {

/// Threads that choose the tokens of many jobs at the same time. Chance decides which thread serves
/// which job, so a job must touch nothing of another job; then its result does not depend on the
/// pool. Belongs to one thread, which works as well. The other threads start when they are first
/// needed.
class SamplingPool {
public:
    struct Options {
        int64_t maxThreads = 16; ///< including the caller; no more than the machine has
        int64_t minJobs = 3; ///< with fewer jobs the caller serves them alone
    };

    explicit SamplingPool(Options options);
    ~SamplingPool(); ///< waits for its threads, which are idle between calls
    SamplingPool(const SamplingPool&) = delete;
    SamplingPool& operator=(const SamplingPool&) = delete;

    using Work = std::function<void(int64_t job)>;

    /// Calls work(0) … work(count − 1), each once, and returns when all are done. If some of them
    /// throw, the others still run, and the error of the lowest job is thrown again.
    void forEach(int64_t count, const Work& work);

    int64_t numThreads() const { return m_numThreads; } ///< including the caller

private:
    void start();
    void serve();
    void takeJobs(std::unique_lock<std::mutex>& lock);

    int64_t m_minJobs;
    int64_t m_numThreads;
    std::vector<std::thread> m_threads;

    std::mutex m_mutex; // guards all below
    std::condition_variable m_wake, m_done;
    const Work* m_work = nullptr;
    int64_t m_count = 0, m_next = 0, m_finished = 0;
    int64_t m_failedJob = -1;
    std::exception_ptr m_failure;
    bool m_isShared = false, m_isClosing = false;
};

} // namespace engine
