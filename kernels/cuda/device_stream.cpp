#include "kernels/cuda/device_stream.h"

#include "kernels/cuda/cuda_error.h"

#include <limits>

namespace kernels::cuda {

DeviceStream::DeviceStream(int device)
    : m_device(device)
{
    check(cudaSetDevice(device), "choosing the device");
    check(cudaGetDeviceProperties(&m_properties, device), "reading the device's properties");
    check(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), "making a stream");
    cudaMemPool_t pool = nullptr;
    check(cudaDeviceGetDefaultMemPool(&pool, device), "reading the memory pool");
    uint64_t keepAll = std::numeric_limits<uint64_t>::max(); // giving back and asking again is slow
    check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keepAll),
        "setting up the memory pool");
}

DeviceStream::~DeviceStream()
{
    cudaSetDevice(m_device);
    for (const Buffer& buffer : m_buffers)
        if (buffer.memory)
            cudaFreeAsync(buffer.memory, m_stream);
    cudaStreamSynchronize(m_stream);
    cudaStreamDestroy(m_stream);
    cudaMemPool_t pool = nullptr;
    if (cudaDeviceGetDefaultMemPool(&pool, m_device) == cudaSuccess)
        cudaMemPoolTrimTo(pool, 0); // an unloaded model leaves nothing behind
}

cudaStream_t DeviceStream::get() const
{
    check(cudaSetDevice(m_device), "choosing the device");
    return m_stream;
}

void* DeviceStream::scratch(Scratch use, int64_t bytes)
{
    Buffer& buffer = m_buffers[size_t(use)];
    if (buffer.bytes >= bytes)
        return buffer.memory;
    const cudaStream_t stream = get();
    if (buffer.memory)
        check(cudaFreeAsync(buffer.memory, stream), "giving back scratch memory");
    buffer = {};
    check(cudaMallocAsync(&buffer.memory, size_t(bytes), stream), "scratch memory");
    buffer.bytes = bytes;
    return buffer.memory;
}

} // namespace kernels::cuda
