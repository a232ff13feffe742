#pragma once

#include "kernels/cuda/cache_slot.h"
#include "kernels/cuda/cached_rows.cuh"

// What the kernels of attention read, and which of it belongs to a token.

namespace kernels::cuda {

/// isCacheBlockType() for kernels.
VIGNETTE_DEVICE bool isPacked(DType type)
{
    return type == DType::CacheQ8 || type == DType::CacheQ6 || type == DType::CacheQ4;
}

/// Keys or values: rows of some stored type.
struct Stored {
    const uint8_t* rows;
    int64_t rowBytes;
    DType type;

    static Stored of(TensorView matrix)
    {
        return {matrix.data<uint8_t>(), matrix.rowStride(), matrix.dtype};
    }
};

__device__ __forceinline__ float storedNumber(DType type, const uint8_t* row, int i)
{
    switch (type) {
    case DType::F16:
        return storedValue(reinterpret_cast<const __half*>(row), i);
    case DType::CacheQ8:
        return storedValue(reinterpret_cast<const BlockQ8_0*>(row), i);
    case DType::CacheQ6:
        return storedValue(reinterpret_cast<const BlockCacheQ6*>(row), i);
    case DType::CacheQ4:
        return storedValue(reinterpret_cast<const BlockIQ4_NL*>(row), i);
    default:
        return storedValue(reinterpret_cast<const float*>(row), i);
    }
}

/// The columns of a row that are read for a head. Packed rows are read by runs, and a head may
/// begin and end within one: then its neighbours' numbers are read with it, and meet zeros of the
/// query.
struct HeadSpan {
    int first; ///< column
    int before; ///< columns that are not yet the head's

    VIGNETTE_DEVICE HeadSpan(bool isPacked, int head, int headDim)
        : first(isPacked ? head * headDim / 32 * 32 : head * headDim)
        , before(head * headDim - first)
    {
    }

    /// The runs of it, if the row is packed.
    VIGNETTE_DEVICE int runs(int headDim) const { return (before + headDim + 31) / 32; }

    /// The most columns that any head's span has.
    static int mostColumns(bool isPacked, int headDim)
    {
        if (!isPacked)
            return headDim;
        return headDim % 32 == 0 ? headDim : (headDim + 31 + 31) / 32 * 32;
    }
};

/// Reach as kernels take it. Positions are places of the token's sequence in the paged cache or,
/// without one, rows counted from the first that the token sees; then tokens of one span have a
/// sequence in common, whose number is that row's.
struct RowReach {
    const int32_t *firsts, *lasts;
    Slots slots; // pageTables is null without a cache
    int firstToken = 0; // of this launch; tokens count from here

    static RowReach of(const Reach& reach, const Slots& slots)
    {
        return {reach.first.data<int32_t>(), reach.last.data<int32_t>(), slots};
    }

    RowReach from(int64_t token) const
    {
        RowReach rest = *this;
        rest.firstToken = int(token);
        return rest;
    }

    __device__ bool isCached() const { return slots.pageTables; }
    /// What tokens that see the same rows have in common.
    __device__ int sequence(int token) const
    {
        return isCached() ? slots.sequences[firstToken + token] : firsts[firstToken + token];
    }
    __device__ int first(int token) const { return isCached() ? firsts[firstToken + token] : 0; }
    __device__ int last(int token) const
    {
        return lasts[firstToken + token] - (isCached() ? 0 : firsts[firstToken + token]);
    }
    /// The row of a position of a sequence.
    __device__ int64_t row(int sequence, int position) const
    {
        return isCached() ? slots.row(sequence, position) : int64_t(sequence) + position;
    }
};

/// The score that a head gives to nothing, see AttentionShape::sinks; −∞ if it has none.
__device__ __forceinline__ float sinkOf(const AttentionShape& shape, int head)
{
    return shape.sinks.bytes ? static_cast<const float*>(shape.sinks.bytes)[head] : -INFINITY;
}

/// scale · product, capped where the model wants that.
__device__ __forceinline__ float scoreOf(float product, const AttentionShape& shape)
{
    const float score = product * shape.scale;
    return shape.softCap > 0 ? shape.softCap * tanhf(score / shape.softCap) : score;
}

} // namespace kernels::cuda
