#include "kernels/cpu/thread_pool.h"

#include "base/error.h"

#include <chrono>

namespace kernels::cpu {
namespace {

constexpr std::chrono::microseconds spinTime(50);

// Spins until `done` or until the time is up; says whether it is done.
template <typename Condition>
bool spinUntil(const Condition& done)
{
    const auto end = std::chrono::steady_clock::now() + spinTime;
    do {
        for (int i = 0; i < 64; ++i) {
            if (done())
                return true;
            __builtin_ia32_pause();
        }
    } while (std::chrono::steady_clock::now() < end);
    return done();
}

// Threads that have asked once need not ask again.
void takeShortTurns()
{
    static thread_local const bool isGranted = requestShortTimeSlices();
    (void)isGranted; // without, busy programs cost more
}

} // namespace

ThreadPool::ThreadPool(int threads)
    : m_ranges(size_t(threads))
{
    CHECK(threads >= 1);
    for (int thread = 1; thread < threads; ++thread)
        m_workers.emplace_back([this, thread] { serve(thread); });
}

ThreadPool::~ThreadPool()
{
    m_stopping = true;
    ++m_round;
    m_round.notify_all();
    for (std::thread& worker : m_workers)
        worker.join();
}

void ThreadPool::run(int64_t tasks, const Work& work)
{
    if (m_workers.empty() || tasks <= 1) {
        for (int64_t task = 0; task < tasks; ++task)
            work(task, 0);
        return;
    }
    takeShortTurns();
    m_work = &work;
    for (int64_t i = 0; i < threads(); ++i) {
        m_ranges[size_t(i)].next = tasks * i / threads();
        m_ranges[size_t(i)].end = tasks * (i + 1) / threads();
    }
    m_open = true;
    ++m_round;
    if (m_sleepers > 0)
        m_round.notify_all();

    takeTasks(0);

    // A worker that comes too late sees the round closed and stays out: nobody waits for sleepers.
    m_open = false;
    while (!spinUntil([this] { return m_inside == 0; }))
        std::this_thread::yield();
}

void ThreadPool::takeTasks(int thread)
{
    for (int i = 0; i < threads(); ++i) {
        Range& range = m_ranges[size_t((thread + i) % threads())];
        for (int64_t task = range.next++; task < range.end; task = range.next++)
            (*m_work)(task, thread);
    }
}

void ThreadPool::serve(int thread)
{
    takeShortTurns();
    for (uint32_t round = 0;;) {
        round = awaitRound(round);
        if (m_stopping)
            return;
        ++m_inside; // before looking whether it is open: run() closes first, then looks inside
        if (m_open)
            takeTasks(thread);
        --m_inside;
    }
}

uint32_t ThreadPool::awaitRound(uint32_t lastRound)
{
    if (!spinUntil([&] { return m_round != lastRound; })) {
        ++m_sleepers; // before waiting: run() raises the round first, then looks for sleepers
        m_round.wait(lastRound);
        --m_sleepers;
    }
    return m_round;
}

} // namespace kernels::cpu
