#pragma once

#include <cstdint>
#include <vector>

namespace vision {

// For weights whose files have their numbers in another order than the tower.

/// Each of `count` matrices [rows, columns] as [columns, rows].
std::vector<float> transposed(
    const std::vector<float>& numbers, int64_t count, int64_t rows, int64_t columns);

} // namespace vision
