#include "kernels/dequantize_blocks.h"
#include "kernels/half.h"
#include "kernels/iq_grids.h"

// The "IQ" types: values are looked up, in a table of levels or in a grid of short vectors.

namespace kernels {
namespace {

constexpr uint8_t iq3XxsLevels[8] = {4, 12, 20, 28, 36, 44, 52, 62};
constexpr uint8_t iq2SLevels[4] = {8, 25, 43, 0};

void dequantizeLevels(const uint8_t* low, float scale, float* out)
{
    for (int i = 0; i < 16; ++i) {
        out[i] = scale * float(iq4Levels[low[i] & 15]);
        out[i + 16] = scale * float(iq4Levels[low[i] >> 4]);
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
    dequantizeLevels(block.low, floatFromHalf(block.scale), out);
}

void dequantizeBlock(const BlockIQ4_XS& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int group = 0; group < 8; ++group) {
        const float groupScale = scale * float(groupScaleOf(block, group));
        dequantizeLevels(block.low + group * 16, groupScale, out + group * 32);
    }
}

void dequantizeBlock(const BlockIQ3_XXS& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 256; ++i) {
        const uint32_t packed = block.signs[i / 32];
        const float groupScale = scale * (0.5f + float(packed >> 28)) * 0.5f;
        const uint8_t signs = evenSigns(packed >> (i % 32 / 8 * 7) & 127);
        const int level = iq3XxsGrid[block.grid[i / 4]] >> (i % 4 * 4) & 7;
        out[i] = withSign(groupScale * float(iq3XxsLevels[level]), signs >> (i % 8) & 1);
    }
}

void dequantizeBlock(const BlockIQ3_S& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 256; ++i) {
        const int group = block.groups[i / 64] >> (i / 32 % 2 * 4) & 15;
        const float groupScale = scale * float(1 + 2 * group);
        const int entry = block.grid[i / 4] | (block.high[i / 32] >> (i / 4 % 8) & 1) << 8;
        const int level = iq3SGrid[entry] >> (i % 4 * 4) & 7;
        out[i] = withSign(groupScale * float(1 + 2 * level), block.signs[i / 8] >> (i % 8) & 1);
    }
}

void dequantizeBlock(const BlockIQ2_S& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < 256; ++i) {
        const int group = block.groups[i / 32] >> (i / 16 % 2 * 4) & 15;
        const float groupScale = scale * (0.5f + float(group)) * 0.25f;
        const int entry = block.grid[i / 8] | (block.high[i / 32] >> (i / 8 % 4 * 2) & 3) << 8;
        const int level = iq2SGrid[entry] >> (i % 8 * 2) & 3;
        out[i] = withSign(groupScale * float(iq2SLevels[level]), block.signs[i / 8] >> (i % 8) & 1);
    }
}

} // namespace kernels
