#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace engine {

/// Returns a · b, or nothing if a factor is negative or the product does not fit into 63 bits.
inline std::optional<int64_t> checkedProduct(int64_t a, int64_t b)
{
    int64_t product = 0;
    if (a < 0 || b < 0 || __builtin_mul_overflow(a, b, &product))
        return std::nullopt;
    return product;
}

/// Returns the product of all factors, 1 if there is none, under the same conditions.
inline std::optional<int64_t> checkedProduct(std::span<const int64_t> factors)
{
    std::optional<int64_t> product = 1;
    for (size_t i = 0; i < factors.size() && product; ++i)
        product = checkedProduct(*product, factors[i]);
    return product;
}

/// Returns a + b, or nothing if a term is negative or the sum does not fit into 63 bits.
inline std::optional<int64_t> checkedSum(int64_t a, int64_t b)
{
    int64_t sum = 0;
    if (a < 0 || b < 0 || __builtin_add_overflow(a, b, &sum))
        return std::nullopt;
    return sum;
}

} // namespace engine
