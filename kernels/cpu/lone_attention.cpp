#include "kernels/cpu/lone_attention.h"

#include "kernels/check_ops.h"

#include <limits>
#include <vector>

namespace kernels::cpu {

// The answers of all heads over one range.
struct LoneAttention::Partial {
    float* answers; // [heads, columns]
    float* largest; // [heads]
    float* totals; // [heads]
    int64_t columns;

    static int64_t floatsNeeded(int64_t heads, int64_t columns) { return heads * (columns + 2); }

    Partial(float* memory, int64_t heads, int64_t columnsOfHead)
        : answers(memory)
        , largest(answers + heads * columnsOfHead)
        , totals(largest + heads)
        , columns(columnsOfHead)
    {
    }

    void clear(int64_t head) const
    {
        std::fill_n(answers + head * columns, columns, 0.0f);
        largest[head] = std::numeric_limits<float>::lowest();
        totals[head] = 0;
    }
    AttentionState of(int64_t head) const
    {
        return {answers + head * columns, largest + head, totals + head};
    }
};

// Positions that are taken at once, and where they stand in the cache.
struct LoneAttention::Chunk {
    int first = 0, end = 0; // places in the chunk
    int64_t rows[attentionChunk]; // by place
    int64_t nextRow = -1; // of the chunk after this one, if it is to be asked for ahead
};

int64_t LoneAttention::queryFloats() const
{
    return m_call.keys.isRotated ? m_call.shape.heads * m_call.keys.mostColumns : 0;
}

int64_t LoneAttention::partialFloats() const
{
    return Partial::floatsNeeded(m_call.shape.heads, m_call.values.mostColumns);
}

int64_t LoneAttention::scratchFloats() const
{
    return std::max(m_call.queriesPerHead() * (attentionChunk + 1), m_call.values.mostColumns);
}

const float* LoneAttention::queriesOf(const Turn& turn, int64_t place) const
{
    return m_call.keys.isRotated
        ? turn.queries + place * queryFloats()
        : m_call.q.data<float>() + turn.tokens[size_t(place)] * m_call.q.columns;
}

LoneAttention::Partial LoneAttention::partial(const Turn& turn, int64_t place, int64_t range) const
{
    return {turn.partials + (place * turn.ranges + range) * partialFloats(), m_call.shape.heads,
        m_call.values.mostColumns};
}

void LoneAttention::prepareQueries(const Turn& turn, int64_t place) const
{
    for (int64_t head = 0; head < m_call.shape.heads; ++head)
        m_call.prepareQuery(turn.queries + place * queryFloats() + head * m_call.keys.mostColumns,
            turn.tokens[size_t(place)], head);
}

void LoneAttention::attendRange(
    const Turn& turn, int64_t place, int64_t range, Heads heads, float* scratch) const
{
    const int64_t token = turn.tokens[size_t(place)], perHead = m_call.queriesPerHead();
    const Positions seen = m_call.seen(token);
    if (range >= seen.ranges())
        return;
    const Partial found = partial(turn, place, range);
    const int64_t firstHead = heads.first * perHead;
    std::vector<AttentionQuery> queries;
    for (int64_t head = firstHead; head < firstHead + heads.count * perHead; ++head) {
        found.clear(head);
        const AttentionState state = found.of(head);
        queries.push_back({queriesOf(turn, place) + head * m_call.keys.mostColumns, state.answers,
            state.largest, state.totals});
    }
    AttentionTask task;
    task.count = int(perHead);
    task.scale = m_call.shape.scale;
    task.softCap = m_call.shape.softCap;
    task.scores = scratch;
    task.factors = scratch + perHead * attentionChunk;

    const int64_t begin = (seen.firstRange() + range) * rangePositions;
    for (int64_t first = begin; first < begin + rangePositions; first += attentionChunk) {
        const Positions positions = seen.within({first, first + attentionChunk - 1});
        if (positions.isEmpty())
            continue;
        const Chunk chunk = chunkOf(token, positions, areAll(heads));
        for (int64_t i = 0; i < heads.count; ++i) {
            const int64_t kvHead = heads.first + i;
            task.queries = queries.data() + i * perHead;
            task.keyColumns = m_call.keyColumns(kvHead).count;
            task.valueColumns = m_call.valueColumns(kvHead).count;
            Rows rows;
            m_call.keys.kernels->score(task, takeRows(rows, m_call.keys, chunk, kvHead));
            m_call.table.weighScores(task, chunk.first, chunk.end);
            m_call.values.kernels->addValues(task, takeRows(rows, m_call.values, chunk, kvHead));
        }
    }
}

LoneAttention::Chunk LoneAttention::chunkOf(
    int64_t token, Positions positions, bool readsAhead) const
{
    const int32_t sequence = m_call.placement.sequences.data<int32_t>()[token];
    Chunk chunk;
    chunk.first = int(positions.first % attentionChunk);
    chunk.end = chunk.first + int(positions.count());
    for (int place = chunk.first; place < chunk.end; ++place)
        chunk.rows[place]
            = cacheRow(m_call.placement, sequence, positions.first + place - chunk.first);
    const bool liesTogether = m_call.placement.pageSize % attentionChunk == 0;
    if (readsAhead && liesTogether && positions.last < m_call.seen(token).last)
        chunk.nextRow = cacheRow(m_call.placement, sequence, positions.last + 1);
    return chunk;
}

AttentionRows LoneAttention::takeRows(
    Rows& rows, const CacheSide& side, const Chunk& chunk, int64_t kvHead) const
{
    const DType type = side.matrix.dtype;
    const int64_t offset = rowBytes(type, columnsOf(type, kvHead, m_call.shape).first);
    for (int place = chunk.first; place < chunk.end; ++place)
        rows[place] = side.row(chunk.rows[place]) + offset;
    AttentionRows taken{rows, chunk.first, chunk.end};
    // Each head asks for its share of whole rows: in the order of memory they arrive sooner.
    if (chunk.nextRow >= 0) {
        taken.aheadBytes = side.rowBytes / m_call.shape.kvHeads;
        taken.ahead = side.row(chunk.nextRow) + kvHead * attentionChunk * taken.aheadBytes;
    }
    return taken;
}

void LoneAttention::merge(const Turn& turn, int64_t place, int64_t head, float* scratch) const
{
    const int64_t token = turn.tokens[size_t(place)];
    const int64_t columns = m_call.valueColumns(head / m_call.queriesPerHead()).count;
    float largest, total;
    const AttentionState state{scratch, &largest, &total};
    std::fill_n(scratch, columns, 0.0f);
    m_call.beginAnswer(state, head);
    for (int64_t range = 0; range < m_call.seen(token).ranges(); ++range)
        m_call.table.addState(state, partial(turn, place, range).of(head), columns);
    m_call.writeAnswer(token, head, scratch, total);
}

} // namespace kernels::cpu
