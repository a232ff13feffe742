#pragma once

#include "kernels/cuda/product_sums.cuh"
#include "kernels/cuda/tensor_core.cuh"
#include "kernels/cuda/weight_stages.cuh"

namespace kernels::cuda {

constexpr int tileTokens = ActivationTile::rows; // columns of a product of the tensor cores
constexpr int tileThreads = tileWarps * 32;

/// How multiplyTilesKernel reads packed activations: a chunk of 1,024 columns of all tokens of the
/// block at a time, into a ring of slots in shared memory. Every pass over the weights reads all
/// chunks again. The layout of a slot is [tile of tokens][run], each an ActivationTile; the part of
/// a tile of tokens in a slot is contiguous in global memory as well.
template <int tiles>
class ActivationStages {
public:
    static constexpr int tileBytes = runsPerChunk * int(sizeof(ActivationTile));
    static constexpr int slotBytes = tiles * tileBytes;
    static constexpr int ringBytes = 2 * slotBytes; // one slot is read while the other is filled

    /// For `tokens` tokens from `firstToken` on; `steps` chunks are read, those of a row in turn.
    __device__ ActivationStages(
        const ProductJob& job, uint8_t* memory, int firstToken, int tokens, int steps)
        : m_memory(memory)
        , m_from(reinterpret_cast<const uint8_t*>(&job.x.tile(firstToken, 0)) + threadIdx.x * 16)
        , m_rowBytes(job.x.runs * int(sizeof(ActivationTile)))
        , m_tiles((tokens + tileTokens - 1) / tileTokens)
        , m_steps(steps)
    {
    }

    /// Starts to copy the next chunk into the slot after the one that was filled last.
    __device__ __forceinline__ void fetch()
    {
        const SharedAddress to = sharedAddress(m_memory + m_filled) + threadIdx.x * 16;
        forOwnCopies([&](int k, const uint8_t* from) { copyAsync(to + k * roundBytes, from); });
        advance();
    }

    /// Does the same, but the chunk is complete when all threads have returned and passed a
    /// barrier.
    __device__ void fetchNow()
    {
        uint4 values[rounds];
        forOwnCopies(
            [&](int k, const uint8_t* from) { values[k] = *reinterpret_cast<const uint4*>(from); });
        uint8_t* to = m_memory + m_filled + threadIdx.x * 16;
        forOwnCopies([&](int k, const uint8_t*) {
            *reinterpret_cast<uint4*>(to + k * roundBytes) = values[k];
        });
        advance();
    }

    /// The oldest chunk.
    __device__ uint8_t* front() const { return m_memory + m_front; }

    /// Makes the next chunk the oldest one.
    __device__ void pop() { m_front = slotBytes - m_front; }

private:
    // In a round, every thread copies 16 bytes; three rounds copy two tiles.
    static constexpr int roundBytes = tileThreads * 16;
    static constexpr int rounds = (slotBytes + roundBytes - 1) / roundBytes;
    static_assert(2 * tileBytes == 3 * roundBytes);

    // Calls work(round, from) for each of this thread's copies of the next chunk, if there is one.
    template <typename Work>
    __device__ __forceinline__ void forOwnCopies(Work work)
    {
        if (m_steps <= 0)
            return;
        const int own = int(threadIdx.x) * 16;
        const int left = m_rowBytes - m_offset; // of a tile; the next tile begins behind it
#pragma unroll
        for (int k = 0; k < rounds; ++k) {
            // The middle one of three rounds ends the first tile and begins the second one.
            const bool isSecond = k % 3 == 2 || (k % 3 == 1 && own >= roundBytes / 2);
            const int tile = k / 3 * 2 + (isSecond ? 1 : 0);
            const int start = k % 3 * roundBytes - (isSecond ? tileBytes : 0); // less than a tile
            if (tile < m_tiles && start + own < left)
                work(k, m_from + (m_offset + tile * m_rowBytes + start));
        }
    }

    __device__ __forceinline__ void advance()
    {
        --m_steps;
        m_filled = slotBytes - m_filled;
        m_offset = m_offset + tileBytes >= m_rowBytes ? 0 : m_offset + tileBytes;
    }

    uint8_t* m_memory;
    int m_front = 0, m_filled = 0; // offsets of slots: the oldest chunk, the next one to be fetched
    const uint8_t* m_from; // source of this thread's first copy
    int m_rowBytes; // bytes of a tile of tokens
    int m_offset = 0; // offset of the next chunk
    int m_tiles, m_steps; // the numbers of tiles and steps
};

} // namespace kernels::cuda
