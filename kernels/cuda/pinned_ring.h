#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace kernels::cuda {

/// Copies between host and card by way of host memory that the card reads and writes by itself: the
/// processor fills one piece of it while the card works on another, so that a weight file is read
/// and carried over at the same time, and a small upload returns at once. Without such memory the
/// driver copies. Belongs to the thread of its stream.
class PinnedRing {
public:
    explicit PinnedRing(cudaStream_t stream);
    ~PinnedRing();
    PinnedRing(const PinnedRing&) = delete;
    PinnedRing& operator=(const PinnedRing&) = delete;

    /// The source may go when this returns; the copy takes its place in the stream.
    void upload(void* onDevice, const void* onHost, int64_t bytes);

    /// Returns when the bytes are there.
    void download(void* onHost, const void* onDevice, int64_t bytes);

private:
    struct Piece {
        std::byte* memory = nullptr;
        cudaEvent_t isFree = nullptr; // the card is done with it
    };

    Piece& nextPiece();

    static constexpr int64_t pieceBytes = 4 << 20;

    cudaStream_t m_stream;
    std::array<Piece, 3> m_pieces;
    size_t m_next = 0;
    bool m_isPinned = true; // else there was no such memory
};

} // namespace kernels::cuda
