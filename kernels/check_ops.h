#pragma once

#include "kernels/ops.h"

// What ops.h demands of the arguments, checked the same way by every backend on the host.
// A false one is a bug in the caller.

namespace kernels {

void checkGatherRows(TensorView out, TensorView table, TensorView ids);
void checkScatterRows(TensorView out, TensorView in, TensorView ids);
void checkSameShape(TensorView a, TensorView b); ///< both f32
void checkRow(TensorView x, TensorView row); ///< row is f32 [1, x.columns]
void checkMatmul(TensorView out, TensorView x, TensorView weight);
void checkRotate(TensorView x, TensorView positions, TensorView frequencies, int headDim);
void checkPlacement(int64_t tokens, const CachePlacement& placement);
void checkWriteCache(TensorView cache, TensorView rows, const CachePlacement& placement);
void checkAttendCached(TensorView out, TensorView q, TensorView keys, TensorView values,
    const CachePlacement& placement, const AttentionShape& shape);
void checkAttendAll(TensorView out, TensorView q, TensorView k, TensorView v, int64_t groupRows,
    const AttentionShape& shape);

/// The row of the cache that holds `position` of the token's sequence.
int64_t cacheRow(const CachePlacement& placement, int32_t sequence, int64_t position);

} // namespace kernels
