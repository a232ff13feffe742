#pragma once

#include "kernels/dtype.h"

#include <bit>
#include <cstdint>

// The blocks of quantized rows, byte for byte as the GGUF format stores them (ggml-common.h in
// ggml), little-endian. A uint16_t named scale or minimum is a float16. Unless said otherwise,
// `low` contains two values per byte: first the low nibbles of all its bytes, then the high
// nibbles.

namespace kernels {

#pragma pack(push, 1)

struct BlockQ4_0 { ///< 32 values: scale · (q − 8)
    uint16_t scale;
    uint8_t low[16];
};

struct BlockQ4_1 { ///< 32 values: scale · q + minimum
    uint16_t scale;
    uint16_t minimum;
    uint8_t low[16];
};

struct BlockQ5_0 { ///< 32 values: scale · (q − 16)
    uint16_t scale;
    uint32_t high; ///< bit i is the fifth bit of value i
    uint8_t low[16];
};

struct BlockQ5_1 { ///< 32 values: scale · q + minimum
    uint16_t scale;
    uint16_t minimum;
    uint32_t high;
    uint8_t low[16];
};

struct BlockQ8_0 { ///< 32 values: scale · q
    uint16_t scale;
    int8_t values[32];
};

struct BlockQ2_K { ///< 16 groups of 16: scale · groupScale · q − minimum · groupMinimum
    uint8_t groups[16]; ///< low nibble: groupScale; high nibble: groupMinimum
    /// 2 halves of 32 bytes; each half contains 4 parts of 32 values, 2 bits per value.
    uint8_t low[64];
    uint16_t scale;
    uint16_t minimum;
};

struct BlockQ3_K { ///< 16 groups of 16: scale · (groupScale − 32) · (q − 4)
    uint8_t high[32]; ///< bit j of byte i is the third bit of value 32 j + i
    uint8_t low[64]; ///< as in Q2_K
    uint8_t groups[12]; ///< 6-bit scales: 8 bytes of nibbles, then 4 bytes of 2-bit upper parts
    uint16_t scale;
};

struct BlockQ4_K { ///< 8 groups of 32: scale · groupScale · q − minimum · groupMinimum
    uint16_t scale;
    uint16_t minimum;
    uint8_t groups[12]; ///< 6-bit scales and minimums, see unpackGroups()
    uint8_t low[128]; ///< 4 parts of 32 bytes: 32 low nibbles, then 32 high nibbles
};

struct BlockQ5_K { ///< as Q4_K, with a fifth bit per value
    uint16_t scale;
    uint16_t minimum;
    uint8_t groups[12];
    uint8_t high[32]; ///< bit j of byte i is the fifth bit of value 32 j + i
    uint8_t low[128];
};

struct BlockQ6_K { ///< 16 groups of 16: scale · groupScale · (q − 32)
    uint8_t low[128]; ///< 2 halves of 64 bytes: 64 low nibbles, then 64 high nibbles
    /// 2 halves of 32 bytes; each half contains 4 parts of 32 values, 2 bits per value.
    uint8_t high[64];
    int8_t groups[16];
    uint16_t scale;
};

struct BlockIQ4_NL { ///< 32 values: scale · iq4Values[q]
    uint16_t scale;
    uint8_t low[16];
};

struct BlockIQ4_XS { ///< 8 groups of 32: scale · (groupScale − 32) · iq4Values[q]
    uint16_t scale;
    uint16_t groupsHigh; ///< the upper 2 bits of each groupScale
    uint8_t groupsLow[4]; ///< the lower 4 bits of each groupScale
    uint8_t low[128]; ///< 8 parts of 16 bytes, each as in IQ4_NL
};

/// 8 groups of 32: scale · (1 + 2 groupScale) · (grid[q] ± ⅛), −⅛ where the top bit is set.
struct BlockIQ1_S {
    uint16_t scale;
    uint8_t grid[32]; ///< each byte names 8 values, with three more bits in `high`
    uint16_t high[8]; ///< of a group: 4 times 3 bits for `grid`, 3 bits of groupScale, the top bit
};

/// 16 groups of 16: scale · (1 + 2 groupScale) · (grid[q] ± ⅛)
struct BlockIQ1_M {
    uint8_t grid[32]; ///< each byte names 8 values, with three more bits in `high`
    uint8_t high[16]; ///< two times 3 bits for `grid` and a bit that is set where ⅛ is subtracted
    uint16_t groups[4]; ///< 4 times 3 bits of groupScale; the top 4 bits of all are the scale
};

struct BlockIQ2_XXS { ///< 8 groups of 32: scale · (½ + groupScale) · ¼ · ± grid[q]
    uint16_t scale;
    /// The first number of a group has 4 bytes that name 8 values each; the second 4 times 7 bits of
    /// signs and 4 bits of groupScale.
    uint32_t groups[16];
};

struct BlockIQ2_XS { ///< 16 groups of 16: scale · (½ + groupScale) · ¼ · ± grid[q]
    uint16_t scale;
    uint16_t grid[32]; ///< 9 bits that name 8 values, 7 bits of signs
    uint8_t groups[8]; ///< 4 bits a group
};

struct BlockIQ3_XXS { ///< 8 groups of 32: scale · (½ + groupScale) · ½ · ± grid[q]
    uint16_t scale;
    uint8_t grid[64]; ///< each byte is an index into iq3XxsGrid, an entry of which has 4 values
    uint32_t signs[8]; ///< 4 times 7 bits of signs, then 4 bits of groupScale
};

struct BlockIQ3_S { ///< 8 groups of 32: scale · (1 + 2 groupScale) · ± grid[q]
    uint16_t scale;
    uint8_t grid[64]; ///< each byte names 4 values, with the ninth bit in `high`
    uint8_t high[8];
    uint8_t signs[32]; ///< a bit a value
    uint8_t groups[4]; ///< 4 bits a group
};

struct BlockIQ2_S { ///< 16 groups of 16: scale · (½ + groupScale) · ¼ · ± grid[q]
    uint16_t scale;
    uint8_t grid[32]; ///< each byte names 8 values, with two more bits in `high`
    uint8_t signs[32]; ///< a bit a value
    uint8_t high[8];
    uint8_t groups[8]; ///< 4 bits a group
};

struct BlockQ1_0 { ///< 128 values: scale where the bit is set, −scale where it is not
    uint16_t scale;
    uint8_t bits[16];
};

struct BlockTQ1_0 { ///< 256 values: scale · (−1, 0 or 1); a byte contains 5 digits to base 3
    uint8_t digits[48]; ///< first 32 bytes: 5 parts of 32 values; last 16 bytes: 5 parts of 16
    uint8_t lastDigits[4]; ///< 4 parts of 4
    uint16_t scale;
};

struct BlockTQ2_0 { ///< 256 values: scale · (q − 1)
    uint8_t low[64]; ///< as in Q2_K
    uint16_t scale;
};

/// 4 groups of 16: ½ · groupScale · code[q]. The group scales are unsigned floats of 8 bits (E4M3).
struct BlockNVFP4 {
    uint8_t groups[4];
    uint8_t low[32]; ///< of each group 8 low nibbles, then 8 high nibbles
};

struct BlockMXFP4 { ///< 32 values: 2^(exponent − 128) · code[q]
    uint8_t exponent;
    uint8_t low[16];
};

#pragma pack(pop)

static_assert(sizeof(BlockQ4_0) == 18 && sizeof(BlockQ4_1) == 20);
static_assert(sizeof(BlockQ5_0) == 22 && sizeof(BlockQ5_1) == 24 && sizeof(BlockQ8_0) == 34);
static_assert(sizeof(BlockQ2_K) == 84 && sizeof(BlockQ3_K) == 110 && sizeof(BlockQ4_K) == 144);
static_assert(sizeof(BlockQ5_K) == 176 && sizeof(BlockQ6_K) == 210);
static_assert(sizeof(BlockIQ4_NL) == 18 && sizeof(BlockIQ4_XS) == 136);
static_assert(sizeof(BlockIQ3_XXS) == 98 && sizeof(BlockIQ3_S) == 110 && sizeof(BlockIQ2_S) == 82);
static_assert(sizeof(BlockIQ1_S) == 50 && sizeof(BlockIQ1_M) == 56);
static_assert(sizeof(BlockIQ2_XXS) == 66 && sizeof(BlockIQ2_XS) == 74);
static_assert(sizeof(BlockQ1_0) == 18 && sizeof(BlockNVFP4) == 36);
static_assert(sizeof(BlockTQ1_0) == 54 && sizeof(BlockTQ2_0) == 66 && sizeof(BlockMXFP4) == 17);

/// The codes that the four bits of IQ4_NL and IQ4_XS stand for. They are closer together where
/// weights are more frequent.
static constexpr int8_t iq4Values[16]
    = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

/// Twice the values of the 4-bit floats of MXFP4 and NVFP4, which have two bits of exponent.
static constexpr int8_t mxfp4Values[16] = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

/// The scale of those: 2^(exponent − 128), half of what the exponent says.
static inline float mxfp4Scale(uint8_t exponent)
{
    const uint32_t bits
        = exponent < 2 ? uint32_t(0x00200000) << exponent : uint32_t(exponent - 1) << 23;
    float scale;
    __builtin_memcpy(&scale, &bits, sizeof scale);
    return scale;
}

/// Half of an unsigned E4M3: four bits of exponent, three of mantissa. Its NaN counts as 0.
static constexpr float nvfp4Scale(uint8_t bits)
{
    const int exponent = bits >> 3 & 15, mantissa = bits & 7;
    if (bits == 0x7f)
        return 0;
    if (exponent == 0)
        return float(mantissa) * 0x1p-10f;
    return std::bit_cast<float>(uint32_t(exponent - 8 + 127) << 23 | uint32_t(mantissa) << 20);
}

/// The scale of a whole block as a float16.
static constexpr uint16_t wholeScale(const BlockIQ1_M& block)
{
    return uint16_t(block.groups[0] >> 12 | (block.groups[1] >> 8 & 0xf0)
        | (block.groups[2] >> 4 & 0xf00) | (block.groups[3] & 0xf000));
}

/// The scale of a group, less 32.
static inline int signedGroupScale(const BlockQ3_K& block, int group)
{
    const int low = block.groups[group % 8] >> (group / 8 * 4) & 15;
    const int high = block.groups[8 + group % 4] >> (group / 4 * 2) & 3;
    return (low | high << 4) - 32;
}
static inline int signedGroupScale(const BlockIQ4_XS& block, int group)
{
    const int low = block.groupsLow[group / 2] >> (group % 2 * 4) & 15;
    const int high = block.groupsHigh >> (group * 2) & 3;
    return (low | high << 4) - 32;
}

/// Unpacks the eight 6-bit scales and minimums that Q4_K and Q5_K store in twelve bytes. Bytes 0–3
/// hold scales 0–3 and bytes 4–7 minimums 0–3 in their low six bits; their top two bits, together
/// with the nibbles of bytes 8–11, are scales and minimums 4–7.
static inline void unpackGroups(const uint8_t* packed, uint8_t* scales, uint8_t* minimums)
{
    for (int i = 0; i < 4; ++i) {
        scales[i] = packed[i] & 63;
        minimums[i] = packed[i + 4] & 63;
        scales[i + 4] = uint8_t((packed[i + 8] & 15) | (packed[i] >> 6) << 4);
        minimums[i + 4] = uint8_t(packed[i + 8] >> 4 | (packed[i + 4] >> 6) << 4);
    }
}

/// Calls work(block) with a null pointer to the block of a quantized type. Returns false for all other
/// types.
template <typename Work>
bool withBlock(DType type, const Work& work)
{
    switch (type) {
#define VIGNETTE_CASE(name, ...)                  \
    case DType::name:                             \
        work(static_cast<Block##name*>(nullptr)); \
        return true;
        VIGNETTE_QUANTIZED_TYPES(VIGNETTE_CASE, VIGNETTE_CASE)
#undef VIGNETTE_CASE
    default:
        return false;
    }
}

} // namespace kernels
