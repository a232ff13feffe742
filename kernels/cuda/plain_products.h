#pragma once

#include "kernels/cuda/device_stream.h"
#include "kernels/tensor.h"

namespace kernels::cuda {

/// out = x · weightᵀ for few rows and weights without blocks; reading the weights takes most of the
/// time. The order of a sum depends only on the shape of the weights.
///   out     [tokens, outputs]  f32
///   x       [tokens, inputs]   f32
///   weight  [outputs, inputs]  f32, f16 or bf16
void multiplyPlain(DeviceStream& stream, TensorView out, TensorView x, TensorView weight);

} // namespace kernels::cuda
