#pragma once

#include <functional>
#include <memory>
#include <thread>

namespace runtime {

/// The thread on which the loop of a LocalEngine runs.
class LoopThread {
public:
    virtual ~LoopThread() = default; ///< waits until the loop has returned
    virtual void run(std::function<void()> loop) = 0; ///< may be called once
};

/// A thread of the standard library.
class StandardThread : public LoopThread {
public:
    void run(std::function<void()> loop) override { m_thread = std::jthread(std::move(loop)); }

private:
    std::jthread m_thread;
};

} // namespace runtime
