#include "kernels/check_ops.h"

#include "kernels/cache_rows.h"
#include "kernels/interleaved.h"
#include "kernels/logit_math.h"

#include <limits>

namespace kernels {
namespace {

int64_t keyColumns(const AttentionShape& shape)
{
    return int64_t(shape.kvHeads) * shape.headDim;
}

void checkShape(const AttentionShape& shape, int64_t queryColumns)
{
    CHECK(shape.heads > 0 && shape.kvHeads > 0 && shape.heads % shape.kvHeads == 0);
    CHECK(shape.headDim > 0 && shape.softCap >= 0);
    CHECK(queryColumns == int64_t(shape.heads) * shape.headDim);
    if (!shape.sinks.isEmpty())
        CHECK(shape.sinks.dtype == DType::F32 && shape.sinks.elements() == shape.heads);
}

// What the cache keeps of `columns` numbers.
void checkCacheMatrix(TensorView cache, int64_t columns)
{
    CHECK(cache.dtype == DType::F32 || cache.dtype == DType::F16 || isCacheBlockType(cache.dtype));
    CHECK(cache.columns == wholeBlocks(cache.dtype, columns));
}

void checkFloats(TensorView x)
{
    CHECK(x.dtype == DType::F32);
}

void checkIndices(TensorView indices, int64_t count)
{
    CHECK(indices.dtype == DType::I32 && indices.rows == 1 && indices.columns == count);
}

void checkReachShape(int64_t tokens, const Reach& reach)
{
    checkIndices(reach.first, tokens);
    checkIndices(reach.last, tokens);
}

} // namespace

void checkGatherRows(TensorView out, TensorView table, TensorView ids)
{
    checkFloats(out);
    checkIndices(ids, out.rows);
    CHECK(out.columns == table.columns);
}

void checkScatterRows(TensorView out, TensorView in, TensorView ids)
{
    checkFloats(in);
    checkIndices(ids, in.rows);
    CHECK(out.columns == in.columns);
    CHECK(out.dtype == DType::F32 || out.dtype == DType::F16 || out.dtype == DType::BF16);
}

void checkIds(TensorView ids, int64_t rows)
{
    for (int64_t i = 0; i < ids.columns; ++i)
        CHECK(ids.data<int32_t>()[i] >= 0 && ids.data<int32_t>()[i] < rows);
}

void checkSameShape(TensorView a, TensorView b)
{
    checkFloats(a);
    checkFloats(b);
    CHECK(a.sameShape(b));
}

void checkRow(TensorView x, TensorView row)
{
    checkFloats(x);
    checkFloats(row);
    CHECK(row.rows == 1 && row.columns == x.columns);
}

void checkMatmul(TensorView out, TensorView x, TensorView weight)
{
    checkFloats(out);
    checkFloats(x);
    CHECK(weight.dtype != DType::I32);
    CHECK(x.columns == weight.columns && out.rows == x.rows && out.columns == weight.rows);
}

void checkTakeColumns(TensorView out, TensorView x, int64_t first)
{
    checkFloats(out);
    checkFloats(x);
    CHECK(out.rows == x.rows && first >= 0 && first + out.columns <= x.columns);
}

void checkRankExperts(TensorView ranks, TensorView scores, const ExpertWeighting& weighting)
{
    checkSameShape(ranks, scores);
    if (!weighting.choiceBias.isEmpty())
        checkRow(scores, weighting.choiceBias);
    const int64_t groups = weighting.groups;
    CHECK(groups >= 1 && scores.columns % groups == 0);
    CHECK(weighting.groupsUsed >= 1 && weighting.groupsUsed <= groups);
    CHECK(weighting.groupScore >= 1 && weighting.groupScore <= 2);
    CHECK(groups == 1 || weighting.groupScore <= scores.columns / groups);
}

void checkPutColumns(TensorView out, TensorView x, int64_t first)
{
    checkTakeColumns(x, out, first);
}

void checkWeighExperts(
    TensorView weights, TensorView scores, TensorView chosen, const ExpertWeighting& weighting)
{
    checkFloats(weights);
    checkFloats(scores);
    CHECK(chosen.dtype == DType::I32 && chosen.sameShape(weights) && chosen.rows == scores.rows);
    CHECK(chosen.columns > 0 && chosen.columns <= scores.columns);
    if (!weighting.scales.isEmpty())
        checkRow(scores, weighting.scales);
}

void checkMatmulExperts(
    TensorView out, TensorView x, std::span<const TensorView> experts, TensorView chosen)
{
    checkFloats(out);
    checkFloats(x);
    const auto count = int64_t(experts.size());
    CHECK(count > 0);
    if (chosen.isEmpty()) {
        CHECK(out.rows % count == 0 && (x.rows == out.rows || x.rows == out.rows / count));
    } else {
        CHECK(chosen.dtype == DType::I32 && out.rows == chosen.elements());
        CHECK(x.rows == chosen.rows || x.rows == out.rows);
    }
    for (const TensorView& expert : experts) {
        CHECK(expert.dtype == experts.front().dtype && expert.dtype != DType::I32);
        CHECK(expert.rows == out.columns && expert.columns == x.columns);
    }
}

void checkChosen(TensorView chosen, int64_t experts)
{
    checkIds(chosen.reshaped(1, chosen.elements()), experts);
}

void checkSumExperts(TensorView out, TensorView x, TensorView weights)
{
    checkFloats(out);
    checkFloats(x);
    checkFloats(weights);
    CHECK(out.columns == x.columns && out.rows == weights.rows && x.rows == weights.elements());
}

void checkRotate(TensorView x, const Angles& angles, const Rotation& rotation, int headDim)
{
    checkFloats(x);
    checkFloats(rotation.frequencies);
    CHECK(angles.positions.dtype == DType::I32 && angles.positions.rows == x.rows);
    CHECK(angles.positions.columns == rotation.frequencies.rows);
    CHECK(headDim > 0 && x.columns % headDim == 0);
    CHECK(2 * rotation.frequencies.columns <= headDim);
}

void checkScaleByPosition(TensorView x, TensorView positions, int64_t period)
{
    checkFloats(x);
    checkIndices(positions, x.rows);
    CHECK(period > 0);
}

void checkPlacement(int64_t tokens, const CachePlacement& placement)
{
    checkIndices(placement.positions, tokens);
    checkIndices(placement.sequences, tokens);
    CHECK(placement.pageTables.dtype == DType::I32 && placement.pageSize > 0);
}

void checkPositions(const CachePlacement& placement)
{
    for (int64_t t = 0; t < placement.positions.columns; ++t) {
        const int32_t position = placement.positions.data<int32_t>()[t];
        const int32_t sequence = placement.sequences.data<int32_t>()[t];
        CHECK(position >= 0 && position < positionCount(placement));
        CHECK(sequence >= 0 && sequence < placement.pageTables.rows);
    }
}

void checkReach(const Reach& reach, int64_t positions)
{
    for (int64_t t = 0; t < reach.last.columns; ++t) {
        const int32_t first = reach.first.data<int32_t>()[t];
        const int32_t last = reach.last.data<int32_t>()[t];
        CHECK(first >= 0 && first <= last && last < positions);
    }
}

void checkWriteCache(TensorView cache, TensorView rows, const CachePlacement& placement)
{
    checkFloats(rows);
    checkCacheMatrix(cache, rows.columns);
    CHECK(cache.rows % placement.pageSize == 0);
    checkPlacement(rows.rows, placement);
}

void checkAttendCached(TensorView out, TensorView q, TensorView keys, TensorView values,
    const CachePlacement& placement, const Reach& reach, const AttentionShape& shape)
{
    checkFloats(out);
    checkFloats(q);
    checkShape(shape, q.columns);
    CHECK(out.rows == q.rows && out.columns == int64_t(shape.heads) * shape.valueWidth());
    checkCacheMatrix(keys, keyColumns(shape));
    const int64_t valueColumns = int64_t(shape.kvHeads) * shape.valueWidth();
    const bool mayBeLonger
        = shape.kvHeads == 1 && values.columns >= wholeBlocks(values.dtype, valueColumns);
    checkCacheMatrix(values, mayBeLonger ? values.columns : valueColumns);
    CHECK(keys.rows == values.rows);
    checkPlacement(q.rows, placement);
    checkReachShape(q.rows, reach);
}

namespace {

// A CPU may get the tables interleaved, [heads · any, headDim]: the rows of a head one after the other.
void checkRelative(
    const RelativeScores& relative, TensorView q, TensorView k, const AttentionShape& shape)
{
    CHECK(shape.kvHeads == shape.heads && q.rows == k.rows);
    const TensorView rows = relative.rows;
    CHECK(rows.dtype == DType::I32 && rows.rows == 1 && rows.columns % 2 == 1);
    for (const TensorView& table : {relative.keys, relative.queries})
        if (isInterleaved(table.dtype)) {
            CHECK(table.dtype == DType::InterleavedInt16 && table.columns == shape.headDim);
            CHECK(table.rows % (shape.heads * panelRows) == 0);
        } else if (!table.isEmpty()) {
            checkFloats(table);
            CHECK(table.columns == q.columns);
        }
    const bool isMixed = relative.keys.dtype != relative.queries.dtype;
    CHECK(!isMixed || relative.keys.isEmpty() || relative.queries.isEmpty());
}

} // namespace

void checkAttendSpans(TensorView out, TensorView q, TensorView k, TensorView v, const Reach& spans,
    const AttentionShape& shape)
{
    checkSameShape(out, q);
    checkSameShape(k, v);
    checkShape(shape, q.columns);
    CHECK(k.columns == keyColumns(shape) && shape.sinks.isEmpty());
    CHECK(shape.valueWidth() == shape.headDim);
    checkReachShape(q.rows, spans);
    CHECK(spans.spanRows >= 0);
    if (spans.spanRows > 0)
        CHECK(q.rows % spans.spanRows == 0 && k.rows == q.rows);
    if (!shape.relative.isEmpty())
        checkRelative(shape.relative, q, k, shape);
}

void checkDeal(std::span<const TensorView> parts, TensorView x, int64_t chunk)
{
    CHECK(!parts.empty() && parts.size() <= Ops::maxParts && chunk > 0);
    for (const TensorView& part : parts) {
        checkSameShape(part, parts.front());
        CHECK(part.bytes != x.bytes);
    }
    checkFloats(x);
    CHECK(x.rows == parts.front().rows && parts.front().columns % chunk == 0);
    CHECK(x.columns == parts.front().columns * int64_t(parts.size()));
}

void checkSequenceRows(const CachePlacement& placement, const SequenceRows& rows)
{
    for (const TensorView& each : {rows.first, rows.count, rows.kept})
        checkIndices(each, placement.pageTables.rows);
}

void checkConvolve(TensorView out, TensorView x, TensorView weight, TensorView states,
    const CachePlacement& placement, const SequenceRows& rows)
{
    checkSameShape(out, x);
    checkFloats(weight);
    checkFloats(states);
    CHECK(out.bytes != x.bytes && weight.columns == x.columns);
    CHECK(weight.rows >= 2 && weight.rows <= Ops::maxTaps);
    CHECK(states.columns == (weight.rows - 1) * x.columns);
    checkPlacement(x.rows, placement);
    checkSequenceRows(placement, rows);
}

void checkDeltaRule(TensorView out, TensorView qkv, const DeltaGates& gates, TensorView states,
    const CachePlacement& placement, const SequenceRows& rows, const DeltaShape& shape)
{
    CHECK(shape.keyHeads > 0 && shape.valueHeads > 0 && shape.valueHeads % shape.keyHeads == 0);
    CHECK(shape.keyDim > 0 && shape.keyDim <= Ops::maxDeltaKeys && shape.valueDim > 0);
    for (const TensorView& view : {out, qkv, states, gates.rates, gates.offsets})
        checkFloats(view);
    CHECK(out.rows == qkv.rows && out.columns == shape.valueColumns());
    CHECK(qkv.columns == 2 * shape.keyColumns() + shape.valueColumns());
    checkSameShape(gates.decays, gates.strengths);
    CHECK(gates.decays.rows == qkv.rows && gates.decays.columns == shape.valueHeads);
    CHECK(gates.rates.elements() == shape.valueHeads && gates.offsets.sameShape(gates.rates));
    CHECK(states.columns == shape.stateColumns());
    checkPlacement(qkv.rows, placement);
    checkSequenceRows(placement, rows);
}

void checkSelectiveScan(TensorView out, TensorView xbc, const ScanGates& gates, TensorView states,
    const CachePlacement& placement, const SequenceRows& rows, const ScanShape& shape)
{
    CHECK(shape.groups > 0 && shape.heads > 0 && shape.heads % shape.groups == 0);
    CHECK(shape.stateDim > 0 && shape.stateDim <= Ops::maxScanState && shape.headDim > 0);
    CHECK(shape.minStep >= 0 && shape.minStep <= shape.maxStep);
    for (const TensorView& view : {out, xbc, states, gates.steps, gates.rates})
        checkFloats(view);
    CHECK(out.rows == xbc.rows && out.columns == shape.columns());
    CHECK(xbc.columns == shape.inputColumns());
    CHECK(gates.steps.rows == xbc.rows && gates.steps.columns == shape.heads);
    CHECK(gates.rates.elements() == shape.heads);
    checkSameShape(gates.offsets, gates.rates);
    checkSameShape(gates.skips, gates.rates);
    CHECK(states.columns == shape.stateColumns());
    checkPlacement(xbc.rows, placement);
    checkSequenceRows(placement, rows);
}

void checkFindHighest(TensorView positions, TensorView numbers, TensorView x, int64_t among)
{
    checkFloats(numbers);
    checkFloats(x);
    CHECK(
        positions.dtype == DType::I32 && positions.sameShape(numbers) && positions.rows == x.rows);
    CHECK(positions.columns > 0 && positions.columns <= Ops::maxHighest);
    CHECK(among >= 0 && among <= x.columns && among <= std::numeric_limits<int32_t>::max());
}

void checkWeighBlocks(
    TensorView sums, TensorView x, TensorView highest, TensorView scales, int64_t among)
{
    for (const TensorView& view : {sums, x, highest, scales})
        checkFloats(view);
    CHECK(among >= 0 && among <= x.columns && among <= std::numeric_limits<int32_t>::max());
    CHECK(sums.rows == x.rows && sums.columns == weightBlockCount(among));
    CHECK(highest.rows == x.rows && highest.columns > 0 && scales.elements() == x.rows);
}

int64_t positionCount(const CachePlacement& placement)
{
    return placement.pageTables.columns * placement.pageSize;
}

int64_t cacheRow(const CachePlacement& placement, int32_t sequence, int64_t position)
{
    const TensorView& tables = placement.pageTables;
    const int32_t page
        = tables.data<int32_t>()[sequence * tables.columns + position / placement.pageSize];
    return page * int64_t(placement.pageSize) + position % placement.pageSize;
}

} // namespace kernels
