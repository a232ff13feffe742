#pragma once

#include "kernels/cuda/segment_words.h"
#include "kernels/iq_grids.h"

#include <cstdint>

// segmentWords() and segmentScales() for the types whose values are looked up in grids: an entry of a grid
// has four or eight magnitudes, and separate bits give their signs.

namespace kernels::cuda {

#ifdef __CUDACC__
namespace device_grids {
#define VIGNETTE_TABLE [[maybe_unused]] static __device__ const
#include "kernels/iq_grids.inl"
#undef VIGNETTE_TABLE
} // namespace device_grids
#endif

#ifdef __CUDA_ARCH__
namespace grids = device_grids;
#else
namespace grids = kernels;
#endif

template <>
struct SegmentTraits<BlockIQ1_M> : WithTwoScales {
};
template <>
struct SegmentTraits<BlockIQ2_XS> : WithTwoScales {
};
template <>
struct SegmentTraits<BlockIQ2_S> : WithTwoScales {
};
template <>
struct SegmentTraits<BlockNVFP4> : WithTwoScales {
};

/// Negates each of four bytes for which one of the lowest four bits of `signs` is set. No byte may
/// be zero.
VIGNETTE_DEVICE uint32_t withSigns(uint32_t bytes, uint32_t signs)
{
    const uint32_t negative = (signs & 15) * 0x00204081 & 0x01010101; // a bit a byte
    return (bytes ^ negative * 255) + negative;
}

VIGNETTE_DEVICE SegmentScales oneScale(float scale)
{
    return {{scale, scale}, {0, 0}};
}

/// Eight signs that are stored in seven bits: the eighth makes the number of set bits even.
VIGNETTE_DEVICE uint32_t evenSigns(uint32_t seven)
{
    uint32_t parity = seven ^ seven >> 4;
    parity ^= parity >> 2;
    parity ^= parity >> 1;
    return seven | (parity & 1) << 7;
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockIQ3_XXS* row, int64_t segment, int t)
{
    const BlockIQ3_XXS& block = row[segment / 8];
    const int group = int(segment % 8);
    const auto packed = uint32_t(fourBytes(&block.signs[group]));
    const auto word = [&](int entry) {
        const uint32_t codes = chosenBytes(
            0x1c140c04u, 0x3e342c24u, grids::iq3XxsGrid[block.grid[group * 8 + entry]]);
        return withSigns(codes, evenSigns(packed >> (entry / 2 * 7) & 127) >> (entry % 2 * 4));
    };
    return {word(t), word(4 + t)};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockIQ3_XXS* row, int64_t segment)
{
    const BlockIQ3_XXS& block = row[segment / 8];
    const auto packed = uint32_t(fourBytes(&block.signs[segment % 8]));
    return oneScale(halfToFloat(block.scale) * (0.5f + float(packed >> 28)) * 0.5f);
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockIQ3_S* row, int64_t segment, int t)
{
    const BlockIQ3_S& block = row[segment / 8];
    const int group = int(segment % 8);
    const auto word = [&](int entry) {
        const int upper = block.high[group] >> entry & 1;
        const uint32_t codes = chosenBytes(
            0x07050301u, 0x0f0d0b09u, grids::iq3SGrid[block.grid[group * 8 + entry] | upper << 8]);
        return withSigns(codes, block.signs[group * 4 + entry / 2] >> (entry % 2 * 4));
    };
    return {word(t), word(4 + t)};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockIQ3_S* row, int64_t segment)
{
    const BlockIQ3_S& block = row[segment / 8];
    const int factor = block.groups[segment % 8 / 2] >> (segment % 2 * 4) & 15;
    return oneScale(halfToFloat(block.scale) * float(1 + 2 * factor));
}

/// The bytes of `table` that four of the 2-bit codes of an entry name: the upper four, or the lower.
VIGNETTE_DEVICE uint32_t gridBytes(uint32_t entry, int half, uint32_t table)
{
    const uint32_t grid = entry >> (half * 8);
    const uint32_t names = (grid & 3) | (grid & 0xc) << 2 | (grid & 0x30) << 4 | (grid & 0xc0) << 6;
    return chosenBytes(table, 0, names);
}

constexpr uint32_t iq2Magnitudes = 0x002b1908;

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockIQ2_XXS* row, int64_t segment, int t)
{
    const uint32_t* group = row[segment / 8].groups + segment % 8 * 2;
    const auto grid = uint32_t(fourBytes(group)), packed = uint32_t(fourBytes(group + 1));
    const int half = t % 2;
    const auto word = [&](int entry) {
        const uint32_t codes
            = gridBytes(grids::iq2XxsGrid[grid >> (entry * 8) & 255], half, iq2Magnitudes);
        return withSigns(codes, evenSigns(packed >> (entry * 7) & 127) >> (half * 4));
    };
    return {word(t / 2), word(2 + t / 2)};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockIQ2_XXS* row, int64_t segment)
{
    const BlockIQ2_XXS& block = row[segment / 8];
    const auto packed = uint32_t(fourBytes(&block.groups[segment % 8 * 2 + 1]));
    return oneScale(halfToFloat(block.scale) * (0.5f + float(packed >> 28)) * 0.25f);
}

/// The scales of the two halves of a segment, whose factors are the two nibbles of a byte.
VIGNETTE_DEVICE SegmentScales quarterScales(float scale, int factors)
{
    return {{scale * (0.5f + float(factors & 15)) * 0.25f,
                scale * (0.5f + float(factors >> 4)) * 0.25f},
        {0, 0}};
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockIQ2_XS* row, int64_t segment, int t)
{
    const uint16_t* grid = row[segment / 8].grid + segment % 8 * 4;
    const int half = t % 2;
    const auto word = [&](int entry) {
        const uint32_t codes = gridBytes(grids::iq2XsGrid[grid[entry] & 511], half, iq2Magnitudes);
        return withSigns(codes, evenSigns(grid[entry] >> 9) >> (half * 4));
    };
    return {word(t / 2), word(2 + t / 2)};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockIQ2_XS* row, int64_t segment)
{
    const BlockIQ2_XS& block = row[segment / 8];
    return quarterScales(halfToFloat(block.scale), block.groups[segment % 8]);
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockIQ2_S* row, int64_t segment, int t)
{
    const BlockIQ2_S& block = row[segment / 8];
    const int group = int(segment % 8), half = t % 2;
    const auto word = [&](int entry) {
        const int upper = block.high[group] >> (entry * 2) & 3;
        const uint32_t codes = gridBytes(
            grids::iq2SGrid[block.grid[group * 4 + entry] | upper << 8], half, iq2Magnitudes);
        return withSigns(codes, block.signs[group * 4 + entry] >> (half * 4));
    };
    return {word(t / 2), word(2 + t / 2)};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockIQ2_S* row, int64_t segment)
{
    const BlockIQ2_S& block = row[segment / 8];
    return quarterScales(halfToFloat(block.scale), block.groups[segment % 8]);
}

/// Eight times the codes −1, 0 and 1 with an eighth added, or subtracted.
VIGNETTE_DEVICE uint32_t iq1Bytes(uint32_t entry, int half, bool isLess)
{
    return gridBytes(entry, half, isLess ? 0x0007fff7u : 0x000901f9u);
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockIQ1_S* row, int64_t segment, int t)
{
    const BlockIQ1_S& block = row[segment / 8];
    const int group = int(segment % 8), high = block.high[group];
    const auto word = [&](int entry) {
        const int upper = high >> (entry * 3) & 7;
        return iq1Bytes(
            grids::iq1Grid[block.grid[group * 4 + entry] | upper << 8], t % 2, high >> 15);
    };
    return {word(t / 2), word(2 + t / 2)};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockIQ1_S* row, int64_t segment)
{
    const BlockIQ1_S& block = row[segment / 8];
    const int factor = block.high[segment % 8] >> 12 & 7;
    return oneScale(halfToFloat(block.scale) * float(1 + 2 * factor) * 0.125f);
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockIQ1_M* row, int64_t segment, int t)
{
    const BlockIQ1_M& block = row[segment / 8];
    const int group = int(segment % 8);
    const auto word = [&](int entry) {
        const int high = block.high[group * 2 + entry / 2] >> (entry % 2 * 4);
        return iq1Bytes(
            grids::iq1Grid[block.grid[group * 4 + entry] | (high & 7) << 8], t % 2, high >> 3 & 1);
    };
    return {word(t / 2), word(2 + t / 2)};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockIQ1_M* row, int64_t segment)
{
    const BlockIQ1_M& block = row[segment / 8];
    const int half = int(segment % 8), factors = block.groups[half / 2] >> (half % 2 * 6);
    const float scale = halfToFloat(wholeScale(block)) * 0.125f;
    return {
        {scale * float(1 + 2 * (factors & 7)), scale * float(1 + 2 * (factors >> 3 & 7))}, {0, 0}};
}

// segmentWords() and segmentScales() for the types with few values: −1, 0 and 1, and floating-point numbers
// of four bits.

/// Digit n to base 3, minus one, of each of four bytes. A byte is digits · 256 / 243; multiplied by
/// 3ⁿ modulo 256, its top digit is digit n.
VIGNETTE_DEVICE uint32_t ternaryDigits(const uint8_t* bytes, int n)
{
    const uint32_t power = n == 0 ? 1 : n == 1 ? 3 : n == 2 ? 9 : n == 3 ? 27 : 81;
    uint32_t digits = 0;
    for (int i = 0; i < 4; ++i)
        digits |= ((bytes[i] * power & 255) * 3 >> 8) << 8 * i;
    return uint32_t(lessBytes(int(digits), 1));
}

// Segments 0 to 4 are the digits of the first 32 bytes, the next two and a half those of the next 16,
// and the last half those of the last four.
VIGNETTE_DEVICE SegmentWords segmentWords(const BlockTQ1_0* row, int64_t segment, int t)
{
    const BlockTQ1_0& block = row[segment / 8];
    const int part = int(segment % 8);
    if (part < 5)
        return {ternaryDigits(block.digits + 4 * t, part),
            ternaryDigits(block.digits + 16 + 4 * t, part)};
    const int first = (part - 5) * 2;
    const uint8_t* bytes = block.digits + 32 + 4 * t;
    return {ternaryDigits(bytes, first),
        part < 7 ? ternaryDigits(bytes, first + 1) : ternaryDigits(block.lastDigits, t)};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockTQ1_0* row, int64_t segment)
{
    return oneScale(halfToFloat(row[segment / 8].scale));
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockTQ2_0* row, int64_t segment, int t)
{
    const SegmentWords words = twoBitWords(row[segment / 8], int(segment % 8), t);
    return {uint32_t(lessBytes(int(words.low), 1)), uint32_t(lessBytes(int(words.high), 1))};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockTQ2_0* row, int64_t segment)
{
    return oneScale(halfToFloat(row[segment / 8].scale));
}

/// Twice the value of four bits that are a floating-point number with two bits of exponent and one
/// of mantissa (E2M1).
VIGNETTE_DEVICE uint32_t mxfp4Bytes(uint32_t nibbles)
{
    return bytesNamed(nibbles, 0x03020100u, 0x0c080604u, 0xfdfeff00u, 0xf4f8fafcu);
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockNVFP4* row, int64_t segment, int t)
{
    const uint8_t* low = row[segment / 2].low + segment % 2 * 16 + t % 2 * 4;
    const int shift = t / 2 * 4;
    return {mxfp4Bytes(wordAt<BlockNVFP4>(low, 0) >> shift),
        mxfp4Bytes(wordAt<BlockNVFP4>(low, 8) >> shift)};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockNVFP4* row, int64_t segment)
{
    const uint8_t* groups = row[segment / 2].groups + segment % 2 * 2;
    return {{nvfp4Scale(groups[0]), nvfp4Scale(groups[1])}, {0, 0}};
}

// 128 values a block.
VIGNETTE_DEVICE SegmentWords segmentWords(const BlockQ1_0* row, int64_t segment, int t)
{
    const uint8_t* bits = row[segment / 4].bits + segment % 4 * 4;
    const auto word = [&](const uint8_t* byte) {
        return withSigns(0x01010101, ~uint32_t(*byte) >> (t % 2 * 4));
    };
    return {word(bits + t / 2), word(bits + 2 + t / 2)};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockQ1_0* row, int64_t segment)
{
    return oneScale(halfToFloat(row[segment / 4].scale));
}

// The blocks have 17 bytes, so their fields are not aligned.
VIGNETTE_DEVICE SegmentWords segmentWords(const BlockMXFP4* row, int64_t segment, int t)
{
    const uint8_t* low = row[segment].low + 4 * t;
    const uint32_t word
        = low[0] | uint32_t(low[1]) << 8 | uint32_t(low[2]) << 16 | uint32_t(low[3]) << 24;
    return {mxfp4Bytes(word), mxfp4Bytes(word >> 4)};
}

// The scale is 2^(exponent − 128), half of the exponent's value, because mxfp4Bytes() returns
// doubled values.
VIGNETTE_DEVICE SegmentScales segmentScales(const BlockMXFP4* row, int64_t segment)
{
    const uint32_t exponent = row[segment].exponent;
    const uint32_t bits = exponent < 2 ? 0x00200000u << exponent : (exponent - 1) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return oneScale(scale);
}

} // namespace kernels::cuda
