#pragma once

#include "kernels/block_formats.h"

#include <span>

namespace kernels {

// Quantises 256 values. `importance`, if given, weighs the error of each value, as llama.cpp's
// importance matrices do; without it the result is that of llama.cpp's reference code.

void quantizeBlock(std::span<const float, 256> values, const float* importance, BlockQ4_K& block);
void quantizeBlock(std::span<const float, 256> values, const float* importance, BlockQ5_K& block);
void quantizeBlock(std::span<const float, 256> values, const float* importance, BlockQ6_K& block);

} // namespace kernels
