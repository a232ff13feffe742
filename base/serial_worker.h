#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <string>
#include <thread>

namespace base {

/// Runs tasks one after the other in the order in which they were posted. They run on one thread, which
/// starts with the first task and stays the same. Any thread may call the functions.
class SerialWorker {
public:
    using Task = std::function<void()>;

    /// `name` is the thread's name in a debugger; 15 bytes of it are shown.
    explicit SerialWorker(std::string name = {});
    ~SerialWorker(); ///< runs everything that was posted, then joins the thread
    SerialWorker(const SerialWorker&) = delete;
    SerialWorker& operator=(const SerialWorker&) = delete;

    /// Returns at once. If the task throws, the error is written to the log and the next task runs.
    void post(Task task);

    /// Drops the tasks that have not started.
    void cancel();

    /// Returns when the thread has nothing to do. Must not be called by a task.
    void wait();

    /// Runs `call` as a task and returns its result or throws its exception. Must not be called by a
    /// task, nor be canceled.
    template <typename Call>
    auto run(Call call) -> decltype(call())
    {
        std::packaged_task<decltype(call())()> task(std::move(call));
        auto result = task.get_future();
        post([&task] { task(); });
        return result.get();
    }

private:
    void loop();

    const std::string m_name;
    std::mutex m_mutex; // protects the following
    std::condition_variable m_changed;
    std::deque<Task> m_tasks;
    bool m_isBusy = false; // a task is running
    bool m_isEnding = false;
    std::thread m_thread;
};

} // namespace base
