#include "kernels/quantize.h"

#include "kernels/block_formats.h"
#include "kernels/error.h"
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

template <typename Block>
void quantizeBlocks(const float* values, void* row, int64_t count)
{
    auto* blocks = static_cast<Block*>(row);
    for (int64_t i = 0; i < count / 32; ++i)
        quantizeBlock(values + i * 32, blocks[i]);
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
    return type == DType::F32 || type == DType::F16 || type == DType::BF16 || type == DType::Q8_0
        || type == DType::Q4_0;
}

void quantizeRow(DType type, const float* values, void* row, int64_t count)
{
    CHECK(canQuantize(type) && count % info(type).blockSize == 0);
    if (type == DType::F32)
        memcpy(row, values, size_t(count) * sizeof(float));
    else if (type == DType::F16)
        roundRow(values, row, count, halfFromFloat);
    else if (type == DType::BF16)
        roundRow(values, row, count, bfloatFromFloat);
    else if (type == DType::Q8_0)
        quantizeBlocks<BlockQ8_0>(values, row, count);
    else
        quantizeBlocks<BlockQ4_0>(values, row, count);
}

} // namespace kernels
