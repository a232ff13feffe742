#pragma once

#include "kernels/cuda/attention_reach.cuh"
#include "kernels/cuda/device_stream.h"
#include "kernels/cuda/packed_activations.h"
#include "kernels/ops.h"

namespace kernels::cuda {

/// Attention of few tokens on tensor cores, with the numbers of f32: bound by reading the cache.
/// The arguments are those of Ops::attendCached(); `reach` holds its placement, `positions` is how
/// many a page table has room for. `packed` gets the packed form of what is written.
void attendDecode(DeviceStream& stream, PackedActivations& packed, TensorView out, TensorView q,
    TensorView keys, TensorView values, const RowReach& reach, int positions,
    const AttentionShape& shape);

/// Whether it takes keys and values of these types and this shape, on this card.
bool canAttendDecode(
    const DeviceStream& stream, TensorView keys, TensorView values, const AttentionShape& shape);

} // namespace kernels::cuda
