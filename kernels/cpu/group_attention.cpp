#include "kernels/cpu/group_attention.h"

#include "kernels/check_ops.h"

#include <limits>
#include <utility>

namespace kernels::cpu {
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
    const int64_t keyColumns = call.keys.mostColumns, valueColumns = call.values.mostColumns;
    return tiles * lanes * keyColumns + tiles * stateFloats(valueColumns, lanes)
        + attentionChunk * (keyColumns + valueColumns + lanes) + 2 * lanes
        + std::max(keyColumns, valueColumns);
}

int64_t GroupAttention::partialFloats(const CachedAttention& call, int64_t tokens)
{
    const int64_t queries = tokens * call.queriesPerHead();
    return tilesFor(call.table, queries)
        * stateFloats(call.values.mostColumns, lanesFor(call.table, queries));
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

AttentionState GroupAttention::stateOf(float* states, int64_t tile) const
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
        m_call.prepareQuery(m_row, tokenOf(query), headOf(query));
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
        const AttentionState state = stateOf(partial, tile);
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

// Rows of one head lie apart, so the processor does not see by itself which ones follow.
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
        const int64_t place = position % attentionChunk;
        m_call.keys.kernels->decodeRow(m_keys + place * m_keyColumns.count,
            m_call.keys.row(row) + keyOffset, m_keyColumns.count);
        m_call.values.kernels->decodeRow(m_values + place * m_valueColumns.count,
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
        const Positions own = m_call.seen(tokenOf(query)).within(positions);
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
    queries.state = stateOf(partial, tile);
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
        const AttentionState state = stateOf(m_answers, tile);
        std::fill(state.answers, state.largest, 0.0f);
        for (int64_t lane = 0; lane < m_lanes; ++lane)
            m_call.beginAnswer({nullptr, state.largest + lane, state.totals + lane},
                headOf(std::min(tile * m_lanes + lane, queryCount() - 1)));
    }
    m_hasAnswers = true;
}

void GroupAttention::add(float* partial)
{
    if (!m_hasAnswers)
        beginAnswers();
    for (int64_t tile = 0; tile < m_tiles; ++tile)
        m_call.table.addTileState(
            stateOf(m_answers, tile), stateOf(partial, tile), m_valueColumns.count, m_lanes);
}

void GroupAttention::writeAnswers()
{
    for (int64_t query = 0; query < queryCount(); ++query) {
        const AttentionState state = stateOf(m_answers, query / m_lanes);
        const int64_t lane = query % m_lanes;
        for (int64_t d = 0; d < m_valueColumns.count; ++d)
            m_row[d] = state.answers[d * m_lanes + lane];
        m_call.writeAnswer(tokenOf(query), headOf(query), m_row, state.totals[lane]);
    }
}

} // namespace kernels::cpu
