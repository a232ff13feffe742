#include "base/serial_worker.h"

#include "base/log.h"

#include <exception>
#include <pthread.h>
#include <utility>

namespace base {

SerialWorker::SerialWorker(std::string name)
    : m_name(std::move(name))
{
}

SerialWorker::~SerialWorker()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

void SerialWorker::post(Task task)
{
    {
        const std::lock_guard lock(m_mutex);
        m_tasks.push_back(std::move(task));
        if (!m_thread.joinable())
            m_thread = std::thread([this] { loop(); });
    }
    m_changed.notify_all();
}

void SerialWorker::cancel()
{
    std::deque<Task> dropped; // destroyed without the lock: tasks may own anything
    {
        const std::lock_guard lock(m_mutex);
        dropped.swap(m_tasks);
    }
    m_changed.notify_all();
}

void SerialWorker::wait()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_tasks.empty() && !m_isBusy; });
}

void SerialWorker::loop()
{
    if (!m_name.empty())
        pthread_setname_np(pthread_self(), m_name.substr(0, 15).c_str());
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_isEnding || !m_tasks.empty(); });
        if (m_tasks.empty())
            return;
        Task task = std::move(m_tasks.front());
        m_tasks.pop_front();
        m_isBusy = true;
        lock.unlock();
        try {
            task();
        } catch (const std::exception& error) {
            log(LogLevel::Warning, std::string("A background task failed: ") + error.what());
        }
        task = {};
        lock.lock();
        m_isBusy = false;
        m_changed.notify_all();
    }
}

} // namespace base
