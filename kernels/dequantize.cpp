#include "base/error.h"
#include "kernels/cache_rows.h"
#include "kernels/half.h"
#include "kernels/iq_grids.h"
#include "kernels/quantize.h"

#include <cstring>

namespace kernels {

#define VIGNETTE_TABLE const
#include "kernels/iq_grids.inl"
#undef VIGNETTE_TABLE

namespace {

template <typename Block>
void dequantizeBlocks(const void* row, float* out, int64_t count, int blockSize)
{
    const auto* blocks = static_cast<const Block*>(row);
    for (int64_t i = 0; i < count / blockSize; ++i)
        dequantizeBlock(blocks[i], out + i * blockSize);
}

void dequantizeHalves(const void* row, float* out, int64_t count)
{
    const auto* values = static_cast<const uint16_t*>(row);
    for (int64_t i = 0; i < count; ++i)
        out[i] = floatFromHalf(values[i]);
}

void dequantizeBfloats(const void* row, float* out, int64_t count)
{
    const auto* values = static_cast<const uint16_t*>(row);
    for (int64_t i = 0; i < count; ++i)
        out[i] = floatFromBfloat(values[i]);
}

} // namespace

void dequantizeBlock(const BlockQ4_0& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 16; ++i) {
        out[i] = scale * float((block.low[i] & 15) - 8);
        out[i + 16] = scale * float((block.low[i] >> 4) - 8);
    }
}

void dequantizeBlock(const BlockQ4_1& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    const float minimum = floatFromHalf(block.minimum);
    for (int i = 0; i < 16; ++i) {
        out[i] = scale * float(block.low[i] & 15) + minimum;
        out[i + 16] = scale * float(block.low[i] >> 4) + minimum;
    }
}

void dequantizeBlock(const BlockQ5_0& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 32; ++i) {
        const int low = i < 16 ? block.low[i] & 15 : block.low[i - 16] >> 4;
        out[i] = scale * float((low | int(block.high >> i & 1) << 4) - 16);
    }
}

void dequantizeBlock(const BlockQ5_1& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    const float minimum = floatFromHalf(block.minimum);
    for (int i = 0; i < 32; ++i) {
        const int low = i < 16 ? block.low[i] & 15 : block.low[i - 16] >> 4;
        out[i] = scale * float(low | int(block.high >> i & 1) << 4) + minimum;
    }
}

void dequantizeBlock(const BlockQ8_0& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 32; ++i)
        out[i] = scale * float(block.values[i]);
}

void dequantizeBlock(const BlockQ1_0& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 128; ++i)
        out[i] = block.bits[i / 8] >> (i % 8) & 1 ? scale : -scale;
}

void dequantizeBlock(const BlockTQ1_0& block, float* out)
{
    constexpr uint8_t powers[5] = {1, 3, 9, 27, 81};
    const float scale = floatFromHalf(block.scale);
    // A byte is digits · 256 / 243: multiplied by 3ⁿ modulo 256, its top digit is digit n.
    const auto decode = [&](const uint8_t* bytes, int length, int digits) {
        for (int n = 0; n < digits; ++n)
            for (int i = 0; i < length; ++i) {
                const auto shifted = uint8_t(bytes[i] * powers[n]);
                *out++ = scale * float(((shifted * 3) >> 8) - 1);
            }
    };
    decode(block.digits, 32, 5);
    decode(block.digits + 32, 16, 5);
    decode(block.lastDigits, 4, 4);
}

void dequantizeBlock(const BlockTQ2_0& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 256; ++i) {
        const int q = block.low[i / 128 * 32 + i % 32] >> (i % 128 / 32 * 2) & 3;
        out[i] = scale * float(q - 1);
    }
}

void dequantizeBlock(const BlockNVFP4& block, float* out)
{
    for (int i = 0; i < 64; ++i) {
        const int code = block.low[i / 16 * 8 + i % 8] >> (i % 16 / 8 * 4) & 15;
        out[i] = nvfp4Scale(block.groups[i / 16]) * float(mxfp4Values[code]);
    }
}

void dequantizeBlock(const BlockMXFP4& block, float* out)
{
    const float scale = mxfp4Scale(block.exponent);
    for (int i = 0; i < 16; ++i) {
        out[i] = scale * float(mxfp4Values[block.low[i] & 15]);
        out[i + 16] = scale * float(mxfp4Values[block.low[i] >> 4]);
    }
}

void dequantizeRow(DType type, const void* row, float* out, int64_t count)
{
    const int size = info(type).blockSize;
    CHECK(count % size == 0);
    const auto dequantizeAs
        = [&]<typename Block>(Block*) { dequantizeBlocks<Block>(row, out, count, size); };
    if (withBlock(type, dequantizeAs))
        return;
    switch (type) {
    case DType::F32:
        memcpy(out, row, size_t(count) * sizeof(float));
        return;
    case DType::F16:
        return dequantizeHalves(row, out, count);
    case DType::BF16:
        return dequantizeBfloats(row, out, count);
    case DType::CacheQ8:
    case DType::CacheQ6:
    case DType::CacheQ4:
        return unpackCacheRow(type, row, out, count);
    default: // integers, and interleaved types, which have no single rows
        break;
    }
    CHECK(!"a type whose values are floats");
}

} // namespace kernels

// The "IQ" types: values are looked up, in a table of codes or in a grid of short vectors.

namespace kernels {

namespace {

constexpr uint8_t iq3XxsValues[8] = {4, 12, 20, 28, 36, 44, 52, 62};
constexpr uint8_t iq2Values[4] = {8, 25, 43, 0};

void dequantizeIq4(const uint8_t* low, float scale, float* out)
{
    for (int i = 0; i < 16; ++i) {
        out[i] = scale * float(iq4Values[low[i] & 15]);
        out[i + 16] = scale * float(iq4Values[low[i] >> 4]);
    }
}

float withSign(float value, bool negative)
{
    return negative ? -value : value;
}

// Seven sign bits; the eighth makes the number of set bits even.
uint8_t evenSigns(uint32_t sevenBits)
{
    return uint8_t(sevenBits | uint32_t(__builtin_parity(sevenBits)) << 7);
}

} // namespace

void dequantizeBlock(const BlockIQ4_NL& block, float* out)
{
    dequantizeIq4(block.low, floatFromHalf(block.scale), out);
}

void dequantizeBlock(const BlockIQ4_XS& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int group = 0; group < 8; ++group) {
        const float groupScale = scale * float(signedGroupScale(block, group));
        dequantizeIq4(block.low + group * 16, groupScale, out + group * 32);
    }
}

void dequantizeBlock(const BlockIQ1_S& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 256; ++i) {
        const int high = block.high[i / 32];
        const int entry = block.grid[i / 8] | (high >> (i / 8 % 4 * 3) & 7) << 8;
        const int code = (iq1Grid[entry] >> (i % 8 * 2) & 3) - 1;
        const float offset = high & 0x8000 ? -0.125f : 0.125f;
        out[i] = scale * float(1 + 2 * (high >> 12 & 7)) * (float(code) + offset);
    }
}

void dequantizeBlock(const BlockIQ1_M& block, float* out)
{
    const float scale = floatFromHalf(wholeScale(block));
    for (int i = 0; i < 256; ++i) {
        const int group = block.groups[i / 64] >> (i % 64 / 16 * 3) & 7;
        const int high = block.high[i / 16] >> (i / 8 % 2 * 4);
        const int entry = block.grid[i / 8] | (high & 7) << 8;
        const int code = (iq1Grid[entry] >> (i % 8 * 2) & 3) - 1;
        const float offset = high & 8 ? -0.125f : 0.125f;
        out[i] = scale * float(1 + 2 * group) * (float(code) + offset);
    }
}

void dequantizeBlock(const BlockIQ2_XXS& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 256; ++i) {
        const uint32_t grid = block.groups[i / 32 * 2], packed = block.groups[i / 32 * 2 + 1];
        const float groupScale = scale * (0.5f + float(packed >> 28)) * 0.25f;
        const uint8_t signs = evenSigns(packed >> (i % 32 / 8 * 7) & 127);
        const int code = iq2XxsGrid[grid >> (i % 32 / 8 * 8) & 255] >> (i % 8 * 2) & 3;
        out[i] = withSign(groupScale * float(iq2Values[code]), signs >> (i % 8) & 1);
    }
}

void dequantizeBlock(const BlockIQ2_XS& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 256; ++i) {
        const int group = block.groups[i / 32] >> (i / 16 % 2 * 4) & 15;
        const float groupScale = scale * (0.5f + float(group)) * 0.25f;
        const uint16_t packed = block.grid[i / 8];
        const int code = iq2XsGrid[packed & 511] >> (i % 8 * 2) & 3;
        out[i]
            = withSign(groupScale * float(iq2Values[code]), evenSigns(packed >> 9) >> (i % 8) & 1);
    }
}

void dequantizeBlock(const BlockIQ3_XXS& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 256; ++i) {
        const uint32_t packed = block.signs[i / 32];
        const float groupScale = scale * (0.5f + float(packed >> 28)) * 0.5f;
        const uint8_t signs = evenSigns(packed >> (i % 32 / 8 * 7) & 127);
        const int code = iq3XxsGrid[block.grid[i / 4]] >> (i % 4 * 4) & 7;
        out[i] = withSign(groupScale * float(iq3XxsValues[code]), signs >> (i % 8) & 1);
    }
}

void dequantizeBlock(const BlockIQ3_S& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 256; ++i) {
        const int group = block.groups[i / 64] >> (i / 32 % 2 * 4) & 15;
        const float groupScale = scale * float(1 + 2 * group);
        const int entry = block.grid[i / 4] | (block.high[i / 32] >> (i / 4 % 8) & 1) << 8;
        const int code = iq3SGrid[entry] >> (i % 4 * 4) & 7;
        out[i] = withSign(groupScale * float(1 + 2 * code), block.signs[i / 8] >> (i % 8) & 1);
    }
}

void dequantizeBlock(const BlockIQ2_S& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 256; ++i) {
        const int group = block.groups[i / 32] >> (i / 16 % 2 * 4) & 15;
        const float groupScale = scale * (0.5f + float(group)) * 0.25f;
        const int entry = block.grid[i / 8] | (block.high[i / 32] >> (i / 8 % 4 * 2) & 3) << 8;
        const int code = iq2SGrid[entry] >> (i % 8 * 2) & 3;
        out[i] = withSign(groupScale * float(iq2Values[code]), block.signs[i / 8] >> (i % 8) & 1);
    }
}

} // namespace kernels

// The "K" types: blocks of 256 values, divided into groups with scales of their own.

namespace kernels {

namespace {

// Value i of 256 stored as 2 halves of 32 bytes, 4 parts of 32 values each, 2 bits a value.
int twoBits(const uint8_t* bytes, int i)
{
    return bytes[i / 128 * 32 + i % 32] >> (i % 128 / 32 * 2) & 3;
}

// Bit i of 256 stored as bit i / 32 of byte i % 32.
int oneBit(const uint8_t* bytes, int i)
{
    return bytes[i % 32] >> (i / 32) & 1;
}

// Value i of 256 stored as 4 parts of 32 bytes: 32 low nibbles, then the 32 high ones.
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
        const float groupScale = scale * float(signedGroupScale(block, i / 16));
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
