#pragma once

#include "kernels/cuda/device_stream.h"
#include "kernels/ops.h"
#include "kernels/tensor.h"

#include <span>

namespace kernels::cuda {

/// out = x · weightᵀ for few rows and weights without blocks; reading the weights takes most of the
/// time. The order of a sum depends only on the shape of the weights.
///   out     [tokens, outputs]  f32
///   x       [tokens, inputs]   f32
///   weight  [outputs, inputs]  f32, f16 or bf16
void multiplyPlain(DeviceStream& stream, TensorView out, TensorView x, TensorView weight);

/// Products of few rows with weights of two bytes, f16 or bf16, on tensor cores; reading the
/// weights takes most of the time. Rows of x are split into a sum of two or three numbers of the
/// weights' type, so that the products have the precision of f32. The order of a sum depends only
/// on the shape of the weights.
///   x, out  at most mostQuantizedRows rows
///   weight  all of one type that canMultiplyHalves() accepts
void multiplyHalves(DeviceStream& stream, std::span<const Ops::Product> products, TensorView x);

/// True if there are kernels for weights of this type and shape on this card.
bool canMultiplyHalves(const DeviceStream& stream, TensorView weight);

} // namespace kernels::cuda
