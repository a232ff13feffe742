#pragma once

#include "kernels/block_formats.h"
#include "kernels/dtype.h"

#include <cstdint>

namespace kernels {

// Each writes the 32 or 256 values of one block to `out`.
void dequantizeBlock(const BlockQ4_0& block, float* out);
void dequantizeBlock(const BlockQ4_1& block, float* out);
void dequantizeBlock(const BlockQ5_0& block, float* out);
void dequantizeBlock(const BlockQ5_1& block, float* out);
void dequantizeBlock(const BlockQ8_0& block, float* out);
void dequantizeBlock(const BlockQ2_K& block, float* out);
void dequantizeBlock(const BlockQ3_K& block, float* out);
void dequantizeBlock(const BlockQ4_K& block, float* out);
void dequantizeBlock(const BlockQ5_K& block, float* out);
void dequantizeBlock(const BlockQ6_K& block, float* out);
void dequantizeBlock(const BlockIQ4_NL& block, float* out);
void dequantizeBlock(const BlockIQ4_XS& block, float* out);
void dequantizeBlock(const BlockIQ3_XXS& block, float* out);
void dequantizeBlock(const BlockIQ3_S& block, float* out);
void dequantizeBlock(const BlockIQ2_S& block, float* out);
void dequantizeBlock(const BlockTQ1_0& block, float* out);
void dequantizeBlock(const BlockTQ2_0& block, float* out);
void dequantizeBlock(const BlockMXFP4& block, float* out);

/// Writes the `count` values stored at `row` as floats. This plain code defines what every stored
/// type means; `count` must be a multiple of the type's block size. Takes every type but I32.
void dequantizeRow(DType type, const void* row, float* out, int64_t count);

} // namespace kernels
