#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace engine {

// Four numbers at once, as every x86-64 processor can: the loops over a whole vocabulary are
// written with these, for the compiler makes no vectors of them by itself.
using Floats [[gnu::vector_size(16)]] = float;
using Ints [[gnu::vector_size(16)]] = int32_t;

inline constexpr size_t floatLanes = 4;

inline Floats loadFloats(const float* numbers)
{
    Floats four;
    std::memcpy(&four, numbers, sizeof four);
    return four;
}

/// All ones in the lanes whose bits, counted from the lowest, are set.
inline Ints lanesOf(uint64_t bits)
{
    constexpr Ints bitOfLane{1, 2, 4, 8};
    return (bitOfLane & int32_t(bits & 15)) != 0;
}

inline Floats higherOf(Floats left, Floats right)
{
    return right > left ? right : left;
}

inline float highestOf(Floats four)
{
    return std::max(std::max(four[0], four[1]), std::max(four[2], four[3]));
}

/// exp of what is 0 or less, 2 units in the last place off at most; below −87 it stays at exp(−87).
/// exp(x) = 2ⁿ · exp(r), n the whole number nearest to x / ln 2; exp(r) by the polynomial of
/// Cephes' expf (Moshier).
inline Floats expOf(Floats x)
{
    const Floats least = Floats{} - 87.0f;
    x = higherOf(x, least);
    const Ints n
        = __builtin_convertvector(x * 1.44269504f - 0.5f, Ints); // x ≤ 0: rounds to nearest
    const Floats whole = __builtin_convertvector(n, Floats);
    const Floats r = (x - whole * 0.693359375f) - whole * -2.12194440e-4f;
    Floats sum = 1.9875691500e-4f * r + 1.3981999507e-3f;
    sum = sum * r + 8.3334519073e-3f;
    sum = sum * r + 4.1665795894e-2f;
    sum = sum * r + 1.6666665459e-1f;
    sum = sum * r + 5.0000001201e-1f;
    sum = sum * r * r + r + 1.0f;
    Ints bits;
    std::memcpy(&bits, &sum, sizeof bits);
    bits += n << 23;
    std::memcpy(&sum, &bits, sizeof sum);
    return sum;
}

} // namespace engine
