#pragma once

#include "kernels/half.h"
#include "tests/kernels/cuda_on_host/include/cublas_v2.h"

#include <vector>

// What the libraries of products for the GPU on the host compute, by plain loops.

namespace cuda_on_host {

inline float numberAt(const void* matrix, cudaDataType type, size_t i)
{
    switch (type) {
    case CUDA_R_16F:
        return kernels::floatFromHalf(static_cast<const uint16_t*>(matrix)[i]);
    case CUDA_R_16BF:
        return kernels::floatFromBfloat(static_cast<const uint16_t*>(matrix)[i]);
    default:
        return static_cast<const float*>(matrix)[i];
    }
}

/// A factor whose columns lie one after another, `leading` numbers apart.
struct Factor {
    const void* numbers;
    cudaDataType type;
    size_t leading;

    /// `count` columns of `length` numbers one after another.
    std::vector<float> columns(size_t count, size_t length) const
    {
        std::vector<float> result(count * length);
        for (size_t column = 0; column < count; ++column)
            for (size_t i = 0; i < length; ++i)
                result[column * length + i] = numberAt(numbers, type, column * leading + i);
        return result;
    }
};

/// A result, f32 or f16, whose columns lie one after another, `leading` numbers apart.
struct Result {
    void* numbers;
    cudaDataType type;
    size_t leading;

    void store(size_t column, size_t row, float sum, bool adds) const
    {
        const size_t i = column * leading + row;
        if (type == CUDA_R_16F) {
            static_cast<uint16_t*>(numbers)[i] = kernels::halfFromFloat(sum);
            return;
        }
        float& position = static_cast<float*>(numbers)[i];
        position = adds ? position + sum : sum;
    }
};

// The only form the backend uses: c [m, n] = aᵀ · b + bias, or that added to c if c is f32; sums of
// f32. The bias, one number per row of c, may be null.
inline void multiply(const Result& c, const Factor& a, const Factor& b, size_t m, size_t n,
    size_t k, bool adds, const float* bias = nullptr)
{
    const std::vector<float> left = a.columns(m, k), right = b.columns(n, k);
    for (size_t column = 0; column < n; ++column)
        for (size_t row = 0; row < m; ++row) {
            float sum = 0;
            for (size_t i = 0; i < k; ++i)
                sum += left[row * k + i] * right[column * k + i];
            c.store(column, row, bias ? sum + bias[row] : sum, adds);
        }
}

} // namespace cuda_on_host
