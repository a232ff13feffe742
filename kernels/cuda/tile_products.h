#pragma once

#include "kernels/cuda/device_stream.h"
#include "kernels/tensor.h"

namespace kernels::cuda {

/// Computes the columns [first, first + weight.rows) of out = x · weightᵀ for many rows when there
/// is no cuBLAS: numbers of two bytes on tensor cores, with sums in f32.
///   out     [tokens, outputs]              f32
///   x       [tokens, inputs]               the type of the weights
///   weight  [part of the outputs, inputs]  f32, f16 or bf16
void multiplyTiles(
    DeviceStream& stream, TensorView out, int64_t first, TensorView x, TensorView weight);

} // namespace kernels::cuda
