#pragma once

#include "kernels/block_formats.h"
#include "kernels/cache_rows.h"
#include "kernels/cuda/device_code.h"

#include <cstddef>
#include <type_traits>

// Reads blocks of quantized weights, keys and values in the form that all products use. A segment is 32
// neighboring values of a row; its values are bytes, and one or two numbers scale them. `row`
// always points to the first block of a row.
//
//   segmentWords(row, segment, t)   t = 0 … 3: the values 4t … 4t + 3 and 16 + 4t … 16 + 4t + 3 of the segment
//                           as signed bytes, the first in the lowest bits. This is what a lane of a
//                           tensor core holds of a matrix of bytes (tensor_core.cuh), and what dp4a
//                           needs.
//   segmentScales(row, segment)     value i of the segment is scale[i / 16] · byte + offset[i / 16]

namespace kernels::cuda {

template <typename Block>
constexpr int segmentsPerBlock = 1;
#define VIGNETTE_SEGMENTS(name, values, ...) \
    template <>                              \
    constexpr int segmentsPerBlock<Block##name> = (values) / 32;
VIGNETTE_QUANTIZED_TYPES(VIGNETTE_SEGMENTS, VIGNETTE_SEGMENTS)
#undef VIGNETTE_SEGMENTS

struct SegmentWords {
    uint32_t low, high;
};

struct SegmentScales {
    float scale[2];
    float offset[2];
};

/// The parts of SegmentScales that a type uses.
template <typename Block>
struct SegmentTraits {
    static constexpr bool hasTwoScales
        = false; ///< if not, the first ones are those of the whole segment
    static constexpr bool hasOffset = false; ///< if not, offsets are zero
};

struct WithOffset {
    static constexpr bool hasTwoScales = false, hasOffset = true;
};

struct WithTwoScales {
    static constexpr bool hasTwoScales = true, hasOffset = false;
};

struct WithTwoScalesAndOffsets {
    static constexpr bool hasTwoScales = true, hasOffset = true;
};

template <>
struct SegmentTraits<BlockQ4_0> : WithOffset {
};
template <>
struct SegmentTraits<BlockQ4_1> : WithOffset {
};
template <>
struct SegmentTraits<BlockQ5_0> : WithOffset {
};
template <>
struct SegmentTraits<BlockQ5_1> : WithOffset {
};
template <>
struct SegmentTraits<BlockCacheQ6> : WithOffset {
};
template <>
struct SegmentTraits<BlockQ4_K> : WithOffset {
};
template <>
struct SegmentTraits<BlockQ5_K> : WithOffset {
};
template <>
struct SegmentTraits<BlockQ2_K> : WithTwoScalesAndOffsets {
};
template <>
struct SegmentTraits<BlockQ3_K> : WithTwoScalesAndOffsets {
};
template <>
struct SegmentTraits<BlockQ6_K> : WithTwoScalesAndOffsets {
};

/// The word at byte `i` of a field of a block, i a multiple of four. If the length of a block is a
/// multiple of four, so are the offsets of its fields.
template <typename Block>
VIGNETTE_DEVICE uint32_t wordAt(const uint8_t* field, int i)
{
    if constexpr (sizeof(Block) % 4 == 0) {
        uint32_t word;
        memcpy(&word, __builtin_assume_aligned(field + i, 4), sizeof word);
        return word;
    } else {
        return uint32_t(fourBytes(field + i));
    }
}

/// The alignment of blocks in a matrix that starts at a multiple of 16.
template <typename Block>
constexpr int blockAlignment
    = int(sizeof(Block) & -sizeof(Block)) > 16 ? 16 : int(sizeof(Block) & -sizeof(Block));

/// Reads words from an even address on by aligned accesses, from the multiple of four before it. If
/// that is another address, the two bytes there must belong to the same matrix. No bytes behind the
/// words are read.
template <int count>
VIGNETTE_DEVICE void wordsFrom(const uint8_t* bytes, uint32_t (&words)[count])
{
    const auto before = reinterpret_cast<uintptr_t>(bytes) % 4;
    const auto* aligned = reinterpret_cast<const uint32_t*>(bytes - before);
    for (int i = 0; i < count; ++i)
        words[i] = aligned[i];
    uint16_t last;
    memcpy(&last, bytes + 4 * count - 2, sizeof last);
    for (int i = 0; i < count; ++i) {
        const uint64_t next = i + 1 < count ? words[i + 1] : uint32_t(last);
        words[i] = uint32_t((next << 32 | words[i]) >> (8 * before));
    }
}

// ---- 32 values a block ----

template <typename Block>
VIGNETTE_DEVICE SegmentWords nibbleWords(const Block& block, int t)
{
    const uint32_t word = wordAt<Block>(block.low, 4 * t);
    return {word & 0x0f0f0f0f, word >> 4 & 0x0f0f0f0f};
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockQ4_0* row, int64_t segment, int t)
{
    return nibbleWords(row[segment], t);
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockQ4_0* row, int64_t segment)
{
    const float scale = halfToFloat(row[segment].scale);
    return {{scale, scale}, {-8 * scale, -8 * scale}};
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockQ4_1* row, int64_t segment, int t)
{
    return nibbleWords(row[segment], t);
}

template <typename Block>
VIGNETTE_DEVICE SegmentScales scaleAndMinimum(const Block& block)
{
    const float scale = halfToFloat(block.scale), minimum = halfToFloat(block.minimum);
    return {{scale, scale}, {minimum, minimum}};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockQ4_1* row, int64_t segment)
{
    return scaleAndMinimum(row[segment]);
}

/// The bits i … i + 3 of `bits`, each moved to the position of the fifth bit of one of four bytes.
VIGNETTE_DEVICE uint32_t fifthBits(uint32_t bits, int i)
{
    const uint32_t four = bits >> i;
    return (four & 1) << 4 | (four & 2) << 11 | (four & 4) << 18 | (four & 8) << 25;
}

template <typename Block>
VIGNETTE_DEVICE SegmentWords fiveBitWords(const Block& block, int t)
{
    const auto high = uint32_t(fourBytes(&block.high));
    const SegmentWords words = nibbleWords(block, t);
    return {words.low | fifthBits(high, 4 * t), words.high | fifthBits(high, 16 + 4 * t)};
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockQ5_0* row, int64_t segment, int t)
{
    return fiveBitWords(row[segment], t);
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockQ5_0* row, int64_t segment)
{
    const float scale = halfToFloat(row[segment].scale);
    return {{scale, scale}, {-16 * scale, -16 * scale}};
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockQ5_1* row, int64_t segment, int t)
{
    return fiveBitWords(row[segment], t);
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockQ5_1* row, int64_t segment)
{
    return scaleAndMinimum(row[segment]);
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockQ8_0* row, int64_t segment, int t)
{
    const auto* bytes = reinterpret_cast<const uint8_t*>(row[segment].values);
    return {wordAt<BlockQ8_0>(bytes, 4 * t), wordAt<BlockQ8_0>(bytes, 16 + 4 * t)};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockQ8_0* row, int64_t segment)
{
    const float scale = halfToFloat(row[segment].scale);
    return {{scale, scale}, {0, 0}};
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockCacheQ6* row, int64_t segment, int t)
{
    const SegmentWords words = nibbleWords(row[segment], t);
    const auto high = uint32_t(fourBytes(row[segment].high + t % 2 * 4));
    const int shift = t / 2 * 2;
    return {words.low | (high >> shift & 0x03030303) << 4,
        words.high | (high >> (4 + shift) & 0x03030303) << 4};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockCacheQ6* row, int64_t segment)
{
    const float scale = halfToFloat(row[segment].scale);
    return {{scale, scale}, {-32 * scale, -32 * scale}};
}

/// Chooses four of the eight bytes of `lower` and `upper`; the nibbles of `names` are their
/// indices, 0 … 7.
VIGNETTE_DEVICE uint32_t chosenBytes(uint32_t lower, uint32_t upper, uint32_t names)
{
#if defined(__CUDA_ARCH__)
    return __byte_perm(lower, upper, names);
#else
    const uint64_t bytes = uint64_t(upper) << 32 | lower;
    uint32_t result = 0;
    for (int i = 0; i < 4; ++i)
        result |= uint32_t(bytes >> (names >> 4 * i & 7) * 8 & 255) << 8 * i;
    return result;
#endif
}

/// Four of sixteen bytes, named by the low nibbles of four bytes. All are looked up among the lower
/// and among the upper eight, and bit 3 of the name chooses between the two.
VIGNETTE_DEVICE uint32_t bytesNamed(
    uint32_t nibbles, uint32_t first, uint32_t second, uint32_t third, uint32_t fourth)
{
    const uint32_t names = (nibbles & 0x0f) | (nibbles >> 4 & 0xf0) | (nibbles >> 8 & 0xf00)
        | (nibbles >> 12 & 0xf000);
    const uint32_t lower = chosenBytes(first, second, names & 0x7777);
    const uint32_t upper = chosenBytes(third, fourth, names & 0x7777);
    return chosenBytes(lower, upper, 0x3210 | (names & 0x8888) >> 1);
}

/// Looks up four codes in iq4Values.
VIGNETTE_DEVICE uint32_t iq4Bytes(uint32_t nibbles)
{
    return bytesNamed(nibbles, 0xbfad9881u, 0xf6eaddcfu, 0x26190d01u, 0x71594535u);
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockIQ4_NL* row, int64_t segment, int t)
{
    const auto word = uint32_t(fourBytes(row[segment].low + 4 * t));
    return {iq4Bytes(word), iq4Bytes(word >> 4)};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockIQ4_NL* row, int64_t segment)
{
    const float scale = halfToFloat(row[segment].scale);
    return {{scale, scale}, {0, 0}};
}

// ---- 256 values a block: eight segments ----

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockIQ4_XS* row, int64_t segment, int t)
{
    const uint32_t word = wordAt<BlockIQ4_XS>(row[segment / 8].low + segment % 8 * 16, 4 * t);
    return {iq4Bytes(word), iq4Bytes(word >> 4)};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockIQ4_XS* row, int64_t segment)
{
    const BlockIQ4_XS& block = row[segment / 8];
    const int group = int(segment % 8);
    const int low = block.groupsLow[group / 2] >> (group % 2 * 4) & 15;
    const int high = block.groupsHigh >> (group * 2) & 3;
    const float scale = halfToFloat(block.scale) * float((low | high << 4) - 32);
    return {{scale, scale}, {0, 0}};
}

template <typename Block>
VIGNETTE_DEVICE SegmentWords groupNibbles(const Block& block, unsigned group, int t)
{
    const uint8_t* low = block.low + group / 2 * 32;
    const unsigned shift = group % 2 * 4;
    return {wordAt<Block>(low, 4 * t) >> shift & 0x0f0f0f0f,
        wordAt<Block>(low, 16 + 4 * t) >> shift & 0x0f0f0f0f};
}

/// The 6-bit scale and minimum of a group of Q4_K and Q5_K; see unpackGroups().
template <typename Block>
VIGNETTE_DEVICE SegmentScales groupScales(const Block& block, int group)
{
    const int shift = group % 4 * 8;
    const uint32_t lower = wordAt<Block>(block.groups, 0) >> shift,
                   upper = wordAt<Block>(block.groups, 4) >> shift,
                   mixed = wordAt<Block>(block.groups, 8) >> shift;
    const uint32_t factor = group < 4 ? lower & 63 : (mixed & 15) | (lower >> 2 & 0x30);
    const uint32_t minimum = group < 4 ? upper & 63 : (mixed >> 4 & 15) | (upper >> 2 & 0x30);
    const float scale = halfToFloat(block.scale) * float(factor);
    const float offset = -(halfToFloat(block.minimum) * float(minimum));
    return {{scale, scale}, {offset, offset}};
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockQ4_K* row, int64_t segment, int t)
{
    return groupNibbles(row[segment / 8], int(segment % 8), t);
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockQ4_K* row, int64_t segment)
{
    return groupScales(row[segment / 8], int(segment % 8));
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockQ5_K* row, int64_t segment, int t)
{
    const BlockQ5_K& block = row[segment / 8];
    const int group = int(segment % 8);
    const SegmentWords words = groupNibbles(block, group, t);
    const uint32_t low = wordAt<BlockQ5_K>(block.high, 4 * t) >> group & 0x01010101;
    const uint32_t high = wordAt<BlockQ5_K>(block.high, 16 + 4 * t) >> group & 0x01010101;
    return {words.low | low << 4, words.high | high << 4};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockQ5_K* row, int64_t segment)
{
    return groupScales(row[segment / 8], int(segment % 8));
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockQ6_K* row, int64_t segment, int t)
{
    const BlockQ6_K& block = row[segment / 8];
    const int half = int(segment % 8) / 4, quarter = int(segment % 4);
    const uint8_t* low = block.low + half * 64 + quarter % 2 * 32 + 4 * t;
    const uint8_t* high = block.high + half * 32 + 4 * t;
    const int shift = quarter / 2 * 4;
    const auto word = [&](int i) {
        return (uint32_t(fourBytes(low + i)) >> shift & 0x0f0f0f0f)
            | (uint32_t(fourBytes(high + i)) >> (quarter * 2) & 0x03030303) << 4;
    };
    return {word(0), word(16)};
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockQ6_K* row, int64_t segment)
{
    const BlockQ6_K& block = row[segment / 8];
    const int8_t* groups = block.groups + segment % 8 * 2;
    const float scale = halfToFloat(block.scale);
    const float first = scale * float(groups[0]), second = scale * float(groups[1]);
    return {{first, second}, {-32 * first, -32 * second}};
}

/// Two bits per value, in the layout of Q2_K and Q3_K.
template <typename Block>
VIGNETTE_DEVICE SegmentWords twoBitWords(const Block& block, int part, int t)
{
    const uint8_t* low = block.low + part / 4 * 32;
    const int shift = part % 4 * 2;
    return {wordAt<Block>(low, 4 * t) >> shift & 0x03030303,
        wordAt<Block>(low, 16 + 4 * t) >> shift & 0x03030303};
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockQ2_K* row, int64_t segment, int t)
{
    return twoBitWords(row[segment / 8], int(segment % 8), t);
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockQ2_K* row, int64_t segment)
{
    const BlockQ2_K& block = row[segment / 8];
    const uint8_t first = block.groups[segment % 8 * 2], second = block.groups[segment % 8 * 2 + 1];
    const float scale = halfToFloat(block.scale), minimum = halfToFloat(block.minimum);
    return {{scale * float(first & 15), scale * float(second & 15)},
        {-(minimum * float(first >> 4)), -(minimum * float(second >> 4))}};
}

VIGNETTE_DEVICE SegmentWords segmentWords(const BlockQ3_K* row, int64_t segment, int t)
{
    const BlockQ3_K& block = row[segment / 8];
    const int part = int(segment % 8);
    const SegmentWords words = twoBitWords(block, part, t);
    const uint32_t low = uint32_t(fourBytes(block.high + 4 * t)) >> part & 0x01010101;
    const uint32_t high = uint32_t(fourBytes(block.high + 16 + 4 * t)) >> part & 0x01010101;
    return {words.low | low << 2, words.high | high << 2};
}

VIGNETTE_DEVICE float groupFactor(const BlockQ3_K& block, int group)
{
    const int lower = block.groups[group % 8] >> (group / 8 * 4) & 15;
    const int higher = block.groups[8 + group % 4] >> (group / 4 * 2) & 3;
    return float((lower | higher << 4) - 32);
}

VIGNETTE_DEVICE SegmentScales segmentScales(const BlockQ3_K* row, int64_t segment)
{
    const BlockQ3_K& block = row[segment / 8];
    const int group = int(segment % 8) * 2;
    const float scale = halfToFloat(block.scale);
    const float first = scale * groupFactor(block, group);
    const float second = scale * groupFactor(block, group + 1);
    return {{first, second}, {-4 * first, -4 * second}};
}

} // namespace kernels::cuda

// The headers below read the other types in the same form, and pairs of segments.
#include "kernels/cuda/segment_pairs.h"
