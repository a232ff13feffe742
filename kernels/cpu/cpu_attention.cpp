#include "kernels/check_ops.h"
#include "kernels/cpu/cpu_ops.h"
#include "kernels/cpu/group_attention.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

// Tokens that see the same rows are computed together: a chunk of their keys and values is laid out as
// a panel, and all of them pass it. Chunks are counted from the first row that is seen, so that an
// answer does not depend on which other tokens are in the pass.

namespace kernels::cpu {

namespace {

constexpr int64_t tokensPerTask = 1024; // for which a panel is laid out once

// Tokens one after the other that see the same rows and go through them as one task.
struct SpanTile {
    int64_t firstToken;
    int64_t tokens;
    int32_t first, last; // of the rows they see
};

std::vector<SpanTile> makeTiles(const Reach& spans)
{
    std::vector<SpanTile> tiles;
    for (int64_t token = 0; token < spans.first.columns; ++token) {
        const int32_t first = spans.first.data<int32_t>()[token];
        const int32_t last = spans.last.data<int32_t>()[token];
        SpanTile* tile = tiles.empty() ? nullptr : &tiles.back();
        if (tile && tile->first == first && tile->last == last && tile->tokens < tokensPerTask)
            ++tile->tokens;
        else
            tiles.push_back({token, 1, first, last});
    }
    return tiles;
}

int64_t maxTokens(const std::vector<SpanTile>& tiles)
{
    int64_t maxTokens = 0;
    for (const SpanTile& tile : tiles)
        maxTokens = std::max(maxTokens, tile.tokens);
    return maxTokens;
}

// The rows of a matrix of floats, of which a head has some columns.
struct HeadRows {
    TensorView matrix;
    int64_t column, columns;

    const float* row(int64_t index) const
    {
        return matrix.data<float>() + index * matrix.columns + column;
    }
};

// The answers of some tokens of one head, in a thread's scratch memory.
class SpanAnswers {
public:
    static int64_t floatsNeeded(int64_t tokens, int64_t headDim)
    {
        return tokens * (queryFloats + stride(headDim) + 2)
            + attentionChunk * (headDim + stride(headDim));
    }

    SpanAnswers(const KernelTable& table, const AttentionShape& shape, float* memory,
        const HeadRows& q, const SpanTile& tile)
        : m_table(table)
        , m_queries(reinterpret_cast<AttentionQuery*>(memory))
    {
        m_task.queries = m_queries;
        m_task.count = int(tile.tokens);
        m_task.keyColumns = m_task.valueColumns = shape.headDim;
        m_task.scale = shape.scale;
        m_task.softCap = shape.softCap;
        m_panel.valueStride = stride(shape.headDim);
        float* answers = memory + tile.tokens * queryFloats;
        float* largest = answers + tile.tokens * m_panel.valueStride;
        float* totals = largest + tile.tokens;
        m_keys = totals + tile.tokens;
        m_values = m_keys + attentionChunk * shape.headDim;
        m_panel.keys = m_keys;
        m_panel.values = m_values;
        std::fill(answers, largest, 0.0f);
        std::fill(largest, totals, std::numeric_limits<float>::lowest());
        std::fill(totals, m_keys, 0.0f);
        std::fill_n(m_keys, floatsNeeded(0, shape.headDim), 0.0f);
        for (int64_t i = 0; i < tile.tokens; ++i)
            m_queries[i] = {q.row(tile.firstToken + i), answers + i * m_panel.valueStride,
                largest + i, totals + i};
    }
    SpanAnswers(const SpanAnswers&) = delete; // its task refers to its queries
    SpanAnswers& operator=(const SpanAnswers&) = delete;

    /// The rows [first, first + count), at most attentionChunk of them.
    void see(const HeadRows& keys, const HeadRows& values, int64_t first, int count)
    {
        for (int i = 0; i < count; ++i) {
            const float* key = keys.row(first + i);
            for (int64_t d = 0; d < keys.columns; ++d)
                m_keys[d * attentionChunk + i] = key[d];
            std::copy_n(values.row(first + i), values.columns, m_values + i * m_panel.valueStride);
        }
        m_panel.count = count;
        m_table.attendPanel(m_task, m_panel);
    }

    /// Answer i to the row out + i · outStride.
    void finish(float* out, int64_t outStride) const
    {
        for (int i = 0; i < m_task.count; ++i)
            for (int64_t d = 0; d < m_task.valueColumns; ++d)
                out[i * outStride + d] = m_queries[i].answer[d] / *m_queries[i].total;
    }

private:
    static constexpr int64_t queryFloats = sizeof(AttentionQuery) / sizeof(float);

    static int64_t stride(int64_t headDim)
    {
        return (headDim + panelLanes - 1) / panelLanes * panelLanes;
    }

    const KernelTable& m_table;
    AttentionQuery* m_queries; // in the scratch memory, too
    AttentionTask m_task;
    AttentionPanel m_panel;
    float *m_keys, *m_values; // of the panel
};

} // namespace

void CpuOps::attendSpans(TensorView out, TensorView q, TensorView k, TensorView v,
    const Reach& spans, const AttentionShape& shape)
{
    checkAttendSpans(out, q, k, v, spans, shape);
    checkReach(spans, k.rows);
    const std::vector<SpanTile> tiles = makeTiles(spans);
    const int64_t floats = SpanAnswers::floatsNeeded(maxTokens(tiles), shape.headDim);
    reserveScratch(floats);
    const auto tilesPerHead = int64_t(tiles.size());
    m_pool.run(tilesPerHead * shape.heads, [&](int64_t task, int thread) {
        const int64_t head = task / tilesPerHead, dim = shape.headDim;
        const SpanTile& tile = tiles[size_t(task % tilesPerHead)];
        const int64_t column = head / (shape.heads / shape.kvHeads) * dim;
        const HeadRows queries{q, head * dim, dim}, keys{k, column, dim}, values{v, column, dim};
        SpanAnswers answers(m_table, shape, scratch(thread, floats), queries, tile);
        for (int64_t row = tile.first; row <= tile.last; row += attentionChunk)
            answers.see(
                keys, values, row, int(std::min<int64_t>(attentionChunk, tile.last + 1 - row)));
        answers.finish(out.data<float>() + tile.firstToken * out.columns + head * dim, out.columns);
    });
}

} // namespace kernels::cpu

// Tokens of one sequence that follow each other are taken in groups, a head of keys and values at a
// time; others one by one. Neither changes an answer, nor does the number of threads.

namespace kernels::cpu {

namespace {

constexpr int64_t maxQueries = 128, fewQueries = 32; // in a group, with one head of keys
constexpr int64_t minTokens = 4; // in a group, if there are so many
constexpr int64_t minQueries = 8; // or its tokens are taken one by one
constexpr int64_t tasksPerThread = 4; // at least, if there are so many
constexpr int64_t loneTasksPerThread = 2; // the same, for tokens by themselves
constexpr int64_t partialFloatsAtOnce = 4 << 20; // more tokens than fit are taken in turns

using Groups = std::vector<TokenGroup>;

// The tokens of a pass in groups, in their order.
Groups makeGroups(const CachedAttention& call, int64_t maxTokens)
{
    Groups groups;
    for (int64_t token = 0; token < call.q.rows; ++token) {
        const int32_t sequence = call.placement.sequences.data<int32_t>()[token];
        const Positions seen = call.seen(token);
        TokenGroup* group = groups.empty() ? nullptr : &groups.back();
        if (!group || group->sequence != sequence || group->tokens == maxTokens) {
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
    const int64_t queries = std::clamp(all / (threads * tasksPerThread), fewQueries, maxQueries);
    return std::max(queries / call.queriesPerHead(), minTokens);
}

// Takes the tokens of small groups out.
std::vector<int64_t> takeLoneTokens(Groups& groups, int64_t queriesPerHead)
{
    std::vector<int64_t> tokens;
    const auto isSmall = [&](const TokenGroup& group) {
        return group.tokens == 1 || group.tokens * queriesPerHead < minQueries;
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

LoneAttention::Heads headPart(int64_t kvHeads, int64_t part, int64_t parts)
{
    const int64_t first = kvHeads * part / parts;
    return {first, kvHeads * (part + 1) / parts - first};
}

} // namespace

const AttentionKernels& CpuOps::attentionKernels(DType type) const
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
            m_pool.run(
                count, [&](int64_t position, int) { attention.prepareQueries(turn, position); });
        const int64_t heads = call.shape.heads, perHead = call.queriesPerHead();
        const int64_t parts = partsOfHeads(call.shape.kvHeads, ranges * count, m_pool.threads());
        m_pool.run(ranges * count * parts, [&](int64_t task, int thread) {
            const int64_t position = task % count, range = task / count % ranges;
            const auto part = headPart(call.shape.kvHeads, task / count / ranges, parts);
            float* memory = scratch(thread, scratchFloats);
            attention.attendRange(turn, position, range, part, memory);
            for (int64_t i = 0; ranges == 1 && i < part.count * perHead; ++i)
                attention.merge(turn, position, part.first * perHead + i, memory);
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
    checkPositions(placement);
    checkReach(reach, positionCount(placement));
    const CacheSide keySide(keys, attentionKernels(keys.dtype), shape);
    const CacheSide valueSide(values, attentionKernels(values.dtype), shape);
    const CachedAttention call{m_table, out, q, keySide, valueSide, placement, reach, shape};
    Groups groups = makeGroups(call, tokensOfGroup(call, m_pool.threads()));
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
