#pragma once

#include "kernels/dtype.h"

#include <cstdint>

namespace kernels {

/// True for the types that quantizeRow() can write.
bool canQuantize(DType type);

/// Stores `count` floats as `type` at `row`. `count` must be a multiple of the block size. Rounds as
/// llama.cpp's code does. With `importance`, `count` positive numbers, the types below Q8_0 make the
/// sum of importance times squared error small rather than that of all values alike.
void quantizeRow(
    DType type, const float* values, void* row, int64_t count, const float* importance = nullptr);

} // namespace kernels
