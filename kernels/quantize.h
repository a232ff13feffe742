#pragma once

#include "kernels/dtype.h"

#include <cstdint>

namespace kernels {

/// True for the types that quantizeRow() can write.
bool canQuantize(DType type);

/// Stores `count` floats as `type` at `row`. The type may be F32, F16, BF16, Q8_0 or Q4_0, and
/// `count` must be a multiple of its block size. Rounds as llama.cpp's reference code does.
void quantizeRow(DType type, const float* values, void* row, int64_t count);

} // namespace kernels
