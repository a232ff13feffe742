#pragma once

#include "kernels/weight_runs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace engine {

// Four numbers at once, which every x86-64 processor can compute with. The loops over a whole
// vocabulary use these types, because the compiler does not vectorise them by itself.
using Floats [[gnu::vector_size(16)]] = float;
using Ints [[gnu::vector_size(16)]] = int32_t;

inline constexpr size_t floatLanes = 4;

inline Floats loadFloats(const float* numbers)
{
    Floats four;
    std::memcpy(&four, numbers, sizeof four);
    return four;
}

/// All bits set in the lanes whose bits in `bits`, counted from the lowest, are set.
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

/// The operations on four numbers that kernels::expOfAtMostZero() needs.
struct FourNumbers {
    static Floats higher(Floats left, Floats right) { return higherOf(left, right); }
    static Ints truncated(Floats x) { return __builtin_convertvector(x, Ints); }
    static Floats number(Ints wholes) { return __builtin_convertvector(wholes, Floats); }
    static Floats timesTwoToThe(Ints powers, Floats x)
    {
        Ints bits;
        std::memcpy(&bits, &x, sizeof bits);
        bits += powers << 23;
        std::memcpy(&x, &bits, sizeof x);
        return x;
    }
};

inline Floats expOf(Floats x)
{
    return kernels::expOfAtMostZero<FourNumbers>(x);
}

} // namespace engine
