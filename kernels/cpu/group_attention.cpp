#include "kernels/cpu/group_attention.h"

#include "kernels/cache_rows.h"
#include "kernels/check_ops.h"

#include <limits>
#include <utility>
#include <vector>

namespace kernels::cpu {

HeadColumns headColumns(DType type, int64_t kvHead, int64_t dim)
{
    const int64_t size = info(type).blockSize, begin = kvHead * dim;
    const int64_t first = begin / size * size;
    return {first, wholeBlocks(type, begin + dim - first), begin - first};
}

CacheSide::CacheSide(
    TensorView stored, const AttentionKernels& kernelsOfType, int64_t kvHeads, int64_t headDim)
    : matrix(stored)
    , kernels(&kernelsOfType)
    , dim(headDim)
    , rowBytes(stored.rowStride())
    , isRotated(isCacheBlockType(stored.dtype))
{
    for (int64_t kvHead = 0; kvHead < kvHeads; ++kvHead)
        maxColumns = std::max(maxColumns, columns(kvHead).count);
}

void CachedAttention::prepareQuery(float* query, int64_t token, int64_t head) const
{
    const HeadColumns columns = keyColumns(head / queriesPerHead());
    std::fill(query, query + columns.count, 0.0f);
    std::copy_n(q.data<float>() + token * q.columns + head * shape.headDim, shape.headDim,
        query + columns.before);
    if (keys.isRotated)
        rotateCacheBlocks(query, columns.count);
}

void CachedAttention::beginAnswer(const AttentionState& state, int64_t head) const
{
    const bool hasSink = !shape.sinks.isEmpty();
    *state.largest
        = hasSink ? shape.sinks.data<float>()[head] : std::numeric_limits<float>::lowest();
    *state.totals = hasSink ? 1.0f : 0.0f;
}

void CachedAttention::writeAnswer(int64_t token, int64_t head, float* answer, float total) const
{
    const HeadColumns columns = valueColumns(head / queriesPerHead());
    if (values.isRotated)
        rotateCacheBlocks(answer, columns.count);
    float* to = out.data<float>() + token * out.columns + head * values.dim;
    for (int64_t d = 0; d < values.dim; ++d)
        to[d] = answer[columns.before + d] / total;
}

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

// Positions that are taken at once, and where they are in the cache.
struct LoneAttention::Chunk {
    int first = 0, end = 0; // positions in the chunk
    int64_t rows[attentionChunk]; // by position
    int64_t nextRow = -1; // of the chunk after this one, if it is to be asked for ahead
};

int64_t LoneAttention::queryFloats() const
{
    return m_call.keys.isRotated ? m_call.shape.heads * m_call.keys.maxColumns : 0;
}

int64_t LoneAttention::partialFloats() const
{
    return Partial::floatsNeeded(m_call.shape.heads, m_call.values.maxColumns);
}

int64_t LoneAttention::scratchFloats() const
{
    return std::max(m_call.queriesPerHead() * (attentionChunk + 1), m_call.values.maxColumns);
}

const float* LoneAttention::queriesAt(const Turn& turn, int64_t index) const
{
    return m_call.keys.isRotated
        ? turn.queries + index * queryFloats()
        : m_call.q.data<float>() + turn.tokens[size_t(index)] * m_call.q.columns;
}

LoneAttention::Partial LoneAttention::partial(const Turn& turn, int64_t index, int64_t range) const
{
    return {turn.partials + (index * turn.ranges + range) * partialFloats(), m_call.shape.heads,
        m_call.values.maxColumns};
}

void LoneAttention::prepareQueries(const Turn& turn, int64_t index) const
{
    for (int64_t head = 0; head < m_call.shape.heads; ++head)
        m_call.prepareQuery(turn.queries + index * queryFloats() + head * m_call.keys.maxColumns,
            turn.tokens[size_t(index)], head);
}

void LoneAttention::attendRange(
    const Turn& turn, int64_t index, int64_t range, Heads heads, float* scratch) const
{
    const int64_t token = turn.tokens[size_t(index)], perHead = m_call.queriesPerHead();
    const Positions seen = m_call.seen(token);
    if (range >= seen.ranges())
        return;
    const Partial found = partial(turn, index, range);
    const int64_t endHead = heads.first + heads.count;
    std::vector<AttentionQuery> queries;
    for (int64_t head = heads.first; head < endHead; ++head) {
        found.clear(head);
        const AttentionState state = found.of(head);
        queries.push_back({queriesAt(turn, index) + head * m_call.keys.maxColumns, state.answers,
            state.largest, state.totals});
    }
    AttentionTask task;
    task.scale = m_call.shape.scale;
    task.softCap = m_call.shape.softCap;
    task.scores = scratch;
    task.factors = scratch + perHead * attentionChunk;

    const int64_t begin = (seen.firstRange() + range) * rangePositions;
    for (int64_t first = begin; first < begin + rangePositions; first += attentionChunk) {
        const Positions positions = seen.within({first, first + attentionChunk - 1});
        if (positions.isEmpty())
            continue;
        const Chunk chunk = makeChunk(token, positions, areAll(heads));
        for (int64_t head = heads.first; head < endHead; head += task.count) {
            const int64_t kvHead = head / perHead; // of as many of them as are asked for
            task.queries = queries.data() + head - heads.first;
            task.count = int(std::min(endHead, (kvHead + 1) * perHead) - head);
            task.keyColumns = m_call.keyColumns(kvHead).count;
            task.valueColumns = m_call.valueColumns(kvHead).count;
            Rows rows;
            m_call.keys.kernels->score(task, takeRows(rows, m_call.keys, chunk, kvHead));
            m_call.table.weighScores(task, chunk.first, chunk.end);
            m_call.values.kernels->addValues(task, takeRows(rows, m_call.values, chunk, kvHead));
        }
    }
}

LoneAttention::Chunk LoneAttention::makeChunk(
    int64_t token, Positions positions, bool readsAhead) const
{
    const int32_t sequence = m_call.placement.sequences.data<int32_t>()[token];
    Chunk chunk;
    chunk.first = int(positions.first % attentionChunk);
    chunk.end = chunk.first + int(positions.count());
    for (int index = chunk.first; index < chunk.end; ++index)
        chunk.rows[index]
            = cacheRow(m_call.placement, sequence, positions.first + index - chunk.first);
    const bool liesTogether = m_call.placement.pageSize % attentionChunk == 0;
    if (readsAhead && liesTogether && positions.last < m_call.seen(token).last)
        chunk.nextRow = cacheRow(m_call.placement, sequence, positions.last + 1);
    return chunk;
}

AttentionRows LoneAttention::takeRows(
    Rows& rows, const CacheSide& side, const Chunk& chunk, int64_t kvHead) const
{
    const int64_t offset = rowBytes(side.matrix.dtype, side.columns(kvHead).first);
    for (int index = chunk.first; index < chunk.end; ++index)
        rows[index] = side.row(chunk.rows[index]) + offset;
    AttentionRows taken{rows, chunk.first, chunk.end};
    // Each head asks for its share of whole rows: in the order of memory they arrive sooner.
    if (chunk.nextRow >= 0) {
        taken.aheadBytes = side.rowBytes / m_call.shape.kvHeads;
        taken.ahead = side.row(chunk.nextRow) + kvHead * attentionChunk * taken.aheadBytes;
    }
    return taken;
}

void LoneAttention::merge(const Turn& turn, int64_t index, int64_t head, float* scratch) const
{
    const int64_t token = turn.tokens[size_t(index)];
    const int64_t columns = m_call.valueColumns(head / m_call.queriesPerHead()).count;
    float largest, total;
    const AttentionState state{scratch, &largest, &total};
    std::fill_n(scratch, columns, 0.0f);
    m_call.beginAnswer(state, head);
    for (int64_t range = 0; range < m_call.seen(token).ranges(); ++range)
        m_call.table.addState(state, partial(turn, index, range).of(head), columns);
    m_call.writeAnswer(token, head, scratch, total);
}

namespace {

int64_t lanesFor(const KernelTable& table, int64_t queries)
{
    return queries <= table.width ? table.width : 2 * table.width;
}

int64_t tilesFor(const KernelTable& table, int64_t queries)
{
    const int64_t lanes = lanesFor(table, queries);
    return (queries + lanes - 1) / lanes;
}

int64_t stateFloats(int64_t columns, int64_t lanes)
{
    return (columns + 2) * lanes;
}

void prefetch(const char* memory, int64_t bytes)
{
    for (int64_t byte = 0; byte < bytes + 63; byte += 64)
        __builtin_prefetch(memory + std::min(byte, bytes - 1));
}

// Gives out parts of memory, one after the other.
class Parts {
public:
    explicit Parts(float* memory)
        : m_next(memory)
    {
    }
    float* take(int64_t floats) { return std::exchange(m_next, m_next + floats); }

private:
    float* m_next;
};

} // namespace

int64_t GroupAttention::floatsNeeded(const CachedAttention& call, int64_t tokens)
{
    const int64_t queries = tokens * call.queriesPerHead();
    const int64_t lanes = lanesFor(call.table, queries), tiles = tilesFor(call.table, queries);
    const int64_t keyColumns = call.keys.maxColumns, valueColumns = call.values.maxColumns;
    return tiles * lanes * keyColumns + tiles * stateFloats(valueColumns, lanes)
        + attentionChunk * (keyColumns + valueColumns + lanes) + 2 * lanes
        + std::max(keyColumns, valueColumns);
}

int64_t GroupAttention::partialFloats(const CachedAttention& call, int64_t tokens)
{
    const int64_t queries = tokens * call.queriesPerHead();
    return tilesFor(call.table, queries)
        * stateFloats(call.values.maxColumns, lanesFor(call.table, queries));
}

GroupAttention::GroupAttention(
    const CachedAttention& call, const TokenGroup& group, int64_t kvHead, float* memory)
    : m_call(call)
    , m_group(group)
    , m_kvHead(kvHead)
    , m_keyColumns(call.keyColumns(kvHead))
    , m_valueColumns(call.valueColumns(kvHead))
    , m_lanes(lanesFor(call.table, queryCount()))
    , m_tiles(tilesFor(call.table, queryCount()))
{
    Parts parts(memory);
    m_queries = parts.take(m_tiles * m_keyColumns.count * m_lanes);
    m_answers = parts.take(m_tiles * stateFloats(m_valueColumns.count, m_lanes));
    m_keys = parts.take(attentionChunk * m_keyColumns.count);
    m_values = parts.take(attentionChunk * m_valueColumns.count);
    m_weights = parts.take(attentionChunk * m_lanes);
    m_first = parts.take(m_lanes);
    m_end = parts.take(m_lanes);
    m_row = parts.take(std::max(m_keyColumns.count, m_valueColumns.count));
}

AttentionState GroupAttention::tileState(float* states, int64_t tile) const
{
    Parts parts(states + tile * stateFloats(m_valueColumns.count, m_lanes));
    AttentionState state;
    state.answers = parts.take(m_valueColumns.count * m_lanes);
    state.largest = parts.take(m_lanes);
    state.totals = parts.take(m_lanes);
    return state;
}

// Lanes without a query have zeros.
void GroupAttention::takeQueries()
{
    const int64_t columns = m_keyColumns.count;
    std::fill_n(m_queries, m_tiles * columns * m_lanes, 0.0f);
    for (int64_t query = 0; query < queryCount(); ++query) {
        m_call.prepareQuery(m_row, tokenIndex(query), headIndex(query));
        float* lane = m_queries + query / m_lanes * columns * m_lanes + query % m_lanes;
        for (int64_t d = 0; d < columns; ++d)
            lane[d * m_lanes] = m_row[d];
    }
    m_hasQueries = true;
}

void GroupAttention::attendRange(int64_t range, float* partial)
{
    if (!m_hasQueries)
        takeQueries();
    for (int64_t tile = 0; tile < m_tiles; ++tile) {
        const AttentionState state = tileState(partial, tile);
        std::fill(state.answers, state.largest, 0.0f);
        std::fill_n(state.largest, m_lanes, std::numeric_limits<float>::lowest());
        std::fill_n(state.totals, m_lanes, 0.0f);
    }
    const int64_t begin = (m_group.seen.firstRange() + range) * rangePositions;
    for (int64_t first = begin; first < begin + rangePositions; first += attentionChunk) {
        const Positions positions = m_group.seen.within({first, first + attentionChunk - 1});
        if (positions.isEmpty())
            continue;
        decode(positions);
        for (int64_t tile = 0; tile < m_tiles; ++tile)
            attendChunk(positions, tile, partial);
    }
}

// Rows of one head are apart, so the CPU does not see by itself which ones follow.
void GroupAttention::decode(Positions positions)
{
    constexpr int64_t ahead = 12;
    const DType keyType = m_call.keys.matrix.dtype, valueType = m_call.values.matrix.dtype;
    const int64_t keyOffset = rowBytes(keyType, m_keyColumns.first);
    const int64_t valueOffset = rowBytes(valueType, m_valueColumns.first);
    const int64_t keyBytes = rowBytes(keyType, m_keyColumns.count);
    const int64_t valueBytes = rowBytes(valueType, m_valueColumns.count);
    for (int64_t position = positions.first; position <= positions.last; ++position) {
        const int64_t next = std::min(position + ahead, m_group.seen.last);
        const int64_t nextRow = cacheRow(m_call.placement, m_group.sequence, next);
        prefetch(m_call.keys.row(nextRow) + keyOffset, keyBytes);
        prefetch(m_call.values.row(nextRow) + valueOffset, valueBytes);
        const int64_t row = cacheRow(m_call.placement, m_group.sequence, position);
        const int64_t index = position % attentionChunk;
        m_call.keys.kernels->decodeRow(m_keys + index * m_keyColumns.count,
            m_call.keys.row(row) + keyOffset, m_keyColumns.count);
        m_call.values.kernels->decodeRow(m_values + index * m_valueColumns.count,
            m_call.values.row(row) + valueOffset, m_valueColumns.count);
    }
}

void GroupAttention::attendChunk(Positions positions, int64_t tile, float* partial)
{
    const int64_t begin = positions.first / attentionChunk * attentionChunk;
    int64_t first = attentionChunk, end = 0;
    bool allSeeAll = true;
    for (int64_t lane = 0; lane < m_lanes; ++lane) { // those without a query as the last one
        const int64_t query = std::min(tile * m_lanes + lane, queryCount() - 1);
        const Positions own = m_call.seen(tokenIndex(query)).within(positions);
        m_first[lane] = own.isEmpty() ? 0.0f : float(own.first - begin);
        m_end[lane] = own.isEmpty() ? 0.0f : float(own.last - begin + 1);
        allSeeAll = allSeeAll && m_first[lane] == m_first[0] && m_end[lane] == m_end[0];
        if (own.isEmpty())
            continue;
        first = std::min(first, own.first - begin);
        end = std::max(end, own.last - begin + 1);
    }
    if (first >= end)
        return;
    QueryTile queries;
    queries.lanes = m_lanes;
    queries.queries = m_queries + tile * m_keyColumns.count * m_lanes;
    queries.state = tileState(partial, tile);
    queries.first = m_first;
    queries.end = m_end;
    queries.scale = m_call.shape.scale;
    queries.softCap = m_call.shape.softCap;
    queries.weights = m_weights;
    m_call.table.attendTile(queries,
        {m_keys, m_values, m_keyColumns.count, m_valueColumns.count, int(first), int(end),
            allSeeAll});
}

void GroupAttention::beginAnswers()
{
    for (int64_t tile = 0; tile < m_tiles; ++tile) {
        const AttentionState state = tileState(m_answers, tile);
        std::fill(state.answers, state.largest, 0.0f);
        for (int64_t lane = 0; lane < m_lanes; ++lane)
            m_call.beginAnswer({nullptr, state.largest + lane, state.totals + lane},
                headIndex(std::min(tile * m_lanes + lane, queryCount() - 1)));
    }
    m_hasAnswers = true;
}

void GroupAttention::add(float* partial)
{
    if (!m_hasAnswers)
        beginAnswers();
    for (int64_t tile = 0; tile < m_tiles; ++tile)
        m_call.table.addTileState(
            tileState(m_answers, tile), tileState(partial, tile), m_valueColumns.count, m_lanes);
}

void GroupAttention::writeAnswers()
{
    for (int64_t query = 0; query < queryCount(); ++query) {
        const AttentionState state = tileState(m_answers, query / m_lanes);
        const int64_t lane = query % m_lanes;
        for (int64_t d = 0; d < m_valueColumns.count; ++d)
            m_row[d] = state.answers[d * m_lanes + lane];
        m_call.writeAnswer(tokenIndex(query), headIndex(query), m_row, state.totals[lane]);
    }
}

} // namespace kernels::cpu
