#include "engine/sampling/sampling_pool.h"

#include "base/error.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace engine {

SamplingPool::SamplingPool(Options options)
    : m_minJobs(options.minJobs)
    , m_numThreads(std::clamp<int64_t>(int64_t(std::thread::hardware_concurrency()), 1,
          std::max<int64_t>(options.maxThreads, 1)))
{
}

SamplingPool::~SamplingPool()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isClosing = true;
    }
    m_wake.notify_all();
    for (std::thread& thread : m_threads)
        thread.join();
}

void SamplingPool::forEach(int64_t count, const Work& work)
{
    const bool isShared = m_numThreads > 1 && count > 1 && count >= m_minJobs;
    if (isShared && m_threads.empty())
        start();
    std::unique_lock lock(m_mutex);
    CHECK(!m_work);
    m_work = &work;
    m_count = count;
    m_next = m_finished = 0;
    m_isShared = isShared;
    if (isShared)
        m_wake.notify_all();
    takeJobs(lock);
    m_done.wait(lock, [&] { return m_finished == m_count; });
    m_work = nullptr;
    m_failedJob = -1;
    if (const std::exception_ptr failure = std::exchange(m_failure, nullptr))
        std::rethrow_exception(failure);
}

void SamplingPool::start()
{
    try {
        for (int64_t thread = 1; thread < m_numThreads; ++thread)
            m_threads.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {
        // The machine grants no more threads; those there are do all the work.
    }
}

void SamplingPool::serve()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_wake.wait(lock, [&] { return m_isClosing || (m_isShared && m_next < m_count); });
        if (m_isClosing)
            return;
        takeJobs(lock);
    }
}

void SamplingPool::takeJobs(std::unique_lock<std::mutex>& lock)
{
    while (m_next < m_count) {
        const Work& work = *m_work;
        const int64_t job = m_next++;
        std::exception_ptr failure;
        lock.unlock();
        try {
            work(job);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        if (failure && (m_failedJob < 0 || job < m_failedJob)) {
            m_failedJob = job;
            m_failure = failure;
        }
        if (++m_finished == m_count)
            m_done.notify_all();
    }
}

} // namespace engine
