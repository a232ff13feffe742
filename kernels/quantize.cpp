#include "kernels/quantize.h"

#include "base/error.h"
#include "kernels/block_formats.h"
#include "kernels/fit_codes.h"
#include "kernels/half.h"

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

void quantizeToEightBits(const float* values, const float* /*importance*/, void* row, int64_t count)
{
    auto* blocks = static_cast<BlockQ8_0*>(row);
    for (int64_t i = 0; i < count / 32; ++i)
        quantizeBlock(values + i * 32, blocks[i]);
}

// The highest code, and the one that stands for zero where blocks have no minimum.
constexpr int maxCode(const BlockQ4_0&)
{
    return 15;
}
constexpr int maxCode(const BlockQ4_1&)
{
    return 15;
}
constexpr int maxCode(const BlockQ5_0&)
{
    return 31;
}
constexpr int maxCode(const BlockQ5_1&)
{
    return 31;
}

template <typename Block>
void pack(const uint8_t* codes, Block& block)
{
    for (int i = 0; i < 16; ++i)
        block.low[i] = uint8_t((codes[i] & 15) | (codes[i + 16] & 15) << 4);
    if constexpr (requires { block.high; }) { // the fifth bit of each is apart
        block.high = 0;
        for (int i = 0; i < 32; ++i)
            block.high |= uint32_t(codes[i] >> 4) << i;
    }
}

// Codes around zero, or with `importance` (of 32 values) those that fit it best.
template <typename Block>
void quantizeSymmetric(const float* values, const float* importance, Block& block)
{
    const int highest = maxCode(block), zero = (highest + 1) / 2;
    uint8_t codes[32];
    if (importance) {
        block.scale = halfFromFloat(fitSymmetric({values, 32}, zero, importance, codes));
        return pack(codes, block);
    }
    float largest = 0; // by magnitude, with its sign
    for (int i = 0; i < 32; ++i)
        if (std::fabs(values[i]) > std::fabs(largest))
            largest = values[i];
    const float scale = largest / float(-zero);
    const float inverse = scale != 0 ? 1 / scale : 0;
    block.scale = halfFromFloat(scale);
    for (int i = 0; i < 32; ++i)
        codes[i] = uint8_t(clampToInt(values[i] * inverse + (float(zero) + 0.5f), 0, highest));
    pack(codes, block);
}

// Codes from the lowest value up.
template <typename Block>
void quantizeShifted(const float* values, const float* importance, Block& block)
{
    const int highest = maxCode(block);
    uint8_t codes[32];
    if (importance) {
        const ShiftedFit fit
            = fitShifted({values, 32}, highest, {importance, 32}, importantSteps, codes);
        block.scale = halfFromFloat(fit.scale);
        block.minimum = halfFromFloat(-fit.offset);
        return pack(codes, block);
    }
    const auto [low, high] = std::minmax_element(values, values + 32);
    const float scale = (*high - *low) / float(highest);
    const float inverse = scale != 0 ? 1 / scale : 0;
    block.scale = halfFromFloat(scale);
    block.minimum = halfFromFloat(*low);
    for (int i = 0; i < 32; ++i)
        codes[i] = uint8_t(clampToInt((values[i] - *low) * inverse + 0.5f, 0, highest));
    pack(codes, block);
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

template <uint16_t (*round)(float)>
void roundRow(const float* values, const float* /*importance*/, void* row, int64_t count)
{
    auto* out = static_cast<uint16_t*>(row);
    for (int64_t i = 0; i < count; ++i)
        out[i] = round(values[i]);
}

using Quantize = void(const float* values, const float* importance, void* row, int64_t count);

// Null for types to which nothing is quantized.
Quantize* quantizer(DType type)
{
    switch (type) {
    case DType::F32:
        return [](const float* values, const float*, void* row, int64_t count) {
            memcpy(row, values, size_t(count) * sizeof(float));
        };
    case DType::F16:
        return roundRow<halfFromFloat>;
    case DType::BF16:
        return roundRow<bfloatFromFloat>;
    case DType::Q8_0:
        return quantizeToEightBits;
    case DType::Q4_0:
        return quantizeSmallBlocks<BlockQ4_0>;
    case DType::Q4_1:
        return quantizeSmallBlocks<BlockQ4_1>;
    case DType::Q5_0:
        return quantizeSmallBlocks<BlockQ5_0>;
    case DType::Q5_1:
        return quantizeSmallBlocks<BlockQ5_1>;
    case DType::Q4_K:
        return quantizeLargeBlocks<BlockQ4_K>;
    case DType::Q5_K:
        return quantizeLargeBlocks<BlockQ5_K>;
    case DType::Q6_K:
        return quantizeLargeBlocks<BlockQ6_K>;
    default:
        return nullptr;
    }
}

} // namespace

bool canQuantize(DType type)
{
    return quantizer(type);
}

void quantizeRow(DType type, const float* values, void* row, int64_t count, const float* importance)
{
    CHECK(canQuantize(type) && count % info(type).blockSize == 0);
    quantizer(type)(values, importance, row, count);
}

namespace {

using Values = std::span<const float, 256>;

constexpr int groups = 8; // of 32 values, in Q4_K and Q5_K
constexpr int maxGroupScale = 63;

// The scales and offsets of the groups of a Q4_K or Q5_K block, and the factors of both.
struct GroupScales {
    float scale = 0, minimum = 0;
    uint8_t scales[groups] = {}, minimums[groups] = {};
};

float meanSquare(std::span<const float> values)
{
    float sum = 0;
    for (const float value : values)
        sum += value * value;
    return sum / float(values.size());
}

// The largest group's scale gets the largest number.
float spreadEvenly(std::span<const float> wanted, uint8_t* numbers)
{
    const float largest = std::max(0.f, *std::ranges::max_element(wanted));
    const float inverse = largest > 0 ? maxGroupScale / largest : 0;
    for (size_t group = 0; group < wanted.size(); ++group)
        numbers[group] = uint8_t(nearestCode(inverse * wanted[group], 0, maxGroupScale));
    return largest / maxGroupScale;
}

// Values near zero matter less than large ones.
GroupScales fitGroups(Values values, int top, const FitSteps& steps, uint8_t* codes)
{
    GroupScales fitted;
    float scales[groups], offsets[groups];
    for (int group = 0; group < groups; ++group) {
        const auto inGroup = values.subspan(size_t(group) * 32, 32);
        const float size = std::sqrt(meanSquare(inGroup));
        float weights[32];
        for (size_t i = 0; i < 32; ++i)
            weights[i] = size + std::fabs(inGroup[i]);
        const ShiftedFit fit = fitShifted(inGroup, top, weights, steps, codes + group * 32);
        scales[group] = fit.scale;
        offsets[group] = fit.offset;
    }
    fitted.scale = spreadEvenly(scales, fitted.scales);
    fitted.minimum = spreadEvenly(offsets, fitted.minimums);
    return fitted;
}

GroupScales fitImportantGroups(Values values, const float* importance, int top, uint8_t* codes)
{
    GroupScales fitted;
    float scales[groups], offsets[groups], sums[groups];
    float squares = 0;
    for (const float value : values)
        squares += value * value;
    const float size = 2 * squares / float(values.size());
    for (int group = 0; group < groups; ++group) {
        const auto inGroup = values.subspan(size_t(group) * 32, 32);
        float weights[32];
        sums[group] = 0;
        for (size_t i = 0; i < 32; ++i) {
            weights[i]
                = importance[group * 32 + int(i)] * std::sqrt(size + inGroup[i] * inGroup[i]);
            sums[group] += weights[i];
        }
        const ShiftedFit fit
            = fitShifted(inGroup, top, weights, importantSteps, codes + group * 32);
        scales[group] = fit.scale;
        offsets[group] = fit.offset;
    }
    fitted.scale = fitPositive(scales, maxGroupScale, sums, fitted.scales);
    fitted.minimum = fitPositive(offsets, maxGroupScale, sums, fitted.minimums);
    return fitted;
}

// The inverse of unpackGroups().
void packGroups(const GroupScales& fitted, uint8_t* packed)
{
    for (int i = 0; i < 4; ++i) {
        const int scale = fitted.scales[i + 4], minimum = fitted.minimums[i + 4];
        packed[i] = uint8_t(fitted.scales[i] | scale >> 4 << 6);
        packed[i + 4] = uint8_t(fitted.minimums[i] | minimum >> 4 << 6);
        packed[i + 8] = uint8_t((scale & 15) | (minimum & 15) << 4);
    }
}

// Codes by the scales as they are stored. A group whose stored scale is zero keeps its own.
void roundToCodes(Values values, const GroupScales& fitted, int top, uint8_t* codes)
{
    const float scale = floatFromHalf(halfFromFloat(fitted.scale));
    const float minimum = floatFromHalf(halfFromFloat(fitted.minimum));
    for (int group = 0; group < groups; ++group) {
        const float step = scale * float(fitted.scales[group]);
        const float offset = minimum * float(fitted.minimums[group]);
        if (step == 0)
            continue;
        for (int i = group * 32; i < group * 32 + 32; ++i)
            codes[i] = uint8_t(nearestCode((values[size_t(i)] + offset) / step, 0, top));
    }
}

// What Q4_K and Q5_K have in common: everything but where the codes are put.
template <typename Block>
void quantizeGroups(Values values, const float* importance, int top, const FitSteps& steps,
    Block& block, uint8_t* codes)
{
    const GroupScales fitted = importance ? fitImportantGroups(values, importance, top, codes)
                                          : fitGroups(values, top, steps, codes);
    block.scale = halfFromFloat(fitted.scale);
    block.minimum = halfFromFloat(fitted.minimum);
    packGroups(fitted, block.groups);
    roundToCodes(values, fitted, top, codes);
    for (int part = 0; part < 4; ++part)
        for (int i = 0; i < 32; ++i)
            block.low[part * 32 + i]
                = uint8_t((codes[part * 64 + i] & 15) | (codes[part * 64 + i + 32] & 15) << 4);
}

} // namespace

void quantizeBlock(Values values, const float* importance, BlockQ4_K& block)
{
    uint8_t codes[256];
    quantizeGroups(values, importance, 15, {-1.f, 0.1f, 20}, block, codes);
}

void quantizeBlock(Values values, const float* importance, BlockQ5_K& block)
{
    uint8_t codes[256];
    quantizeGroups(values, importance, 31, {-0.5f, 0.1f, 15}, block, codes);
    std::memset(block.high, 0, sizeof block.high);
    for (int i = 0; i < 256; ++i)
        block.high[i % 32] |= uint8_t(codes[i] >> 4 << (i / 32));
}

void quantizeBlock(Values values, const float* importance, BlockQ6_K& block)
{
    constexpr int sixteens = 16; // groups, of as many values
    constexpr int limit = 32;
    std::memset(&block, 0, sizeof block);
    uint8_t codes[256];
    float scales[sixteens];
    for (int group = 0; group < sixteens; ++group)
        scales[group] = fitSymmetric(values.subspan(size_t(group) * 16, 16), limit,
            importance ? importance + group * 16 : nullptr, codes + group * 16);
    float largest = 0; // by magnitude, with its sign
    for (const float scale : scales)
        if (std::fabs(scale) > std::fabs(largest))
            largest = scale;
    if (!(std::fabs(largest) >= 1e-15f))
        return;
    const float inverse = -128 / largest;
    block.scale = halfFromFloat(1 / inverse);
    for (int group = 0; group < sixteens; ++group) {
        block.groups[group] = int8_t(nearestCode(inverse * scales[group], -128, 127));
        const float step = floatFromHalf(block.scale) * float(block.groups[group]);
        if (step == 0)
            continue;
        for (int i = group * 16; i < group * 16 + 16; ++i)
            codes[i] = uint8_t(limit + nearestCode(values[size_t(i)] / step, -limit, limit - 1));
    }
    for (int i = 0; i < 256; ++i) {
        const int half = i / 128, part = i / 32 % 4, position = i % 32;
        block.low[half * 64 + part % 2 * 32 + position]
            |= uint8_t((codes[i] & 15) << (part / 2 * 4));
        block.high[half * 32 + position] |= uint8_t(codes[i] >> 4 << (part * 2));
    }
}

} // namespace kernels
