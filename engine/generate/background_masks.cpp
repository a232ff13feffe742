#include "engine/generate/background_masks.h"

#include "engine/generate/job_state.h"

#include <algorithm>
#include <exception>
#include <system_error>

namespace engine {

BackgroundMasks::BackgroundMasks(int64_t maxThreads)
    : m_maxThreads(size_t(std::clamp<int64_t>(
        int64_t(std::thread::hardware_concurrency()), 1, std::max<int64_t>(maxThreads, 1))))
{
}

BackgroundMasks::~BackgroundMasks()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isClosing = true;
        m_waiting.clear();
        m_changed.notify_all();
    }
    for (std::thread& thread : m_threads)
        thread.join();
}

void BackgroundMasks::start(std::span<JobState* const> jobs)
{
    std::vector<JobState*> constrained;
    for (JobState* job : jobs)
        if (job->hasConstraints())
            constrained.push_back(job);
    startThreads(std::min(constrained.size(), m_maxThreads));
    if (m_threads.empty())
        return; // masks are made when they are requested
    const std::lock_guard lock(m_mutex);
    m_waiting.insert(m_waiting.end(), constrained.begin(), constrained.end());
    m_changed.notify_all();
}

void BackgroundMasks::startThreads(size_t wanted)
try {
    while (m_threads.size() < wanted)
        m_threads.emplace_back([this] { serve(); });
} catch (const std::system_error&) {
    // The machine grants no more threads; those there are do all the work.
}

void BackgroundMasks::wait()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_waiting.empty() && m_numBusy == 0; });
}

void BackgroundMasks::serve()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] { return m_isClosing || !m_waiting.empty(); });
        if (m_isClosing)
            return;
        JobState* job = m_waiting.back();
        m_waiting.pop_back();
        ++m_numBusy;
        lock.unlock();
        try {
            job->prepareMask();
        } catch (const std::exception&) { // see wait()
        }
        lock.lock();
        --m_numBusy;
        m_changed.notify_all();
    }
}

} // namespace engine
