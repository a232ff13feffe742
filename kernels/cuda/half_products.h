#pragma once

#include "kernels/cuda/device_stream.h"
#include "kernels/cuda/quantized_products.h"
#include "kernels/ops.h"
#include "kernels/tensor.h"

#include <span>

namespace kernels::cuda {

/// Computes up to ProductJob::maxParts products of the same few rows with f16 or bf16 weights in
/// one launch (two for more than a few rows). It is bound by reading the weights. Rows of x are
/// split into a sum of two or three numbers of the weights' type, so the products have the
/// precision of f32. The order of a sum depends only on the number of columns.
///   x         [tokens, columns]  f32, 1 to maxQuantizedRows tokens
///   products  weights of one type that canMultiplyHalves() accepts
///   finish    Finish::Gate takes two products of the same shape and writes to the first output
///   norm      computes x first if it is one row; takes as much shared memory as NormOfRow requires
void multiplyHalves(DeviceStream& stream, std::span<const Ops::Product> products, TensorView x,
    Finish finish = Finish::Store, Activation activation = Activation::Silu,
    const NormOfRow& norm = {});

/// True if multiplyHalves() has kernels for weights of this type and shape on this device.
bool canMultiplyHalves(const DeviceStream& stream, TensorView weight);

} // namespace kernels::cuda
