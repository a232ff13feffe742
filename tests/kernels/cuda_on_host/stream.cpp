#include "tests/kernels/cuda_on_host/stream.h"

#include <algorithm>
#include <utility>

void CUstream_st::add(cuda_on_host::Task task)
{
    if (m_captured)
        m_captured->push_back(std::move(task));
    else
        m_tasks.push_back(std::move(task));
}

// A task may wait for another stream, and that one's tasks for a third.
void CUstream_st::finish(uint64_t count)
{
    gpu().work([&] {
        while (m_done < count && !m_tasks.empty()) {
            const cuda_on_host::Task task = std::move(m_tasks.front());
            m_tasks.pop_front();
            ++m_done;
            if (gpu().lasting() == cudaSuccess)
                task.work();
        }
    });
    if (gpu().lasting() != cudaSuccess)
        m_done += std::exchange(m_tasks, {}).size();
}

void CUstream_st::beginCapture(cudaStreamCaptureMode mode)
{
    m_captured = std::make_unique<cuda_on_host::Tasks>();
    m_captureMode = mode;
    m_isInvalidated = false;
}

std::unique_ptr<cuda_on_host::Tasks> CUstream_st::endCapture()
{
    auto captured = std::move(m_captured);
    return m_isInvalidated ? nullptr : std::move(captured);
}

namespace cuda_on_host {

namespace {

thread_local cudaError_t lastError = cudaSuccess;

cudaError_t noted(cudaError_t error)
{
    if (error != cudaSuccess)
        lastError = error;
    return error;
}

} // namespace

Streams& Streams::get()
{
    static Streams streams;
    return streams;
}

CUstream_st* Streams::create(int device, bool isBlocking)
{
    m_streams.push_back(std::make_unique<CUstream_st>(device, isBlocking));
    return m_streams.back().get();
}

void Streams::destroy(CUstream_st* stream)
{
    stream->finish();
    std::erase_if(m_streams, [&](const auto& other) { return other.get() == stream; });
}

CUstream_st* Streams::find(cudaStream_t stream)
{
    if (!stream) {
        for (int device = int(m_defaults.size()); device <= chosenDevice(); ++device)
            m_defaults.push_back(std::make_unique<CUstream_st>(device, true));
        return m_defaults[size_t(chosenDevice())].get();
    }
    const auto found = std::find_if(m_streams.begin(), m_streams.end(),
        [&](const auto& other) { return other.get() == stream; });
    return found == m_streams.end() ? nullptr : found->get();
}

void Streams::finishAll(int device)
{
    for (const auto& stream : m_streams)
        if (stream->device == device)
            stream->finish();
}

void Streams::finishBlocking(int device)
{
    for (const auto& stream : m_streams)
        if (stream->device == device && stream->isBlocking)
            stream->finish();
}

bool Streams::forbids()
{
    bool isForbidden = false;
    for (const auto& stream : m_streams)
        if (stream->isCapturing() && stream->captureMode() != cudaStreamCaptureModeRelaxed) {
            stream->invalidateCapture();
            isForbidden = true;
        }
    return isForbidden;
}

cudaError_t call(const std::function<cudaError_t()>& work)
{
    const std::lock_guard lock(Machine::get().lock);
    if (Machine::get().gpus.empty())
        return noted(cudaErrorNoDevice);
    const cudaError_t before = chosenGpu().lasting();
    if (before != cudaSuccess)
        return noted(before);
    const cudaError_t result = work();
    return noted(result != cudaSuccess ? result : chosenGpu().lasting());
}

cudaError_t callInStream(cudaStream_t stream, const std::function<cudaError_t(CUstream_st&)>& work)
{
    return call([&] {
        CUstream_st* found = Streams::get().find(stream);
        if (!found)
            return cudaErrorInvalidResourceHandle;
        const cudaError_t lasting = found->gpu().lasting();
        return lasting != cudaSuccess ? lasting : work(*found);
    });
}

void put(CUstream_st& stream, Task task)
{
    const bool isDefault = Streams::get().find(nullptr) == &stream;
    if (isDefault)
        Streams::get().finishBlocking(stream.device);
    stream.add(std::move(task));
    if (isDefault)
        stream.finish();
}

} // namespace cuda_on_host

using namespace cuda_on_host;

cudaError_t cudaPeekAtLastError()
{
    const std::lock_guard lock(Machine::get().lock);
    if (!Machine::get().gpus.empty() && chosenGpu().lasting() != cudaSuccess)
        return chosenGpu().lasting();
    return lastError;
}

cudaError_t cudaGetLastError()
{
    const cudaError_t error = cudaPeekAtLastError();
    lastError = cudaSuccess;
    return error;
}
