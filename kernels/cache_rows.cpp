#include "kernels/cache_rows.h"

#include "base/error.h"
#include "kernels/half.h"
#include "kernels/quantize.h"

#include <algorithm>

namespace kernels {
namespace {

constexpr int blockLength = 32;

// Sums of neighbors in the first half of `out`, their differences in the second.
void addNeighbors(float* __restrict out, const float* __restrict x)
{
#pragma GCC unroll 1 // or the compiler makes single sums of it
    for (int i = 0; i < blockLength / 2; ++i) {
        out[i] = x[2 * i] + x[2 * i + 1];
        out[blockLength / 2 + i] = x[2 * i] - x[2 * i + 1];
    }
}

// A numbers in whole steps, what a step is worth, and Σ x² less what that loses.
struct Steps {
    int q[blockLength];
    float scale = 0, kept = 0;
};

float largestByMagnitude(const float* numbers)
{
    float high[4] = {}, low[4] = {};
    for (int first = 0; first < blockLength; first += 4)
        for (int i = 0; i < 4; ++i) {
            high[i] = high[i] > numbers[first + i] ? high[i] : numbers[first + i];
            low[i] = low[i] < numbers[first + i] ? low[i] : numbers[first + i];
        }
    const float largest = std::max(std::max(high[0], high[1]), std::max(high[2], high[3]));
    const float smallest = std::min(std::min(low[0], low[1]), std::min(low[2], low[3]));
    return largest >= -smallest ? largest : smallest;
}

// If x is not a number, the step becomes the lowest one and the scale NaN.
void takeNearestSteps(int* q, const float* numbers, float perStep, int limit)
{
    constexpr float rounder = 12582912.0f; // 1.5 · 2²³: added, it leaves no digits behind the point
    const auto lowest = float(-limit), highest = float(limit - 1);
    for (int i = 0; i < blockLength; ++i) {
        const float x = numbers[i] * perStep;
        const float above = x > lowest ? x : lowest;
        const float within = above < highest ? above : highest;
        q[i] = int(within + rounder - rounder);
    }
}

// Sets the least-squares scale for the steps of the numbers: Σ q x / Σ q².
void fitScale(Steps& steps, const float* numbers)
{
    float products[4] = {}, squares[4] = {};
    for (int first = 0; first < blockLength; first += 4)
        for (int i = 0; i < 4; ++i) {
            const auto q = float(steps.q[first + i]);
            products[i] += q * numbers[first + i];
            squares[i] += q * q;
        }
    const float square = (squares[0] + squares[1]) + (squares[2] + squares[3]);
    const float product = (products[0] + products[1]) + (products[2] + products[3]);
    steps.scale = square > 0 ? product / square : 0;
    steps.kept = steps.scale * product;
}

// Equal steps −limit … limit − 1. The largest number is put on the side that has one more.
Steps equalSteps(const float* numbers, int limit)
{
    Steps steps;
    const float largest = largestByMagnitude(numbers);
    takeNearestSteps(steps.q, numbers, largest != 0 ? float(-limit) / largest : 0, limit);
    fitScale(steps, numbers);
    return steps;
}

// Maps each of −128 … 127 to the index of the nearest value of iq4Values.
struct NearestCodes {
    uint8_t number[256];
    constexpr NearestCodes()
        : number()
    {
        for (int q = -128; q < 128; ++q)
            for (int i = 1; i < 16; ++i)
                if (distance(q, i) < distance(q, number[q + 128]))
                    number[q + 128] = uint8_t(i);
    }
    static constexpr int distance(int q, int code)
    {
        return q < iq4Values[code] ? iq4Values[code] - q : q - iq4Values[code];
    }
};
constexpr NearestCodes nearestCodes;

// Those of iq4Values, with the largest number on the outermost or a little beyond it, whichever
// loses less.
Steps codeSteps(const float* numbers)
{
    Steps best;
    const float largest = largestByMagnitude(numbers);
    for (const float beyond : {1.0f, 0.93f}) {
        Steps steps;
        takeNearestSteps(
            steps.q, numbers, largest != 0 ? float(iq4Values[0]) / (beyond * largest) : 0, 128);
        for (int& q : steps.q)
            q = iq4Values[nearestCodes.number[q + 128]];
        fitScale(steps, numbers);
        if (beyond == 1 || steps.kept > best.kept)
            best = steps;
    }
    return best;
}

void packBlock(const float* numbers, BlockQ8_0& block)
{
    const Steps steps = equalSteps(numbers, 128);
    block.scale = halfFromFloat(steps.scale);
    for (int i = 0; i < blockLength; ++i)
        block.values[i] = int8_t(steps.q[i]);
}

void packBlock(const float* numbers, BlockCacheQ6& block)
{
    const Steps steps = equalSteps(numbers, 32);
    uint8_t q[blockLength];
    for (int i = 0; i < blockLength; ++i)
        q[i] = uint8_t(steps.q[i] + 32);
    block.scale = halfFromFloat(steps.scale);
    for (int i = 0; i < 16; ++i)
        block.low[i] = uint8_t((q[i] & 15) | (q[i + 16] & 15) << 4);
    for (int j = 0; j < 8; ++j)
        block.high[j]
            = uint8_t(q[j] >> 4 | q[8 + j] >> 4 << 2 | q[16 + j] >> 4 << 4 | q[24 + j] >> 4 << 6);
}

void packBlock(const float* numbers, BlockIQ4_NL& block)
{
    const Steps steps = codeSteps(numbers);
    const auto number = [&](int i) { return nearestCodes.number[steps.q[i] + 128]; };
    block.scale = halfFromFloat(steps.scale);
    for (int i = 0; i < 16; ++i)
        block.low[i] = uint8_t(number(i) | number(i + 16) << 4);
}

void unpackBlock(const BlockQ8_0& block, float* out)
{
    dequantizeBlock(block, out);
}

void unpackBlock(const BlockCacheQ6& block, float* out)
{
    const float scale = floatFromHalf(block.scale);
    for (int i = 0; i < blockLength; ++i) {
        const int low = block.low[i % 16] >> (i < 16 ? 0 : 4) & 15;
        const int high = block.high[i % 8] >> (i / 8 * 2) & 3;
        out[i] = scale * float((low | high << 4) - 32);
    }
}

void unpackBlock(const BlockIQ4_NL& block, float* out)
{
    dequantizeBlock(block, out);
}

template <typename Block>
void packBlocks(const float* values, void* row, int64_t count)
{
    auto* block = static_cast<Block*>(row);
    for (int64_t first = 0; first < count; first += blockLength, ++block) {
        float numbers[blockLength] = {};
        std::copy_n(values + first, std::min<int64_t>(blockLength, count - first), numbers);
        rotateCacheBlocks(numbers, blockLength);
        packBlock(numbers, *block);
    }
}

template <typename Block>
void unpackBlocks(const void* row, float* out, int64_t count)
{
    const auto* block = static_cast<const Block*>(row);
    for (int64_t first = 0; first < count; first += blockLength, ++block) {
        unpackBlock(*block, out + first);
    }
    rotateCacheBlocks(out, count);
}

} // namespace

bool isCacheBlockType(DType type)
{
    return type == DType::CacheQ8 || type == DType::CacheQ6 || type == DType::CacheQ4;
}

// Five times the same step (Pease, J. ACM 15(2), 1968).
void rotateCacheBlocks(float* x, int64_t count)
{
    CHECK(count % blockLength == 0);
    for (float* numbers = x; numbers < x + count; numbers += blockLength) {
        float other[blockLength];
        addNeighbors(other, numbers);
        addNeighbors(numbers, other);
        addNeighbors(other, numbers);
        addNeighbors(numbers, other);
        addNeighbors(other, numbers);
        for (int i = 0; i < blockLength; ++i)
            numbers[i] = other[i] * 0.176776695f;
    }
}

void packCacheRow(DType type, const float* values, void* row, int64_t count)
{
    CHECK(isCacheBlockType(type));
    if (type == DType::CacheQ8)
        packBlocks<BlockQ8_0>(values, row, count);
    else if (type == DType::CacheQ6)
        packBlocks<BlockCacheQ6>(values, row, count);
    else
        packBlocks<BlockIQ4_NL>(values, row, count);
}

void unpackCacheRow(DType type, const void* row, float* out, int64_t count)
{
    CHECK(isCacheBlockType(type) && count % blockLength == 0);
    if (type == DType::CacheQ8)
        unpackBlocks<BlockQ8_0>(row, out, count);
    else if (type == DType::CacheQ6)
        unpackBlocks<BlockCacheQ6>(row, out, count);
    else
        unpackBlocks<BlockIQ4_NL>(row, out, count);
}

} // namespace kernels
