#pragma once

#include "tests/kernels/cuda_on_host/device.h"
#include "tests/kernels/cuda_on_host/fiber.h"
#include "tests/kernels/cuda_on_host/include/vector_types.h"
#include "tests/kernels/cuda_on_host/order.h"

#include <array>
#include <functional>
#include <pthread.h>
#include <string>
#include <vector>

namespace cuda_on_host {

/// A kernel with its arguments, and how it is spread.
struct Launch {
    dim3 blocks, threads;
    size_t sharedBytes = 0;
    bool mayOverlap = false; ///< it starts while its predecessor ends
    const void* kernel = nullptr; ///< its address
    std::function<void()> body; ///< what one thread does
};

/// What ended a launch early.
struct Failure {
    int error = 0; ///< a cudaError_t; 0: nothing has failed
    std::string sentence;
};

/// Runs launches, one block after another, each thread of a block a fiber. A thread runs until it
/// waits for others; so a missing barrier shows as a difference between two orders. There is one,
/// for the variables threadIdx … are those of the thread that runs; it belongs to whoever holds the
/// runtime's lock.
class ThreadBlock {
public:
    ThreadBlock();
    ~ThreadBlock();
    ThreadBlock(const ThreadBlock&) = delete;
    ThreadBlock& operator=(const ThreadBlock&) = delete;

    Failure run(const Launch& launch, const Order& order);

    /// True if the calling thread of the CPU runs a kernel.
    bool isRunningHere() const { return m_current && pthread_equal(m_runner, pthread_self()); }
    uint32_t ownNumber() const { return m_current->number; } ///< of the thread in its block
    uint64_t serial() const { return m_serial; } ///< of the block, among all there ever were
    std::string describeCurrent() const; ///< "block (0, 1, 0), thread (5, 0, 0)"

    // The functions of device.h.
    void meet(uint32_t lanes, void* operands, Collective work, const char* what,
        const Position& position);
    void meetBlock(const Position& position);
    int ownLane() const { return int(m_current->number % 32); }
    uint32_t livingLanes() const { return m_living[m_current->number / 32]; }
    void* dynamicShared() const { return m_shared; }
    void noteWaitForPredecessor() { m_hasWaitedForPredecessor = true; }
    [[noreturn]] void fail(int error, const std::string& sentence);

    static constexpr uint32_t maxThreads = 1024;
    static constexpr size_t mostSharedBytes = size_t(228) << 10;

private:
    struct Thread {
        Fiber fiber;
        uint3 index;
        uint32_t number;
        enum class State : uint8_t { CanRun, WaitsForLanes, WaitsForBlock, Ended } state;
        uint32_t lanes; // it waits for
        const char* what; // it waits at
        Position position;
    };

    /// Those that can run, in the order of their turns.
    class ReadyList {
    public:
        bool isEmpty() const { return m_begin == m_end; }
        void clear() { m_begin = m_end = 0; }
        void pushBack(uint32_t thread) { m_threads[m_end++ % size] = uint16_t(thread); }
        void pushFront(uint32_t thread) { m_threads[--m_begin % size] = uint16_t(thread); }
        uint32_t takeFront() { return m_threads[m_begin++ % size]; }

    private:
        static constexpr uint32_t size = 2 * maxThreads;
        std::array<uint16_t, size> m_threads;
        uint32_t m_begin = 0, m_end = 0;
    };

    static void enterThread();
    void runBlock();
    void prepareThreads();
    void endThread();
    void hand(Thread& waiting);
    void checkMeeting(uint32_t warp, uint32_t lanes, const char* what, const Position& position);
    void releaseLanes(uint32_t warp, uint32_t lanes);
    void releaseBlockIfComplete();
    std::string describeWaiting() const;

    std::byte* m_stacks; // of all threads, with a page between them that cannot be touched
    std::byte* m_sharedEnd;
    std::byte* m_shared = nullptr;
    Fiber m_caller;
    pthread_t m_runner{};
    const Launch* m_launch = nullptr;
    Order m_order;
    uint32_t m_random = 0;
    Failure m_failure;

    std::vector<Thread> m_threads;
    std::array<uint32_t, maxThreads / 32> m_living; // lanes of each warp
    std::array<uint32_t, maxThreads / 32> m_meeting; // lanes of each warp that wait for others
    std::array<void*, maxThreads> m_operands;
    ReadyList m_ready;
    Thread* m_current = nullptr;
    uint64_t m_serial = 0;
    uint32_t m_left = 0, m_atBarrier = 0; // threads
    bool m_hasWaitedForPredecessor = false;
};

/// The one that runs kernels.
ThreadBlock& threadBlock();

} // namespace cuda_on_host
