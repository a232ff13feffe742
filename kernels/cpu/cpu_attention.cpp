#include "kernels/check_ops.h"
#include "kernels/cpu/cpu_ops.h"

#include <algorithm>
#include <limits>

// Keys are taken in chunks whose borders depend only on the position, so that a token's answer does
// not depend on which other tokens are in the pass.

namespace kernels::cpu {
namespace {

constexpr int queriesPerTask = 8; // of attendAll

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

} // namespace

void CpuOps::attendAll(TensorView out, TensorView q, TensorView k, TensorView v, int64_t groupRows,
    const AttentionShape& shape)
{
    checkAttendAll(out, q, k, v, groupRows, shape);
    reserveScratch(Streaming::floatsNeeded(queriesPerTask, shape.headDim));
    const int64_t tilesPerGroup = (groupRows + queriesPerTask - 1) / queriesPerTask;
    const int64_t tilesPerHead = q.rows / groupRows * tilesPerGroup;
    m_pool.run(tilesPerHead * shape.heads, [&](int64_t task, int thread) {
        const int64_t head = task / tilesPerHead, tile = task % tilesPerHead;
        const int64_t group = tile / tilesPerGroup * groupRows;
        const int64_t first = tile % tilesPerGroup * queriesPerTask;
        const int queries = int(std::min<int64_t>(queriesPerTask, groupRows - first));
        const int64_t offset = (group + first) * q.columns + head * shape.headDim;
        Streaming answers(m_table, shape,
            scratch(thread, Streaming::floatsNeeded(queriesPerTask, shape.headDim)),
            q.data<float>() + offset, q.columns, queries);

        const int64_t column = head / (shape.heads / shape.kvHeads) * shape.headDim;
        for (int64_t row = group; row < group + groupRows; ++row)
            answers.see(headOf(k, row, column), headOf(v, row, column));
        answers.finish(out.data<float>() + offset, q.columns);
    });
}

} // namespace kernels::cpu
