#pragma once

#include "kernels/block_formats.h"
#include "kernels/dtype.h"
#include "kernels/tensor.h"

#include <cstdint>

// Interleaved types hold the rows of a weight by sixteen: a panel is sixteen rows, interleaved so that
// a product with int8 numbers reads them forward and never adds across a vector. A lane of 32 bits
// belongs to one row and contains four neighboring values of it, as dot products of int8 take them, or
// two int16. These types exist only in memory, and in the cache of layouts. Their values are exactly
// those of the rows, except for int16, which are rounded.

namespace kernels {

/// The number of rows in a panel.
inline constexpr int64_t panelRows = 16;

/// Must be increased when a layout below changes or the list of types does: it is stored in files that
/// cache interleaved weights.
inline constexpr int64_t interleavedVersion = 4;

/// The position of an interleaved type among all of them.
constexpr int interleavedIndex(DType type)
{
    return int(type) - (int(DType::CacheQ4) + 1);
}
inline constexpr int interleavedTypeCount = interleavedIndex(DType::InterleavedInt16) + 1;

/// True for the types below.
constexpr bool isInterleaved(DType type)
{
    return interleavedIndex(type) >= 0;
}

/// The interleaved type that holds rows of this type, plain numbers rounded, or the same type if there
/// is none.
DType interleavedType(DType stored);

/// The type of the rows that an interleaved type holds. Must not be called for InterleavedInt16, whose
/// rows may come from several types.
DType storedType(DType interleaved);

/// Interleaves rows as panels of the same shape, whose number of rows is a multiple of sixteen.
/// Both are on the host.
void interleave(TensorView panels, TensorView rows);

/// Writes the values of one row of the panels as floats. This plain code defines what they mean.
void dequantizeInterleavedRow(TensorView panels, int64_t row, float* out);

#pragma pack(push, 1)

// One block each; `length` is the number of values of each of its rows.

struct InterleavedQ4_0 { ///< 64 values a row: scale · (q − 8)
    static constexpr int length = 64;
    uint16_t scales[2][16]; ///< of each half
    /// Stored by eight values; a byte contains one of the first four in its low nibble, one of the
    /// last four in the other.
    uint8_t low[8][16][4];
};

struct InterleavedQ4_1 { ///< 64 values a row: scale · q + minimum
    static constexpr int length = 64;
    uint16_t scales[2][16], minimums[2][16];
    uint8_t low[8][16][4]; ///< as in Q4_0
};

struct InterleavedQ5_0 { ///< 64 values a row: scale · (q − 16)
    static constexpr int length = 64;
    uint16_t scales[2][16];
    uint8_t high[2][16][4]; ///< bit j of a byte belongs to the half's four values 4 j …
    uint8_t low[8][16][4]; ///< as in Q4_0
};

struct InterleavedQ5_1 { ///< 64 values a row: scale · q + minimum
    static constexpr int length = 64;
    uint16_t scales[2][16], minimums[2][16];
    uint8_t high[2][16][4]; ///< as in Q5_0
    uint8_t low[8][16][4];
};

struct InterleavedQ8_0 { ///< 64 values a row: scale · (q − 128)
    static constexpr int length = 64;
    uint16_t scales[2][16];
    uint8_t values[16][16][4];
};

struct InterleavedIQ4_NL { ///< 64 values a row: scale · iq4Values[q]
    static constexpr int length = 64;
    uint16_t scales[2][16];
    uint8_t low[8][16][4]; ///< as in Q4_0
};

struct InterleavedMXFP4 { ///< 64 values a row: 2^(exponent − 128) · mxfp4Values[q]
    static constexpr int length = 64;
    uint8_t exponents[2][16]; ///< of each half
    uint8_t low[8][16][4]; ///< as in Q4_0
};

/// 256 values a row, in 16 groups: scale · groupScale · q − minimum · groupMinimum
struct InterleavedQ2_K {
    static constexpr int length = 256;
    uint16_t scales[16], minimums[16];
    uint8_t groups[16][16]; ///< low nibble: groupScale; high nibble: groupMinimum
    uint8_t low[16][16][4]; ///< by group: bits 2 j and 2 j + 1 belong to the values 4 j …
};

struct InterleavedQ3_K { ///< 256 values a row, in 16 groups: scale · groupScale · (q − 4)
    static constexpr int length = 256;
    uint16_t scales[16];
    int8_t groupScales[16][16];
    uint8_t high[8][16][4]; ///< of two groups: bit j belongs to their values 4 j …
    uint8_t low[16][16][4]; ///< as in Q2_K
};

/// 256 values a row, in 8 groups: scale · groupScale · q − minimum · groupMinimum
struct InterleavedQ4_K {
    static constexpr int length = 256;
    uint16_t scales[16], minimums[16];
    uint8_t groupScales[8][16];
    uint8_t groupMinimums[4][16][2]; ///< of two neighboring groups
    uint8_t low[32][16][4]; ///< as in Q4_0
};

struct InterleavedQ5_K { ///< as Q4_K, with a fifth bit
    static constexpr int length = 256;
    uint16_t scales[16], minimums[16];
    uint8_t groupScales[8][16];
    uint8_t groupMinimums[4][16][2];
    uint8_t high[8][16][4]; ///< by group: bit j of a byte belongs to the group's four values 4 j …
    uint8_t low[32][16][4];
};

struct InterleavedQ6_K { ///< 256 values a row, in 16 groups: scale · groupScale · (q − 32)
    static constexpr int length = 256;
    float scales[16];
    int8_t groupScales[16][16];
    uint8_t high[16][16][4]; ///< as the bits of Q2_K
    uint8_t low[32][16][4];
};

struct InterleavedIQ4_XS { ///< 256 values a row, in 8 groups: scale · groupScale · iq4Values[q]
    static constexpr int length = 256;
    uint16_t scales[16];
    int8_t groupScales[8][16];
    uint8_t low[32][16][4]; ///< as in Q4_0
};

/// 64 values a row, rounded to −maxInt16Code … maxInt16Code: scale · q
struct InterleavedInt16 {
    static constexpr int length = 64;
    float scales[16];
    int16_t values[32][16][2];
};

#pragma pack(pop)

/// The largest magnitude of a rounded number: the sum of 64 products of two is less than 2³¹.
inline constexpr int maxInt16Code = 5792;
static_assert(int64_t(maxInt16Code) * maxInt16Code * InterleavedInt16::length < int64_t(1) << 31);

static_assert(sizeof(InterleavedQ4_0) == 16 * 36 && sizeof(InterleavedQ8_0) == 16 * 68);
static_assert(sizeof(InterleavedQ4_1) == 16 * 40 && sizeof(InterleavedQ5_1) == 16 * 48);
static_assert(sizeof(InterleavedQ5_0) == 16 * 44 && sizeof(InterleavedMXFP4) == 16 * 34);
static_assert(sizeof(InterleavedIQ4_NL) == sizeof(InterleavedQ4_0));
static_assert(sizeof(InterleavedQ2_K) == 16 * 84 && sizeof(InterleavedQ3_K) == 16 * 114);
static_assert(sizeof(InterleavedIQ4_XS) == 16 * 138);
static_assert(sizeof(InterleavedQ4_K) == 16 * 148 && sizeof(InterleavedQ5_K) == 16 * 180);
static_assert(sizeof(InterleavedQ6_K) == 16 * 212 && sizeof(InterleavedInt16) == 16 * 132);

/// Calls work(interleaved, block) with null pointers to an interleaved type and to the blocks of the
/// rows in it. Returns false for all other types and for InterleavedInt16.
template <typename Work>
bool withInterleaved(DType type, const Work& work)
{
    switch (type) {
#define VIGNETTE_CASE(name, ...)                                                            \
    case DType::Interleaved##name:                                                          \
        work(static_cast<Interleaved##name*>(nullptr), static_cast<Block##name*>(nullptr)); \
        return true;
        VIGNETTE_QUANTIZED_TYPES(VIGNETTE_CASE, VIGNETTE_NO_TYPE)
#undef VIGNETTE_CASE
    default:
        return false;
    }
}

} // namespace kernels
