#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace kernels::cpu {

/// Asks the system to let the calling thread, and those that it starts afterwards, compute in time
/// slices of 0.1 ms. Among busy programs they get no more of a CPU than before, but they wait less for
/// each slice, which counts for threads that wait for one another. False if the system has no such
/// slices (Linux has them from 6.12 on) or does not allow it; nothing has changed then.
bool requestShortTimeSlices();

/// Threads that share the work of one operation. The caller works as well, so a pool of one thread
/// starts no others. Idle threads spin for some microseconds, because the next operation usually
/// follows at once, and then sleep. One thread may use the pool at a time. All that compute
/// in it, callers too, use short time slices.
class ThreadPool {
public:
    /// The function to call, with the number of the task and of the thread that does it (0 to
    /// threads() − 1).
    using Work = std::function<void(int64_t task, int thread)>;

    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const { return int(m_workers.size()) + 1; }

    /// Does the tasks 0 … tasks − 1, each once and in no fixed order, and returns when all are
    /// done. A thread goes forward through tasks that follow each other, so that it finds the
    /// memory of the next one requested already, and then helps the others. `work` must not throw.
    void run(int64_t tasks, const Work& work);

private:
    void serve(int thread);
    void takeTasks(int thread);
    uint32_t awaitRound(uint32_t lastRound);

    /// Tasks that follow each other. On a cache line of its own: each thread takes from its own.
    struct alignas(64) Range {
        std::atomic<int64_t> next{0};
        int64_t end = 0;
    };

    std::vector<std::thread> m_workers;

    // A round is one run(). Its fields change only while it is closed and nobody is inside.
    const Work* m_work = nullptr;
    std::vector<Range> m_ranges; ///< one for each thread

    std::atomic<bool> m_open{false};
    std::atomic<int> m_inside{0}; ///< workers that may touch the round
    std::atomic<uint32_t> m_round{0};
    std::atomic<int> m_sleepers{0};
    std::atomic<bool> m_stopping{false};
};

} // namespace kernels::cpu
