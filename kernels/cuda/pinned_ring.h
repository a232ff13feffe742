#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace kernels::cuda {

/// Copies between host and card through pinned host memory, which the card accesses by itself. The
/// processor fills one part of it while the card works on another, so that a weight file is read
/// and copied at the same time and a small upload returns at once. If there is no such memory, the
/// driver copies. Belongs to the thread of its stream.
class PinnedRing {
public:
    explicit PinnedRing(cudaStream_t stream);
    ~PinnedRing();
    PinnedRing(const PinnedRing&) = delete;
    PinnedRing& operator=(const PinnedRing&) = delete;

    /// The source may be released when this returns; the copy is made at its place in the stream.
    void upload(void* onDevice, const void* onHost, int64_t bytes);

    /// Returns when the bytes have arrived.
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
