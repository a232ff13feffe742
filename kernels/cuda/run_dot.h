#pragma once

#include "kernels/block_formats.h"
#include "kernels/cuda/device_code.h"

// The product of a quantised row with quantised activations, a run of 32 values at a time. On the
// device a lane takes a run; a run needs no other lane.

namespace kernels::cuda {

/// 32 activations: value i is scale · bytes[i], and `sum` is the sum of those values.
struct ActivationRun {
    float scale;
    float sum;
    int8_t bytes[32];
};
static_assert(sizeof(ActivationRun) == 40);

/// Four values from the i-th on, i a multiple of four.
VIGNETTE_DEVICE int activationBytes(const ActivationRun& x, int i)
{
    int four;
    memcpy(&four, x.bytes + i, sizeof four);
    return four;
}

// runDot(row, run, x): Σᵢ row[32 run + i] · x[i], where `row` points to the first block of a row.

VIGNETTE_DEVICE float runDot(const BlockQ4_0* row, int64_t run, const ActivationRun& x)
{
    const BlockQ4_0& block = row[run];
    int sum = 0;
    for (int i = 0; i < 16; i += 4) {
        const int four = fourBytes(block.low + i);
        sum = dotOfBytes(four & 0x0f0f0f0f, activationBytes(x, i), sum);
        sum = dotOfBytes(four >> 4 & 0x0f0f0f0f, activationBytes(x, i + 16), sum);
    }
    return halfToFloat(block.scale) * (x.scale * float(sum) - 8 * x.sum);
}

VIGNETTE_DEVICE float runDot(const BlockQ4_1* row, int64_t run, const ActivationRun& x)
{
    const BlockQ4_1& block = row[run];
    int sum = 0;
    for (int i = 0; i < 16; i += 4) {
        const int four = fourBytes(block.low + i);
        sum = dotOfBytes(four & 0x0f0f0f0f, activationBytes(x, i), sum);
        sum = dotOfBytes(four >> 4 & 0x0f0f0f0f, activationBytes(x, i + 16), sum);
    }
    return halfToFloat(block.scale) * x.scale * float(sum) + halfToFloat(block.minimum) * x.sum;
}

/// Bits i … i + 3 of `bits` as the fifth bits of four bytes.
VIGNETTE_DEVICE int fifthBits(uint32_t bits, int i)
{
    const uint32_t four = bits >> i;
    return int((four & 1) << 4 | (four & 2) << 11 | (four & 4) << 18 | (four & 8) << 25);
}

template <typename Block>
VIGNETTE_DEVICE int dotOfFiveBits(const Block& block, const ActivationRun& x)
{
    const auto high = uint32_t(fourBytes(&block.high));
    int sum = 0;
    for (int i = 0; i < 16; i += 4) {
        const int four = fourBytes(block.low + i);
        sum = dotOfBytes((four & 0x0f0f0f0f) | fifthBits(high, i), activationBytes(x, i), sum);
        sum = dotOfBytes(
            (four >> 4 & 0x0f0f0f0f) | fifthBits(high, i + 16), activationBytes(x, i + 16), sum);
    }
    return sum;
}

VIGNETTE_DEVICE float runDot(const BlockQ5_0* row, int64_t run, const ActivationRun& x)
{
    const BlockQ5_0& block = row[run];
    return halfToFloat(block.scale) * (x.scale * float(dotOfFiveBits(block, x)) - 16 * x.sum);
}

VIGNETTE_DEVICE float runDot(const BlockQ5_1* row, int64_t run, const ActivationRun& x)
{
    const BlockQ5_1& block = row[run];
    return halfToFloat(block.scale) * x.scale * float(dotOfFiveBits(block, x))
        + halfToFloat(block.minimum) * x.sum;
}

VIGNETTE_DEVICE float runDot(const BlockQ8_0* row, int64_t run, const ActivationRun& x)
{
    const BlockQ8_0& block = row[run];
    int sum = 0;
    for (int i = 0; i < 32; i += 4)
        sum = dotOfBytes(fourBytes(block.values + i), activationBytes(x, i), sum);
    return halfToFloat(block.scale) * x.scale * float(sum);
}

/// The 6-bit scale and minimum of a group of Q4_K and Q5_K; see unpackGroups().
VIGNETTE_DEVICE void groupOf(const uint8_t* packed, int group, float& scale, float& minimum)
{
    if (group < 4) {
        scale = float(packed[group] & 63);
        minimum = float(packed[group + 4] & 63);
        return;
    }
    scale = float((packed[group + 4] & 15) | (packed[group - 4] >> 6) << 4);
    minimum = float(packed[group + 4] >> 4 | (packed[group] >> 6) << 4);
}

VIGNETTE_DEVICE float runDot(const BlockQ4_K* row, int64_t run, const ActivationRun& x)
{
    const BlockQ4_K& block = row[run / 8];
    const int group = int(run % 8), shift = group % 2 * 4;
    const uint8_t* low = block.low + group / 2 * 32;
    int sum = 0;
    for (int i = 0; i < 32; i += 4)
        sum = dotOfBytes(
            fourBytes(low + i) >> shift & 0x0f0f0f0f, activationBytes(x, i), sum);
    float scale, minimum;
    groupOf(block.groups, group, scale, minimum);
    return halfToFloat(block.scale) * scale * x.scale * float(sum)
        - halfToFloat(block.minimum) * minimum * x.sum;
}

VIGNETTE_DEVICE float runDot(const BlockQ5_K* row, int64_t run, const ActivationRun& x)
{
    const BlockQ5_K& block = row[run / 8];
    const int group = int(run % 8), shift = group % 2 * 4;
    const uint8_t* low = block.low + group / 2 * 32;
    int sum = 0;
    for (int i = 0; i < 32; i += 4) {
        const int high = (fourBytes(block.high + i) >> group & 0x01010101) << 4;
        sum = dotOfBytes((fourBytes(low + i) >> shift & 0x0f0f0f0f) | high,
            activationBytes(x, i), sum);
    }
    float scale, minimum;
    groupOf(block.groups, group, scale, minimum);
    return halfToFloat(block.scale) * scale * x.scale * float(sum)
        - halfToFloat(block.minimum) * minimum * x.sum;
}

VIGNETTE_DEVICE float runDot(const BlockQ6_K* row, int64_t run, const ActivationRun& x)
{
    const BlockQ6_K& block = row[run / 8];
    const int part = int(run % 8), half = part / 4, quarter = part % 4;
    const uint8_t* low = block.low + half * 64 + quarter % 2 * 32;
    const uint8_t* high = block.high + half * 32;
    int sums[2] = {0, 0};
    for (int i = 0; i < 32; i += 4) {
        const int nibbles = fourBytes(low + i) >> (quarter / 2 * 4) & 0x0f0f0f0f;
        const int upper = (fourBytes(high + i) >> (quarter * 2) & 0x03030303) << 4;
        sums[i / 16]
            = dotOfBytes(lessBytes(nibbles | upper, 32), activationBytes(x, i), sums[i / 16]);
    }
    const int8_t* groups = block.groups + part * 2;
    return halfToFloat(block.scale) * x.scale
        * (float(groups[0]) * float(sums[0]) + float(groups[1]) * float(sums[1]));
}

VIGNETTE_DEVICE float runDot(const BlockQ2_K* row, int64_t run, const ActivationRun& x)
{
    const BlockQ2_K& block = row[run / 8];
    const int part = int(run % 8);
    const uint8_t* low = block.low + part / 4 * 32;
    const int shift = part % 4 * 2;
    int sums[2] = {0, 0}, plain[2] = {0, 0};
    for (int i = 0; i < 32; i += 4) {
        const int four = activationBytes(x, i);
        sums[i / 16] = dotOfBytes(fourBytes(low + i) >> shift & 0x03030303, four, sums[i / 16]);
        plain[i / 16] = dotOfBytes(0x01010101, four, plain[i / 16]);
    }
    float result = 0;
    for (int group = 0; group < 2; ++group) {
        const uint8_t packed = block.groups[part * 2 + group];
        result += halfToFloat(block.scale) * float(packed & 15) * float(sums[group])
            - halfToFloat(block.minimum) * float(packed >> 4) * float(plain[group]);
    }
    return result * x.scale;
}

VIGNETTE_DEVICE float runDot(const BlockQ3_K* row, int64_t run, const ActivationRun& x)
{
    const BlockQ3_K& block = row[run / 8];
    const int part = int(run % 8);
    const uint8_t* low = block.low + part / 4 * 32;
    const int shift = part % 4 * 2;
    int sums[2] = {0, 0};
    for (int i = 0; i < 32; i += 4) {
        const int upper = (fourBytes(block.high + i) >> part & 0x01010101) << 2;
        const int values = (fourBytes(low + i) >> shift & 0x03030303) | upper;
        sums[i / 16] = dotOfBytes(lessBytes(values, 4), activationBytes(x, i), sums[i / 16]);
    }
    float result = 0;
    for (int j = 0; j < 2; ++j) {
        const int group = part * 2 + j;
        const int lower = block.groups[group % 8] >> (group / 8 * 4) & 15;
        const int higher = block.groups[8 + group % 4] >> (group / 4 * 2) & 3;
        result += float((lower | higher << 4) - 32) * float(sums[j]);
    }
    return result * halfToFloat(block.scale) * x.scale;
}

/// Four of iq4Levels, named by the low nibbles of four bytes.
VIGNETTE_DEVICE int iq4Bytes(int nibbles)
{
    // Four levels a word, the first in the lowest byte.
    constexpr uint32_t levels[4] = {0xbfad9881u, 0xf6eaddcfu, 0x26190d01u, 0x71594535u};
    uint32_t result = 0;
    for (int i = 0; i < 4; ++i) {
        const int level = nibbles >> 8 * i & 15;
        result |= (levels[level / 4] >> level % 4 * 8 & 255) << 8 * i;
    }
    return int(result);
}

VIGNETTE_DEVICE int dotOfLevels(const uint8_t* low, const ActivationRun& x)
{
    int sum = 0;
    for (int i = 0; i < 16; i += 4) {
        const int four = fourBytes(low + i);
        sum = dotOfBytes(iq4Bytes(four), activationBytes(x, i), sum);
        sum = dotOfBytes(iq4Bytes(four >> 4), activationBytes(x, i + 16), sum);
    }
    return sum;
}

VIGNETTE_DEVICE float runDot(const BlockIQ4_NL* row, int64_t run, const ActivationRun& x)
{
    const BlockIQ4_NL& block = row[run];
    return halfToFloat(block.scale) * x.scale * float(dotOfLevels(block.low, x));
}

VIGNETTE_DEVICE float runDot(const BlockIQ4_XS* row, int64_t run, const ActivationRun& x)
{
    const BlockIQ4_XS& block = row[run / 8];
    const int group = int(run % 8);
    const int low = block.groupsLow[group / 2] >> (group % 2 * 4) & 15;
    const int high = block.groupsHigh >> (group * 2) & 3;
    return halfToFloat(block.scale) * float((low | high << 4) - 32) * x.scale
        * float(dotOfLevels(block.low + group * 16, x));
}

} // namespace kernels::cuda
