#include "engine/generate/background_masks.h"

#include "engine/generate/job_state.h"

#include <exception>
#include <system_error>

namespace engine {

BackgroundMasks::~BackgroundMasks()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isClosing = true;
        m_waiting.clear();
        m_changed.notify_all();
    }
    if (m_thread.joinable())
        m_thread.join();
}

void BackgroundMasks::start(std::span<JobState* const> jobs)
{
    std::vector<JobState*> constrained;
    for (JobState* job : jobs)
        if (job->hasConstraints())
            constrained.push_back(job);
    if (constrained.empty())
        return;
    try {
        if (!m_thread.joinable())
            m_thread = std::thread([this] { serve(); });
    } catch (const std::system_error&) {
        return; // the machine grants no more threads; masks are made when they are asked for
    }
    const std::lock_guard lock(m_mutex);
    m_waiting.insert(m_waiting.end(), constrained.begin(), constrained.end());
    m_changed.notify_all();
}

void BackgroundMasks::wait()
{
    if (!m_thread.joinable())
        return;
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_waiting.empty() && !m_isBusy; });
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
        m_isBusy = true;
        lock.unlock();
        try {
            job->prepareMask();
        } catch (const std::exception&) { // see wait()
        }
        lock.lock();
        m_isBusy = false;
        m_changed.notify_all();
    }
}

} // namespace engine
