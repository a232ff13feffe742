#pragma once

#include "kernels/cuda/dense_products.h"

namespace kernels::cuda {

/// A product of many rows with quantized weights, which are unpacked to f16 for it. The arguments
/// are those of DenseProducts::multiply() for all outputs; x is f16.
void multiplyUnpacked(DeviceStream& stream, DenseProducts& dense, TensorView out, TensorView x,
    TensorView weight, const Epilogue& epilogue);

} // namespace kernels::cuda
