#pragma once

#include "kernels/cuda/segment_words.h"
#include "kernels/cuda/segment_words_small.h"

#include <cmath>

// Reads pairs of neighboring segments with less work than segmentWords() and segmentScales() need for each: in the
// types with 256 values per block, pairs share bytes and packed scales.

namespace kernels::cuda {

/// The words of a whole segment. Those of Q8_0, whose blocks are not aligned to four bytes, are read in
/// aligned words.
template <typename Block>
VIGNETTE_DEVICE void wordsOfSegment(const Block* row, int64_t segment, SegmentWords (&words)[4])
{
    if constexpr (std::is_same_v<Block, BlockQ8_0>) {
        uint32_t values[8];
        wordsFrom(reinterpret_cast<const uint8_t*>(row[segment].values), values);
        for (int t = 0; t < 4; ++t)
            words[t] = {values[t], values[4 + t]};
    } else {
        for (int t = 0; t < 4; ++t)
            words[t] = segmentWords(row, segment, t);
    }
}

/// The words and scales of a pair of neighboring segments, the first of them an even one. Such pairs
/// share bytes in the types with 256 values per block.
template <typename Block>
VIGNETTE_DEVICE void readPair(
    const Block* row, int64_t segment, SegmentWords (&words)[2][4], SegmentScales (&scales)[2])
{
    for (int part = 0; part < 2; ++part) {
        wordsOfSegment(row, segment + part, words[part]);
        scales[part] = segmentScales(row, segment + part);
    }
}

/// The scales of a pair of neighboring segments, the first of them an even one.
template <typename Block>
VIGNETTE_DEVICE void scalesOfPair(const Block* row, int64_t segment, SegmentScales (&scales)[2])
{
    for (int part = 0; part < 2; ++part)
        scales[part] = segmentScales(row, segment + part);
}

/// groupScales() of two neighboring groups, the first of them an even one. Their packed scales are
/// two neighboring bytes, so most of the work is done once for both.
template <typename Block>
VIGNETTE_DEVICE void groupPairScales(const Block& block, int group, SegmentScales (&scales)[2])
{
    const int shift = group % 4 * 8;
    const uint32_t lower = wordAt<Block>(block.groups, 0) >> shift,
                   upper = wordAt<Block>(block.groups, 4) >> shift,
                   mixed = wordAt<Block>(block.groups, 8) >> shift;
    const bool isLower = group < 4;
    const uint32_t factors = isLower ? lower & 0x3f3f : (mixed & 0x0f0f) | (lower >> 2 & 0x3030);
    const uint32_t minimums
        = isLower ? upper & 0x3f3f : (mixed >> 4 & 0x0f0f) | (upper >> 2 & 0x3030);
    const float factor = halfToFloat(block.scale), minimum = halfToFloat(block.minimum);
    for (int part = 0; part < 2; ++part) {
        const float scale = factor * float(factors >> 8 * part & 255);
        const float offset = -(minimum * float(minimums >> 8 * part & 255));
        scales[part] = {{scale, scale}, {offset, offset}};
    }
}

VIGNETTE_DEVICE void scalesOfPair(const BlockQ4_K* row, int64_t segment, SegmentScales (&scales)[2])
{
    groupPairScales(row[segment / 8], int(segment % 8), scales);
}

VIGNETTE_DEVICE void scalesOfPair(const BlockQ5_K* row, int64_t segment, SegmentScales (&scales)[2])
{
    groupPairScales(row[segment / 8], int(segment % 8), scales);
}

/// segmentWords() of a pair of neighboring segments, the first of them an even one.
template <typename Block>
VIGNETTE_DEVICE void wordsOfPair(const Block* row, int64_t segment, int t, SegmentWords (&words)[2])
{
    for (int part = 0; part < 2; ++part)
        words[part] = segmentWords(row, segment + part, t);
}

/// Reads both segments of a pair at once: their nibbles are in the same bytes.
template <typename Block>
VIGNETTE_DEVICE void nibblesOfPair(const Block& block, int group, int t, SegmentWords (&words)[2])
{
    const uint8_t* bytes = block.low + group * 16 + 4 * t;
    const uint32_t low = wordAt<Block>(bytes, 0), high = wordAt<Block>(bytes, 16);
    words[0] = {low & 0x0f0f0f0f, high & 0x0f0f0f0f};
    words[1] = {low >> 4 & 0x0f0f0f0f, high >> 4 & 0x0f0f0f0f};
}

VIGNETTE_DEVICE void wordsOfPair(
    const BlockQ4_K* row, int64_t segment, int t, SegmentWords (&words)[2])
{
    nibblesOfPair(row[segment / 8], int(segment % 8), t, words);
}

VIGNETTE_DEVICE void wordsOfPair(
    const BlockQ5_K* row, int64_t segment, int t, SegmentWords (&words)[2])
{
    const BlockQ5_K& block = row[segment / 8];
    const int group = int(segment % 8);
    nibblesOfPair(block, group, t, words);
    const uint32_t low = wordAt<BlockQ5_K>(block.high, 4 * t) >> group;
    const uint32_t high = wordAt<BlockQ5_K>(block.high, 16 + 4 * t) >> group;
    for (int part = 0; part < 2; ++part) {
        words[part].low |= (low >> part & 0x01010101) << 4;
        words[part].high |= (high >> part & 0x01010101) << 4;
    }
}

/// Reads words at `offsets`, which are multiples of four, from an even address. The rows of a
/// matrix mostly have the same alignment, so that all lanes of a warp take the same branch.
template <int count>
VIGNETTE_DEVICE void wordsAtOffsets(
    const uint8_t* bytes, const int (&offsets)[count], uint32_t (&words)[count])
{
    if (reinterpret_cast<uintptr_t>(bytes) % 4 == 0) {
        for (int i = 0; i < count; ++i)
            memcpy(&words[i], __builtin_assume_aligned(bytes + offsets[i], 4), sizeof words[i]);
    } else {
        for (int i = 0; i < count; ++i)
            words[i] = uint32_t(fourBytes(bytes + offsets[i]));
    }
}

VIGNETTE_DEVICE void wordsOfPair(
    const BlockQ8_0* row, int64_t segment, int t, SegmentWords (&words)[2])
{
    for (int part = 0; part < 2; ++part) {
        uint32_t values[2];
        wordsAtOffsets(
            reinterpret_cast<const uint8_t*>(row[segment + part].values) + 4 * t, {0, 16}, values);
        words[part] = {values[0], values[1]};
    }
}

VIGNETTE_DEVICE void wordsOfPair(
    const BlockQ6_K* row, int64_t segment, int t, SegmentWords (&words)[2])
{
    const BlockQ6_K& block = row[segment / 8];
    const int half = int(segment % 8) / 4, quarter = int(segment % 4), shift = quarter / 2 * 4;
    // The offset of the upper bits of a half, relative to its lower bits.
    const int high = int(offsetof(BlockQ6_K, high)) - half * 32;
    uint32_t parts[6];
    wordsAtOffsets(block.low + half * 64 + 4 * t, {0, 16, 32, 48, high, high + 16}, parts);
    for (int part = 0; part < 2; ++part) {
        const auto word = [&](int i) {
            return (parts[2 * part + i] >> shift & 0x0f0f0f0f)
                | (parts[4 + i] >> 2 * (quarter + part) & 0x03030303) << 4;
        };
        words[part] = {word(0), word(1)};
    }
}

VIGNETTE_DEVICE void readPair(
    const BlockQ4_K* row, int64_t segment, SegmentWords (&words)[2][4], SegmentScales (&scales)[2])
{
    const BlockQ4_K& block = row[segment / 8];
    const int group = int(segment % 8);
    for (int i = 0; i < 8; ++i) {
        const uint32_t word = wordAt<BlockQ4_K>(block.low + group / 2 * 32, 4 * i);
        (i < 4 ? words[0][i].low : words[0][i - 4].high) = word & 0x0f0f0f0f;
        (i < 4 ? words[1][i].low : words[1][i - 4].high) = word >> 4 & 0x0f0f0f0f;
    }
    groupPairScales(block, group, scales);
}

VIGNETTE_DEVICE void readPair(
    const BlockQ6_K* row, int64_t segment, SegmentWords (&words)[2][4], SegmentScales (&scales)[2])
{
    const BlockQ6_K& block = row[segment / 8];
    const int half = int(segment % 8) / 4, quarter = int(segment % 4), shift = quarter / 2 * 4;
    uint32_t low[16], high[8];
    wordsFrom(block.low + half * 64, low);
    wordsFrom(block.high + half * 32, high);
    for (int part = 0; part < 2; ++part) {
        const auto word = [&](int i) {
            return (low[8 * part + i] >> shift & 0x0f0f0f0f)
                | (high[i] >> 2 * (quarter + part) & 0x03030303) << 4;
        };
        for (int t = 0; t < 4; ++t)
            words[part][t] = {word(t), word(4 + t)};
        scales[part] = segmentScales(row, segment + part);
    }
}

// Reads single values of a quantized row: row[32 segment + i].

/// The value at position `i` among the four in a word of segmentWords().
VIGNETTE_DEVICE float signedByte(uint32_t word, int i)
{
    return float(int8_t(word >> 8 * i));
}

template <typename Block>
VIGNETTE_DEVICE float segmentValue(const Block* row, int64_t segment, int i)
{
    const SegmentWords words = segmentWords(row, segment, i % 16 / 4);
    const SegmentScales scales = segmentScales(row, segment);
    const float byte = signedByte(i < 16 ? words.low : words.high, i % 4);
    const int half = SegmentTraits<Block>::hasTwoScales ? i / 16 : 0;
    if constexpr (SegmentTraits<Block>::hasOffset)
        return fmaf(scales.scale[half], byte, scales.offset[half]);
    return scales.scale[half] * byte;
}

VIGNETTE_DEVICE int iq4Value(int nibble)
{
    return int8_t(iq4Bytes(uint32_t(nibble)) & 255);
}

} // namespace kernels::cuda
