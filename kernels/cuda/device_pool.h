#pragma once

#include "kernels/backend.h"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace kernels::cuda {

/// The memory of a card as one backend takes it: from CUDA's own pool, in the order of a stream,
/// and never more than a limit. Belongs to the backend's thread.
class DevicePool {
public:
    /// `stream` is one of `device` and must outlive the pool's last release.
    DevicePool(int device, cudaStream_t stream);
    ~DevicePool(); ///< an unloaded model leaves nothing behind
    DevicePool(const DevicePool&) = delete;
    DevicePool& operator=(const DevicePool&) = delete;

    /// Contents undefined, aligned to 256 bytes. Throws Error{OutOfMemory} with the numbers.
    void* take(int64_t bytes);

    /// `bytes` as they were taken. Throws nothing, for it is called while things are taken down,
    /// also after an error of the card.
    void give(void* memory, int64_t bytes);

    void limit(int64_t bytes) { m_limit = bytes; } ///< 0: none
    DeviceMemory memory() const;

private:
    void* takeFromPool(int64_t bytes);

    int m_device;
    cudaStream_t m_stream;
    cudaMemPool_t m_pool = nullptr;
    int64_t m_limit = 0, m_used = 0;
};

} // namespace kernels::cuda
