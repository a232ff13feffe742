#pragma once

#include "kernels/cuda/quantized_products.h"
#include "kernels/cuda/segment_words.h"
#include "kernels/cuda/tensor_core.cuh"

// Products of packed rows with quantized weights. However many rows there are, and whichever kernel
// multiplies them, the terms of a sum are added in one order:
//
//   1. The 32 products of a segment are added exactly, as integers.
//   2. Segments 2p and 2p + 1 are pair p. The pairs p, p + 16, p + 32, … are added one after the other,
//      which makes sixteen sums, one per p % 16.
//   3. The sixteen sums are added as a binary tree: neighbors first, then neighbors of these.
//
// So the numbers of a token do not depend on the other rows of the call.

namespace kernels::cuda {

/// The numbers of a segment of activations that a sum needs in addition to the bytes.
struct SegmentNumbers {
    float scale;
    float sum; ///< of its values
    float halves[2]; ///< the sums of its two halves; used with types that have two offsets
};

/// Types whose two halves of a segment have offsets of their own.
template <typename Block>
constexpr bool needsHalves = SegmentTraits<Block>::hasTwoScales&& SegmentTraits<Block>::hasOffset;

/// Adds a segment: `first` and `second` are the sums of the products of its two halves; for types with
/// one scale `first` is the sum of both. Multiplications and additions are fused explicitly, because
/// the rounding must be the same in all kernels.
template <typename Block>
__device__ __forceinline__ void addSegment(
    float& sum, const SegmentScales& weight, const SegmentNumbers& x, int first, int second)
{
    sum = fmaf(weight.scale[0] * x.scale, float(first), sum);
    if constexpr (SegmentTraits<Block>::hasTwoScales)
        sum = fmaf(weight.scale[1] * x.scale, float(second), sum);
    if constexpr (SegmentTraits<Block>::hasOffset) {
        if constexpr (SegmentTraits<Block>::hasTwoScales) {
            sum = fmaf(weight.offset[0], x.halves[0], sum);
            sum = fmaf(weight.offset[1], x.halves[1], sum);
        } else {
            sum = fmaf(weight.offset[0], x.sum, sum);
        }
    }
}

/// The part that computes a unit of work (see ProductJob::Part::firstUnit), or the first of a gate.
__device__ __forceinline__ ProductJob::Part partOfUnit(const ProductJob& job, int unit)
{
    ProductJob::Part part = job.parts[0];
#pragma unroll
    for (int i = 1; i < ProductJob::maxParts; ++i)
        if (job.finish != Finish::Gate && i < job.partCount && unit >= job.parts[i].firstUnit)
            part = job.parts[i];
    return part;
}

constexpr int segmentsPerChunk = 32;

template <typename Block>
constexpr int chunkBytes
    = segmentsPerChunk / segmentsPerBlock<Block>* int(sizeof(Block)); ///< of a row

constexpr int tileWarps = 16; // per block of multiplyTilesKernel
constexpr int unitRows = 16; // rows of weights that the tensor cores multiply at once
constexpr int maxPassUnits = 4; // units that a block multiplies at once

/// How multiplyTilesKernel reads quantized weights: the rows of a pass, which are up to four units
/// of sixteen rows, a chunk of 1,024 columns at a time, are copied into a ring of slots in shared
/// memory while earlier chunks are multiplied. The ring continues from the last chunk of a pass to
/// the first one of the next pass. Layout of a slot:
///
///     row r    at r / 8 · groupStride + r % 8 · rowStride + shift: rows start wherever their blocks
///              do, so a row is copied from the multiple of 16 bytes that is `shift` bytes before it
///     shifts   an int per row, for types whose rows are not all aligned to 16 bytes
///
/// Eight neighboring rows start in different banks (their distance is an odd number of 16 bytes), and
/// so do rows r, r + 8, r + 16 and r + 24 (16 bytes are added after eight rows).
template <typename Block>
class WeightStages {
public:
    static constexpr bool isAligned = blockAlignment<Block> == 16;
    static constexpr int copiesPerRow = ((chunkBytes<Block> + (isAligned ? 0 : 15) + 15) / 16) | 1;
    static constexpr int rowStride = copiesPerRow * 16;
    static constexpr int groupStride = 8 * rowStride + 16; // of eight rows

    static constexpr int slotBytes(int passUnits)
    {
        return passUnits * (2 * groupStride + (isAligned ? 0 : unitRows * int(sizeof(int))));
    }

    /// For the units from `first` to before `end`, `passUnits` at a time.
    __device__ WeightStages(
        const ProductJob& job, uint8_t* memory, int slots, int passUnits, int first, int end)
        : m_job(job)
        , m_memory(memory)
        , m_slotBytes(slotBytes(passUnits))
        , m_ringBytes(slots * m_slotBytes)
        , m_passUnits(passUnits)
        , m_unit(first)
        , m_end(end)
    {
        enterPass();
    }

    /// Starts to copy the next chunk into the slot after the one that was filled last.
    __device__ __forceinline__ void fetch()
    {
        copy(m_memory + m_filled);
        m_filled = m_filled + m_slotBytes == m_ringBytes ? 0 : m_filled + m_slotBytes;
        m_from += chunkBytes<Block>;
        m_left -= chunkBytes<Block>;
        if (m_left <= 0) {
            m_unit += m_passUnits;
            enterPass();
        }
    }

    /// Row 8 · group + g of the pass in the oldest chunk; its first segment is segment 0.
    __device__ __forceinline__ const Block* row(int group, int g) const
    {
        const uint8_t* slot = m_memory + m_front;
        int offset = group * groupStride + g * rowStride;
        if constexpr (!isAligned)
            offset += reinterpret_cast<const int*>(
                slot + m_passUnits * 2 * groupStride)[8 * group + g];
        return reinterpret_cast<const Block*>(
            __builtin_assume_aligned(slot + offset, isAligned ? 16 : alignof(Block)));
    }

    /// Makes the next chunk the oldest one.
    __device__ void pop()
    {
        m_front = m_front + m_slotBytes == m_ringBytes ? 0 : m_front + m_slotBytes;
    }

private:
    // Warp w copies the rows 4w … 4w + 3 of a pass, eight lanes each.
    static __device__ int ownRow() { return int(threadIdx.x) / 8; }

    __device__ __forceinline__ void enterPass()
    {
        const int unit = m_unit + ownRow() / unitRows, row = ownRow() % unitRows;
        m_left = int(m_job.rowBytes);
        m_slack = -1;
        if (ownRow() >= m_passUnits * unitRows || unit >= m_end)
            return;
        ProductJob::Part part = partOfUnit(m_job, unit);
        int output = (unit - part.firstUnit) * unitRows + row;
        if (m_job.finish == Finish::Gate) { // eight rows of either matrix
            output = unit * (unitRows / 2) + row % 8;
            part.weight = row < 8 ? part.weight : m_job.parts[1].weight;
        }
        if (output >= part.outputs)
            return;
        m_slack = output + 1 == part.outputs ? 0 : 15;
        m_from = part.weight + int64_t(output) * m_job.rowBytes + threadIdx.x % 8 * 16;
    }

    __device__ __forceinline__ void copy(uint8_t* slot)
    {
        const int row = ownRow(), lane = threadIdx.x % 8;
        if (row >= m_passUnits * unitRows)
            return;
        const bool exists = m_slack >= 0;
        const int shift = isAligned || !exists ? 0 : int(uintptr_t(m_from) % 16);
        if constexpr (!isAligned)
            if (lane == 0)
                reinterpret_cast<int*>(slot + m_passUnits * 2 * groupStride)[row] = shift;
        if (!exists)
            return;
        const uint8_t* from = m_from - shift;
        uint8_t* to = slot + row * rowStride + row / 8 * 16 + lane * 16;
        const SharedAddress address = sharedAddress(to);
        const int needed = shift + min(m_left, chunkBytes<Block>) - lane * 16;
        const int allowed = shift + m_left + m_slack - lane * 16; // to the end of the matrix
#pragma unroll
        for (int offset = 0; offset < rowStride; offset += 128)
            if (offset < needed && (isAligned || offset + 16 <= allowed))
                copyAsync(address + offset, from + offset);
        if (!isAligned && m_slack == 0)
            for (int offset = 0; offset < needed; offset += 128)
                if (offset + 16 > allowed)
                    for (int i = offset; i < allowed; ++i)
                        to[i] = from[i];
    }

    const ProductJob& m_job;
    uint8_t* m_memory;
    int m_slotBytes, m_ringBytes, m_passUnits;
    int m_front = 0, m_filled = 0; // offsets of slots: the oldest chunk, the next one to be fetched
    int m_unit, m_end; // the first unit of the pass that is being fetched
    const uint8_t* m_from = nullptr; // source of this lane's first copy of its row
    int m_left = 0; // bytes from the start of the chunk to the end of the row
    /// The number of bytes behind the end of the row that may be read, at most 15; −1 if there is
    /// no row to copy.
    int m_slack = -1;
};

constexpr int tileTokens = ActivationTile::rows; // columns of a product of the tensor cores
constexpr int tileThreads = tileWarps * 32;

/// How multiplyTilesKernel reads packed activations: a chunk of 1,024 columns of all tokens of the
/// block at a time, into a ring of slots in shared memory. Every pass over the weights reads all
/// chunks again. The layout of a slot is [tile of tokens][segment], each an ActivationTile; the part of
/// a tile of tokens in a slot is contiguous in global memory as well.
template <int tiles>
class ActivationStages {
public:
    static constexpr int tileBytes = segmentsPerChunk * int(sizeof(ActivationTile));
    static constexpr int slotBytes = tiles * tileBytes;
    static constexpr int ringBytes = 2 * slotBytes; // one slot is read while the other is filled

    /// For `tokens` tokens from `firstToken` on; `steps` chunks are read, those of a row in turn.
    __device__ ActivationStages(
        const ProductJob& job, uint8_t* memory, int firstToken, int tokens, int steps)
        : m_memory(memory)
        , m_from(reinterpret_cast<const uint8_t*>(&job.x.tile(firstToken, 0)) + threadIdx.x * 16)
        , m_rowBytes(job.x.segments * int(sizeof(ActivationTile)))
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
