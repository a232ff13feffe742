#pragma once

#include "kernels/dtype.h"

#include <cstdint>

namespace kernels {

/// True for the types quantizeRow() can write.
bool canQuantize(DType type);

/// Stores `count` floats as `type` at `row`: F32, F16, BF16, Q8_0 or Q4_0. `count` must be a
/// multiple of the type's block size. Rounds as llama.cpp's reference does.
void quantizeRow(DType type, const float* values, void* row, int64_t count);

} // namespace kernels
