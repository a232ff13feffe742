#pragma once

#include "kernels/cuda/half_activations.h"
#include "kernels/ops.h"

namespace kernels::cuda {

/// The sums of the first layers of an MLP, in f16, and the operation that makes them the input of
/// the last layer: activation(sums + bias) or, with `up`, activation(sums + bias) · (up + upBias).
struct HalfSums {
    TensorView sums, bias; ///< f16 [tokens, inner], f32 [1, inner]; an empty bias adds nothing
    TensorView up = {}, upBias = {}; ///< the same of the other factor; empty: none
    Activation activation = Activation::Silu;
};

/// Launches a kernel that stores the result in `out`. Sums beyond the range of f16 count as ±65504.
/// canTakeEights() must be true.
void activateHalves(DeviceStream& stream, const HalfSums& sums, const HalfForm& out);

/// Whether activateHalves() takes f16 in the memory of such an f32 matrix.
bool canTakeEights(TensorView x);

} // namespace kernels::cuda
