#pragma once

#include "kernels/block_formats.h"
#include "kernels/dtype.h"

#include <cstdint>
#include <span>

namespace kernels {

// Each writes the values of one block to `out`.
#define VIGNETTE_DECLARATION(name, ...) void dequantizeBlock(const Block##name& block, float* out);
VIGNETTE_QUANTIZED_TYPES(VIGNETTE_DECLARATION, VIGNETTE_DECLARATION)
#undef VIGNETTE_DECLARATION

/// Writes the `count` values stored at `row` as floats. This plain code defines what every stored
/// type means; `count` must be a multiple of the type's block size. Takes every type but I32.
void dequantizeRow(DType type, const void* row, float* out, int64_t count);

/// True for the types that quantizeRow() can write.
bool canQuantize(DType type);

/// Stores `count` floats as `type` at `row`. `count` must be a multiple of the block size. Rounds as
/// llama.cpp's code does. With `importance`, `count` positive numbers, the types below Q8_0 make the
/// sum of importance times squared error small rather than that of all values alike.
void quantizeRow(
    DType type, const float* values, void* row, int64_t count, const float* importance = nullptr);

// Quantizes 256 values. `importance`, if given, weighs the error of each value, as llama.cpp's
// importance matrices do; without it the result is that of llama.cpp's reference code.

void quantizeBlock(std::span<const float, 256> values, const float* importance, BlockQ4_K& block);
void quantizeBlock(std::span<const float, 256> values, const float* importance, BlockQ5_K& block);
void quantizeBlock(std::span<const float, 256> values, const float* importance, BlockQ6_K& block);

} // namespace kernels
