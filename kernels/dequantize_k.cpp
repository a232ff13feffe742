#include "kernels/dequantize_blocks.h"
#include "kernels/half.h"

// The "K" types: blocks of 256 values, divided into groups with scales of their own.

namespace kernels {
namespace {

// Value i of 256 stored as 2 halves of 32 bytes, 4 runs of 32 values each, 2 bits a value.
int twoBits(const uint8_t* bytes, int i)
{
    return bytes[i / 128 * 32 + i % 32] >> (i % 128 / 32 * 2) & 3;
}

// Bit i of 256 stored as bit i / 32 of byte i % 32.
int oneBit(const uint8_t* bytes, int i)
{
    return bytes[i % 32] >> (i / 32) & 1;
}

// Value i of 256 stored as 4 runs of 32 bytes: 32 low nibbles, then the 32 high ones.
int fourBits(const uint8_t* bytes, int i)
{
    return bytes[i / 64 * 32 + i % 32] >> (i % 64 / 32 * 4) & 15;
}

} // namespace

void dequantizeBlock(const BlockQ2_K& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    const float minimum = floatFromHalf(block.minimum);
    for (int i = 0; i < 256; ++i) {
        const uint8_t group = block.groups[i / 16];
        const float groupScale = scale * float(group & 15);
        const float groupMinimum = minimum * float(group >> 4);
        out[i] = groupScale * float(twoBits(block.low, i)) - groupMinimum;
    }
}

void dequantizeBlock(const BlockQ3_K& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 256; ++i) {
        const float groupScale = scale * float(groupScaleOf(block, i / 16));
        const int q = twoBits(block.low, i) | oneBit(block.high, i) << 2;
        out[i] = groupScale * float(q - 4);
    }
}

void dequantizeBlock(const BlockQ4_K& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    const float minimum = floatFromHalf(block.minimum);
    uint8_t scales[8], minimums[8];
    unpackGroups(block.groups, scales, minimums);
    for (int i = 0; i < 256; ++i) {
        const float groupScale = scale * float(scales[i / 32]);
        const float groupMinimum = minimum * float(minimums[i / 32]);
        out[i] = groupScale * float(fourBits(block.low, i)) - groupMinimum;
    }
}

void dequantizeBlock(const BlockQ5_K& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    const float minimum = floatFromHalf(block.minimum);
    uint8_t scales[8], minimums[8];
    unpackGroups(block.groups, scales, minimums);
    for (int i = 0; i < 256; ++i) {
        const float groupScale = scale * float(scales[i / 32]);
        const float groupMinimum = minimum * float(minimums[i / 32]);
        const int q = fourBits(block.low, i) | oneBit(block.high, i) << 4;
        out[i] = groupScale * float(q) - groupMinimum;
    }
}

void dequantizeBlock(const BlockQ6_K& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 256; ++i) {
        const float groupScale = scale * float(block.groups[i / 16]);
        const int low = block.low[i / 128 * 64 + i % 64] >> (i % 128 / 64 * 4) & 15;
        const int q = low | twoBits(block.high, i) << 4;
        out[i] = groupScale * float(q - 32);
    }
}

} // namespace kernels
