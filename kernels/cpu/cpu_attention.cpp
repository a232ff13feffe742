#include "kernels/check_ops.h"
#include "kernels/cpu/cpu_ops.h"
#include "kernels/cpu/group_attention.h"
#include "kernels/interleaved.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

// Tokens that see the same rows are computed together: a chunk of their keys and values is laid out as
// a panel, and all of them pass it. Chunks are counted from the first row that is seen, so that an
// answer does not depend on which other tokens are in the pass.

namespace kernels::cpu {

// Tokens one after the other that see the same rows and go through them as one task.
struct SpanTile {
    int64_t firstToken;
    int64_t tokens;
    int32_t first, last; // of the rows they see
};

// Queries and keys as int16, where the tables of distances are: those of a head are one after the
// other, and each head begins where rows are together.
struct RoundedHeads {
    RoundedRows rows;
    int64_t apart = 0; // from head to head
    int64_t ofKeys = 0; // the first row of keys

    bool isEmpty() const { return !rows.values16; }
};

namespace {

constexpr int64_t tokensPerTask = 1024; // for which a panel is laid out once

std::vector<SpanTile> makeTiles(const Reach& spans, int64_t begin, int64_t tokens)
{
    std::vector<SpanTile> tiles;
    for (int64_t token = begin; token < begin + tokens; ++token) {
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

int64_t maxTokens(std::span<const SpanTile> tiles)
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

    /// The rows [first, first + count), at most attentionChunk of them. For `added` see
    /// AttentionPanel.
    void see(
        const HeadRows& keys, const HeadRows& values, int64_t first, int count, const float* added)
    {
        for (int i = 0; i < count; ++i) {
            const float* key = keys.row(first + i);
            for (int64_t d = 0; d < keys.columns; ++d)
                m_keys[d * attentionChunk + i] = key[d];
            std::copy_n(values.row(first + i), values.columns, m_values + i * m_panel.valueStride);
        }
        m_panel.count = count;
        m_panel.added = added;
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

// What distances add to the products of a tile's queries and keys, see RelativeScores: the products
// with each row of the tables that a distance in the tile names, then sums of these. Has its numbers
// in a thread's scratch memory.
class RelativeSums {
public:
    RelativeSums(const RelativeScores& scores, const SpanTile& tile)
        : m_scores(scores)
        , m_tile(tile)
    {
        if (scores.isEmpty())
            return;
        const Rows all = rowsOf(tile.firstToken - tile.last, tile.tokens + seen() - 1);
        m_lowest = all.first / panelRows * panelRows;
        m_stride = (all.end - m_lowest + panelRows - 1) / panelRows * panelRows;
    }

    int64_t floatsNeeded(int64_t headDim) const
    {
        if (m_scores.isEmpty())
            return 0;
        return (m_tile.tokens + seen()) * (m_stride + 1) + std::max(m_tile.tokens, seen()) * headDim
            + m_tile.tokens * attentionChunk;
    }

    /// The products of floats.
    void compute(
        const KernelTable& table, float* memory, const HeadRows& queries, const HeadRows& keys)
    {
        if (m_scores.isEmpty())
            return;
        divide(memory);
        float* copies = m_sums + m_tile.tokens * attentionChunk;
        multiply(
            table, m_ofQueries, copies, queries, m_tile.firstToken, m_tile.tokens, m_scores.keys);
        multiply(table, m_ofKeys, copies, keys, m_tile.first, seen(), m_scores.queries);
    }

    /// The products of int16. `multiplyPanels(out, column, panels, first)` multiplies the rounded
    /// rows from `first` on.
    template <typename MultiplyPanels>
    void computeRounded(float* memory, const RoundedHeads& rounded, int64_t head, int64_t heads,
        const MultiplyPanels& multiplyPanels)
    {
        divide(memory);
        const int64_t firstRow = head * rounded.apart;
        const auto multiply = [&](float* out, TensorView table, int64_t count, int64_t first,
                                  const auto& distances) {
            if (table.isEmpty()) {
                std::fill_n(out, count * m_stride, 0.0f);
                return;
            }
            const int64_t tableRows = table.rows / heads;
            for (int64_t row = 0; row < count; row += rowsAtOnce) {
                const int64_t rows = std::min(rowsAtOnce, count - row);
                const Rows needed = distances(row, rows);
                const int64_t from = needed.first / panelRows * panelRows;
                const int64_t end
                    = std::min((needed.end + panelRows - 1) / panelRows * panelRows, tableRows);
                multiplyPanels(TensorView{out + row * m_stride, DType::F32, rows, m_stride},
                    from - m_lowest, table.rowRange(head * tableRows + from, end - from),
                    first + row);
            }
        };
        multiply(m_ofQueries, m_scores.keys, m_tile.tokens, firstRow + m_tile.firstToken,
            [&](int64_t row, int64_t rows) {
                return rowsOf(m_tile.firstToken + row - m_tile.last, seen() + rows - 1);
            });
        multiply(m_ofKeys, m_scores.queries, seen(), rounded.ofKeys + firstRow + m_tile.first,
            [&](int64_t row, int64_t rows) {
                return rowsOf(
                    m_tile.firstToken - m_tile.first - row - rows + 1, m_tile.tokens + rows - 1);
            });
    }

    /// [tokens, attentionChunk], for the keys [first, first + count); null if nothing is added.
    const float* of(int64_t first, int count)
    {
        if (m_scores.isEmpty())
            return nullptr;
        for (int64_t token = 0; token < m_tile.tokens; ++token) {
            const float* ofQuery = m_ofQueries + token * m_stride;
            const float* ofKey = m_ofKeys + (first - m_tile.first) * m_stride;
            const int32_t* column = m_columns + token + m_tile.last - first;
            float* sums = m_sums + token * attentionChunk;
            for (int key = 0; key < count; ++key, ofKey += m_stride, --column)
                sums[key] = ofQuery[*column] + ofKey[*column];
        }
        return m_sums;
    }

private:
    // Rows of the tables.
    struct Rows {
        int64_t first, end;
    };
    // So many rows pass a panel together. The fewer, the fewer distances they have.
    static constexpr int64_t rowsAtOnce = 2 * rowsOfWholeTiles;

    int64_t seen() const { return m_tile.last + 1 - m_tile.first; }

    int64_t row(int64_t distance) const
    {
        const int64_t reach = m_scores.rows.columns / 2;
        return m_scores.rows.data<int32_t>()[reach + std::clamp(distance, -reach, reach)];
    }

    // Returns the rows that `count` distances name.
    Rows rowsOf(int64_t distance, int64_t count) const
    {
        Rows rows{row(distance), row(distance) + 1};
        for (const int64_t end = distance + count; distance < end; ++distance)
            rows = {std::min(rows.first, row(distance)), std::max(rows.end, row(distance) + 1)};
        return rows;
    }

    void divide(float* memory)
    {
        m_ofQueries = memory;
        m_ofKeys = m_ofQueries + m_tile.tokens * m_stride;
        m_columns = reinterpret_cast<int32_t*>(m_ofKeys + seen() * m_stride);
        const int64_t distances = m_tile.tokens + seen() - 1;
        m_sums = reinterpret_cast<float*>(m_columns + distances);
        for (int64_t distance = 0; distance < distances; ++distance)
            m_columns[distance]
                = int32_t(row(m_tile.firstToken - m_tile.last + distance) - m_lowest);
    }

    // out[r] = the products of row first + r of the head with the table's rows.
    void multiply(const KernelTable& kernels, float* out, float* copies, const HeadRows& head,
        int64_t first, int64_t count, TensorView table) const
    {
        if (table.isEmpty()) {
            std::fill_n(out, count * m_stride, 0.0f);
            return;
        }
        for (int64_t i = 0; i < count; ++i)
            std::copy_n(head.row(first + i), head.columns, copies + i * head.columns);
        kernels.weights[int(DType::F32)].multiply(out, m_stride,
            table.data<float>() + m_lowest * table.columns + head.column, table.rowStride(),
            int(std::min(m_stride, table.rows - m_lowest)), copies, int(count), head.columns);
    }

    const RelativeScores& m_scores;
    const SpanTile& m_tile;
    int64_t m_lowest = 0, m_stride = 0; // rows of the tables: the first, and how many
    float *m_ofQueries = nullptr, *m_ofKeys = nullptr; // [tokens or keys, m_stride]
    int32_t* m_columns = nullptr; // of these, for each distance in the tile
    float* m_sums = nullptr; // [tokens, attentionChunk]
};

// Tokens one after the other, of which each sees rows that its neighbor sees.
struct Neighbors {
    int64_t firstToken = 0, tokens = 0;
    int32_t first = 0, last = 0; // of the rows they see
    bool seeTheSame = true;
};

std::vector<Neighbors> makeNeighbors(const Reach& spans)
{
    std::vector<Neighbors> all;
    for (int64_t token = 0; token < spans.first.columns; ++token) {
        const int32_t first = spans.first.data<int32_t>()[token];
        const int32_t last = spans.last.data<int32_t>()[token];
        Neighbors* own = all.empty() ? nullptr : &all.back();
        if (!own || first > own->last || last < own->first) {
            all.push_back({token, 1, first, last});
            continue;
        }
        ++own->tokens;
        own->seeTheSame = own->seeTheSame && first == own->first && last == own->last;
        own->first = std::min(own->first, first);
        own->last = std::max(own->last, last);
    }
    return all;
}

// The rows that neighbors see as if they were in a cache, in which each row is a page.
struct CacheOfSpans {
    std::vector<int32_t> sequences, positions, first, last, pages;
    int64_t pagesOfSequence = 0;

    CacheOfSpans(const Reach& spans, std::span<const Neighbors> all)
    {
        for (const Neighbors& own : all)
            pagesOfSequence = std::max<int64_t>(pagesOfSequence, own.last + 1 - own.first);
        for (size_t sequence = 0; sequence < all.size(); ++sequence) {
            const Neighbors& own = all[sequence];
            for (int64_t i = own.firstToken; i < own.firstToken + own.tokens; ++i) {
                sequences.push_back(int32_t(sequence));
                first.push_back(spans.first.data<int32_t>()[i] - own.first);
                last.push_back(spans.last.data<int32_t>()[i] - own.first);
            }
            for (int64_t page = 0; page < pagesOfSequence; ++page)
                pages.push_back(int32_t(std::min<int64_t>(own.first + page, own.last)));
        }
        positions = last;
    }

    static TensorView row(std::vector<int32_t>& values)
    {
        return {values.data(), DType::I32, 1, int64_t(values.size())};
    }

    CachePlacement placement()
    {
        const int64_t tables = int64_t(pages.size()) / pagesOfSequence;
        return {
            row(positions), row(sequences), {pages.data(), DType::I32, tables, pagesOfSequence}, 1};
    }
};

} // namespace

void CpuOps::attendSpans(TensorView out, TensorView q, TensorView k, TensorView v,
    const Reach& spans, const AttentionShape& shape)
{
    checkAttendSpans(out, q, k, v, spans, shape);
    checkReach(spans, k.rows);
    // Windows that slide are attended like a cache, whole spans as tiles; which of them a token is
    // in depends on its neighbors alone.
    const std::vector<Neighbors> all = makeNeighbors(spans);
    for (auto begin = all.begin(), end = begin; begin != all.end(); begin = end) {
        const bool areWhole = begin->seeTheSame || !shape.relative.isEmpty();
        end = std::find_if(begin, all.end(), [&](const Neighbors& own) {
            return (own.seeTheSame || !shape.relative.isEmpty()) != areWhole;
        });
        const int64_t token = begin->firstToken;
        const int64_t tokens = std::prev(end)->firstToken + std::prev(end)->tokens - token;
        if (areWhole) {
            attendTiles(out, q, k, v, makeTiles(spans, token, tokens), shape);
            continue;
        }
        CacheOfSpans cache(spans, {begin, end});
        attendCached(out.rowRange(token, tokens), q.rowRange(token, tokens), k, v,
            cache.placement(), {CacheOfSpans::row(cache.first), CacheOfSpans::row(cache.last)},
            shape);
    }
}

// Nothing if the tables of distances are floats.
RoundedHeads CpuOps::roundHeads(TensorView q, TensorView k, const AttentionShape& shape)
{
    const RelativeScores& scores = shape.relative;
    const TensorView table = scores.keys.isEmpty() ? scores.queries : scores.keys;
    if (scores.isEmpty() || !isInterleaved(table.dtype))
        return {};
    const int64_t together = m_interleaved->int16Together;
    RoundedHeads rounded;
    rounded.apart = (q.rows + together - 1) / together * together;
    rounded.ofKeys = shape.heads * rounded.apart;
    rounded.rows
        = this->rounded(table.dtype, 2 * rounded.ofKeys, shape.headDim, [&](int64_t position) {
              const int64_t ofKind = position % rounded.ofKeys;
              const int64_t row = std::min(ofKind % rounded.apart, q.rows - 1);
              return (position < rounded.ofKeys ? q : k).rowRange(row, 1).data<float>()
                  + ofKind / rounded.apart * shape.headDim;
          });
    return rounded;
}

void CpuOps::attendTiles(TensorView out, TensorView q, TensorView k, TensorView v,
    std::span<const SpanTile> tiles, const AttentionShape& shape)
{
    const int64_t answerFloats = SpanAnswers::floatsNeeded(maxTokens(tiles), shape.headDim);
    int64_t floats = answerFloats;
    for (const SpanTile& tile : tiles)
        floats = std::max(
            floats, answerFloats + RelativeSums(shape.relative, tile).floatsNeeded(shape.headDim));
    reserveScratch(floats);
    const RoundedHeads rounded = roundHeads(q, k, shape);
    const auto tilesPerHead = int64_t(tiles.size());
    m_pool.run(tilesPerHead * shape.heads, [&](int64_t task, int thread) {
        const int64_t head = task / tilesPerHead, dim = shape.headDim;
        const SpanTile& tile = tiles[size_t(task % tilesPerHead)];
        const int64_t column = head / (shape.heads / shape.kvHeads) * dim;
        const HeadRows queries{q, head * dim, dim}, keys{k, column, dim}, values{v, column, dim};
        float* memory = scratch(thread, floats);
        SpanAnswers answers(m_table, shape, memory, queries, tile);
        RelativeSums relative(shape.relative, tile);
        if (rounded.isEmpty())
            relative.compute(m_table, memory + answerFloats, queries, keys);
        else
            relative.computeRounded(memory + answerFloats, rounded, head, shape.heads,
                [&](TensorView products, int64_t first, TensorView panels, int64_t row) {
                    multiplyPanels(products, first, panels, rounded.rows, row);
                });
        for (int64_t row = tile.first; row <= tile.last; row += attentionChunk) {
            const int count = int(std::min<int64_t>(attentionChunk, tile.last + 1 - row));
            answers.see(keys, values, row, count, relative.of(row, count));
        }
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
constexpr int64_t minQueriesAlone = 4; // that share keys, in such a task: so many read them at once
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
// Heads of queries that share one of keys are divided last, because each part reads its rows again.
int64_t partsOfHeads(const AttentionShape& shape, int64_t ranges, int threads)
{
    const int64_t tasks = threads == 1 ? 1 : threads * loneTasksPerThread;
    const int64_t wanted = std::max<int64_t>((tasks + ranges - 1) / ranges, 1);
    if (wanted <= shape.kvHeads)
        return wanted;
    const int64_t ofHead = shape.heads / shape.kvHeads;
    return shape.kvHeads
        * std::clamp<int64_t>((wanted + shape.kvHeads - 1) / shape.kvHeads, 1,
            std::max<int64_t>(ofHead / minQueriesAlone, 1));
}

LoneAttention::Heads headPart(const AttentionShape& shape, int64_t part, int64_t parts)
{
    const int64_t kvHeads = shape.kvHeads, ofHead = shape.heads / kvHeads;
    const auto begin = [&](int64_t index) {
        if (parts <= kvHeads)
            return kvHeads * index / parts * ofHead;
        const int64_t ofOne = parts / kvHeads;
        return index / ofOne * ofHead + ofHead * (index % ofOne) / ofOne;
    };
    return {begin(part), begin(part + 1) - begin(part)};
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
        const int64_t heads = call.shape.heads;
        const int64_t parts = partsOfHeads(call.shape, ranges * count, m_pool.threads());
        m_pool.run(ranges * count * parts, [&](int64_t task, int thread) {
            const int64_t position = task % count, range = task / count % ranges;
            const auto part = headPart(call.shape, task / count / ranges, parts);
            float* memory = scratch(thread, scratchFloats);
            attention.attendRange(turn, position, range, part, memory);
            for (int64_t i = 0; ranges == 1 && i < part.count; ++i)
                attention.merge(turn, position, part.first + i, memory);
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
    const CacheSide keySide(keys, attentionKernels(keys.dtype), shape.kvHeads, shape.headDim);
    const CacheSide valueSide(
        values, attentionKernels(values.dtype), shape.kvHeads, shape.valueWidth());
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
