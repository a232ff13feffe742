#pragma once

#include "kernels/cpu/cached_attention.h"

namespace kernels::cpu {

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
    int64_t tokenOf(int64_t query) const
    {
        return m_group.firstToken + query / m_call.queriesPerHead();
    }
    int64_t headOf(int64_t query) const
    {
        return m_kvHead * m_call.queriesPerHead() + query % m_call.queriesPerHead();
    }
    AttentionState stateOf(float* states, int64_t tile) const;
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
