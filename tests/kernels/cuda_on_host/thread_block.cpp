#include "tests/kernels/cuda_on_host/thread_block.h"

#include "base/error.h"
#include "tests/kernels/cuda_on_host/gpu.h"
#include "tests/kernels/cuda_on_host/include/cuda_runtime.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <sys/mman.h>

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace cuda_on_host {

namespace {

constexpr size_t page = 4096;
constexpr size_t stackBytes = 64 << 10;

// Allocates `count` times `bytes` bytes, each followed by a page that cannot be touched.
std::byte* fencedMemory(size_t bytes, size_t count)
{
    void* memory = mmap(nullptr, count * (bytes + page), PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(memory != MAP_FAILED);
    auto* begin = static_cast<std::byte*>(memory);
    for (size_t i = 0; i < count; ++i)
        CHECK(mprotect(begin + i * (bytes + page) + bytes, page, PROT_NONE) == 0);
    return begin;
}

std::string inBrackets(const uint3& index)
{
    return "(" + std::to_string(index.x) + ", " + std::to_string(index.y) + ", "
        + std::to_string(index.z) + ")";
}

// Mostly the same address, so the texts need not be compared.
bool isSame(const char* a, const char* b)
{
    return a == b || std::string_view(a) == b;
}

bool isSame(const Position& a, const Position& b)
{
    return std::memcmp(&a, &b, sizeof a) == 0
        || (a.line() == b.line() && a.column() == b.column()
            && isSame(a.file_name(), b.file_name()));
}

std::string nameOf(const char* what, const Position& position)
{
    const std::string_view file = position.file_name();
    return std::string(what) + " in " + std::string(file.substr(file.rfind('/') + 1)) + ":"
        + std::to_string(position.line());
}

constexpr const char* blockBarrier = "__syncthreads()";

} // namespace

ThreadBlock& threadBlock()
{
    static ThreadBlock block;
    return block;
}

// One stack more than there are threads: the page behind it is below the first one that is used,
// for stacks grow downwards.
ThreadBlock::ThreadBlock()
    : m_stacks(fencedMemory(stackBytes, maxThreads + 1) + stackBytes + page)
    , m_sharedEnd(fencedMemory(mostSharedBytes, 1) + mostSharedBytes)
    , m_threads(maxThreads)
{
}

ThreadBlock::~ThreadBlock()
{
    munmap(m_stacks - stackBytes - page, (maxThreads + 1) * (stackBytes + page));
    munmap(m_sharedEnd - mostSharedBytes, mostSharedBytes + page);
}

Failure ThreadBlock::run(const Launch& launch, const Order& order)
{
    m_launch = &launch;
    m_runner = pthread_self();
    m_order = order;
    m_random = order.seed;
    m_failure = {};
    m_hasWaitedForPredecessor = false;
    gridDim = launch.blocks;
    blockDim = launch.threads;
    m_shared = m_sharedEnd - (launch.sharedBytes + 15) / 16 * 16;
    const uint32_t blocks = gridDim.x * gridDim.y * gridDim.z;
    const Turns turns(order.kind, blocks, m_random);
    for (uint32_t turn = 0; turn < blocks && m_failure.error == 0; ++turn) {
        const uint32_t block = turns[turn];
        blockIdx
            = {block % gridDim.x, block / gridDim.x % gridDim.y, block / gridDim.x / gridDim.y};
        runBlock();
    }
    if (m_failure.error == 0 && launch.mayOverlap && !m_hasWaitedForPredecessor)
        m_failure = {cudaErrorLaunchFailure,
            "it was launched to start while its predecessor ends, and no thread waits for that"};
    m_launch = nullptr;
    return m_failure;
}

void ThreadBlock::runBlock()
{
    std::memset(m_shared, 0xff, size_t(m_sharedEnd - m_shared)); // no numbers
    ++m_serial;
    prepareThreads();
    m_current = &m_threads[m_ready.takeFront()];
    threadIdx = m_current->index;
    switchFiber(&m_caller, &m_current->fiber);
    m_current = nullptr;
}

void ThreadBlock::prepareThreads()
{
    m_left = blockDim.x * blockDim.y * blockDim.z;
    m_atBarrier = 0;
    m_ready.clear();
    m_living.fill(0);
    m_meeting.fill(0);
    const Turns turns(m_order.kind, m_left, m_random);
    for (uint32_t number = 0; number < m_left; ++number) {
        Thread& thread = m_threads[number];
        thread.number = number;
        thread.index = {number % blockDim.x, number / blockDim.x % blockDim.y,
            number / blockDim.x / blockDim.y};
        thread.state = Thread::State::CanRun;
        m_living[number / 32] |= 1u << number % 32;
        // Stacks begin at different offsets of a page, or they would share a few cache lines.
        const size_t end = (number + 1) * (stackBytes + page) - page - number * 7 % 32 * 128;
        prepare(thread.fiber, m_stacks + end, enterThread);
        m_ready.pushBack(turns[number]);
    }
}

void ThreadBlock::enterThread()
{
    threadBlock().m_launch->body();
    threadBlock().endThread();
}

void ThreadBlock::endThread()
{
    Thread& ended = *m_current;
    ended.state = Thread::State::Ended;
    m_living[ended.number / 32] &= ~(1u << ended.number % 32);
    if (--m_left == 0)
        switchFiber(&ended.fiber, &m_caller);
    releaseBlockIfComplete();
    hand(ended);
}

// Goes on with the next thread that can run.
void ThreadBlock::hand(Thread& waiting)
{
    if (m_ready.isEmpty())
        fail(cudaErrorLaunchTimeout, "threads wait for each other: " + describeWaiting());
    m_current = &m_threads[m_ready.takeFront()];
    if (m_current == &waiting)
        return;
    threadIdx = m_current->index;
    switchFiber(&waiting.fiber, &m_current->fiber);
}

void ThreadBlock::meet(
    uint32_t lanes, void* operands, Collective work, const char* what, const Position& position)
{
    Thread& self = *m_current;
    const uint32_t warp = self.number / 32, lane = self.number % 32;
    if (!(lanes >> lane & 1))
        fail(cudaErrorLaunchFailure,
            nameOf(what, position) + ": a lane calls it that its mask does not name");
    if (const uint32_t ended = lanes & ~m_living[warp])
        fail(cudaErrorLaunchFailure,
            nameOf(what, position) + ": its mask names lane "
                + std::to_string(std::countr_zero(ended)) + ", which has ended or never was");
    self.state = Thread::State::WaitsForLanes;
    self.lanes = lanes;
    self.what = what;
    self.position = position;
    m_operands[self.number] = operands;
    m_meeting[warp] |= 1u << lane;
    if ((m_meeting[warp] & lanes) == lanes) {
        checkMeeting(warp, lanes, what, position);
        work(m_operands.data() + warp * 32, lanes);
        releaseLanes(warp, lanes);
    }
    hand(self);
}

void ThreadBlock::checkMeeting(
    uint32_t warp, uint32_t lanes, const char* what, const Position& position)
{
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const Thread& thread = m_threads[warp * 32 + uint32_t(std::countr_zero(rest))];
        if (thread.lanes != lanes || !isSame(thread.position, position)
            || !isSame(thread.what, what))
            fail(cudaErrorLaunchFailure,
                "lanes of a warp met at different places: " + nameOf(what, position) + " and "
                    + nameOf(thread.what, thread.position));
    }
}

void ThreadBlock::releaseLanes(uint32_t warp, uint32_t lanes)
{
    std::array<uint32_t, 32> numbers;
    uint32_t count = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        numbers[count++] = warp * 32 + uint32_t(std::countr_zero(rest));
    m_meeting[warp] &= ~lanes;
    const Turns turns(m_order.kind, count, m_random);
    const bool isFirst = m_order.kind != Order::Kind::Shuffled || Turns::next(m_random) % 2 == 0;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t number = numbers[turns[isFirst ? count - 1 - i : i]];
        m_threads[number].state = Thread::State::CanRun;
        if (isFirst)
            m_ready.pushFront(number);
        else
            m_ready.pushBack(number);
    }
}

void ThreadBlock::meetBlock(const Position& position)
{
    Thread& self = *m_current;
    self.state = Thread::State::WaitsForBlock;
    self.what = blockBarrier;
    self.position = position;
    ++m_atBarrier;
    releaseBlockIfComplete();
    hand(self);
}

void ThreadBlock::releaseBlockIfComplete()
{
    if (m_atBarrier == 0 || m_atBarrier < m_left)
        return;
    const uint32_t threads = blockDim.x * blockDim.y * blockDim.z;
    const Thread* first = nullptr;
    const Turns turns(m_order.kind, threads, m_random);
    for (uint32_t turn = 0; turn < threads; ++turn) {
        Thread& thread = m_threads[turns[turn]];
        if (thread.state != Thread::State::WaitsForBlock)
            continue;
        first = first ? first : &thread;
        if (!isSame(thread.position, first->position))
            fail(cudaErrorLaunchFailure,
                "threads of a block met at different barriers: "
                    + nameOf(first->what, first->position) + " and "
                    + nameOf(thread.what, thread.position));
        thread.state = Thread::State::CanRun;
        m_ready.pushBack(thread.number);
    }
    m_atBarrier = 0;
}

void ThreadBlock::fail(int error, const std::string& sentence)
{
    m_failure = {error, describeCurrent() + ": " + sentence};
    Fiber given; // nobody continues with it
    switchFiber(&given, &m_caller);
    __builtin_unreachable();
}

std::string ThreadBlock::describeCurrent() const
{
    return "block " + inBrackets(blockIdx) + ", thread " + inBrackets(m_current->index);
}

// The first thread at each location where some wait.
std::string ThreadBlock::describeWaiting() const
{
    std::vector<const Thread*> named;
    std::string text;
    const uint32_t threads = blockDim.x * blockDim.y * blockDim.z;
    for (uint32_t number = 0; number < threads; ++number) {
        const Thread& thread = m_threads[number];
        const bool isNamed = std::any_of(named.begin(), named.end(),
            [&](const Thread* other) { return isSame(other->position, thread.position); });
        if (isNamed || thread.state == Thread::State::Ended)
            continue;
        named.push_back(&thread);
        text += (text.empty() ? "thread " : ", thread ") + inBrackets(thread.index) + " at "
            + nameOf(thread.what, thread.position);
    }
    return text;
}

void meet(
    uint32_t lanes, void* operands, Collective work, const char* what, const Position& position)
{
    threadBlock().meet(lanes, operands, work, what, position);
}

void meetBlock(const Position& position)
{
    threadBlock().meetBlock(position);
}

int ownLane()
{
    return threadBlock().ownLane();
}

uint32_t livingLanes()
{
    return threadBlock().livingLanes();
}

void* dynamicShared()
{
    return threadBlock().dynamicShared();
}

void noteWaitForPredecessor()
{
    if (Machine::get().settings.compiledFor >= 90)
        threadBlock().noteWaitForPredecessor();
}

void failLaunch(int error, const std::string& sentence)
{
    threadBlock().fail(error, sentence);
}

} // namespace cuda_on_host
