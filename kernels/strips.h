#pragma once

#include "kernels/dtype.h"
#include "kernels/tensor.h"

#include <cstdint>

// Strips: sixteen rows of a quantized weight, interleaved so that a product with bytes reads them
// forward and never adds across a vector. A lane of 32 bits belongs to one row and contains four
// neighboring values of it, as dot products of bytes take them, or two words of 16 bits. Strips
// exist only in memory; their values are exactly those of the rows, except for words, which are
// rounded.

namespace kernels {

inline constexpr int64_t stripRows = 16;

/// True for the types below, of which rows exist only by sixteen.
bool isStripType(DType type);

/// The type of strips that holds rows of this type, plain numbers rounded, or the same type if there is
/// none.
DType stripTypeOf(DType stored);

/// The type of the rows that strips of this type hold. Must not be called for words, whose rows may
/// come from several types.
DType typeOfRowsIn(DType strips);

/// Interleaves rows as strips of the same shape, whose number of rows is a multiple of sixteen.
/// Both on the host.
void packStrips(TensorView strips, TensorView rows);

/// Writes the values of one row of the strips as floats. The plain reference of what is in them.
void dequantizeStripRow(TensorView strips, int64_t row, float* out);

#pragma pack(push, 1)

// One block each; `length` is the number of values of each of its rows.

struct StripQ4_0 { ///< 64 values a row: scale · (q − 8)
    static constexpr int length = 64;
    uint16_t scales[2][16]; ///< of each half
    /// Stored by eight values; a byte contains one of the first four in its low nibble, one of the
    /// last four in the other.
    uint8_t low[8][16][4];
};

struct StripQ4_1 { ///< 64 values a row: scale · q + minimum
    static constexpr int length = 64;
    uint16_t scales[2][16], minimums[2][16];
    uint8_t low[8][16][4]; ///< as in Q4_0
};

struct StripQ5_0 { ///< 64 values a row: scale · (q − 16)
    static constexpr int length = 64;
    uint16_t scales[2][16];
    uint8_t high[2][16][4]; ///< bit j of a byte belongs to the half's four values 4 j …
    uint8_t low[8][16][4]; ///< as in Q4_0
};

struct StripQ5_1 { ///< 64 values a row: scale · q + minimum
    static constexpr int length = 64;
    uint16_t scales[2][16], minimums[2][16];
    uint8_t high[2][16][4]; ///< as in Q5_0
    uint8_t low[8][16][4];
};

struct StripQ8_0 { ///< 64 values a row: scale · (q − 128)
    static constexpr int length = 64;
    uint16_t scales[2][16];
    uint8_t values[16][16][4];
};

struct StripIQ4_NL { ///< 64 values a row: scale · iq4Levels[q]
    static constexpr int length = 64;
    uint16_t scales[2][16];
    uint8_t low[8][16][4]; ///< as in Q4_0
};

struct StripMXFP4 { ///< 64 values a row: 2^(exponent − 128) · mxfp4Levels[q]
    static constexpr int length = 64;
    uint8_t exponents[2][16]; ///< of each half
    uint8_t low[8][16][4]; ///< as in Q4_0
};

/// 256 values a row, in 16 groups: scale · groupScale · q − minimum · groupMinimum
struct StripQ2_K {
    static constexpr int length = 256;
    uint16_t scales[16], minimums[16];
    uint8_t groups[16][16]; ///< low nibble: groupScale; high nibble: groupMinimum
    uint8_t low[16][16][4]; ///< by group: bits 2 j and 2 j + 1 belong to the values 4 j …
};

struct StripQ3_K { ///< 256 values a row, in 16 groups: scale · groupScale · (q − 4)
    static constexpr int length = 256;
    uint16_t scales[16];
    int8_t groupScales[16][16];
    uint8_t high[8][16][4]; ///< of two groups: bit j belongs to their values 4 j …
    uint8_t low[16][16][4]; ///< as in Q2_K
};

/// 256 values a row, in 8 groups: scale · groupScale · q − minimum · groupMinimum
struct StripQ4_K {
    static constexpr int length = 256;
    uint16_t scales[16], minimums[16];
    uint8_t groupScales[8][16];
    uint8_t groupMinimums[4][16][2]; ///< of two neighboring groups
    uint8_t low[32][16][4]; ///< as in Q4_0
};

struct StripQ5_K { ///< as Q4_K, with a fifth bit
    static constexpr int length = 256;
    uint16_t scales[16], minimums[16];
    uint8_t groupScales[8][16];
    uint8_t groupMinimums[4][16][2];
    uint8_t high[8][16][4]; ///< by group: bit j of a byte belongs to the group's four values 4 j …
    uint8_t low[32][16][4];
};

struct StripQ6_K { ///< 256 values a row, in 16 groups: scale · groupScale · (q − 32)
    static constexpr int length = 256;
    float scales[16];
    int8_t groupScales[16][16];
    uint8_t high[16][16][4]; ///< as the bits of Q2_K
    uint8_t low[32][16][4];
};

struct StripIQ4_XS { ///< 256 values a row, in 8 groups: scale · groupScale · iq4Levels[q]
    static constexpr int length = 256;
    uint16_t scales[16];
    int8_t groupScales[8][16];
    uint8_t low[32][16][4]; ///< as in Q4_0
};

/// 64 values a row, rounded to −mostWord … mostWord: scale · q
struct StripWords {
    static constexpr int length = 64;
    float scales[16];
    int16_t words[32][16][2];
};

#pragma pack(pop)

/// The largest magnitude of a word: 64 products of two words are less than 2³¹.
inline constexpr int mostWord = 5792;
static_assert(int64_t(mostWord) * mostWord * StripWords::length < int64_t(1) << 31);

static_assert(sizeof(StripQ4_0) == 16 * 36 && sizeof(StripQ8_0) == 16 * 68);
static_assert(sizeof(StripQ4_1) == 16 * 40 && sizeof(StripQ5_1) == 16 * 48);
static_assert(sizeof(StripQ5_0) == 16 * 44 && sizeof(StripMXFP4) == 16 * 34);
static_assert(sizeof(StripIQ4_NL) == sizeof(StripQ4_0));
static_assert(sizeof(StripQ2_K) == 16 * 84 && sizeof(StripQ3_K) == 16 * 114);
static_assert(sizeof(StripIQ4_XS) == 16 * 138);
static_assert(sizeof(StripQ4_K) == 16 * 148 && sizeof(StripQ5_K) == 16 * 180);
static_assert(sizeof(StripQ6_K) == 16 * 212 && sizeof(StripWords) == 16 * 132);

} // namespace kernels
