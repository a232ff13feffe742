#include "kernels/quantize.h"

#include "kernels/block_formats.h"
#include "kernels/error.h"
#include "kernels/fit_levels.h"
#include "kernels/half.h"
#include "kernels/quantize_k.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace kernels {
namespace {

// A float as an integer of [low, high]; NaN becomes 0.
int clampToInt(float value, int low, int high)
{
    if (!(value == value))
        return 0;
    return int(std::clamp(value, float(low), float(high)));
}

void quantizeBlock(const float* values, BlockQ8_0& block)
{
    float largest = 0;
    for (int i = 0; i < 32; ++i)
        largest = std::max(largest, std::fabs(values[i]));
    const float scale = largest / 127;
    const float inverse = scale != 0 ? 1 / scale : 0;
    block.scale = halfFromFloat(scale);
    for (int i = 0; i < 32; ++i)
        block.values[i] = int8_t(clampToInt(std::round(values[i] * inverse), -127, 127));
}

void quantizeBlock(const float* values, BlockQ4_0& block)
{
    float largest = 0; // by magnitude, with its sign
    for (int i = 0; i < 32; ++i)
        if (std::fabs(values[i]) > std::fabs(largest))
            largest = values[i];
    const float scale = largest / -8;
    const float inverse = scale != 0 ? 1 / scale : 0;
    block.scale = halfFromFloat(scale);
    const auto level = [&](float value) { return clampToInt(value * inverse + 8.5f, 0, 15); };
    for (int i = 0; i < 16; ++i)
        block.low[i] = uint8_t(level(values[i]) | level(values[i + 16]) << 4);
}

void packFourBits(const uint8_t* levels, uint8_t* low)
{
    for (int i = 0; i < 16; ++i)
        low[i] = uint8_t(levels[i] | levels[i + 16] << 4);
}

void quantizeBlock(const float* values, BlockQ4_1& block)
{
    const auto [low, high] = std::minmax_element(values, values + 32);
    const float scale = (*high - *low) / 15;
    const float inverse = scale != 0 ? 1 / scale : 0;
    block.scale = halfFromFloat(scale);
    block.minimum = halfFromFloat(*low);
    uint8_t levels[32];
    for (int i = 0; i < 32; ++i)
        levels[i] = uint8_t(clampToInt((values[i] - *low) * inverse + 0.5f, 0, 15));
    packFourBits(levels, block.low);
}

// The parts of 32 levels, of which the fifth bit stands apart.
template <typename Block>
void packFiveBits(const uint8_t* levels, Block& block)
{
    block.high = 0;
    for (int i = 0; i < 32; ++i)
        block.high |= uint32_t(levels[i] >> 4) << i;
    for (int i = 0; i < 16; ++i)
        block.low[i] = uint8_t((levels[i] & 15) | (levels[i + 16] & 15) << 4);
}

void quantizeBlock(const float* values, BlockQ5_0& block)
{
    float largest = 0; // by magnitude, with its sign
    for (int i = 0; i < 32; ++i)
        if (std::fabs(values[i]) > std::fabs(largest))
            largest = values[i];
    const float scale = largest / -16;
    const float inverse = scale != 0 ? 1 / scale : 0;
    block.scale = halfFromFloat(scale);
    uint8_t levels[32];
    for (int i = 0; i < 32; ++i)
        levels[i] = uint8_t(clampToInt(values[i] * inverse + 16.5f, 0, 31));
    packFiveBits(levels, block);
}

void quantizeBlock(const float* values, BlockQ5_1& block)
{
    const auto [low, high] = std::minmax_element(values, values + 32);
    const float scale = (*high - *low) / 31;
    const float inverse = scale != 0 ? 1 / scale : 0;
    block.scale = halfFromFloat(scale);
    block.minimum = halfFromFloat(*low);
    uint8_t levels[32];
    for (int i = 0; i < 32; ++i)
        levels[i] = uint8_t(clampToInt((values[i] - *low) * inverse + 0.5f, 0, 31));
    packFiveBits(levels, block);
}

// The same by importance, which is given of 32 values.
void quantizeBlock(const float* values, const float* importance, BlockQ4_0& block)
{
    uint8_t levels[32];
    block.scale = halfFromFloat(fitSymmetric({values, 32}, 8, importance, levels));
    packFourBits(levels, block.low);
}

void quantizeBlock(const float* values, const float* importance, BlockQ4_1& block)
{
    uint8_t levels[32];
    const ShiftedFit fit = fitShifted({values, 32}, 15, {importance, 32}, importantSteps, levels);
    block.scale = halfFromFloat(fit.scale);
    block.minimum = halfFromFloat(-fit.offset);
    packFourBits(levels, block.low);
}

void quantizeBlock(const float* values, const float* importance, BlockQ5_0& block)
{
    uint8_t levels[32];
    block.scale = halfFromFloat(fitSymmetric({values, 32}, 16, importance, levels));
    packFiveBits(levels, block);
}

void quantizeBlock(const float* values, const float* importance, BlockQ5_1& block)
{
    uint8_t levels[32];
    const ShiftedFit fit = fitShifted({values, 32}, 31, {importance, 32}, importantSteps, levels);
    block.scale = halfFromFloat(fit.scale);
    block.minimum = halfFromFloat(-fit.offset);
    packFiveBits(levels, block);
}

template <typename Block>
void quantizeBlocks(const float* values, void* row, int64_t count)
{
    auto* blocks = static_cast<Block*>(row);
    for (int64_t i = 0; i < count / 32; ++i)
        quantizeBlock(values + i * 32, blocks[i]);
}

// Large values of the row matter more, whatever their column.
template <typename Block>
void quantizeImportantBlocks(const float* values, const float* importance, void* row, int64_t count)
{
    float squares = 0;
    for (int64_t i = 0; i < count; ++i)
        squares += values[i] * values[i];
    const float mean = squares / float(count);
    auto* blocks = static_cast<Block*>(row);
    for (int64_t block = 0; block < count / 32; ++block) {
        const float* inBlock = values + block * 32;
        float weights[32];
        for (int i = 0; i < 32; ++i)
            weights[i] = importance[block * 32 + i] * std::sqrt(mean + inBlock[i] * inBlock[i]);
        quantizeBlock(inBlock, weights, blocks[block]);
    }
}

template <typename Block>
void quantizeSmallBlocks(const float* values, const float* importance, void* row, int64_t count)
{
    if (importance)
        quantizeImportantBlocks<Block>(values, importance, row, count);
    else
        quantizeBlocks<Block>(values, row, count);
}

template <typename Block>
void quantizeLargeBlocks(const float* values, const float* importance, void* row, int64_t count)
{
    auto* blocks = static_cast<Block*>(row);
    for (int64_t i = 0; i < count / 256; ++i)
        quantizeBlock(std::span<const float, 256>(values + i * 256, 256),
            importance ? importance + i * 256 : nullptr, blocks[i]);
}

void roundRow(const float* values, void* row, int64_t count, uint16_t (*round)(float))
{
    auto* out = static_cast<uint16_t*>(row);
    for (int64_t i = 0; i < count; ++i)
        out[i] = round(values[i]);
}

} // namespace

bool canQuantize(DType type)
{
    switch (type) {
    case DType::F32:
    case DType::F16:
    case DType::BF16:
    case DType::Q8_0:
    case DType::Q4_0:
    case DType::Q4_1:
    case DType::Q5_0:
    case DType::Q5_1:
    case DType::Q4_K:
    case DType::Q5_K:
    case DType::Q6_K:
        return true;
    default:
        return false;
    }
}

void quantizeRow(DType type, const float* values, void* row, int64_t count, const float* importance)
{
    CHECK(canQuantize(type) && count % info(type).blockSize == 0);
    switch (type) {
    case DType::F32:
        return void(memcpy(row, values, size_t(count) * sizeof(float)));
    case DType::F16:
        return roundRow(values, row, count, halfFromFloat);
    case DType::BF16:
        return roundRow(values, row, count, bfloatFromFloat);
    case DType::Q8_0:
        return quantizeBlocks<BlockQ8_0>(values, row, count);
    case DType::Q4_0:
        return quantizeSmallBlocks<BlockQ4_0>(values, importance, row, count);
    case DType::Q4_1:
        return quantizeSmallBlocks<BlockQ4_1>(values, importance, row, count);
    case DType::Q5_0:
        return quantizeSmallBlocks<BlockQ5_0>(values, importance, row, count);
    case DType::Q5_1:
        return quantizeSmallBlocks<BlockQ5_1>(values, importance, row, count);
    case DType::Q4_K:
        return quantizeLargeBlocks<BlockQ4_K>(values, importance, row, count);
    case DType::Q5_K:
        return quantizeLargeBlocks<BlockQ5_K>(values, importance, row, count);
    default:
        return quantizeLargeBlocks<BlockQ6_K>(values, importance, row, count);
    }
}

} // namespace kernels
