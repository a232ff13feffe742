#include "kernels/cuda/cuda_backend.h"

#include "base/error.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/step_graph.h"

namespace kernels::cuda {

CudaBackend::CudaBackend(int device)
    : m_stream(device)
    , m_ops(m_stream)
{
}

std::string CudaBackend::name() const
{
    return "cuda:" + std::to_string(m_stream.device());
}

std::string CudaBackend::description() const
{
    const cudaDeviceProp& properties = m_stream.properties();
    return std::string(properties.name) + ", CUDA " + std::to_string(properties.major) + "."
        + std::to_string(properties.minor);
}

void* CudaBackend::allocate(int64_t bytes)
{
    m_stream.get();
    return m_stream.pool().take(bytes);
}

void CudaBackend::release(void* memory, int64_t bytes)
{
    m_stream.release(memory, bytes);
}

void CudaBackend::upload(TensorView onDevice, const void* onHost)
{
    m_stream.get();
    m_stream.ring().upload(onDevice.bytes, onHost, onDevice.sizeInBytes());
}

void CudaBackend::download(void* onHost, TensorView onDevice)
{
    m_stream.get();
    m_stream.ring().download(onHost, onDevice.bytes, onDevice.sizeInBytes());
}

void CudaBackend::copy(TensorView to, TensorView from)
{
    CHECK(to.sameShape(from) && to.dtype == from.dtype);
    check(cudaMemcpyAsync(to.bytes, from.bytes, size_t(to.sizeInBytes()), cudaMemcpyDeviceToDevice,
              m_stream.get()),
        "copying on the device");
}

void CudaBackend::synchronize()
{
    check(cudaStreamSynchronize(m_stream.get()), "computing");
}

std::unique_ptr<Recording> CudaBackend::record(const std::function<void()>& step)
{
    return StepGraph::record(m_stream, step);
}

DeviceMemory CudaBackend::memory() const
{
    m_stream.get();
    return m_stream.pool().memory();
}

} // namespace kernels::cuda
