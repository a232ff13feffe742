#pragma once

#include "kernels/cuda/quantized_products.h"
#include "kernels/cuda/run_words.h"

// Products of packed rows with quantized weights. However many rows there are, and whichever kernel
// multiplies them, the terms of a sum are added in one order:
//
//   1. The 32 products of a run are added exactly, as integers.
//   2. Runs 2p and 2p + 1 are pair p. The pairs p, p + 16, p + 32, … are added one after the other,
//      which makes sixteen sums, one per p % 16.
//   3. The sixteen sums are added as a binary tree: neighbors first, then neighbors of these.
//
// So the numbers of a token do not depend on the other rows of the call.

namespace kernels::cuda {

/// The numbers of a run of activations that a sum needs in addition to the bytes.
struct RunNumbers {
    float scale;
    float sum; ///< of its values
    float halves[2]; ///< the sums of its two halves; used with types that have two offsets
};

/// Types whose two halves of a run have offsets of their own.
template <typename Block>
constexpr bool needsHalves = RunTraits<Block>::hasTwoScales&& RunTraits<Block>::hasOffset;

/// Adds a run: `first` and `second` are the sums of the products of its two halves; for types with
/// one scale `first` is the sum of both. Multiplications and additions are fused explicitly, because
/// the rounding must be the same in all kernels.
template <typename Block>
__device__ __forceinline__ void addRun(
    float& sum, const RunScales& weight, const RunNumbers& x, int first, int second)
{
    sum = fmaf(weight.scale[0] * x.scale, float(first), sum);
    if constexpr (RunTraits<Block>::hasTwoScales)
        sum = fmaf(weight.scale[1] * x.scale, float(second), sum);
    if constexpr (RunTraits<Block>::hasOffset) {
        if constexpr (RunTraits<Block>::hasTwoScales) {
            sum = fmaf(weight.offset[0], x.halves[0], sum);
            sum = fmaf(weight.offset[1], x.halves[1], sum);
        } else {
            sum = fmaf(weight.offset[0], x.sum, sum);
        }
    }
}

/// The part that computes a unit of work (see ProductJob::Part::firstUnit), or the first of a gate.
__device__ __forceinline__ ProductJob::Part partOfUnit(const ProductJob& job, int unit)
{
    ProductJob::Part part = job.parts[0];
#pragma unroll
    for (int i = 1; i < ProductJob::maxParts; ++i)
        if (job.finish != Finish::Gate && i < job.partCount && unit >= job.parts[i].firstUnit)
            part = job.parts[i];
    return part;
}

} // namespace kernels::cuda
