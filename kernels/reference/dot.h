#pragma once

#include <cstdint>
#include <functional>
#include <numeric>

namespace kernels::reference {

/// The sum of the products of two rows of floats, in double precision.
inline double dot(const float* a, const float* b, int64_t count)
{
    return std::transform_reduce(
        a, a + count, b, 0.0, std::plus(), [](double x, double y) { return x * y; });
}

} // namespace kernels::reference
