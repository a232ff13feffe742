#pragma once

#include "kernels/cuda/device_stream.h"
#include "kernels/ops.h"

#include <span>

namespace kernels::cuda {

/// Products of few rows with weights of two bytes, f16 or bf16, on tensor cores: bound by reading
/// the weights. Rows of x are split into two or three numbers of the weights' type, so that the
/// products are those of f32; and the order of a sum depends on the shape of the weights alone.
///   x, out  at most mostQuantizedRows rows
///   weight  all of one type that canMultiplyHalves() takes
void multiplyHalves(DeviceStream& stream, std::span<const Ops::Product> products, TensorView x);

/// Whether there are kernels for weights of that type and shape on this card.
bool canMultiplyHalves(const DeviceStream& stream, TensorView weight);

} // namespace kernels::cuda
