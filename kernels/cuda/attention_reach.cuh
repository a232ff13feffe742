#pragma once

#include "kernels/cuda/cached_rows.cuh"

#include <type_traits>

// The keys and values that the kernels of attention read, and the positions that a token sees.

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

/// The columns of a row that are read for a head. Packed rows are read in whole blocks, and a head
/// may begin or end within a block. Then numbers of the neighboring heads are read, too; they are
/// multiplied by zeros of the query.
struct HeadSpan {
    int first; ///< column
    int before; ///< columns that are not yet the head's

    VIGNETTE_DEVICE HeadSpan(bool isPacked, int head, int headDim)
        : first(isPacked ? head * headDim / 32 * 32 : head * headDim)
        , before(head * headDim - first)
    {
    }

    /// The number of blocks in the span, if the row is packed.
    VIGNETTE_DEVICE int blocks(int headDim) const { return (before + headDim + 31) / 32; }

    /// The most columns that any head's span has.
    static int maxColumns(bool isPacked, int headDim)
    {
        if (!isPacked)
            return headDim;
        return headDim % 32 == 0 ? headDim : (headDim + 31 + 31) / 32 * 32;
    }
};

/// Reach in the form that kernels take. With a paged cache, positions are those of the token's
/// sequence. Without a cache, positions are rows, counted from the first row that the token sees.
/// Tokens with the same first row then share a sequence, whose number is the index of that row.
struct RowReach {
    const int32_t *firsts, *lasts;
    Slots slots; // pageTables is null without a cache
    int firstToken = 0; // the first token of this launch, from which tokens are counted

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
    /// The number of the sequence, which tokens that see the same rows have in common.
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

/// The score of a head's sink, to which no value belongs (see AttentionShape::sinks); −∞ without a
/// sink.
__device__ __forceinline__ float sinkScore(const AttentionShape& shape, int head)
{
    return shape.sinks.bytes ? static_cast<const float*>(shape.sinks.bytes)[head] : -INFINITY;
}

/// scale · product, capped if the model has a soft cap.
__device__ __forceinline__ float scaledScore(float product, const AttentionShape& shape)
{
    const float score = product * shape.scale;
    return shape.softCap > 0 ? shape.softCap * tanhf(score / shape.softCap) : score;
}

// Code that the kernels of attention on tensor cores share.

constexpr float log2OfE = 1.44269504f;

/// The columns that a tile must have for any head of these.
inline int attentionColumns(TensorView keys, TensorView values, int headDim)
{
    const int ofKeys = HeadSpan::maxColumns(isPacked(keys.dtype), headDim);
    const int ofValues = HeadSpan::maxColumns(isPacked(values.dtype), headDim);
    return ofKeys > ofValues ? ofKeys : ofValues;
}

/// Calls work(std::integral_constant) with the first of the widths, which are ascending, that has
/// room for so many columns, or with the last one.
template <int width, int... wider, typename Work>
auto withWidth(int columns, Work work)
{
    if constexpr (sizeof...(wider) > 0) {
        if (columns > width)
            return withWidth<wider...>(columns, work);
    }
    return work(std::integral_constant<int, width>());
}

} // namespace kernels::cuda
