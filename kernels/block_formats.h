#pragma once

#include "kernels/dtype.h"

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

struct BlockTQ1_0 { ///< 256 values: scale · (−1, 0 or 1); a byte contains 5 digits to base 3
    uint8_t digits[48]; ///< first 32 bytes: 5 parts of 32 values; last 16 bytes: 5 parts of 16
    uint8_t lastDigits[4]; ///< 4 parts of 4
    uint16_t scale;
};

struct BlockTQ2_0 { ///< 256 values: scale · (q − 1)
    uint8_t low[64]; ///< as in Q2_K
    uint16_t scale;
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
static_assert(sizeof(BlockTQ1_0) == 54 && sizeof(BlockTQ2_0) == 66 && sizeof(BlockMXFP4) == 17);

/// The codes that the four bits of IQ4_NL and IQ4_XS stand for. They are closer together where
/// weights are more frequent.
static constexpr int8_t iq4Values[16]
    = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

/// Twice the values of the 4-bit floats of MXFP4, which have two bits of exponent.
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
