#include "kernels/check_ops.h"
#include "kernels/cpu/cpu_ops.h"

#include <algorithm>
#include <limits>
#include <vector>

// Keys are taken in chunks counted from the first one that a token sees, so that its answer does
// not depend on which other tokens are in the pass.

namespace kernels::cpu {
namespace {

constexpr int queriesPerTask = 8; // of attendSpans

// Queries that see the same keys, with their running state in a thread's scratch memory.
class Streaming {
public:
    Streaming(const Streaming&) = delete; // its task refers to its queries
    Streaming& operator=(const Streaming&) = delete;

    static int64_t floatsNeeded(int queries, int headDim)
    {
        return int64_t(queries) * (headDim + 3 + attentionChunk);
    }

    /// `queries` of them, at most queriesPerTask, rows qStride apart.
    Streaming(const KernelTable& table, const AttentionShape& shape, float* memory, const float* q,
        int64_t qStride, int queries)
        : m_table(table)
    {
        m_task.queries = m_queries;
        m_task.count = queries;
        m_task.keyColumns = m_task.valueColumns = shape.headDim;
        m_task.scale = shape.scale;
        m_task.softCap = shape.softCap;
        m_task.scores = memory;
        m_task.factors = m_task.scores + int64_t(queries) * attentionChunk;
        float* answers = m_task.factors + queries;
        float* largest = answers + int64_t(queries) * shape.headDim;
        float* totals = largest + queries;
        std::fill(answers, largest, 0.0f);
        std::fill(largest, totals, std::numeric_limits<float>::lowest());
        std::fill(totals, totals + queries, 0.0f);
        for (int i = 0; i < queries; ++i)
            m_queries[i]
                = {q + i * qStride, answers + i * int64_t(shape.headDim), largest + i, totals + i};
    }

    void see(const void* key, const void* value)
    {
        m_keys[m_count] = key;
        m_values[m_count] = value;
        if (++m_count == attentionChunk)
            flush();
    }

    /// out[query] = answer, rows outStride apart
    void finish(float* out, int64_t outStride)
    {
        flush();
        for (int i = 0; i < m_task.count; ++i)
            for (int64_t d = 0; d < m_task.valueColumns; ++d)
                out[i * outStride + d] = m_queries[i].answer[d] / *m_queries[i].total;
    }

private:
    void flush()
    {
        if (m_count > 0) {
            m_table.attentionF32.score(m_task, {m_keys, m_count});
            m_table.weighScores(m_task, m_count);
            m_table.attentionF32.addValues(m_task, {m_values, m_count});
        }
        m_count = 0;
    }

    const KernelTable& m_table;
    AttentionTask m_task;
    AttentionQuery m_queries[queriesPerTask];
    const void* m_keys[attentionChunk];
    const void* m_values[attentionChunk];
    int m_count = 0;
};

// Where one head begins in a row of floats.
const float* headOf(TensorView matrix, int64_t row, int64_t column)
{
    return matrix.data<float>() + row * matrix.columns + column;
}

// Tokens one after the other that see the same rows and go through them as one task.
struct SpanTile {
    int64_t firstToken;
    int tokens;
    int32_t first, last; // of the rows they see
};

std::vector<SpanTile> tilesOf(const Reach& spans)
{
    std::vector<SpanTile> tiles;
    for (int64_t token = 0; token < spans.first.columns; ++token) {
        const int32_t first = spans.first.data<int32_t>()[token];
        const int32_t last = spans.last.data<int32_t>()[token];
        SpanTile* tile = tiles.empty() ? nullptr : &tiles.back();
        if (tile && tile->first == first && tile->last == last && tile->tokens < queriesPerTask)
            ++tile->tokens;
        else
            tiles.push_back({token, 1, first, last});
    }
    return tiles;
}

} // namespace

void CpuOps::attendSpans(TensorView out, TensorView q, TensorView k, TensorView v,
    const Reach& spans, const AttentionShape& shape)
{
    checkAttendSpans(out, q, k, v, spans, shape);
    checkReach(spans, k.rows);
    reserveScratch(Streaming::floatsNeeded(queriesPerTask, shape.headDim));
    const std::vector<SpanTile> tiles = tilesOf(spans);
    const auto tilesPerHead = int64_t(tiles.size());
    m_pool.run(tilesPerHead * shape.heads, [&](int64_t task, int thread) {
        const int64_t head = task / tilesPerHead;
        const SpanTile& tile = tiles[size_t(task % tilesPerHead)];
        const int64_t offset = tile.firstToken * q.columns + head * shape.headDim;
        Streaming answers(m_table, shape,
            scratch(thread, Streaming::floatsNeeded(queriesPerTask, shape.headDim)),
            q.data<float>() + offset, q.columns, tile.tokens);

        const int64_t column = head / (shape.heads / shape.kvHeads) * shape.headDim;
        for (int64_t row = tile.first; row <= tile.last; ++row)
            answers.see(headOf(k, row, column), headOf(v, row, column));
        answers.finish(out.data<float>() + offset, q.columns);
    });
}

} // namespace kernels::cpu
