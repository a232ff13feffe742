#pragma once

#include "tests/kernels/cuda_on_host/gpu.h"

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace cuda_on_host {

/// Something a GPU does in the order of a stream.
struct Task {
    const void* kernel = nullptr; ///< the address of its kernel; null for anything else
    std::function<void()> work;
};

using Tasks = std::vector<Task>;

} // namespace cuda_on_host

/// The operations in a stream are done when the host waits for it, not before: that is when a
/// program finds out what it should not have changed meanwhile.
struct CUstream_st {
    int device;
    bool isBlocking; ///< with regard to the default stream

    CUstream_st(int device, bool isBlocking)
        : device(device)
        , isBlocking(isBlocking)
    {
    }

    cuda_on_host::Gpu& gpu() const { return cuda_on_host::Machine::get().gpus[size_t(device)]; }

    void add(cuda_on_host::Task task);
    uint64_t added() const { return m_done + m_tasks.size(); }
    bool isDone(uint64_t count) const { return m_done >= count; }
    void finish() { finish(added()); }
    void finish(uint64_t count); ///< the first `count` tasks there ever were

    bool isCapturing() const { return m_captured != nullptr; }
    bool isInvalidated() const { return m_isInvalidated; }
    cudaStreamCaptureMode captureMode() const { return m_captureMode; }
    void beginCapture(cudaStreamCaptureMode mode);
    void invalidateCapture() { m_isInvalidated = true; }
    /// Null if something happened that cannot be captured.
    std::unique_ptr<cuda_on_host::Tasks> endCapture();

private:
    std::deque<cuda_on_host::Task> m_tasks;
    uint64_t m_done = 0;
    std::unique_ptr<cuda_on_host::Tasks> m_captured;
    cudaStreamCaptureMode m_captureMode = cudaStreamCaptureModeGlobal;
    bool m_isInvalidated = false;
};

struct CUevent_st {
    CUstream_st* stream = nullptr; ///< null: it was never recorded
    uint64_t tasksBefore = 0;
    std::chrono::steady_clock::time_point time;
};

namespace cuda_on_host {

/// The streams there are. The default stream, named by null, is one of its GPU.
class Streams {
public:
    static Streams& get();

    CUstream_st* create(int device, bool isBlocking);
    void destroy(CUstream_st* stream);
    /// Null if there is no such stream.
    CUstream_st* find(cudaStream_t stream);
    void finishAll(int device);
    /// Finishes the work of blocking streams, which must come before that of the default stream.
    void finishBlocking(int device);
    /// Invalidates every capture that forbids what the calling thread is about to do.
    bool forbids();

private:
    std::vector<std::unique_ptr<CUstream_st>> m_streams;
    std::vector<std::unique_ptr<CUstream_st>> m_defaults; // by device
};

/// Runs `work`, which returns a cudaError_t, unless the chosen GPU is lost; remembers an error for
/// cudaGetLastError().
cudaError_t call(const std::function<cudaError_t()>& work);

/// The same for something that goes into a stream.
cudaError_t callInStream(cudaStream_t stream, const std::function<cudaError_t(CUstream_st&)>& work);

/// Does it now if the stream is the default one, else when it is waited for.
void put(CUstream_st& stream, Task task);

} // namespace cuda_on_host
