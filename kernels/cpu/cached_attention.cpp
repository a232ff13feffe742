#include "kernels/cpu/cached_attention.h"

#include "kernels/cache_rows.h"
#include "kernels/check_ops.h"

#include <cmath>
#include <limits>

namespace kernels::cpu {

HeadColumns columnsOf(DType type, int64_t kvHead, const AttentionShape& shape)
{
    const int64_t size = info(type).blockSize, begin = kvHead * shape.headDim;
    const int64_t first = begin / size * size;
    return {first, wholeBlocks(type, begin + shape.headDim - first), begin - first};
}

CacheSide::CacheSide(
    TensorView stored, const AttentionKernels& kernelsOfType, const AttentionShape& shape)
    : matrix(stored)
    , kernels(&kernelsOfType)
    , rowBytes(stored.rowStride())
    , isRotated(isCacheBlockType(stored.dtype))
{
    for (int kvHead = 0; kvHead < shape.kvHeads; ++kvHead)
        mostColumns = std::max(mostColumns, columnsOf(matrix.dtype, kvHead, shape).count);
}

// The answers of all heads over one range; answers are relative to the head's largest score.
struct CachedAttention::Partial {
    float* answers; // [heads, columns]
    float* largest; // [heads]
    float* totals; // [heads]

    static int64_t floatsNeeded(int64_t heads, int64_t columns) { return heads * (columns + 2); }

    Partial(float* memory, int64_t heads, int64_t columns)
        : answers(memory)
        , largest(answers + heads * columns)
        , totals(largest + heads)
    {
    }

    void clear(int64_t heads) const
    {
        std::fill(answers, largest, 0.0f);
        std::fill(largest, totals, std::numeric_limits<float>::lowest());
        std::fill(totals, totals + heads, 0.0f);
    }
};

// Positions of a group that are taken at once, and where they stand in the cache.
struct CachedAttention::Chunk {
    Positions positions;
    int64_t range = 0;
    bool asStored = false;
    int64_t rows[attentionChunk];
    int64_t nextRow = -1; // of the chunk after this one, if its rows lie one behind the other
};

// One head's part of the rows of a chunk.
struct CachedAttention::Rows {
    const AttentionKernels* kernels = nullptr;
    const void* rows[attentionChunk];
    const char* ahead = nullptr;
    int64_t aheadBytes = 0;

    AttentionRows some(int64_t skipped, int64_t count) const
    {
        return {rows + skipped, int(count), ahead, aheadBytes};
    }
};

CachedAttention::CachedAttention(const KernelTable& table, TensorView out, TensorView q,
    const CacheSide& keys, const CacheSide& values, const CachePlacement& placement,
    const Reach& reach, const AttentionShape& shape)
    : m_table(table)
    , m_out(out)
    , m_q(q)
    , m_keys(keys)
    , m_values(values)
    , m_placement(placement)
    , m_reach(reach)
    , m_shape(shape)
{
}

int64_t CachedAttention::queryFloats() const
{
    return m_keys.isRotated ? m_shape.heads * m_keys.mostColumns : 0;
}

int64_t CachedAttention::partialFloats() const
{
    return Partial::floatsNeeded(m_shape.heads, m_values.mostColumns);
}

int64_t CachedAttention::scratchFloats() const
{
    return queriesAtOnce() * (attentionChunk + 1)
        + attentionChunk * (m_keys.mostColumns + m_values.mostColumns);
}

float* CachedAttention::queriesOf(const Turn& turn, int64_t token) const
{
    return m_keys.isRotated ? turn.queries + (token - turn.firstToken) * queryFloats()
                            : m_q.data<float>() + token * m_q.columns;
}

CachedAttention::Partial CachedAttention::partial(
    const Turn& turn, int64_t token, int64_t range) const
{
    const int64_t own = range - seen(token).firstRange();
    const int64_t place = (token - turn.firstToken) * turn.ranges + own;
    return {turn.partials + place * partialFloats(), m_shape.heads, m_values.mostColumns};
}

void CachedAttention::prepareQueries(const Turn& turn, int64_t token) const
{
    const float* q = m_q.data<float>() + token * m_q.columns;
    float* queries = queriesOf(turn, token);
    for (int64_t head = 0; head < m_shape.heads; ++head) {
        const HeadColumns columns
            = columnsOf(m_keys.matrix.dtype, head / queriesPerHead(), m_shape);
        float* query = queries + head * m_keys.mostColumns;
        std::fill(query, query + columns.count, 0.0f);
        std::copy_n(q + head * m_shape.headDim, m_shape.headDim, query + columns.before);
        rotateCacheRuns(query, columns.count);
    }
}

void CachedAttention::attendRange(
    const Turn& turn, const TokenGroup& group, int64_t range, float* scratch) const
{
    const int64_t begin = range * rangePositions;
    for (int64_t token = group.firstToken; token < group.firstToken + group.tokens; ++token)
        if (!seen(token).within({begin, begin + rangePositions - 1}).isEmpty())
            partial(turn, token, range).clear(m_shape.heads);

    std::vector<AttentionQuery> queries;
    queries.reserve(size_t(queriesAtOnce()));
    for (int64_t first = begin; first < begin + rangePositions; first += attentionChunk) {
        const Positions positions = group.seen.within({first, first + attentionChunk - 1});
        if (positions.isEmpty())
            continue;
        const Chunk chunk = chunkOf(group, positions);
        for (int64_t kvHead = 0; kvHead < m_shape.kvHeads; ++kvHead)
            attendChunk(turn, group, chunk, kvHead, {scratch, queries});
    }
}

CachedAttention::Chunk CachedAttention::chunkOf(const TokenGroup& group, Positions positions) const
{
    Chunk chunk;
    chunk.positions = positions;
    chunk.range = positions.firstRange();
    chunk.asStored = group.tokens == 1;
    for (int64_t i = 0; i < positions.count(); ++i)
        chunk.rows[i] = cacheRow(m_placement, group.sequence, positions.first + i);
    if (positions.last < group.seen.last && m_placement.pageSize % attentionChunk == 0)
        chunk.nextRow = cacheRow(m_placement, group.sequence, positions.last + 1);
    return chunk;
}

// Tokens that see the same of a chunk go through it as one task.
void CachedAttention::attendChunk(const Turn& turn, const TokenGroup& group, const Chunk& chunk,
    int64_t kvHead, Workspace work) const
{
    float* decodedKeys = work.floats + queriesAtOnce() * (attentionChunk + 1);
    float* decodedValues = decodedKeys + attentionChunk * m_keys.mostColumns;
    Rows keys, values;
    takeRows(keys, m_keys, chunk, kvHead, decodedKeys);
    takeRows(values, m_values, chunk, kvHead, decodedValues);
    const int64_t groupEnd = group.firstToken + group.tokens;
    for (int64_t token = group.firstToken, next = token; token < groupEnd; token = next) {
        const Positions own = seen(token).within(chunk.positions);
        work.queries.clear();
        for (; next < groupEnd && seen(next).within(chunk.positions) == own
             && (next == token || hasRoom(work));
             ++next)
            addQueries(work.queries, turn, next, chunk.range, kvHead);
        if (own.isEmpty())
            continue;
        const AttentionTask task = taskOf(work, kvHead);
        const int64_t skipped = own.first - chunk.positions.first;
        keys.kernels->score(task, keys.some(skipped, own.count()));
        m_table.weighScores(task, int(own.count()));
        values.kernels->addValues(task, values.some(skipped, own.count()));
        keys.ahead = values.ahead = nullptr; // asked for by now
    }
}

void CachedAttention::takeRows(
    Rows& rows, const CacheSide& side, const Chunk& chunk, int64_t kvHead, float* decoded) const
{
    const HeadColumns columns = columnsOf(side.matrix.dtype, kvHead, m_shape);
    const int64_t offset = rowBytes(side.matrix.dtype, columns.first);
    const bool asStored = chunk.asStored || side.matrix.dtype == DType::F32;
    rows.kernels = asStored ? side.kernels : &m_table.attentionF32;
    for (int64_t i = 0; i < chunk.positions.count(); ++i) {
        const char* stored = side.row(chunk.rows[i]) + offset;
        float* floats = decoded + i * columns.count;
        if (!asStored)
            side.kernels->decodeRow(floats, stored, columns.count);
        rows.rows[i] = asStored ? static_cast<const void*>(stored) : floats;
    }
    // Each head asks for its share of whole rows: in the order of memory they arrive sooner.
    if (chunk.nextRow >= 0) {
        rows.aheadBytes = side.rowBytes / m_shape.kvHeads;
        rows.ahead = side.row(chunk.nextRow) + kvHead * attentionChunk * rows.aheadBytes;
    }
}

bool CachedAttention::hasRoom(const Workspace& work) const
{
    return int64_t(work.queries.size()) + queriesPerHead() <= queriesAtOnce();
}

void CachedAttention::addQueries(std::vector<AttentionQuery>& queries, const Turn& turn,
    int64_t token, int64_t range, int64_t kvHead) const
{
    const Partial answers = partial(turn, token, range);
    const float* q = queriesOf(turn, token);
    const int64_t first = kvHead * queriesPerHead();
    for (int64_t head = first; head < first + queriesPerHead(); ++head)
        queries.push_back(
            {q + head * m_keys.mostColumns, answers.answers + head * m_values.mostColumns,
                answers.largest + head, answers.totals + head});
}

AttentionTask CachedAttention::taskOf(const Workspace& work, int64_t kvHead) const
{
    AttentionTask task;
    task.queries = work.queries.data();
    task.count = int(work.queries.size());
    task.keyColumns = columnsOf(m_keys.matrix.dtype, kvHead, m_shape).count;
    task.valueColumns = columnsOf(m_values.matrix.dtype, kvHead, m_shape).count;
    task.scale = m_shape.scale;
    task.softCap = m_shape.softCap;
    task.scores = work.floats;
    task.factors = work.floats + queriesAtOnce() * attentionChunk;
    return task;
}

void CachedAttention::merge(const Turn& turn, int64_t token, int64_t head, float* scratch) const
{
    const int64_t first = seen(token).firstRange(), end = first + seen(token).ranges();
    const float sink = m_shape.sinks.isEmpty() ? std::numeric_limits<float>::lowest()
                                               : m_shape.sinks.data<float>()[head];
    float largest = std::max(sink, partial(turn, token, first).largest[head]);
    for (int64_t range = first + 1; range < end; ++range)
        largest = std::max(largest, partial(turn, token, range).largest[head]);

    const HeadColumns columns = columnsOf(m_values.matrix.dtype, head / queriesPerHead(), m_shape);
    float* answer = scratch;
    std::fill(answer, answer + columns.count, 0.0f);
    float total = m_shape.sinks.isEmpty() ? 0 : std::exp(sink - largest);
    for (int64_t range = first; range < end; ++range) {
        const Partial part = partial(turn, token, range);
        const float factor = std::exp(part.largest[head] - largest);
        const float* partAnswer = part.answers + head * m_values.mostColumns;
        total += factor * part.totals[head];
        for (int64_t d = 0; d < columns.count; ++d)
            answer[d] += factor * partAnswer[d];
    }
    if (m_values.isRotated)
        rotateCacheRuns(answer, columns.count);
    float* out = m_out.data<float>() + token * m_out.columns + head * m_shape.headDim;
    for (int64_t d = 0; d < m_shape.headDim; ++d)
        out[d] = answer[columns.before + d] / total;
}

} // namespace kernels::cpu
