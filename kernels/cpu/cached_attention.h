#pragma once

#include "kernels/cpu/kernel_table.h"
#include "kernels/ops.h"

#include <algorithm>
#include <cstdint>

// What one call of attendCached is about. Positions are divided into ranges and these into chunks with
// fixed borders, so the answer of a token depends only on its own position: partial answers of ranges
// are added in ascending order, whoever computed them.

namespace kernels::cpu {

/// What a token sees is divided into ranges of this many positions.
constexpr int64_t rangePositions = 256;

/// A run of positions in a sequence.
struct Positions {
    int64_t first = 0, last = -1;

    bool isEmpty() const { return first > last; }
    int64_t count() const { return last - first + 1; }
    int64_t firstRange() const { return first / rangePositions; }
    int64_t ranges() const { return last / rangePositions - firstRange() + 1; }
    bool operator==(const Positions&) const = default;
    Positions within(Positions other) const
    {
        return {std::max(first, other.first), std::min(last, other.last)};
    }
};

inline Positions seenBy(const Reach& reach, int64_t token)
{
    return {reach.first.data<int32_t>()[token], reach.last.data<int32_t>()[token]};
}

/// The columns of a stored row that belong to a head. Blocks of block types need not begin where
/// heads do: then these are all blocks that the head touches, and the query has zeros for the
/// columns of other heads.
struct HeadColumns {
    int64_t first, count; ///< whole blocks
    int64_t before; ///< how many of the columns precede the head's own
};

HeadColumns columnsOf(DType type, int64_t kvHead, const AttentionShape& shape);

/// The keys or the values of a layer.
struct CacheSide {
    TensorView matrix;
    const AttentionKernels* kernels;
    int64_t rowBytes = 0;
    int64_t mostColumns = 0; ///< of a head
    bool isRotated = false; ///< rows of rotated blocks, see cache_blocks.h

    CacheSide(
        TensorView stored, const AttentionKernels& kernelsOfType, const AttentionShape& shape);
    const char* row(int64_t index) const { return matrix.data<char>() + index * rowBytes; }
};

/// The arguments of a call; what it refers to must outlive it. Rows of rotated blocks stay rotated:
/// queries are rotated in the same way and answers are rotated back at the end.
struct CachedAttention {
    const KernelTable& table;
    TensorView out, q;
    const CacheSide &keys, &values;
    const CachePlacement& placement;
    Reach reach; // by value: it is looked at for every token and chunk
    const AttentionShape& shape;

    Positions seen(int64_t token) const { return seenBy(reach, token); }
    int64_t queriesPerHead() const { return shape.heads / shape.kvHeads; }
    HeadColumns keyColumns(int64_t kvHead) const
    {
        return columnsOf(keys.matrix.dtype, kvHead, shape);
    }
    HeadColumns valueColumns(int64_t kvHead) const
    {
        return columnsOf(values.matrix.dtype, kvHead, shape);
    }
    /// Writes the query of a head in the form in which the keys are stored: keyColumns() floats.
    void prepareQuery(float* query, int64_t token, int64_t head) const;
    /// What an answer begins with: the sink of the head, if it has one.
    void beginAnswer(const AttentionState& state, int64_t head) const;
    /// Writes the answer of a head, of valueColumns() floats, which it rotates back in place.
    void writeAnswer(int64_t token, int64_t head, float* answer, float total) const;
};

} // namespace kernels::cpu
