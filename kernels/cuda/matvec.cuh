#pragma once

#include "kernels/cuda/reduce.cuh"
#include "kernels/cuda/run_dot.h"
#include "kernels/cuda/stored_rows.cuh"

// Products with few rows: bound by reading the weights, which is done once for all of them.

namespace kernels::cuda {

constexpr int matvecWarps = 4; // of a block
constexpr int maxMatvecRows = 8; // of x

// One warp per 32 numbers.
__global__ void packActivationsKernel(ActivationRun* out, const float* x, int64_t runs);

// One warp per output. Its lanes take runs of 32 weights in turn, and each run meets all rows of x.
template <typename Block, int rows>
__global__ void __launch_bounds__(matvecWarps * 32) matvecQuantizedKernel(float* out,
    const ActivationRun* x, const uint8_t* weight, int64_t outputs, int64_t runs, int64_t rowBytes)
{
    const int64_t output = int64_t(blockIdx.x) * matvecWarps + threadIdx.x / 32;
    if (output >= outputs)
        return;
    const auto* row = reinterpret_cast<const Block*>(weight + output * rowBytes);
    float sums[rows] = {};
    for (int64_t run = threadIdx.x % 32; run < runs; run += 32)
        for (int r = 0; r < rows; ++r)
            sums[r] += runDot(row, run, x[r * runs + run]);
    for (int r = 0; r < rows; ++r) {
        const float sum = warpSum(sums[r]);
        if (threadIdx.x % 32 == 0)
            out[r * outputs + output] = sum;
    }
}

// The same for plain numbers, a pair of neighbours a lane.
template <typename Number, int rows>
__global__ void __launch_bounds__(matvecWarps * 32) matvecPlainKernel(
    float* out, const float* x, const Number* weight, int64_t outputs, int64_t inputs)
{
    const int64_t output = int64_t(blockIdx.x) * matvecWarps + threadIdx.x / 32;
    if (output >= outputs)
        return;
    const Number* row = weight + output * inputs;
    float sums[rows] = {};
    for (int64_t i = threadIdx.x % 32 * 2; i < inputs; i += 64) {
        const bool hasSecond = i + 1 < inputs;
        const float first = storedValue(row, i), second = hasSecond ? storedValue(row, i + 1) : 0;
        for (int r = 0; r < rows; ++r) {
            const float* values = x + r * inputs + i;
            sums[r] += first * values[0] + (hasSecond ? second * values[1] : 0);
        }
    }
    for (int r = 0; r < rows; ++r) {
        const float sum = warpSum(sums[r]);
        if (threadIdx.x % 32 == 0)
            out[r * outputs + output] = sum;
    }
}

} // namespace kernels::cuda
