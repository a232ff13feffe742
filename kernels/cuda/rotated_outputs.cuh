#pragma once

#include "kernels/cuda/cached_rows.cuh"
#include "kernels/cuda/quantized_products.h"

#include <cstddef>

namespace kernels::cuda {

/// Rotation and Angles in the form that kernels take. All multiplications and additions are rounded
/// one by one, as on the host, whatever the compiler may fuse elsewhere.
struct PairRotation {
    const float* frequencies;
    const int32_t* positions;
    int pairs, axes;
    bool inHalves;
    float magnitude;

    static PairRotation of(const Angles& angles, const Rotation& rotation)
    {
        return {rotation.frequencies.data<float>(), angles.positions.data<int32_t>(),
            int(rotation.frequencies.columns), int(rotation.frequencies.rows),
            rotation.style == RotaryStyle::Halves, rotation.magnitude};
    }

    /// The columns of a head that make a pair.
    VIGNETTE_DEVICE int firstOf(int pair) const { return inHalves ? pair : 2 * pair; }
    VIGNETTE_DEVICE int secondOf(int pair) const { return inHalves ? pair + pairs : 2 * pair + 1; }

    __device__ float angle(int pair, int token) const
    {
        float sum = 0;
        for (int axis = 0; axis < axes; ++axis)
            sum = __fadd_rn(sum,
                __fmul_rn(float(positions[int64_t(token) * axes + axis]),
                    frequencies[axis * pairs + pair]));
        return sum;
    }

    __device__ float2 turned(float first, float second, float angle) const
    {
        float sine, cosine;
        sincosf(angle, &sine, &cosine);
        sine = __fmul_rn(sine, magnitude);
        cosine = __fmul_rn(cosine, magnitude);
        return make_float2(__fadd_rn(__fmul_rn(first, cosine), -__fmul_rn(second, sine)),
            __fadd_rn(__fmul_rn(first, sine), __fmul_rn(second, cosine)));
    }

    /// Rotates one pair of a head of a token.
    __device__ void turn(float* head, int pair, int token) const
    {
        float &first = head[firstOf(pair)], &second = head[secondOf(pair)];
        const float2 both = turned(first, second, angle(pair, token));
        first = both.x;
        second = both.y;
    }
};

/// The rows of weights that the half warps of multiplyFewKernel take as a unit, and what becomes of
/// their sums: for most products, neighbors (or a row of either matrix of a gate) that are stored.
struct StoredOutputs {
    static constexpr bool areRotated = false;

    __device__ static int row(
        const ProductJob& job, const ProductJob::Part& part, int unit, int half)
    {
        return job.finish == Finish::Gate ? unit : (unit - part.firstUnit) * 2 + half;
    }
};

/// The same for the queries, keys and values of one token, which are rotated and written to the
/// cache as soon as they are known (Ops::rotateAndCache): the rows of a unit are a pair.
struct RotatedOutputs {
    static constexpr bool areRotated = true;

    PairRotation rotation;
    Slots slots;
    int headDim; ///< even
    int cacheColumns;
    const float *k, *v; ///< the outputs that are keys and values; others are queries
    __half *keys, *values; ///< [pages · pageSize, cacheColumns]

    /// The position and the sequence of the token, which are read before the sums are known.
    struct Place {
        int position, sequence;
    };
    __device__ Place place() const { return {slots.positions[0], slots.sequences[0]}; }

    __device__ int row(const ProductJob&, const ProductJob::Part& part, int unit, int half) const
    {
        const int inPart = unit - part.firstUnit;
        const int pair = inPart % (headDim / 2), head = inPart / (headDim / 2);
        if (!isTurned(part, pair))
            return inPart * 2 + half;
        return head * headDim + (half == 0 ? rotation.firstOf(pair) : rotation.secondOf(pair));
    }

    __device__ bool isTurned(const ProductJob::Part& part, int pair) const
    {
        return part.out != v && pair < rotation.pairs;
    }

    /// The outputs of a unit.
    class Unit {
    public:
        __device__ Unit(
            const RotatedOutputs& all, const ProductJob::Part& part, int unit, Place place)
            : m_all(all)
        {
            const int pair = (unit - part.firstUnit) % (all.headDim / 2);
            m_isTurned = all.isTurned(part, pair);
            if (m_isTurned)
                m_angle = all.rotation.angle(pair, 0);
            m_cache = part.out == all.k ? all.keys : part.out == all.v ? all.values : nullptr;
            if (m_cache)
                m_cache += all.slots.row(place.sequence, place.position) * all.cacheColumns;
        }

        /// The number that the half warp stores; each lane has the half warp's sum.
        __device__ float finished(float sum) const
        {
            if (!m_isTurned)
                return sum;
            const float other = __shfl_xor_sync(0xffffffff, sum, 16);
            const bool isFirst = threadIdx.x % 32 < 16;
            const float2 both
                = m_all.rotation.turned(isFirst ? sum : other, isFirst ? other : sum, m_angle);
            return isFirst ? both.x : both.y;
        }

        __device__ void cache(int output, float value) const
        {
            if (m_cache)
                storeValue(m_cache + output, value);
        }

    private:
        const RotatedOutputs& m_all;
        bool m_isTurned;
        float m_angle = 0;
        __half* m_cache; // the token's row; null for queries
    };
};

} // namespace kernels::cuda
