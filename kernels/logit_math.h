#pragma once

#include <bit>
#include <cstdint>
#include <limits>

// The order of Ops::findHighest, expressed by integers that can simply be compared. For host and
// device.

namespace kernels {

inline constexpr uint64_t rankOfNothing = 0; ///< below all other ranks

/// The rank of a number at a position: higher for higher numbers and, among equal numbers, for
/// lower positions. No two positions have the same rank.
constexpr uint64_t toRank(float number, int32_t position)
{
    constexpr uint32_t ofNaN = 0xffffffff, sign = 0x80000000;
    const auto bits = std::bit_cast<uint32_t>(number + 0.0f); // −0 becomes 0
    const uint32_t ordered = bits & sign ? ~bits : bits | sign;
    return uint64_t(number != number ? ofNaN : ordered) << 32 | ~uint32_t(position);
}

constexpr int32_t positionFromRank(uint64_t rank)
{
    return int32_t(~uint32_t(rank)); // −1 for rankOfNothing
}

constexpr float numberFromRank(uint64_t rank)
{
    constexpr uint32_t sign = 0x80000000;
    if (rank == rankOfNothing)
        return -std::numeric_limits<float>::infinity();
    const auto ordered = uint32_t(rank >> 32);
    return std::bit_cast<float>(ordered & sign ? ordered ^ sign : ~ordered);
}

// The sums of Ops::weighBlocks, with the same bits on every device: every step is one addition or
// multiplication of f32 in a fixed order, and nothing is fused. For host and device.

/// How many numbers make a block; the last block may have fewer.
inline constexpr int64_t weightBlock = 64;
/// A block has one sum for every fourth number, and these are added up.
inline constexpr int weightLanes = 4;

/// The operations that expOfAtMostZero() needs, for one number.
struct OneNumber {
    static constexpr float higher(float left, float right) { return right > left ? right : left; }
    static constexpr int32_t truncated(float x) { return int32_t(x); }
    static constexpr float number(int32_t whole) { return float(whole); }
    static constexpr float timesTwoToThe(int32_t power, float x)
    {
        return std::bit_cast<float>(
            int32_t(uint32_t(std::bit_cast<int32_t>(x)) + (uint32_t(power) << 23)));
    }
};

/// exp(x) for x ≤ 0, with an error of at most 2 units in the last place. For x below −87, and for
/// NaN, the result is exp(−87). Computes exp(x) = 2ⁿ · exp(r), where n is the integer nearest to x
/// / ln 2, and exp(r) with the polynomial of expf in the Cephes library (Moshier). `Arithmetic` is
/// OneNumber or a type with the same operations on several numbers.
template <typename Arithmetic, typename Numbers>
constexpr Numbers expOfAtMostZero(Numbers x)
{
    x = Arithmetic::higher(Numbers{} - 87.0f, x);
    const auto n = Arithmetic::truncated(x * 1.44269504f - 0.5f); // x ≤ 0: rounds to nearest
    const Numbers whole = Arithmetic::number(n);
    const Numbers r = (x - whole * 0.693359375f) - whole * -2.12194440e-4f;
    Numbers sum = 1.9875691500e-4f * r + 1.3981999507e-3f;
    sum = sum * r + 8.3334519073e-3f;
    sum = sum * r + 4.1665795894e-2f;
    sum = sum * r + 1.6666665459e-1f;
    sum = sum * r + 5.0000001201e-1f;
    sum = sum * r * r + r + 1.0f;
    return Arithmetic::timesTwoToThe(n, sum);
}

/// exp((x − highest) · scale)
constexpr float softmaxWeight(float x, float highest, float scale)
{
    return expOfAtMostZero<OneNumber>((x - highest) * scale);
}

constexpr float sumOfLanes(float first, float second, float third, float fourth)
{
    return (first + second) + (third + fourth);
}

/// The sum of softmaxWeight(x[i]) over a block of `count` numbers, at most weightBlock.
constexpr float weightOfBlock(const float* x, int64_t count, float highest, float scale)
{
    float lanes[weightLanes] = {};
    for (int64_t i = 0; i < count; ++i)
        lanes[i % weightLanes] += softmaxWeight(x[i], highest, scale);
    return sumOfLanes(lanes[0], lanes[1], lanes[2], lanes[3]);
}

/// How many blocks `numbers` numbers make.
constexpr int64_t weightBlockCount(int64_t numbers)
{
    return (numbers + weightBlock - 1) / weightBlock;
}

} // namespace kernels
