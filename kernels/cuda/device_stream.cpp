#include "kernels/cuda/device_stream.h"

#include "base/error.h"
#include "kernels/cuda/cuda_error.h"

#include <atomic>
#include <utility>

namespace kernels::cuda {

namespace {

std::atomic<int> livingStreams = 0; // in this program, on any device

} // namespace

DeviceStream::DeviceStream(int device)
    : m_device(device)
{
    check(cudaSetDevice(device), "choosing the device");
    check(cudaGetDeviceProperties(&m_properties, device), "reading the device's properties");
    check(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), "making a stream");
    try {
        m_pool.emplace(device, m_stream);
        m_ring.emplace(m_stream);
    } catch (...) { // the destructor does not run after an exception in the constructor
        cudaStreamDestroy(m_stream);
        throw;
    }
    ++livingStreams;
}

DeviceStream::~DeviceStream()
{
    cudaSetDevice(m_device);
    for (const Buffers& buffers : {m_buffers, m_recordedBuffers})
        for (const Buffer& buffer : buffers)
            m_pool->give(buffer.memory, buffer.bytes);
    for (const Buffer& buffer : m_outgrown)
        m_pool->give(buffer.memory, buffer.bytes);
    m_ring.reset();
    m_pool.reset();
    cudaStreamDestroy(m_stream);
    --livingStreams;
}

cudaStream_t DeviceStream::get() const
{
    check(cudaSetDevice(m_device), "choosing the device");
    if (m_postponed)
        std::exchange(m_postponed, nullptr)();
    ++m_uses; // after the postponed work, which must not count as the caller's
    return m_stream;
}

void DeviceStream::postpone(std::function<void()> work)
{
    get();
    m_postponed = std::move(work);
}

void DeviceStream::release(void* memory, int64_t bytes)
{
    try {
        get();
    } catch (const base::Error&) { // the device is lost, which the next operation reports
    }
    m_pool->give(memory, bytes);
}

void* DeviceStream::scratch(Scratch use, int64_t bytes)
{
    Buffers& buffers = m_mode == Mode::Running ? m_buffers : m_recordedBuffers;
    Buffer& buffer = buffers[size_t(use)];
    if (buffer.bytes < bytes)
        grow(buffer, use, bytes);
    return buffer.memory;
}

void DeviceStream::grow(Buffer& buffer, Scratch use, int64_t bytes)
{
    if (m_mode == Mode::Capturing)
        throw base::Error(
            base::ErrorKind::Unsupported, "A step needs another amount of memory each time.");
    get();
    if (buffer.bytes >= bytes)
        return; // postponed work has made it larger
    const Buffer outgrown = buffer;
    buffer = {};
    if (m_mode == Mode::Running || m_recordings == 0)
        m_pool->give(outgrown.memory, outgrown.bytes);
    else if (outgrown.memory)
        m_outgrown.push_back(outgrown);
    buffer = {m_pool->take(bytes), bytes};
    if (use == Scratch::Counters)
        check(cudaMemsetAsync(buffer.memory, 0, size_t(bytes), m_stream), "clearing counters");
}

void DeviceStream::removeRecording()
{
    if (--m_recordings > 0)
        return;
    for (const Buffer& buffer : std::exchange(m_outgrown, {}))
        release(buffer.memory, buffer.bytes);
}

DeviceStream::Preparing::Preparing(DeviceStream& stream)
    : m_stream(stream)
{
    CHECK(m_stream.m_mode == Mode::Running);
    m_stream.m_mode = Mode::Preparing;
    ++m_stream.m_uses;
}

DeviceStream::Preparing::~Preparing()
{
    m_stream.m_mode = Mode::Running;
    ++m_stream.m_uses;
}

void DeviceStream::Preparing::capture()
{
    m_stream.m_mode = Mode::Capturing;
    ++m_stream.m_uses;
}

cudaError_t DeviceStream::wake(int device)
{
    const auto ask = [device] {
        size_t free = 0, total = 0;
        const cudaError_t chosen = cudaSetDevice(device);
        return chosen == cudaSuccess ? cudaMemGetInfo(&free, &total) : chosen;
    };
    const cudaError_t answer = ask();
    if (answer == cudaSuccess || livingStreams > 0)
        return answer;
    cudaDeviceReset();
    cudaGetLastError();
    return ask();
}

namespace {

// Returns the graph of the work that `step` adds to the stream, or null. An error of the step is
// not an error of the job, because nothing is computed here.
cudaGraph_t captured(const DeviceStream& ofDevice, const std::function<void()>& step)
{
    const cudaStream_t stream = ofDevice.get();
    if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
        return nullptr;
    bool isWhole = true;
    try {
        step();
        ofDevice.get(); // runs the work that the step postponed
    } catch (...) { // the capture must end after any exception
        isWhole = false;
    }
    cudaGraph_t graph = nullptr;
    const bool hasEnded = cudaStreamEndCapture(stream, &graph) == cudaSuccess;
    if (isWhole && hasEnded)
        return graph;
    if (graph)
        cudaGraphDestroy(graph);
    return nullptr;
}

} // namespace

std::unique_ptr<StepGraph> StepGraph::record(
    DeviceStream& stream, const std::function<void()>& step)
{
    stream.get(); // runs the work that was postponed before the step
    DeviceStream::Preparing preparing(stream);
    step();
    stream.get();
    preparing.capture();
    cudaGraphExec_t executable = nullptr;
    if (cudaGraph_t graph = captured(stream, step)) {
        if (cudaGraphInstantiate(&executable, graph, 0) != cudaSuccess)
            executable = nullptr;
        cudaGraphDestroy(graph);
    }
    if (executable)
        return std::unique_ptr<StepGraph>(new StepGraph(stream, executable));
    cudaGetLastError(); // clears the error of a step that could not be recorded
    return nullptr;
}

StepGraph::~StepGraph()
{
    cudaGraphExecDestroy(m_graph);
    m_stream.removeRecording();
}

void StepGraph::replay()
{
    check(cudaGraphLaunch(m_graph, m_stream.get()), "a recorded step");
}

} // namespace kernels::cuda
