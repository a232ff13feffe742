#pragma once

#include "kernels/block_formats.h"
#include "kernels/dtype.h"

#include <cstdint>

namespace kernels {

// Each writes the 32 or 256 values of one block to `out`.
#define VIGNETTE_DECLARATION(name, ...) void dequantizeBlock(const Block##name& block, float* out);
VIGNETTE_QUANTIZED_TYPES(VIGNETTE_DECLARATION, VIGNETTE_DECLARATION)
#undef VIGNETTE_DECLARATION

/// Writes the `count` values stored at `row` as floats. This plain code defines what every stored
/// type means; `count` must be a multiple of the type's block size. Takes every type but I32.
void dequantizeRow(DType type, const void* row, float* out, int64_t count);

} // namespace kernels
