#include "kernels/check_ops.h"
#include "kernels/cpu/cpu_ops.h"
#include "kernels/cpu/group_attention.h"
#include "kernels/cpu/lone_attention.h"

#include <algorithm>
#include <span>
#include <vector>

// Tokens of one sequence that follow each other are taken in groups, a head of keys and values at a
// time; others one by one. Neither changes an answer, nor does the number of threads.

namespace kernels::cpu {
namespace {

constexpr int64_t mostQueries = 128, fewQueries = 32; // in a group, with one head of keys
constexpr int64_t leastTokens = 4; // in a group, if there are so many
constexpr int64_t leastQueries = 8; // or its tokens are taken one by one
constexpr int64_t tasksPerThread = 4; // at least, if there are so many
constexpr int64_t loneTasksPerThread = 2; // the same, for tokens by themselves
constexpr int64_t partialFloatsAtOnce = 4 << 20; // more tokens than fit are taken in turns

using Groups = std::vector<TokenGroup>;

// The tokens of a pass in groups, in their order.
Groups groupsOf(const CachedAttention& call, int64_t mostTokens)
{
    Groups groups;
    for (int64_t token = 0; token < call.q.rows; ++token) {
        const int32_t sequence = call.placement.sequences.data<int32_t>()[token];
        const Positions seen = call.seen(token);
        TokenGroup* group = groups.empty() ? nullptr : &groups.back();
        if (!group || group->sequence != sequence || group->tokens == mostTokens) {
            groups.push_back({token, 1, sequence, seen});
            continue;
        }
        ++group->tokens;
        group->seen.first = std::min(group->seen.first, seen.first);
        group->seen.last = std::max(group->seen.last, seen.last);
    }
    return groups;
}

// Fewer where there would not be enough groups for the threads.
int64_t tokensOfGroup(const CachedAttention& call, int threads)
{
    const int64_t all = call.q.rows * call.shape.heads;
    const int64_t queries = std::clamp(all / (threads * tasksPerThread), fewQueries, mostQueries);
    return std::max(queries / call.queriesPerHead(), leastTokens);
}

// Takes the tokens of small groups out.
std::vector<int64_t> takeLoneTokens(Groups& groups, int64_t queriesPerHead)
{
    std::vector<int64_t> tokens;
    const auto isSmall = [&](const TokenGroup& group) {
        return group.tokens == 1 || group.tokens * queriesPerHead < leastQueries;
    };
    for (const TokenGroup& group : groups)
        for (int64_t i = 0; isSmall(group) && i < group.tokens; ++i)
            tokens.push_back(group.firstToken + i);
    std::erase_if(groups, isSmall);
    return tokens;
}

// Into how many the heads are divided for lone tokens: ranges alone may be too few for the threads.
int64_t partsOfHeads(int64_t kvHeads, int64_t ranges, int threads)
{
    const int64_t tasks = threads == 1 ? 1 : threads * loneTasksPerThread;
    return std::clamp<int64_t>((tasks + ranges - 1) / ranges, 1, kvHeads);
}

LoneAttention::Heads partOf(int64_t kvHeads, int64_t part, int64_t parts)
{
    const int64_t first = kvHeads * part / parts;
    return {first, kvHeads * (part + 1) / parts - first};
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

void CpuOps::attendAlone(const CachedAttention& call, std::span<const int64_t> tokens)
{
    const LoneAttention attention(call);
    const int64_t scratchFloats = attention.scratchFloats();
    reserveScratch(scratchFloats);
    int64_t ranges = 0;
    for (const int64_t token : tokens)
        ranges = std::max(ranges, call.seen(token).ranges());
    const int64_t tokenFloats = ranges * attention.partialFloats() + attention.queryFloats();
    const auto atOnce = size_t(std::max<int64_t>(partialFloatsAtOnce / tokenFloats, 1));
    reserve(m_partials, int64_t(std::min(atOnce, tokens.size())) * tokenFloats);

    for (; !tokens.empty(); tokens = tokens.subspan(std::min(atOnce, tokens.size()))) {
        LoneAttention::Turn turn{tokens.first(std::min(atOnce, tokens.size())), ranges};
        const auto count = int64_t(turn.tokens.size());
        turn.queries = m_partials.data();
        turn.partials = turn.queries + count * attention.queryFloats();
        if (attention.queryFloats() > 0)
            m_pool.run(count, [&](int64_t place, int) { attention.prepareQueries(turn, place); });
        const int64_t heads = call.shape.heads, perHead = call.queriesPerHead();
        const int64_t parts = partsOfHeads(call.shape.kvHeads, ranges * count, m_pool.threads());
        m_pool.run(ranges * count * parts, [&](int64_t task, int thread) {
            const int64_t place = task % count, range = task / count % ranges;
            const auto part = partOf(call.shape.kvHeads, task / count / ranges, parts);
            float* memory = scratch(thread, scratchFloats);
            attention.attendRange(turn, place, range, part, memory);
            for (int64_t i = 0; ranges == 1 && i < part.count * perHead; ++i)
                attention.merge(turn, place, part.first * perHead + i, memory);
        });
        if (ranges > 1)
            m_pool.run(count * heads, [&](int64_t task, int thread) {
                attention.merge(turn, task / heads, task % heads, scratch(thread, scratchFloats));
            });
    }
}

// A task takes a group through all that it sees.
void CpuOps::attendInGroups(const CachedAttention& call, std::span<const TokenGroup> groups)
{
    int64_t tokens = 0;
    for (const TokenGroup& group : groups)
        tokens = std::max(tokens, group.tokens);
    const int64_t floats = GroupAttention::floatsNeeded(call, tokens);
    const int64_t allFloats = floats + GroupAttention::partialFloats(call, tokens);
    reserveScratch(allFloats);
    const auto count = int64_t(groups.size());
    m_pool.run(call.shape.kvHeads * count, [&](int64_t task, int thread) {
        // The longest first: later tokens see more.
        const TokenGroup& group = groups[size_t(count - 1 - task % count)];
        float* memory = scratch(thread, allFloats);
        GroupAttention attention(call, group, task / count, memory);
        for (int64_t range = 0; range < group.seen.ranges(); ++range) {
            attention.attendRange(range, memory + floats);
            attention.add(memory + floats);
        }
        attention.writeAnswers();
    });
}

// A task takes a group through one range; what all found is added at the end. Heads are taken in
// turns if their partial answers are many.
void CpuOps::attendInRanges(const CachedAttention& call, const TokenGroup& group)
{
    const int64_t floats = GroupAttention::floatsNeeded(call, group.tokens);
    const int64_t partialFloats = GroupAttention::partialFloats(call, group.tokens);
    const int64_t ranges = group.seen.ranges();
    const int64_t atOnce = std::clamp<int64_t>(
        partialFloatsAtOnce / (ranges * partialFloats), 1, call.shape.kvHeads);
    reserveScratch(floats);
    reserve(m_partials, atOnce * ranges * partialFloats);
    for (int64_t first = 0; first < call.shape.kvHeads; first += atOnce) {
        const int64_t heads = std::min(atOnce, call.shape.kvHeads - first);
        m_pool.run(heads * ranges, [&](int64_t task, int thread) {
            GroupAttention(call, group, first + task / ranges, scratch(thread, floats))
                .attendRange(task % ranges, m_partials.data() + task * partialFloats);
        });
        m_pool.run(heads, [&](int64_t head, int thread) {
            GroupAttention attention(call, group, first + head, scratch(thread, floats));
            for (int64_t range = 0; range < ranges; ++range)
                attention.add(m_partials.data() + (head * ranges + range) * partialFloats);
            attention.writeAnswers();
        });
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
    const CachedAttention call{m_table, out, q, keySide, valueSide, placement, reach, shape};
    Groups groups = groupsOf(call, tokensOfGroup(call, m_pool.threads()));
    const std::vector<int64_t> lone = takeLoneTokens(groups, call.queriesPerHead());
    if (!lone.empty())
        attendAlone(call, lone);
    const auto tasks = int64_t(groups.size()) * shape.kvHeads;
    if (tasks >= m_pool.threads() * tasksPerThread)
        return attendInGroups(call, groups);
    for (const TokenGroup& group : groups)
        attendInRanges(call, group);
}

} // namespace kernels::cpu
