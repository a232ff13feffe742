#include "vision/rearranged.h"

namespace vision {

// Each of `count` matrices [rows, columns] as [columns, rows].
std::vector<float> transposed(
    const std::vector<float>& numbers, int64_t count, int64_t rows, int64_t columns)
{
    std::vector<float> out;
    out.reserve(numbers.size());
    for (int64_t matrix = 0; matrix < count; ++matrix)
        for (int64_t column = 0; column < columns; ++column)
            for (int64_t row = 0; row < rows; ++row)
                out.push_back(numbers[size_t((matrix * rows + row) * columns + column)]);
    return out;
}

} // namespace vision
