#pragma once

#include "kernels/cuda/attention_reach.cuh"
#include "kernels/cuda/head_ring.cuh"
#include "kernels/cuda/pack_segment.cuh"
#include "kernels/cuda/reduce.cuh"

namespace kernels::cuda {

/// The online softmax of a warp's keys (FlashAttention-2, arXiv 2307.08691) as stored in a lane,
/// for the heads t and 4 + t.
///
/// A weight is 2^(score − base) with scores times log2OfE. The base is chosen so that the largest weight
/// is 2^boost, and chosen again when a weight would exceed 2^maxWeight: most keys then need no
/// comparison with the others of their group. With weights of this size, half precision has enough bits
/// left for the rounding remainders.
template <int dims, int tiles>
struct DecodeSoftmax {
    static constexpr float boost = 12, maxWeight = 15;

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
        bool isHigher = false;
        for (int tile = 0; tile < tiles; ++tile)
            isHigher |= fmaxf(scores[tile][0], scores[tile][1]) - base[tile] > maxWeight;
        if (__any_sync(0xffffffff, isHigher))
            raise(scores);
        for (int tile = 0; tile < tiles; ++tile) {
            // No position has been seen yet if the base is −∞.
            const float zero = base[tile] == -INFINITY ? 0 : base[tile];
            for (float& score : scores[tile])
                score = fastExp2(score - zero);
            total[tile] += scores[tile][0] + scores[tile][1];
        }
    }

    /// Makes `unit` exceed `scale`, the largest one of a lane.
    __device__ __forceinline__ void cover(float scale)
    {
        if (!__any_sync(0xffffffff, scale > unit))
            return;
        const float highest = fminf(warpMax(scale), 65504);
        const uint32_t next = (__float_as_uint(highest) & 0x7f800000) + 0x00800000;
        const float ratio = unit * __uint_as_float(0x7f000000 - next);
        unit = __uint_as_float(next);
        inverseUnit = __uint_as_float(0x7f000000 - next);
        for (auto& tile : sums)
            for (auto& rows : tile)
                for (float& sum : rows)
                    sum *= ratio;
    }

private:
    __device__ __forceinline__ void raise(const float (&scores)[tiles][2])
    {
        for (int tile = 0; tile < tiles; ++tile) {
            float highest = fmaxf(scores[tile][0], scores[tile][1]);
            for (int distance = 4; distance < 32; distance *= 2)
                highest = fmaxf(highest, __shfl_xor_sync(0xffffffff, highest, distance));
            if (highest - base[tile] > maxWeight) {
                const float ratio = fastExp2(base[tile] - (highest - boost));
                base[tile] = highest - boost;
                total[tile] *= ratio;
                for (auto& rows : sums[tile])
                    for (float& sum : rows)
                        sum *= ratio;
            }
        }
    }
};

// The segments into which decode attention divides the positions that a token sees, their partial
// sums, and how these are combined.

constexpr int headsPerTile = 4;

/// The warps of a block that computes tiles of four heads. All of them together have room for about
/// 128 registers per thread on a multiprocessor with two blocks, or 168 with three.
VIGNETTE_DEVICE constexpr int decodeWarps(int dims, int tiles)
{
    return dims > 128 || tiles > 1 ? 4 : 8;
}

/// The number of blocks that should be resident on a multiprocessor; registers and shared memory
/// are limited accordingly.
constexpr int blocksPerMultiprocessor(int dims, int tiles)
{
    return dims <= 128 && tiles > 1 ? 3 : 2;
}

constexpr int minSegmentLength = 128; // positions

/// The most segments of a token. A large GPU processes those of eight kv heads at once.
VIGNETTE_DEVICE constexpr int maxSegments(int dims, int tiles)
{
    return dims <= 128 && tiles > 1 ? 48 : 32;
}

/// How the positions that a token sees are divided. The division depends only on the token's own
/// reach and the shape of the heads.
struct KeySegments {
    int firstSeen, lastSeen; ///< the token's reach
    int first, length, count;

    __device__ KeySegments(const RowReach& reach, int token, int dims, int tiles)
        : firstSeen(reach.firsts[reach.firstToken + token])
        , lastSeen(reach.lasts[reach.firstToken + token])
    {
        const int granularity = decodeWarps(dims, tiles) * groupKeys;
        first = firstSeen - firstSeen % granularity;
        const int positions = lastSeen < first ? 1 : lastSeen + 1 - first;
        const int step = granularity * maxSegments(dims, tiles);
        length = max(minSegmentLength, granularity * ((positions + step - 1) / step));
        count = int(unsigned(positions + length - 1) / unsigned(length));
    }

    __device__ int begin(int segment) const { return first + segment * length; }
};

struct DecodeArguments {
    float* out;
    PackedRows packed; // the packed form of `out`, if it is requested
    float* partials; // [token, head, part of its dimensions, segment, partialNumbers]
    int* counters; // [token, chunk of heads of the grid]: the segments that are complete; zeros
    const float* q;
    Stored keys, values;
    RowReach reach;
    AttentionShape shape;
    int group; // query heads of a kv head
    int chunks; // chunks of the query heads of a kv head
    int segments; // segments for which `partials` has room
    int stages; // stages of a warp's ring
    int pageShift; // from positions to pages; −1 if the page size isn't a power of two
};

// Sums are combined in parts of 64 dimensions of a head, one part per warp at a time: lane i has the
// dimensions i and 32 + i of the part. The parts of a block's heads are numbered one after the other.

constexpr int partDims = 64;

/// The numbers of a partial sum in memory: the exponent that weights are relative to, the total of the
/// weights, six unused ones, then the sums, lane by lane.
constexpr int partialNumbers = partDims + 8;

// 2^(base − highest), or 0 if no position has been seen.
__device__ __forceinline__ float relativeWeight(float base, float highest)
{
    return base == -INFINITY ? 0 : fastExp2(base - highest);
}

/// The sum of weighted values in a part, with the base of the weights (see DecodeSoftmax) and their
/// total.
struct PartSums {
    float base = -INFINITY, total = 0;
    float2 sums = {0, 0};

    __device__ void add(float weight, float2 own)
    {
        sums.x = fmaf(weight, own.x, sums.x);
        sums.y = fmaf(weight, own.y, sums.y);
    }
};

/// The output of a block's heads, and the partial sums of its token.
template <int dims>
class DecodeOutput {
public:
    static constexpr int parts = dims / partDims; ///< per head

    __device__ DecodeOutput(const DecodeArguments& arguments, int firstHead)
        : a(arguments)
        , m_lane(threadIdx.x % 32)
        , m_firstHead(firstHead)
    {
    }

    __device__ void writePartial(int part, int segment, const PartSums& own) const
    {
        float* partial = partialAt(part, segment);
        if (m_lane == 0)
            *reinterpret_cast<float2*>(partial) = make_float2(own.base, own.total);
        *reinterpret_cast<float2*>(partial + 8 + 2 * m_lane) = own.sums;
    }

    /// Whether this block is the last one of its token and heads, after it has written `done` of
    /// `count` segments; then it may read all of them. `flag` is in shared memory.
    __device__ bool isLast(int done, int count, int* flag) const
    {
        __syncthreads();
        if (threadIdx.x == 0) {
            int* counter = a.counters + int64_t(blockIdx.x) * gridDim.y + blockIdx.y;
            const bool isLast = addInOrder(counter, done) + done == count;
            if (isLast)
                *counter = 0;
            *flag = isLast;
        }
        __syncthreads();
        return *flag;
    }

    /// Combines the partial sums of all segments, 32 at a time, of each of which a lane computes the
    /// weight.
    __device__ PartSums combined(int part, int count) const
    {
        constexpr int atOnce = 32;
        const float* partials = partialAt(part, 0);
        PartSums all;
#pragma unroll 1
        for (int first = 0; first < count; first += atOnce, partials += atOnce * partialNumbers) {
            const int own = min(first + m_lane, count - 1) - first;
            float2 header
                = __ldcg(reinterpret_cast<const float2*>(partials + own * partialNumbers));
            float2 read[atOnce];
#pragma unroll
            for (int s = 0; s < atOnce; ++s) {
                read[s] = make_float2(0, 0);
                if (first + s < count)
                    read[s] = __ldcg(reinterpret_cast<const float2*>(
                        partials + s * partialNumbers + 8 + 2 * m_lane));
            }
            if (first + m_lane >= count)
                header = make_float2(-INFINITY, 0);
            const float base = fmaxf(all.base, warpMax(header.x));
            const float before = relativeWeight(all.base, base);
            const float weight = relativeWeight(header.x, base);
            all.base = base;
            all.total = fmaf(all.total, before, warpSum(weight * header.y));
            all.sums = make_float2(all.sums.x * before, all.sums.y * before);
#pragma unroll
            for (int s = 0; s < atOnce; ++s)
                all.add(__shfl_sync(0xffffffff, weight, s), read[s]);
        }
        return all;
    }

    /// Divides by the total, which includes the sink, rotates packed values back and writes a part.
    /// Packing requires heads of whole blocks.
    __device__ void write(int part, PartSums all, const HeadSpan& span, bool isRotated) const
    {
        const int head = m_firstHead + part / parts;
        const float sink = sinkScore(a.shape, head) * log2OfE;
        const float highest = fmaxf(all.base, sink);
        const float share = relativeWeight(all.base, highest);
        const float factor = share / fmaf(all.total, share, relativeWeight(sink, highest));
        // Not unrolled: the code runs once, so reading it takes longer than executing it.
#pragma unroll 1
        for (int i = 0; i < partDims; i += 32, all.sums.x = all.sums.y) {
            const int dim = part % parts * partDims + i;
            float value = all.sums.x * factor;
            if (isRotated)
                value = rotatedAcrossWarp(value);
            const int own = dim + m_lane - span.before;
            if (own >= 0 && own < a.shape.headDim)
                a.out[(int64_t(blockIdx.x) * a.shape.heads + head) * a.shape.headDim + own] = value;
            if (a.packed && dim < a.shape.headDim)
                packActivations(
                    a.packed, int(blockIdx.x), (head * a.shape.headDim + dim) / 32, value);
        }
    }

private:
    __device__ float* partialAt(int part, int segment) const
    {
        const int64_t row = (int64_t(blockIdx.x) * a.shape.heads + m_firstHead) * parts + part;
        return a.partials + (row * a.segments + segment) * partialNumbers;
    }

    const DecodeArguments& a;
    const int m_lane, m_firstHead;
};

} // namespace kernels::cuda
