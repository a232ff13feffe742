#pragma once

#include "kernels/cuda/device_stream.h"
#include "kernels/tensor.h"

namespace kernels::cuda {

/// Columns [first, first + weight.rows) of out = x · weightᵀ for many rows, where there is no
/// cuBLAS: on tensor cores for numbers of two bytes, with sums of f32.
///   out     [tokens, outputs]              f32
///   x       [tokens, inputs]               of the weights' type
///   weight  [part of the outputs, inputs]  f32, f16 or bf16
void multiplyTiles(
    DeviceStream& stream, TensorView out, int64_t first, TensorView x, TensorView weight);

} // namespace kernels::cuda
