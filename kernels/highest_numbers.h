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

} // namespace kernels
