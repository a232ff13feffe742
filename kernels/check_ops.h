#pragma once

#include "kernels/ops.h"

// Checks of what ops.h requires of the arguments, the same for every backend, made on the host. A
// failed check is a bug in the caller. Only checkIds(), checkChosen(), checkPositions() and
// checkReach() look at the numbers of a matrix, which is impossible on the host if they are on a
// GPU.

namespace kernels {

void checkGatherRows(TensorView out, TensorView table, TensorView ids);
void checkScatterRows(TensorView out, TensorView in, TensorView ids);
void checkIds(TensorView ids, int64_t rows); ///< each names one of `rows` rows
void checkSameShape(TensorView a, TensorView b); ///< both f32
void checkRow(TensorView x, TensorView row); ///< row is f32 [1, x.columns]
void checkTakeColumns(TensorView out, TensorView x, int64_t first);
void checkPutColumns(TensorView out, TensorView x, int64_t first);
void checkMatmul(TensorView out, TensorView x, TensorView weight);
void checkRankExperts(TensorView ranks, TensorView scores, const ExpertWeighting& weighting);
void checkWeighExperts(
    TensorView weights, TensorView scores, TensorView chosen, const ExpertWeighting& weighting);
void checkMatmulExperts(
    TensorView out, TensorView x, std::span<const TensorView> experts, TensorView chosen);
void checkChosen(TensorView chosen, int64_t experts); ///< each names one of the experts
void checkSumExperts(TensorView out, TensorView x, TensorView weights);
void checkRotate(TensorView x, const Angles& angles, const Rotation& rotation, int headDim);
void checkScaleByPosition(TensorView x, TensorView positions, int64_t period);
void checkPlacement(int64_t tokens, const CachePlacement& placement);
void checkPositions(const CachePlacement& placement); ///< positions and sequences have a page
void checkReach(const Reach& reach, int64_t positions); ///< each sees something below `positions`
void checkWriteCache(TensorView cache, TensorView rows, const CachePlacement& placement);
void checkAttendCached(TensorView out, TensorView q, TensorView keys, TensorView values,
    const CachePlacement& placement, const Reach& reach, const AttentionShape& shape);
void checkAttendSpans(TensorView out, TensorView q, TensorView k, TensorView v, const Reach& spans,
    const AttentionShape& shape);
void checkDeal(std::span<const TensorView> parts, TensorView x, int64_t chunk);
void checkSequenceRows(const CachePlacement& placement, const SequenceRows& rows);
void checkConvolve(TensorView out, TensorView x, TensorView weight, TensorView states,
    const CachePlacement& placement, const SequenceRows& rows);
void checkSelectiveScan(TensorView out, TensorView xbc, const ScanGates& gates, TensorView states,
    const CachePlacement& placement, const SequenceRows& rows, const ScanShape& shape);
void checkDeltaRule(TensorView out, TensorView qkv, const DeltaGates& gates, TensorView states,
    const CachePlacement& placement, const SequenceRows& rows, const DeltaShape& shape);
void checkFindHighest(TensorView positions, TensorView numbers, TensorView x, int64_t among);
void checkWeighBlocks(
    TensorView sums, TensorView x, TensorView highest, TensorView scales, int64_t among);

/// The number of positions that the page tables have room for.
int64_t positionCount(const CachePlacement& placement);

/// The row of the cache that contains a position of a sequence.
int64_t cacheRow(const CachePlacement& placement, int32_t sequence, int64_t position);

} // namespace kernels
