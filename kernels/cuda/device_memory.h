#pragma once

#include "kernels/backend.h"

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace kernels::cuda {

/// Allocates memory of a GPU for one backend: from CUDA's own pool, in the order of a stream, and
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
    /// call it, also after an error of the GPU.
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

/// Copies between host and GPU through pinned host memory, which the GPU accesses directly. The CPU
/// fills one part of it while the GPU works on another, so that a weight file is read and copied at
/// the same time and a small upload returns at once. If there is no such memory, the driver copies.
/// Belongs to the thread of its stream.
class PinnedRing {
public:
    explicit PinnedRing(cudaStream_t stream);
    ~PinnedRing();
    PinnedRing(const PinnedRing&) = delete;
    PinnedRing& operator=(const PinnedRing&) = delete;

    /// The source may be released when this returns; the copy is made in the order of the stream.
    void upload(void* onDevice, const void* onHost, int64_t bytes);

    /// Returns when the bytes have arrived.
    void download(void* onHost, const void* onDevice, int64_t bytes);

private:
    struct Piece {
        std::byte* memory = nullptr;
        cudaEvent_t isFree = nullptr; // recorded after the GPU's last use of the piece
    };

    Piece& nextPiece();

    static constexpr int64_t pieceBytes = 4 << 20;

    cudaStream_t m_stream;
    std::array<Piece, 3> m_pieces;
    size_t m_next = 0;
    bool m_isPinned = true; // false if there was no pinned memory
};

} // namespace kernels::cuda
