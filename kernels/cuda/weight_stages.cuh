#pragma once

#include "kernels/cuda/product_sums.cuh"
#include "kernels/cuda/tensor_core.cuh"

namespace kernels::cuda {

constexpr int runsPerChunk = 32;

/// The bytes of a row in a chunk. Of all the types, those with 256 values per block are the ones with
/// longer blocks.
template <typename Block>
constexpr int chunkBytes = runsPerChunk / (sizeof(Block) > 40 ? 8 : 1) * int(sizeof(Block));

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

    /// Row 8 · group + g of the pass in the oldest chunk; its first run is run 0.
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

} // namespace kernels::cuda
