#pragma once

#include "kernels/cuda/cached_fragments.cuh"

// The keys and values of one head as a warp reads them: groups of sixteen positions, copied as they
// are stored, 16 bytes a lane, into a ring of stages in shared memory that belongs to the warp.
//
//   ring    keys of the first group, its values, keys of the second group, …
//   stage   16 slots of keys or of values
//   slot    f16: the head's numbers, zeros up to `dims`; packed: the aligned 16-byte chunks that
//           contain the head's blocks, which begin shift(key) bytes behind the beginning of the slot
//
// Slots are an odd multiple of 16 bytes long: lanes that read the same word of eight rows, or
// ldmatrix, have no bank conflicts. A group begins at a multiple of sixteen rows of the cache,
// whose first row is aligned to 16 bytes. So a group is contiguous in memory, no chunk crosses the
// end of the cache, and the shift of a key is the same in all groups.

namespace kernels::cuda {

constexpr int groupKeys = 16;

/// The bytes of a block of 32 values, if the type is packed.
VIGNETTE_DEVICE constexpr int cacheBlockBytes(DType type)
{
    return type == DType::CacheQ8 ? int(sizeof(BlockQ8_0))
        : type == DType::CacheQ6  ? int(sizeof(BlockCacheQ6))
                                  : int(sizeof(BlockIQ4_NL));
}

VIGNETTE_DEVICE constexpr int slotBytes(int dims, DType type)
{
    return type == DType::F16 ? dims * 2 + 16
                              : ((dims / 32 * cacheBlockBytes(type) + 14 + 15) / 16 | 1) * 16;
}

VIGNETTE_DEVICE constexpr int stageBytes(int dims, DType keys, DType values)
{
    const int ofKeys = slotBytes(dims, keys), ofValues = slotBytes(dims, values);
    return groupKeys * (ofKeys > ofValues ? ofKeys : ofValues);
}

/// Keys or values of one head, with the addresses from which a lane copies. Lane 8 i + j copies
/// chunk j of rows i, 4 + i, 8 + i and 12 + i. If rows have one or two more chunks, lane i copies
/// the first and lane 16 + i the second of them for row i.
template <int dims, CacheFormat format>
class HeadRows {
public:
    __device__ HeadRows(const Stored& stored, int head, int headDim)
        : type(cacheType<format>(stored.type))
        , span(isPacked(type), head, isAligned(format) ? dims : headDim)
        , blocks(!isPacked(type)      ? 0
                  : isAligned(format) ? dims / 32
                                      : span.blocks(headDim))
        , m_rowBytes(int(stored.rowBytes))
        , m_begin(stored.rows
              + (isPacked(type) ? span.first / 32 * cacheBlockBytes(type) : span.first * 2))
        , m_bytes(isPacked(type) ? blocks * cacheBlockBytes(type) : headDim * 2)
    {
        const int lane = threadIdx.x % 32;
        for (int pass = 0; pass < 2; ++pass) {
            const int key = pass * 4 + lane / 8;
            m_bounds[pass] = m_bytes + shift(key) - lane % 8 * 16;
            m_lanes[pass] = m_begin + (key * m_rowBytes - shift(key) + lane % 8 * 16);
        }
        if constexpr (hasRest) {
            const int key = lane % 16, chunk = widePasses * 8 + lane / 16;
            m_restBound = m_bytes + shift(key) - chunk * 16;
            m_rest = m_begin + (key * m_rowBytes - shift(key) + chunk * 16);
        }
    }

    /// The offset in bytes at which a row of a group begins in its slot. Rows eight apart have the
    /// same offset.
    __device__ int shift(int key) const
    {
        return isPacked(type)
            ? int(uint32_t(reinterpret_cast<uintptr_t>(m_begin)) + uint32_t(key * m_rowBytes)) & 15
            : 0;
    }

    /// Begins to copy a group that begins at a row of the cache and of which the keys first … last of
    /// 0 … 15 exist. The slots of other keys become zeros or, if packed, whatever their rows of the
    /// cache contain.
    __device__ __forceinline__ void copy(int row, int first, int last, SharedAddress slots) const
    {
        const int lane = threadIdx.x % 32;
        const int slot = slotBytes(dims, type);
        const SharedAddress to = slots + (lane / 8 * slot + lane % 8 * 16);
#pragma unroll
        for (int pass = 0; pass < 4; ++pass) {
            const uint8_t* from = m_lanes[pass % 2] + int64_t(row + pass / 2 * 8) * m_rowBytes;
            if (!isPacked(type)) {
                const int key = pass * 4 + lane / 8;
                const bool exists = key >= first && key <= last;
#pragma unroll
                for (int i = 0; i < dims * 2; i += 128)
                    copyAsync(
                        to + (pass * 4 * slot + i), from + i, exists && i < m_bounds[pass % 2]);
            } else {
#pragma unroll
                for (int i = 0; i < widePasses; ++i)
                    if (i * 128 < m_bounds[pass % 2])
                        copyAsync(to + (pass * 4 * slot + i * 128), from + i * 128);
            }
        }
        if constexpr (hasRest)
            if (isPacked(type) && m_restBound > 0)
                copyAsync(slots + (lane % 16 * slot + (widePasses * 8 + lane / 16) * 16),
                    m_rest + int64_t(row) * m_rowBytes);
    }

    const DType type;
    const HeadSpan span;
    const int blocks; ///< of 32 values, if packed

private:
    static constexpr int maxChunks
        = (dims / 32
                  * cacheBlockBytes(format == CacheFormat::Any ? DType::CacheQ8
                                                               : cacheType<format>(DType::CacheQ8))
              + 14 + 15)
        / 16;
    static constexpr bool hasRest
        = format != CacheFormat::F16 && (maxChunks % 8 == 1 || maxChunks % 8 == 2);
    static constexpr int widePasses = (maxChunks + (hasRest ? 0 : 7)) / 8;

    const int m_rowBytes;
    const uint8_t* const m_begin; // the head in row 0
    const int m_bytes; // bytes of the head in a row
    const uint8_t *m_lanes[2], *m_rest = nullptr; // of the lane's copies in rows 0 to 15
    int m_bounds[2], m_restBound = 0; // bytes of the head from there on
};

/// The stages of a warp.
class StageRing {
public:
    __device__ StageRing(SharedAddress memory, int stages, int stageBytes)
        : m_begin(memory)
        , m_end(memory + stages * stageBytes)
        , m_stageBytes(stageBytes)
    {
        restart();
    }

    /// Makes the first stage the next one to be filled. No copies may be under way.
    __device__ void restart() { m_write = m_read = m_begin; }

    /// The stage to be filled next.
    __device__ SharedAddress next()
    {
        const SharedAddress stage = m_write;
        m_write = after(m_write);
        return stage;
    }

    /// The stage that was filled first of those not released.
    __device__ SharedAddress oldest() const { return m_read; }

    /// Releases the oldest stage after all lanes have read it.
    __device__ void release()
    {
        __syncwarp();
        m_read = after(m_read);
    }

private:
    __device__ SharedAddress after(SharedAddress stage) const
    {
        return stage + m_stageBytes == m_end ? m_begin : stage + m_stageBytes;
    }

    const SharedAddress m_begin, m_end;
    const int m_stageBytes;
    SharedAddress m_write, m_read;
};

} // namespace kernels::cuda
