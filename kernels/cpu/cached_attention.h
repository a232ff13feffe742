#pragma once

#include "kernels/cpu/kernel_table.h"
#include "kernels/ops.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace kernels::cpu {

/// What a token sees is divided into ranges of this many positions.
constexpr int64_t rangePositions = 256;

/// The most queries that use a chunk at the same time, unless a single token has more.
constexpr int64_t mostQueries = 64;

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

/// Consecutive tokens of one sequence that use a range at the same time.
struct TokenGroup {
    int64_t firstToken, tokens;
    int32_t sequence;
    Positions seen; ///< that at least one of them sees
};

/// The columns of a stored row that belong to a head. Blocks of block types need not begin where
/// heads do: then these are all blocks that the head touches, and the query has zeros for the
/// columns of other heads.
struct HeadColumns {
    int64_t first, count; ///< whole blocks
    int64_t before; ///< how many of the columns precede the head's own
};

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

HeadColumns columnsOf(DType type, int64_t kvHead, const AttentionShape& shape);

/// The parts of one call of attendCached. Positions are divided into chunks with fixed borders,
/// like ranges, so the answer of a token depends only on its own position.
///
/// A single token uses rows as they are stored; for a group each row is decoded once. Both give the
/// same bits. Rows of rotated blocks stay rotated: the queries are rotated in the same way and the
/// answers are rotated back at the end.
class CachedAttention {
public:
    /// All arguments must outlive this object.
    CachedAttention(const KernelTable& table, TensorView out, TensorView q, const CacheSide& keys,
        const CacheSide& values, const CachePlacement& placement, const Reach& reach,
        const AttentionShape& shape);

    /// Some consecutive tokens and the state of their answers.
    struct Turn {
        int64_t firstToken = 0;
        int64_t ranges = 0; ///< the most that any of the tokens sees
        float* queries = nullptr; ///< [tokens, queryFloats]
        float* partials = nullptr; ///< [tokens, ranges, partialFloats]
    };
    int64_t queryFloats() const; ///< 0 if the queries are used as they are
    int64_t partialFloats() const;
    int64_t scratchFloats() const; ///< for the following functions

    /// Converts the queries of a token to the form in which the keys are stored.
    void prepareQueries(const Turn& turn, int64_t token) const;
    /// Computes the partial answers of all heads of the group's tokens in one range.
    void attendRange(
        const Turn& turn, const TokenGroup& group, int64_t range, float* scratch) const;
    /// Computes the answer of a head from its partial ones, in ascending order.
    void merge(const Turn& turn, int64_t token, int64_t head, float* scratch) const;

private:
    struct Partial;
    struct Chunk;
    struct Rows;
    struct Workspace {
        float* floats; // scratchFloats()
        std::vector<AttentionQuery>& queries;
    };

    Positions seen(int64_t token) const { return seenBy(m_reach, token); }
    int64_t queriesPerHead() const { return m_shape.heads / m_shape.kvHeads; }
    int64_t queriesAtOnce() const { return std::max(mostQueries, queriesPerHead()); }
    float* queriesOf(const Turn& turn, int64_t token) const;
    Partial partial(const Turn& turn, int64_t token, int64_t range) const;
    Chunk chunkOf(const TokenGroup& group, Positions positions) const;
    void attendChunk(const Turn& turn, const TokenGroup& group, const Chunk& chunk, int64_t kvHead,
        Workspace work) const;
    void takeRows(Rows& rows, const CacheSide& side, const Chunk& chunk, int64_t kvHead,
        float* decoded) const;
    bool hasRoom(const Workspace& work) const;
    void addQueries(std::vector<AttentionQuery>& queries, const Turn& turn, int64_t token,
        int64_t range, int64_t kvHead) const;
    AttentionTask taskOf(const Workspace& work, int64_t kvHead) const;

    const KernelTable& m_table;
    TensorView m_out, m_q;
    const CacheSide &m_keys, &m_values;
    const CachePlacement& m_placement;
    Reach m_reach; // by value: it is looked at for every token and chunk
    const AttentionShape& m_shape;
};

} // namespace kernels::cpu
