#pragma once

#include "kernels/cuda/attention_reach.cuh"
#include "kernels/cuda/device_stream.h"
#include "kernels/cuda/half_activations.h"
#include "kernels/ops.h"

namespace kernels::cuda {

/// Attention of many tokens at a time on tensor cores: products in half precision, sums and softmax
/// in f32 (after FlashAttention-2, Dao, 2023, arXiv:2307.08691). The arguments are those of
/// Ops::attendCached(); `reach` includes the placement. `half` is the destination of the rounded
/// copy of `out`, if one is requested.
void attendPrompt(DeviceStream& stream, TensorView out, TensorView q, TensorView keys,
    TensorView values, const RowReach& reach, const AttentionShape& shape, const HalfForm& half);

/// True if the blocks of the GPU have enough shared memory for it.
bool canAttendPrompt(
    const DeviceStream& stream, TensorView keys, TensorView values, const AttentionShape& shape);

} // namespace kernels::cuda
