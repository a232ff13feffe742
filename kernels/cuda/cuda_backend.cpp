#include "kernels/cuda/cuda_backend.h"

#include "kernels/cuda/cuda_error.h"
#include "kernels/error.h"

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

// The pool aligns to 256 bytes. At least one byte, for a null pointer would be nothing.
void* CudaBackend::allocate(int64_t bytes)
{
    void* memory = nullptr;
    const std::string what = std::to_string(bytes) + " bytes";
    check(cudaMallocAsync(&memory, size_t(bytes > 0 ? bytes : 1), m_stream.get()), what.c_str());
    return memory;
}

// Called while an object is taken down, also after an error: it may not throw.
void CudaBackend::release(void* memory, int64_t)
{
    cudaSetDevice(m_stream.device());
    cudaFreeAsync(memory, m_stream.get());
}

// From pageable memory the copy has been staged when the call returns, so the source may go.
void CudaBackend::upload(TensorView onDevice, const void* onHost)
{
    check(cudaMemcpyAsync(onDevice.bytes, onHost, size_t(onDevice.sizeInBytes()),
              cudaMemcpyHostToDevice, m_stream.get()),
        "copying to the device");
}

void CudaBackend::download(void* onHost, TensorView onDevice)
{
    check(cudaMemcpyAsync(onHost, onDevice.bytes, size_t(onDevice.sizeInBytes()),
              cudaMemcpyDeviceToHost, m_stream.get()),
        "copying from the device");
    synchronize();
}

void CudaBackend::copy(TensorView to, TensorView from)
{
    CHECK(to.sameShape(from) && to.dtype == from.dtype);
    check(cudaMemcpyAsync(to.bytes, from.bytes, size_t(to.sizeInBytes()),
              cudaMemcpyDeviceToDevice, m_stream.get()),
        "copying on the device");
}

void CudaBackend::synchronize()
{
    check(cudaStreamSynchronize(m_stream.get()), "computing");
}

} // namespace kernels::cuda
