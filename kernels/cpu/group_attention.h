#pragma once

#include "kernels/cpu/kernel_table.h"
#include "kernels/ops.h"

#include <algorithm>
#include <cstdint>
#include <span>

// What one call of attendCached is about. Positions are divided into ranges and these into chunks with
// fixed borders, so the answer of a token depends only on its own position: partial answers of ranges
// are added in ascending order, whoever computed them.

namespace kernels::cpu {

/// What a token sees is divided into ranges of this many positions.
constexpr int64_t rangePositions = 256;

/// A range of positions in a sequence.
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

HeadColumns headColumns(DType type, int64_t kvHead, int64_t dim);

/// The keys or the values of a layer.
struct CacheSide {
    TensorView matrix;
    const AttentionKernels* kernels;
    int64_t dim; ///< the columns of a head
    int64_t rowBytes = 0;
    int64_t maxColumns = 0; ///< that are read for a head
    bool isRotated = false; ///< rows of rotated blocks, see cache_blocks.h

    CacheSide(
        TensorView stored, const AttentionKernels& kernelsOfType, int64_t kvHeads, int64_t headDim);
    const char* row(int64_t index) const { return matrix.data<char>() + index * rowBytes; }
    HeadColumns columns(int64_t kvHead) const { return headColumns(matrix.dtype, kvHead, dim); }
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
    HeadColumns keyColumns(int64_t kvHead) const { return keys.columns(kvHead); }
    HeadColumns valueColumns(int64_t kvHead) const { return values.columns(kvHead); }
    /// Writes the query of a head in the form in which the keys are stored: keyColumns() floats.
    void prepareQuery(float* query, int64_t token, int64_t head) const;
    /// What an answer begins with: the sink of the head, if it has one.
    void beginAnswer(const AttentionState& state, int64_t head) const;
    /// Writes the answer of a head, of valueColumns() floats, which it rotates back in place.
    void writeAnswer(int64_t token, int64_t head, float* answer, float total) const;
};

/// Attention of tokens one by one, each to rows as they are stored. A task is a token in one range:
/// it takes all heads, so that the cache is read row by row, or some where there are few ranges.
class LoneAttention {
public:
    explicit LoneAttention(const CachedAttention& call)
        : m_call(call)
    {
    }

    /// Some tokens and the state of their answers. `position` below is that of a token among them.
    struct Turn {
        std::span<const int64_t> tokens;
        int64_t ranges = 0; ///< the most that any of the tokens sees
        float* queries = nullptr; ///< [tokens, queryFloats]
        float* partials = nullptr; ///< [tokens, ranges, partialFloats]
    };
    /// Heads of queries that follow each other.
    struct Heads {
        int64_t first = 0, count = 0;
    };
    int64_t queryFloats() const; ///< 0 if the queries are used as they are
    int64_t partialFloats() const;
    int64_t scratchFloats() const; ///< for the following functions

    void prepareQueries(const Turn& turn, int64_t position) const;
    /// Computes the partial answers of these heads in the range with this number among those that the
    /// token sees, if it is one.
    void attendRange(
        const Turn& turn, int64_t position, int64_t range, Heads heads, float* scratch) const;
    /// Computes the answer of a head of queries from its partial ones.
    void merge(const Turn& turn, int64_t position, int64_t head, float* scratch) const;

private:
    struct Partial;
    struct Chunk;
    using Rows = const void* [attentionChunk]; // one head's part of the rows of a chunk

    const float* queriesAt(const Turn& turn, int64_t position) const;
    Partial partial(const Turn& turn, int64_t position, int64_t range) const;
    bool areAll(Heads heads) const { return heads.count == m_call.shape.heads; }
    Chunk makeChunk(int64_t token, Positions positions, bool readsAhead) const;
    AttentionRows takeRows(
        Rows& rows, const CacheSide& side, const Chunk& chunk, int64_t kvHead) const;

    const CachedAttention& m_call;
};

/// Consecutive tokens of one sequence that use a chunk at the same time.
struct TokenGroup {
    int64_t firstToken, tokens;
    int32_t sequence;
    Positions seen; ///< that at least one of them sees
};

/// Attention of a group of tokens with the heads that share one head of keys and values. Each row
/// is decoded once, and the queries pass it side by side.
///
/// Works in memory of the caller's: floatsNeeded() floats for all but the partial answers.
class GroupAttention {
public:
    static int64_t floatsNeeded(const CachedAttention& call, int64_t tokens);
    static int64_t partialFloats(const CachedAttention& call, int64_t tokens);

    /// All arguments must outlive this object.
    GroupAttention(
        const CachedAttention& call, const TokenGroup& group, int64_t kvHead, float* memory);

    /// Computes the partial answers in the range with this number among those of the group.
    void attendRange(int64_t range, float* partial);
    /// Adds partial answers to the answers; ranges come in ascending order.
    void add(float* partial);
    void writeAnswers();

private:
    int64_t queryCount() const { return m_group.tokens * m_call.queriesPerHead(); }
    int64_t tokenIndex(int64_t query) const
    {
        return m_group.firstToken + query / m_call.queriesPerHead();
    }
    int64_t headIndex(int64_t query) const
    {
        return m_kvHead * m_call.queriesPerHead() + query % m_call.queriesPerHead();
    }
    AttentionState tileState(float* states, int64_t tile) const;
    void takeQueries();
    void beginAnswers();
    void decode(Positions positions);
    void attendChunk(Positions positions, int64_t tile, float* partial);

    const CachedAttention& m_call;
    const TokenGroup& m_group;
    const int64_t m_kvHead;
    const HeadColumns m_keyColumns, m_valueColumns;
    const int64_t m_lanes, m_tiles;
    bool m_hasQueries = false, m_hasAnswers = false;

    float* m_queries; // [tiles, keyColumns, lanes]
    float* m_answers; // the states of all tiles
    float *m_keys, *m_values; // [attentionChunk, columns]
    float* m_weights; // [attentionChunk, lanes]
    float *m_first, *m_end; // [lanes], of a tile
    float* m_row; // a query or an answer
};

} // namespace kernels::cpu
