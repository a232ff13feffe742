#pragma once

#include "kernels/cuda/attention_columns.cuh"
#include "kernels/cuda/reduce.cuh"

namespace kernels::cuda {

/// The online softmax of a warp's keys (FlashAttention-2, arXiv 2307.08691) as stored in a lane,
/// for the heads t and 4 + t.
///
/// A weight is 2^(score − base), where the base is the largest score so far (times log2OfE) less
/// `boost`: with weights up to 2^15, half precision has enough bits left for the rounding
/// remainders.
template <int dims, int tiles>
struct DecodeSoftmax {
    static constexpr float boost = 15;

    float sums[tiles][dims / 16][4] = {}; ///< weights · values so far, divided by `unit`
    float base[tiles], total[tiles]; ///< the total is of the lane's weights
    /// A power of two above the scales of all packed values so far, and its inverse.
    float unit = 0x1p-24f, inverseUnit = 0x1p24f;

    __device__ DecodeSoftmax()
    {
        for (int tile = 0; tile < tiles; ++tile) {
            base[tile] = -INFINITY;
            total[tile] = 0;
        }
    }

    /// Scores, times log2OfE, of the keys g and g + 8 become weights.
    __device__ __forceinline__ void weigh(float (&scores)[tiles][2])
    {
        float before[tiles];
        bool isHigher = false;
        for (int tile = 0; tile < tiles; ++tile) {
            float(&own)[2] = scores[tile];
            float most = fmaxf(own[0], own[1]);
            for (int distance = 4; distance < 32; distance *= 2)
                most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, distance));
            const float next = fmaxf(base[tile], most - boost);
            const float zero = next == -INFINITY ? 0 : next; // no position has been seen yet
            before[tile] = exp2f(base[tile] - zero);
            base[tile] = next;
            for (float& score : own)
                score = exp2f(score - zero);
            total[tile] = fmaf(total[tile], before[tile], own[0] + own[1]);
            isHigher |= before[tile] != 1;
        }
        if (!__any_sync(0xffffffff, isHigher))
            return;
        for (int tile = 0; tile < tiles; ++tile)
            for (auto& rows : sums[tile])
                for (float& sum : rows)
                    sum *= before[tile];
    }

    /// Makes `unit` exceed `scale`, the largest one of a lane.
    __device__ __forceinline__ void cover(float scale)
    {
        if (!__any_sync(0xffffffff, scale > unit))
            return;
        const float most = fminf(warpMax(scale), 65504);
        const uint32_t next = (__float_as_uint(most) & 0x7f800000) + 0x00800000;
        const float ratio = unit * __uint_as_float(0x7f000000 - next);
        unit = __uint_as_float(next);
        inverseUnit = __uint_as_float(0x7f000000 - next);
        for (auto& tile : sums)
            for (auto& rows : tile)
                for (float& sum : rows)
                    sum *= ratio;
    }
};

} // namespace kernels::cuda
