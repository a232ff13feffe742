#pragma once

#include "base/error.h"
#include "engine/sampling/logits.h"
#include "kernels/logit_math.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

namespace engine {

class TokenMask;

// Four numbers at once, which every x86-64 CPU can compute with. The loops over a whole vocabulary
// use these types, because the compiler does not vectorize them by itself.
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
inline Ints laneMask(uint64_t bits)
{
    constexpr Ints bitOfLane{1, 2, 4, 8};
    return (bitOfLane & int32_t(bits & 15)) != 0;
}

inline Floats laneMax(Floats left, Floats right)
{
    return right > left ? right : left;
}

inline float highestLane(Floats four)
{
    return std::max(std::max(four[0], four[1]), std::max(four[2], four[3]));
}

/// The operations on four numbers that kernels::expOfAtMostZero() needs.
struct FourNumbers {
    static Floats higher(Floats left, Floats right) { return laneMax(left, right); }
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

inline Floats exponential(Floats x)
{
    return kernels::expOfAtMostZero<FourNumbers>(x);
}

/// The Error{DeviceLost} for a logit that is NaN or +inf.
base::Error invalidLogits();

/// The logits of a vocabulary in blocks of 64, as many as a word of a TokenMask has bits, with the
/// highest logit of each block. So the best tokens are found without looking into most blocks.
class LogitBlocks {
public:
    static constexpr size_t blockSize = size_t(kernels::weightBlock); ///< in tokens
    /// A bar that every logit reaches.
    static constexpr float lowestBar = std::numeric_limits<float>::lowest();

    /// Leaves out the tokens that `allowed` (null: all) does not allow. Both arguments must outlive
    /// it. Throws Error{DeviceLost} if a logit is NaN or +inf.
    LogitBlocks(std::span<const float> logits, const TokenMask* allowed);

    float highest() const; ///< −inf if no token is left

    /// Returns a logit that at least `count` (1 or more) tokens reach, and not many more; lowestBar
    /// if that is unknown or fewer tokens are left.
    float barFor(size_t count) const;

    /// The tokens whose logits are at least `bar`, by id, without those of −inf.
    std::vector<Candidate> reaching(float bar) const;

    /// Σ exp((logit − highest) / temperature), with a relative error of at most 10⁻⁶: the values
    /// that Ops::weighBlocks gives for each block, added in double precision in the order of the
    /// blocks. At least one token must be left.
    double sumOfWeights(float temperature) const;

private:
    std::span<const float> block(size_t index) const;
    uint64_t allowedIn(size_t index) const;
    float highestAllowed(size_t index) const;

    std::span<const float> m_logits;
    const TokenMask* m_allowed;
    std::vector<float> m_highest; // of each block, of the allowed
};

} // namespace engine
