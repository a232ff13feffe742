#pragma once

#include "kernels/cache_blocks.h"
#include "kernels/cuda/run_dot.h"

// One value of a quantised row: row[32 run + i]. What the products with many rows unpack.

namespace kernels::cuda {

VIGNETTE_DEVICE int nibbleOf(const uint8_t* low, int i)
{
    return i < 16 ? low[i] & 15 : low[i - 16] >> 4;
}

VIGNETTE_DEVICE float runValue(const BlockQ4_0* row, int64_t run, int i)
{
    return halfToFloat(row[run].scale) * float(nibbleOf(row[run].low, i) - 8);
}

VIGNETTE_DEVICE float runValue(const BlockQ4_1* row, int64_t run, int i)
{
    return halfToFloat(row[run].scale) * float(nibbleOf(row[run].low, i))
        + halfToFloat(row[run].minimum);
}

template <typename Block>
VIGNETTE_DEVICE int fiveBitsOf(const Block& block, int i)
{
    return nibbleOf(block.low, i) | int(uint32_t(fourBytes(&block.high)) >> i & 1) << 4;
}

VIGNETTE_DEVICE float runValue(const BlockQ5_0* row, int64_t run, int i)
{
    return halfToFloat(row[run].scale) * float(fiveBitsOf(row[run], i) - 16);
}

VIGNETTE_DEVICE float runValue(const BlockQ5_1* row, int64_t run, int i)
{
    return halfToFloat(row[run].scale) * float(fiveBitsOf(row[run], i))
        + halfToFloat(row[run].minimum);
}

VIGNETTE_DEVICE float runValue(const BlockQ8_0* row, int64_t run, int i)
{
    return halfToFloat(row[run].scale) * float(row[run].values[i]);
}

VIGNETTE_DEVICE float runValue(const BlockQ2_K* row, int64_t run, int i)
{
    const BlockQ2_K& block = row[run / 8];
    const int part = int(run % 8);
    const uint8_t group = block.groups[part * 2 + i / 16];
    const int q = block.low[part / 4 * 32 + i] >> (part % 4 * 2) & 3;
    return halfToFloat(block.scale) * float(group & 15) * float(q)
        - halfToFloat(block.minimum) * float(group >> 4);
}

VIGNETTE_DEVICE float runValue(const BlockQ3_K* row, int64_t run, int i)
{
    const BlockQ3_K& block = row[run / 8];
    const int part = int(run % 8), group = part * 2 + i / 16;
    const int lower = block.groups[group % 8] >> (group / 8 * 4) & 15;
    const int higher = block.groups[8 + group % 4] >> (group / 4 * 2) & 3;
    const int q = (block.low[part / 4 * 32 + i] >> (part % 4 * 2) & 3)
        | (block.high[i] >> part & 1) << 2;
    return halfToFloat(block.scale) * float((lower | higher << 4) - 32) * float(q - 4);
}

VIGNETTE_DEVICE float runValue(const BlockQ4_K* row, int64_t run, int i)
{
    const BlockQ4_K& block = row[run / 8];
    const int group = int(run % 8);
    float scale, minimum;
    groupOf(block.groups, group, scale, minimum);
    const int q = block.low[group / 2 * 32 + i] >> (group % 2 * 4) & 15;
    return halfToFloat(block.scale) * scale * float(q) - halfToFloat(block.minimum) * minimum;
}

VIGNETTE_DEVICE float runValue(const BlockQ5_K* row, int64_t run, int i)
{
    const BlockQ5_K& block = row[run / 8];
    const int group = int(run % 8);
    float scale, minimum;
    groupOf(block.groups, group, scale, minimum);
    const int q = (block.low[group / 2 * 32 + i] >> (group % 2 * 4) & 15)
        | (block.high[i] >> group & 1) << 4;
    return halfToFloat(block.scale) * scale * float(q) - halfToFloat(block.minimum) * minimum;
}

VIGNETTE_DEVICE float runValue(const BlockQ6_K* row, int64_t run, int i)
{
    const BlockQ6_K& block = row[run / 8];
    const int part = int(run % 8), half = part / 4, quarter = part % 4;
    const int low = block.low[half * 64 + quarter % 2 * 32 + i] >> (quarter / 2 * 4) & 15;
    const int high = block.high[half * 32 + i] >> (quarter * 2) & 3;
    return halfToFloat(block.scale) * float(block.groups[part * 2 + i / 16])
        * float((low | high << 4) - 32);
}

VIGNETTE_DEVICE int iq4LevelOf(int nibble)
{
    return int8_t(iq4Bytes(nibble) & 255);
}

VIGNETTE_DEVICE float runValue(const BlockIQ4_NL* row, int64_t run, int i)
{
    return halfToFloat(row[run].scale) * float(iq4LevelOf(nibbleOf(row[run].low, i)));
}

VIGNETTE_DEVICE float runValue(const BlockIQ4_XS* row, int64_t run, int i)
{
    const BlockIQ4_XS& block = row[run / 8];
    const int group = int(run % 8);
    const int low = block.groupsLow[group / 2] >> (group % 2 * 4) & 15;
    const int high = block.groupsHigh >> (group * 2) & 3;
    return halfToFloat(block.scale) * float((low | high << 4) - 32)
        * float(iq4LevelOf(nibbleOf(block.low + group * 16, i)));
}

VIGNETTE_DEVICE float runValue(const BlockCacheQ6* row, int64_t run, int i)
{
    const BlockCacheQ6& block = row[run];
    const int high = block.high[i % 8] >> (i / 8 * 2) & 3;
    return halfToFloat(block.scale) * float((nibbleOf(block.low, i) | high << 4) - 32);
}

} // namespace kernels::cuda
