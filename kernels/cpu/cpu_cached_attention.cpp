#include "kernels/check_ops.h"
#include "kernels/cpu/cached_attention.h"
#include "kernels/cpu/cpu_ops.h"

#include <algorithm>

// A task takes all heads of a group of tokens through one range of positions, so that the cache is
// read row by row; then the partial answers are merged. No cut depends on the number of threads.

namespace kernels::cpu {
namespace {

constexpr int64_t groupTokens = 32; // at most
constexpr int64_t partialFloatsAtOnce = 4 << 20; // more tokens than fit are taken in turns

// Tokens [first, first + count) of the pass in groups, in their order.
std::vector<TokenGroup> groupsOf(
    const CachePlacement& placement, const Reach& reach, int64_t first, int64_t count)
{
    std::vector<TokenGroup> groups;
    for (int64_t token = first; token < first + count; ++token) {
        const int32_t sequence = placement.sequences.data<int32_t>()[token];
        const Positions seen = seenBy(reach, token);
        TokenGroup* group = groups.empty() ? nullptr : &groups.back();
        if (!group || group->sequence != sequence || group->tokens == groupTokens) {
            groups.push_back({token, 1, sequence, seen});
            continue;
        }
        ++group->tokens;
        group->seen.first = std::min(group->seen.first, seen.first);
        group->seen.last = std::max(group->seen.last, seen.last);
    }
    return groups;
}

int64_t mostRanges(const std::vector<TokenGroup>& groups)
{
    int64_t most = 1;
    for (const TokenGroup& group : groups)
        most = std::max(most, group.seen.ranges());
    return most;
}

} // namespace

const AttentionKernels& CpuOps::attentionKernelsOf(DType type) const
{
    switch (type) {
    case DType::F16:
        return m_table.attentionF16;
    case DType::CacheQ8:
        return m_table.attentionQ8;
    case DType::CacheQ6:
        return m_table.attentionQ6;
    case DType::CacheQ4:
        return m_table.attentionQ4;
    default:
        CHECK(type == DType::F32);
        return m_table.attentionF32;
    }
}

void CpuOps::attendCached(TensorView out, TensorView q, TensorView keys, TensorView values,
    const CachePlacement& placement, const Reach& reach, const AttentionShape& shape)
{
    checkAttendCached(out, q, keys, values, placement, reach, shape);
    checkPlaces(placement);
    checkReach(reach, placesOf(placement));
    const CacheSide keySide(keys, attentionKernelsOf(keys.dtype), shape);
    const CacheSide valueSide(values, attentionKernelsOf(values.dtype), shape);
    const CachedAttention attention(m_table, out, q, keySide, valueSide, placement, reach, shape);
    const int64_t scratchFloats = attention.scratchFloats();
    reserveScratch(scratchFloats);

    CachedAttention::Turn turn;
    turn.ranges = mostRanges(groupsOf(placement, reach, 0, q.rows));
    const int64_t tokenFloats = turn.ranges * attention.partialFloats() + attention.queryFloats();
    const int64_t tokensAtOnce
        = std::clamp<int64_t>(partialFloatsAtOnce / tokenFloats, 1, std::max<int64_t>(q.rows, 1));
    reserve(m_partials, tokensAtOnce * tokenFloats);
    turn.queries = m_partials.data();
    turn.partials = turn.queries + tokensAtOnce * attention.queryFloats();

    for (; turn.firstToken < q.rows; turn.firstToken += tokensAtOnce) {
        const int64_t tokens = std::min(tokensAtOnce, q.rows - turn.firstToken);
        if (attention.queryFloats() > 0)
            m_pool.run(tokens,
                [&](int64_t t, int) { attention.prepareQueries(turn, turn.firstToken + t); });

        // Groups one after the other go through the same range while it is in the processor's
        // cache.
        const std::vector<TokenGroup> groups = groupsOf(placement, reach, turn.firstToken, tokens);
        const auto count = int64_t(groups.size());
        m_pool.run(mostRanges(groups) * count, [&](int64_t task, int thread) {
            const TokenGroup& group = groups[size_t(task % count)];
            if (task / count < group.seen.ranges())
                attention.attendRange(turn, group, group.seen.firstRange() + task / count,
                    scratch(thread, scratchFloats));
        });
        m_pool.run(tokens * shape.heads, [&](int64_t task, int thread) {
            attention.merge(turn, turn.firstToken + task / shape.heads, task % shape.heads,
                scratch(thread, scratchFloats));
        });
    }
}

} // namespace kernels::cpu
