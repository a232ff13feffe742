#pragma once

#include "kernels/cuda/packed_activations.h"
#include "kernels/cuda/reduce.cuh"

namespace kernels::cuda {

/// Packs a run, of which each lane of a warp has one value. `pieces` are those of the row. A run
/// with a value that is infinite or not a number gets an infinite scale, and products with it are
/// NaN.
__device__ __forceinline__ void packActivations(ActivationPiece* pieces, int64_t run, float value)
{
    const int lane = threadIdx.x % 32, part = int(run % runsPerPiece);
    ActivationPiece& piece = pieces[run / runsPerPiece];
    const float scale = warpMost(value == value ? fabsf(value) : INFINITY) / 127;
    const int byte = scale > 0 && scale < INFINITY ? int(rintf(value / scale)) : 0;
    int sum = byte; // of the sixteen lanes of a half
    for (int distance = 8; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, distance);
    const float first = float(sum) * scale, second = __shfl_xor_sync(0xffffffff, first, 16);
    piece.bytes[part][lane % 16 / 4 * 8 + lane / 16 * 4 + lane % 4] = int8_t(byte);
    if (lane == 0)
        piece.numbers[part] = {scale, {first, second}, first + second};
}

} // namespace kernels::cuda
