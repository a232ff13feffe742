#pragma once

#include "kernels/cuda/device_stream.h"
#include "kernels/tensor.h"

namespace kernels::cuda {

/// out = x · weightᵀ for weights without blocks and few rows: bound by reading the weights. The
/// order of a sum depends on the shape of the weights alone.
///   out     [tokens, outputs]  f32
///   x       [tokens, inputs]   f32
///   weight  [outputs, inputs]  f32, f16 or bf16
void multiplyPlain(DeviceStream& stream, TensorView out, TensorView x, TensorView weight);

} // namespace kernels::cuda
