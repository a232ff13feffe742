#include "kernels/cuda/device_pool.h"

#include "kernels/cuda/cuda_error.h"
#include "kernels/error.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>

namespace kernels::cuda {

namespace {

std::string megabytes(int64_t bytes)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f MB", double(bytes) / 1e6);
    return text;
}

int64_t attributeOf(cudaMemPool_t pool, cudaMemPoolAttr attribute)
{
    uint64_t bytes = 0;
    return cudaMemPoolGetAttribute(pool, attribute, &bytes) == cudaSuccess ? int64_t(bytes) : 0;
}

} // namespace

DevicePool::DevicePool(int device, cudaStream_t stream)
    : m_device(device)
    , m_stream(stream)
{
    check(cudaDeviceGetDefaultMemPool(&m_pool, device), "reading the memory pool");
    uint64_t keepAll = std::numeric_limits<uint64_t>::max(); // giving back and asking again is slow
    check(cudaMemPoolSetAttribute(m_pool, cudaMemPoolAttrReleaseThreshold, &keepAll),
        "setting up the memory pool");
}

DevicePool::~DevicePool()
{
    cudaStreamSynchronize(m_stream);
    cudaMemPoolTrimTo(m_pool, 0);
}

void* DevicePool::take(int64_t bytes)
{
    bytes = std::max<int64_t>(bytes, 1); // a null pointer would be nothing
    if (m_limit > 0 && bytes > m_limit - m_used)
        throw outOfMemory("another " + megabytes(bytes) + " on the graphics card: of the "
            + megabytes(m_limit) + " that this model may take there, " + megabytes(m_used)
            + " are in use");
    void* memory = takeFromPool(bytes);
    m_used += bytes;
    return memory;
}

// What the pool keeps in pieces too small is given back to the driver before it is asked again.
void* DevicePool::takeFromPool(int64_t bytes)
{
    void* memory = nullptr;
    cudaError_t result = cudaMallocAsync(&memory, size_t(bytes), m_stream);
    if (result == cudaErrorMemoryAllocation) {
        cudaGetLastError(); // this one leaves the device usable
        cudaStreamSynchronize(m_stream);
        cudaMemPoolTrimTo(m_pool, 0);
        result = cudaMallocAsync(&memory, size_t(bytes), m_stream);
    }
    check(result, megabytes(bytes).c_str());
    return memory;
}

void DevicePool::give(void* memory, int64_t bytes)
{
    if (!memory)
        return;
    cudaFreeAsync(memory, m_stream);
    m_used -= std::max<int64_t>(bytes, 1);
}

DeviceMemory DevicePool::memory() const
{
    size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "reading how much memory is free");
    const int64_t kept = attributeOf(m_pool, cudaMemPoolAttrReservedMemCurrent)
        - attributeOf(m_pool, cudaMemPoolAttrUsedMemCurrent);
    return {int64_t(total), int64_t(free) + kept, m_limit, m_used};
}

} // namespace kernels::cuda
