#pragma once

#include "kernels/cuda/attention_reach.cuh"
#include "kernels/cuda/device_stream.h"
#include "kernels/ops.h"

namespace kernels::cuda {

/// Attention of many tokens at once on tensor cores: products of half precision, sums and softmax
/// of f32. The arguments are those of Ops::attendCached(); `reach` holds its placement.
void attendPrompt(DeviceStream& stream, TensorView out, TensorView q, TensorView keys,
    TensorView values, const RowReach& reach, const AttentionShape& shape);

/// Whether the card's blocks have the shared memory for it.
bool canAttendPrompt(
    const DeviceStream& stream, TensorView keys, TensorView values, const AttentionShape& shape);

} // namespace kernels::cuda
