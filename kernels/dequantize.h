#pragma once

#include "kernels/dtype.h"

#include <cstdint>

namespace kernels {

/// Writes the `count` values stored at `row` as floats. This plain code defines what every stored
/// type means; `count` must be a multiple of the type's block size. Takes every type but I32.
void dequantizeRow(DType type, const void* row, float* out, int64_t count);

} // namespace kernels
