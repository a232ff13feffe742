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

void quantizeToEightBits(const float* values, void* row, int64_t count)
{
    auto* blocks = static_cast<BlockQ8_0*>(row);
    for (int64_t i = 0; i < count / 32; ++i)
        quantizeBlock(values + i * 32, blocks[i]);
}

// The highest level, and the one that stands for zero where blocks have no minimum.
constexpr int highestLevel(const BlockQ4_0&)
{
    return 15;
}
constexpr int highestLevel(const BlockQ4_1&)
{
    return 15;
}
constexpr int highestLevel(const BlockQ5_0&)
{
    return 31;
}
constexpr int highestLevel(const BlockQ5_1&)
{
    return 31;
}

template <typename Block>
void pack(const uint8_t* levels, Block& block)
{
    for (int i = 0; i < 16; ++i)
        block.low[i] = uint8_t((levels[i] & 15) | (levels[i + 16] & 15) << 4);
    if constexpr (requires { block.high; }) { // the fifth bit of each stands apart
        block.high = 0;
        for (int i = 0; i < 32; ++i)
            block.high |= uint32_t(levels[i] >> 4) << i;
    }
}

// Levels around zero, or with `importance` (of 32 values) those that fit it best.
template <typename Block>
void quantizeSymmetric(const float* values, const float* importance, Block& block)
{
    const int highest = highestLevel(block), zero = (highest + 1) / 2;
    uint8_t levels[32];
    if (importance) {
        block.scale = halfFromFloat(fitSymmetric({values, 32}, zero, importance, levels));
        return pack(levels, block);
    }
    float largest = 0; // by magnitude, with its sign
    for (int i = 0; i < 32; ++i)
        if (std::fabs(values[i]) > std::fabs(largest))
            largest = values[i];
    const float scale = largest / float(-zero);
    const float inverse = scale != 0 ? 1 / scale : 0;
    block.scale = halfFromFloat(scale);
    for (int i = 0; i < 32; ++i)
        levels[i] = uint8_t(clampToInt(values[i] * inverse + (float(zero) + 0.5f), 0, highest));
    pack(levels, block);
}

// Levels from the lowest value up.
template <typename Block>
void quantizeShifted(const float* values, const float* importance, Block& block)
{
    const int highest = highestLevel(block);
    uint8_t levels[32];
    if (importance) {
        const ShiftedFit fit
            = fitShifted({values, 32}, highest, {importance, 32}, importantSteps, levels);
        block.scale = halfFromFloat(fit.scale);
        block.minimum = halfFromFloat(-fit.offset);
        return pack(levels, block);
    }
    const auto [low, high] = std::minmax_element(values, values + 32);
    const float scale = (*high - *low) / float(highest);
    const float inverse = scale != 0 ? 1 / scale : 0;
    block.scale = halfFromFloat(scale);
    block.minimum = halfFromFloat(*low);
    for (int i = 0; i < 32; ++i)
        levels[i] = uint8_t(clampToInt((values[i] - *low) * inverse + 0.5f, 0, highest));
    pack(levels, block);
}

template <typename Block>
void quantizeBlock(const float* values, const float* importance, Block& block)
{
    if constexpr (requires { block.minimum; })
        quantizeShifted(values, importance, block);
    else
        quantizeSymmetric(values, importance, block);
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
        return quantizeImportantBlocks<Block>(values, importance, row, count);
    auto* blocks = static_cast<Block*>(row);
    for (int64_t i = 0; i < count / 32; ++i)
        quantizeBlock(values + i * 32, nullptr, blocks[i]);
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
        return quantizeToEightBits(values, row, count);
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
