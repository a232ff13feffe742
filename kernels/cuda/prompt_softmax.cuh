#pragma once

#include "kernels/cuda/attention_columns.cuh"
#include "kernels/cuda/attention_reach.cuh"
#include "kernels/cuda/tensor_core.cuh"

// The softmax of prompt attention. It computes little per score: one multiply-add and one power, and
// sums are rescaled only when the maximum has grown much.

namespace kernels::cuda {

/// How scores become exponents of two: exponent = factor · score, where score is q · k, unless
/// `isTransformed`; then the scale and the soft cap are applied first, see scaledScore().
struct ExponentScale {
    float factor; ///< positive
    bool isTransformed;
    float capFactor; ///< 2 log2(e) · scale / cap, if there is a cap

    static ExponentScale of(const AttentionShape& shape)
    {
        const bool hasCap = shape.softCap > 0, isTransformed = hasCap || shape.scale <= 0;
        return {isTransformed ? log2OfE : shape.scale * log2OfE, isTransformed,
            hasCap ? 2 * log2OfE * shape.scale / shape.softCap : 0};
    }
};

/// The running softmax and output of a warp's 16 · rowTiles rows. A lane stores, of row tile m, the
/// rows 16 m + lane / 4 (half 0) and 16 m + lane / 4 + 8 (half 1), see tensor_core.cuh.
template <int dims, int rowTiles, int keys>
struct PromptSoftmax {
    static constexpr int keyTiles = keys / 8;
    using Scores = float[rowTiles][keyTiles][4];

    float sums[rowTiles][dims / 8][4] = {}; ///< Σ weight · value so far
    float total[rowTiles][2] = {}; ///< Σ weight of this lane's columns
    /// Weights are 2^(factor · (score − reference)). The reference is a score between the largest
    /// one so far and that minus maxGrowth / factor, −∞ before the first score. Weights are so at
    /// most 2^maxGrowth, far from the largest half, and of the same relative precision.
    float reference[rowTiles][2];
    static constexpr float maxGrowth = 8;

    __device__ PromptSoftmax()
    {
        for (int m = 0; m < rowTiles; ++m)
            reference[m][0] = reference[m][1] = -INFINITY;
    }

    /// Replaces scores by their weights. Scores that don't count are −∞.
    __device__ __forceinline__ void weigh(Scores& scores, float factor)
    {
        float before[rowTiles][2];
        bool isRescaled = false;
#pragma unroll
        for (int m = 0; m < rowTiles; ++m)
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                float highest = fmaxf(scores[m][0][2 * half], scores[m][0][2 * half + 1]);
#pragma unroll
                for (int i = 1; i < keyTiles; ++i)
                    highest
                        = fmaxf(highest, fmaxf(scores[m][i][2 * half], scores[m][i][2 * half + 1]));
                highest = fmaxf(highest, __shfl_xor_sync(0xffffffff, highest, 1));
                highest = fmaxf(highest, __shfl_xor_sync(0xffffffff, highest, 2));
                float& own = reference[m][half];
                const bool grows = (highest - own) * factor > maxGrowth; // false if both are −∞
                before[m][half] = grows ? fastExp2((own - highest) * factor) : 1.0f;
                own = grows ? highest : own;
                isRescaled = isRescaled || grows;
            }
#pragma unroll
        for (int m = 0; m < rowTiles; ++m)
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                const float own = reference[m][half];
                const float offset = own == -INFINITY ? 0.0f : -own * factor;
                float sum = 0;
#pragma unroll
                for (int i = 0; i < keyTiles; ++i)
#pragma unroll
                    for (int column = 0; column < 2; ++column) {
                        float& score = scores[m][i][2 * half + column];
                        score = fastExp2(fmaf(score, factor, offset));
                        sum += score;
                    }
                total[m][half] = fmaf(total[m][half], before[m][half], sum);
            }
        if (__any_sync(0xffffffff, isRescaled))
            rescale(before);
    }

    /// Adds up the totals of whole rows and adds the sink. Must be called once, after the last
    /// keys.
    __device__ __forceinline__ void finish(int m, int half, float sink, float factor)
    {
        float& own = total[m][half];
        own += __shfl_xor_sync(0xffffffff, own, 1);
        own += __shfl_xor_sync(0xffffffff, own, 2);
        if (sink != -INFINITY)
            own += fastExp2(sink * log2OfE - reference[m][half] * factor);
    }

private:
    __device__ __forceinline__ void rescale(const float (&before)[rowTiles][2])
    {
#pragma unroll
        for (int m = 0; m < rowTiles; ++m)
#pragma unroll
            for (int i = 0; i < dims / 8; ++i)
#pragma unroll
                for (int k = 0; k < 4; ++k)
                    sums[m][i][k] *= before[m][k / 2];
    }
};

} // namespace kernels::cuda
