#pragma once

#include "kernels/cuda/launch.h"
#include "kernels/cuda/packed_activations.h"
#include "kernels/cuda/quantized_products.h"
#include "kernels/cuda/reduce.cuh"
#include "kernels/cuda/segment_pairs.h"
#include "kernels/ops.h"

#include <cuda_fp16.h>

#include <cstddef>

namespace kernels::cuda {

// Avoids 1 + tanh and 1 + erf, which lose all precision far below zero.
__device__ __forceinline__ float activated(float x, Activation activation)
{
    switch (activation) {
    case Activation::Silu:
        return x / (1 + expf(-x));
    case Activation::GeluTanh:
        return x / (1 + expf(-1.5957691216f * (x + 0.044715f * x * x * x)));
    case Activation::GeluErf:
        return 0.5f * x * erfcf(x * -0.7071067812f);
    case Activation::GeluQuick:
        return x / (1 + expf(-1.702f * x));
    case Activation::Relu:
        return fmaxf(x, 0);
    case Activation::Sigmoid:
        return 1 / (1 + expf(-x));
    case Activation::ReluSquared:
        return fmaxf(x, 0) * fmaxf(x, 0);
    }
    return x;
}

} // namespace kernels::cuda

// Packing 32 numbers as kernels/cache_rows.cpp does, a lane of a warp for each number.

namespace kernels::cuda {

/// H · x / √32 over the lanes of a warp; its own inverse. See rotateCacheBlocks().
__device__ __forceinline__ float rotatedAcrossWarp(float x)
{
    const int lane = threadIdx.x % 32;
    for (int distance = 1; distance < 32; distance *= 2) {
        const float other = __shfl_xor_sync(0xffffffff, x, distance);
        x = lane & distance ? other - x : x + other;
    }
    return x * 0.176776695f;
}

/// Writes both bytes of a scale at once. Blocks are packed structures, and if a half is stored byte
/// by byte, ptxas 13.0 writes the number converted to an integer as the lower byte.
template <typename Block>
__device__ __forceinline__ void storeScale(Block& block, float scale)
{
    static_assert(offsetof(Block, scale) % 2 == 0 && sizeof(Block) % 2 == 0);
    *reinterpret_cast<__half*>(&block.scale) = __float2half_rn(scale);
}

/// A lane's quantized value `q`, and, the same in all lanes, the scale and the part of Σ x² that it
/// explains (`kept`).
struct LaneStep {
    int q;
    float scale, kept;
};

__device__ __forceinline__ float largestAcrossWarp(float x)
{
    const float highest = fmaxf(warpMax(x), 0), lowest = fminf(-warpMax(-x), 0);
    return highest >= -lowest ? highest : lowest;
}

// Finds the scale with the least squared error: Σ q x / Σ q².
__device__ __forceinline__ void fitScale(LaneStep& step, float x)
{
    const float product = warpSum(float(step.q) * x);
    const float square = warpSum(float(step.q) * float(step.q));
    step.scale = square > 0 ? product / square : 0;
    step.kept = step.scale * product;
}

__device__ __forceinline__ int nearestStep(float x, int limit)
{
    return int(fminf(fmaxf(rintf(x), float(-limit)), float(limit - 1)));
}

__device__ __forceinline__ LaneStep equalStep(float x, int limit)
{
    const float largest = largestAcrossWarp(x);
    LaneStep step{nearestStep(largest != 0 ? x * (float(-limit) / largest) : 0.0f, limit), 0, 0};
    fitScale(step, x);
    return step;
}

// The index of the IQ4_NL code nearest to q; the lower one if two are equally near.
__device__ __forceinline__ int nearestCode(int q)
{
    int best = 0;
    for (int i = 1; i < 16; ++i)
        if (abs(q - iq4Value(i)) < abs(q - iq4Value(best)))
            best = i;
    return best;
}

__device__ __forceinline__ void packBlock(BlockQ8_0& block, float x)
{
    const LaneStep step = equalStep(x, 128);
    const int lane = threadIdx.x % 32;
    if (lane == 0)
        storeScale(block, step.scale);
    block.values[lane] = int8_t(step.q);
}

__device__ __forceinline__ void packBlock(BlockCacheQ6& block, float x)
{
    const LaneStep step = equalStep(x, 32);
    const int lane = threadIdx.x % 32;
    const unsigned q = unsigned(step.q + 32);
    const unsigned upper = __shfl_down_sync(0xffffffff, q, 16);
    unsigned high = 0;
    for (int k = 0; k < 4; ++k)
        high |= __shfl_sync(0xffffffff, q, lane % 8 + 8 * k) >> 4 << 2 * k;
    if (lane == 0)
        storeScale(block, step.scale);
    if (lane < 16)
        block.low[lane] = uint8_t((q & 15) | (upper & 15) << 4);
    if (lane < 8)
        block.high[lane] = uint8_t(high);
}

__device__ __forceinline__ void packBlock(BlockIQ4_NL& block, float x)
{
    const float largest = largestAcrossWarp(x);
    LaneStep best{};
    int number = 0;
    for (const float beyond : {1.0f, 0.93f}) {
        const float perStep = largest != 0 ? -127.0f / (beyond * largest) : 0.0f;
        const int code = nearestCode(nearestStep(x * perStep, 128));
        LaneStep step{iq4Value(code), 0, 0};
        fitScale(step, x);
        if (beyond == 1 || step.kept > best.kept) {
            best = step;
            number = code;
        }
    }
    const int lane = threadIdx.x % 32;
    const int upper = __shfl_down_sync(0xffffffff, number, 16);
    if (lane == 0)
        storeScale(block, best.scale);
    if (lane < 16)
        block.low[lane] = uint8_t(number | upper << 4);
}

/// The factor of a norm, from the sum of the row's squares.
__device__ __forceinline__ float normScale(float squares, int64_t columns, float epsilon)
{
    return 1 / sqrtf(squares / float(columns) + epsilon);
}

/// The divisor of the values in a segment whose largest magnitude is `most`. activationByte() divides
/// by it.
__device__ __forceinline__ float activationScale(float highest)
{
    return highest / 127;
}
__device__ __forceinline__ float activationMagnitude(float value)
{
    return value == value ? fabsf(value) : INFINITY;
}
__device__ __forceinline__ int activationByte(float value, float scale)
{
    return scale > 0 && scale < INFINITY ? int(rintf(value / scale)) : 0;
}

/// Packs a segment of a row, of which each lane of a warp has one value. A segment with a value that is
/// infinite or not a number gets an infinite scale, and products with it are NaN.
__device__ __forceinline__ void packActivations(
    const PackedRows& rows, int row, int segment, float value)
{
    const int lane = threadIdx.x % 32, ofTile = (rows.first + row) % ActivationTile::rows;
    ActivationTile& tile = rows.tile(row, segment);
    const float scale = activationScale(warpMax(activationMagnitude(value)));
    const int byte = activationByte(value, scale);
    int sum = byte; // over the sixteen lanes of a half
    for (int distance = 8; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, distance);
    const float first = float(sum) * scale, second = __shfl_xor_sync(0xffffffff, first, 16);
    tile.bytes[ofTile][lane % 16 / 4 * 8 + lane / 16 * 4 + lane % 4] = int8_t(byte);
    if (lane == 0)
        tile.numbers[ofTile] = {scale, first + second, {first, second}};
}

/// Kernels for few rows are short, so they start while their predecessors end; those of prompts
/// fill the GPU.
inline Start startFor(int64_t rows)
{
    return rows <= maxQuantizedRows ? Start::WhilePredecessorEnds : Start::AfterPredecessor;
}

} // namespace kernels::cuda
