#include "kernels/cuda/pinned_ring.h"

#include "kernels/cuda/cuda_error.h"

#include <algorithm>
#include <cstring>

namespace kernels::cuda {

PinnedRing::PinnedRing(cudaStream_t stream)
    : m_stream(stream)
{
    for (Piece& piece : m_pieces) {
        void* memory = nullptr;
        m_isPinned = m_isPinned && cudaMallocHost(&memory, size_t(pieceBytes)) == cudaSuccess;
        piece.memory = static_cast<std::byte*>(memory);
        check(cudaEventCreateWithFlags(&piece.isFree, cudaEventDisableTiming), "making an event");
    }
    cudaGetLastError(); // where there was no pinned memory
}

PinnedRing::~PinnedRing()
{
    cudaStreamSynchronize(m_stream);
    for (const Piece& piece : m_pieces) {
        if (piece.isFree)
            cudaEventDestroy(piece.isFree);
        if (piece.memory)
            cudaFreeHost(piece.memory);
    }
}

// An event that was never recorded counts as passed.
PinnedRing::Piece& PinnedRing::nextPiece()
{
    Piece& piece = m_pieces[m_next];
    m_next = (m_next + 1) % m_pieces.size();
    check(cudaEventSynchronize(piece.isFree), "copying to the device");
    return piece;
}

void PinnedRing::upload(void* onDevice, const void* onHost, int64_t bytes)
{
    const int64_t most = m_isPinned ? pieceBytes : bytes;
    for (int64_t first = 0; first < bytes; first += most) {
        const auto size = size_t(std::min(most, bytes - first));
        const std::byte* from = static_cast<const std::byte*>(onHost) + first;
        Piece* piece = m_isPinned ? &nextPiece() : nullptr;
        if (piece)
            from = static_cast<std::byte*>(std::memcpy(piece->memory, from, size));
        check(cudaMemcpyAsync(static_cast<std::byte*>(onDevice) + first, from, size,
                  cudaMemcpyHostToDevice, m_stream),
            "copying to the device");
        if (piece)
            check(cudaEventRecord(piece->isFree, m_stream), "copying to the device");
    }
}

void PinnedRing::download(void* onHost, const void* onDevice, int64_t bytes)
{
    const int64_t most = m_isPinned ? pieceBytes : bytes;
    for (int64_t first = 0; first < bytes; first += most) {
        const auto size = size_t(std::min(most, bytes - first));
        std::byte* to = static_cast<std::byte*>(onHost) + first;
        std::byte* landing = m_isPinned ? nextPiece().memory : to;
        check(cudaMemcpyAsync(landing, static_cast<const std::byte*>(onDevice) + first, size,
                  cudaMemcpyDeviceToHost, m_stream),
            "copying from the device");
        check(cudaStreamSynchronize(m_stream), "computing");
        if (landing != to)
            std::memcpy(to, landing, size);
    }
}

} // namespace kernels::cuda
