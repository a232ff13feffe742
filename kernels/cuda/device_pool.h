#pragma once

#include "kernels/backend.h"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace kernels::cuda {

/// Takes memory of a card for one backend: from CUDA's own pool, in the order of a stream, and
/// never more than a limit. Belongs to the backend's thread.
class DevicePool {
public:
    /// `stream` must belong to `device` and outlive the last release.
    DevicePool(int device, cudaStream_t stream);
    ~DevicePool(); ///< returns all memory, so that an unloaded model leaves nothing behind
    DevicePool(const DevicePool&) = delete;
    DevicePool& operator=(const DevicePool&) = delete;

    /// Returns memory with undefined content, aligned to 256 bytes. Throws Error{OutOfMemory} with
    /// the numbers.
    void* take(int64_t bytes);

    /// Returns memory; `bytes` must be the size that was taken. Never throws, because destructors
    /// call it, also after an error of the card.
    void give(void* memory, int64_t bytes);

    void limit(int64_t bytes) { m_limit = bytes; } ///< in bytes; 0: no limit
    DeviceMemory memory() const;

private:
    void* takeFromPool(int64_t bytes);

    int m_device;
    cudaStream_t m_stream;
    cudaMemPool_t m_pool = nullptr;
    int64_t m_limit = 0, m_used = 0;
};

} // namespace kernels::cuda
