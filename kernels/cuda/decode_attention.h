#pragma once

#include "kernels/cuda/attention_reach.cuh"
#include "kernels/cuda/device_stream.h"
#include "kernels/cuda/packed_activations.h"
#include "kernels/ops.h"

namespace kernels::cuda {

/// Attention of few tokens on tensor cores, with the precision of f32; reading the cache takes most
/// of the time. The arguments are those of Ops::attendCached(); `reach` includes the placement, and
/// `positions` is how many positions a page table has room for. `packed` receives the packed form
/// of the result.
void attendDecode(DeviceStream& stream, PackedActivations& packed, TensorView out, TensorView q,
    TensorView keys, TensorView values, const RowReach& reach, int positions,
    const AttentionShape& shape);

/// True if it can be used for a cache of these types, pages and this shape on this GPU.
bool canAttendDecode(const DeviceStream& stream, TensorView keys, TensorView values,
    const RowReach& reach, const AttentionShape& shape);

} // namespace kernels::cuda
