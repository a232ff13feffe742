#include "kernels/cuda/device_memory.h"

#include "base/error.h"
#include "kernels/cuda/cuda_error.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
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

int64_t poolAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute)
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
    bytes = std::max<int64_t>(bytes, 1); // an empty allocation would be a null pointer
    if (m_limit > 0 && bytes > m_limit - m_used)
        throw base::outOfMemory("another " + megabytes(bytes) + " on the GPU: of the "
            + megabytes(m_limit) + " that this model may take there, " + megabytes(m_used)
            + " are in use");
    void* memory = takeFromPool(bytes);
    m_used += bytes;
    return memory;
}

// If memory is short, returns the pool's unused memory to the driver and tries again.
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
    const int64_t kept = poolAttribute(m_pool, cudaMemPoolAttrReservedMemCurrent)
        - poolAttribute(m_pool, cudaMemPoolAttrUsedMemCurrent);
    return {int64_t(total), int64_t(free) + kept, m_limit, m_used};
}

PinnedRing::PinnedRing(cudaStream_t stream)
    : m_stream(stream)
{
    for (Piece& piece : m_pieces) {
        void* memory = nullptr;
        m_isPinned = m_isPinned && cudaMallocHost(&memory, size_t(pieceBytes)) == cudaSuccess;
        piece.memory = static_cast<std::byte*>(memory);
        check(cudaEventCreateWithFlags(&piece.isFree, cudaEventDisableTiming), "making an event");
    }
    cudaGetLastError(); // clears the error if there was no pinned memory
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
    const int64_t max = m_isPinned ? pieceBytes : bytes;
    for (int64_t first = 0; first < bytes; first += max) {
        const auto size = size_t(std::min(max, bytes - first));
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
    const int64_t max = m_isPinned ? pieceBytes : bytes;
    for (int64_t first = 0; first < bytes; first += max) {
        const auto size = size_t(std::min(max, bytes - first));
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
