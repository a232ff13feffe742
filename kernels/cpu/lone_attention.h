#pragma once

#include "kernels/cpu/cached_attention.h"

#include <span>

namespace kernels::cpu {

/// Attention of tokens one by one, each to rows as they are stored. A task is a token in one range:
/// it takes all heads, so that the cache is read row by row, or some where there are few ranges.
class LoneAttention {
public:
    explicit LoneAttention(const CachedAttention& call)
        : m_call(call)
    {
    }

    /// Some tokens and the state of their answers. `place` below is that of a token among them.
    struct Turn {
        std::span<const int64_t> tokens;
        int64_t ranges = 0; ///< the most that any of the tokens sees
        float* queries = nullptr; ///< [tokens, queryFloats]
        float* partials = nullptr; ///< [tokens, ranges, partialFloats]
    };
    /// Heads of keys and values that follow each other, with the heads of queries that share them.
    struct Heads {
        int64_t first = 0, count = 0;
    };
    int64_t queryFloats() const; ///< 0 if the queries are used as they are
    int64_t partialFloats() const;
    int64_t scratchFloats() const; ///< for the following functions

    void prepareQueries(const Turn& turn, int64_t place) const;
    /// Computes the partial answers of these heads in the range with this number among those that the
    /// token sees, if it is one.
    void attendRange(
        const Turn& turn, int64_t place, int64_t range, Heads heads, float* scratch) const;
    /// Computes the answer of a head of queries from its partial ones.
    void merge(const Turn& turn, int64_t place, int64_t head, float* scratch) const;

private:
    struct Partial;
    struct Chunk;
    using Rows = const void* [attentionChunk]; // one head's part of the rows of a chunk

    const float* queriesOf(const Turn& turn, int64_t place) const;
    Partial partial(const Turn& turn, int64_t place, int64_t range) const;
    bool areAll(Heads heads) const { return heads.count == m_call.shape.kvHeads; }
    Chunk chunkOf(int64_t token, Positions positions, bool readsAhead) const;
    AttentionRows takeRows(
        Rows& rows, const CacheSide& side, const Chunk& chunk, int64_t kvHead) const;

    const CachedAttention& m_call;
};

} // namespace kernels::cpu
