#pragma once

#include "kernels/cuda/attention_reach.cuh"

#include <type_traits>

// Code that the kernels of attention on tensor cores share.

namespace kernels::cuda {

constexpr float log2OfE = 1.44269504f;

/// The softmax of a warp's sixteen rows over keys that arrive tile after tile (FlashAttention-2,
/// arXiv 2307.08691). A lane stores the columns of the fragments in tensor_core.cuh for the rows
/// lane / 4 (half 0) and lane / 4 + 8 (half 1).
template <int dims>
struct OnlineSoftmax {
    float sums[dims / 8][4] = {}; ///< weights · values so far
    float largest[2] = {-INFINITY, -INFINITY}; ///< score so far, times log2OfE
    float total[2] = {}; ///< of this lane's weights

    /// Replaces scores by weights, powers of two of their distance to the largest score so far, and
    /// scales earlier sums down accordingly. The first column is the score of position `firstKey`;
    /// positions outside first … last get the weight 0.
    template <int tiles>
    __device__ __forceinline__ void weigh(float (&scores)[tiles][4], int half, int firstKey,
        int first, int last, const AttentionShape& shape)
    {
        const int lane = threadIdx.x % 32;
        float most = largest[half];
        for (int i = 0; i < tiles; ++i)
            for (int column = 0; column < 2; ++column) {
                const int position = firstKey + i * 8 + lane % 4 * 2 + column;
                float& score = scores[i][2 * half + column];
                score = position >= first && position <= last ? scoreOf(score, shape) * log2OfE
                                                              : -INFINITY;
                most = fmaxf(most, score);
            }
        for (int distance = 1; distance < 4; distance *= 2)
            most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, distance));
        const float zero = most == -INFINITY ? 0 : most; // the row has not seen a key yet
        const float before = exp2f(largest[half] - zero);
        largest[half] = most;
        float sum = 0;
        for (int i = 0; i < tiles; ++i)
            for (int column = 0; column < 2; ++column) {
                float& score = scores[i][2 * half + column];
                score = exp2f(score - zero);
                sum += score;
            }
        total[half] = total[half] * before + sum;
        for (int i = 0; i < dims / 8; ++i) {
            sums[i][2 * half] *= before;
            sums[i][2 * half + 1] *= before;
        }
    }

    /// Adds up the totals of whole rows. Must be called once, after the last keys.
    __device__ __forceinline__ void finishTotal(int half)
    {
        for (int distance = 1; distance < 4; distance *= 2)
            total[half] += __shfl_xor_sync(0xffffffff, total[half], distance);
    }

    /// Adds a score without a value to the total, see sinkOf(). Must be called after finishTotal().
    __device__ __forceinline__ void addSink(int half, float sink)
    {
        if (sink != -INFINITY)
            total[half] += exp2f(sink * log2OfE - largest[half]);
    }
};

/// The columns that a tile must have for any head of these.
inline int columnsOf(TensorView keys, TensorView values, int headDim)
{
    const int ofKeys = HeadSpan::mostColumns(isPacked(keys.dtype), headDim);
    const int ofValues = HeadSpan::mostColumns(isPacked(values.dtype), headDim);
    return ofKeys > ofValues ? ofKeys : ofValues;
}

/// Calls work(std::integral_constant) with the first of the widths, which are ascending, that has
/// room for so many columns, or with the last one.
template <int width, int... wider, typename Work>
auto withWidth(int columns, Work work)
{
    if constexpr (sizeof...(wider) > 0) {
        if (columns > width)
            return withWidth<wider...>(columns, work);
    }
    return work(std::integral_constant<int, width>());
}

} // namespace kernels::cuda
