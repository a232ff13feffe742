#include "kernels/check_ops.h"
#include "kernels/cpu/cpu_ops.h"

#include <algorithm>
#include <limits>
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

std::vector<SpanTile> tilesOf(const Reach& spans)
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

int64_t mostTokens(const std::vector<SpanTile>& tiles)
{
    int64_t most = 0;
    for (const SpanTile& tile : tiles)
        most = std::max(most, tile.tokens);
    return most;
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
    const std::vector<SpanTile> tiles = tilesOf(spans);
    const int64_t floats = SpanAnswers::floatsNeeded(mostTokens(tiles), shape.headDim);
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
