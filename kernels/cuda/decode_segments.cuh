#pragma once

#include "kernels/cuda/attention_reach.cuh"
#include "kernels/cuda/head_ring.cuh"
#include "kernels/cuda/pack_segment.cuh"
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
            float highest = fmaxf(own[0], own[1]);
            for (int distance = 4; distance < 32; distance *= 2)
                highest = fmaxf(highest, __shfl_xor_sync(0xffffffff, highest, distance));
            const float next = fmaxf(base[tile], highest - boost);
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
};

// The segments into which decode attention divides the positions that a token sees, their partial
// sums, and how these are combined.

constexpr int decodeWarps = 4;
constexpr int headsPerTile = 4;
constexpr int segmentGranularity = decodeWarps * groupKeys; // positions
constexpr int minSegmentLength = 2 * segmentGranularity;
/// The most segments of a token. A large GPU processes those of eight kv heads at once: three blocks a
/// multiprocessor, four if packed keys leave room for that.
VIGNETTE_DEVICE constexpr int maxSegments(DType keys)
{
    return keys == DType::F16 ? 48 : 64;
}

/// How the positions that a token sees are divided. The division depends only on the token's own
/// reach and the type of the keys.
struct KeySegments {
    int first, length, count;

    __device__ KeySegments(const RowReach& reach, int token, DType keys)
        : first(reach.first(token) / segmentGranularity * segmentGranularity)
    {
        const int last = reach.last(token);
        const int positions = last < first ? 1 : last + 1 - first;
        const int step = segmentGranularity * maxSegments(keys);
        length = max(minSegmentLength, segmentGranularity * ((positions + step - 1) / step));
        count = (positions + length - 1) / length;
    }

    __device__ int begin(int segment) const { return first + segment * length; }
};

struct DecodeArguments {
    float* out;
    PackedRows packed; // the packed form of `out`, if it is requested
    float* partials; // [token, head, segment, partialNumbers]
    int* counters; // [token, chunk of heads of the grid]: the segments that are complete; zeros
    const float* q;
    Stored keys, values;
    RowReach reach;
    AttentionShape shape;
    int chunks; // chunks of the query heads of a kv head
    int segments; // segments for which `partials` has room
    int stages; // stages of a warp's ring
    int pageShift; // from positions to pages; −1 if the page size isn't a power of two
};

/// The numbers of a partial sum: the exponent that weights are relative to, the total of the weights,
/// two unused ones, then the sums.
template <int dims>
constexpr int partialNumbers = dims + 4;

// 2^(base − most), or 0 if no position has been seen.
__device__ __forceinline__ float relativeWeight(float base, float highest)
{
    return base == -INFINITY ? 0 : exp2f(base - highest);
}

/// The sum of a head's weighted values, with the base of the weights (see DecodeSoftmax) and their
/// total, across the lanes of a warp. Lane i has the dimensions 128 v + 4i … 128 v + 4i + 3; of
/// heads of 64, lane 16 + i has those of lane i, too.
template <int dims>
struct HeadSums {
    static constexpr int vectors = dims > 128 ? dims / 128 : 1;
    float base = -INFINITY, total = 0;
    float4 sums[vectors] = {};

    __device__ static int firstDim(int vector, int lane)
    {
        return (vector * 128 + lane * 4) % dims;
    }
    __device__ static bool isOwner(int lane) { return lane * 4 < dims; }

    __device__ void add(float weight, int vector, const float4& own)
    {
        sums[vector].x = fmaf(weight, own.x, sums[vector].x);
        sums[vector].y = fmaf(weight, own.y, sums[vector].y);
        sums[vector].z = fmaf(weight, own.z, sums[vector].z);
        sums[vector].w = fmaf(weight, own.w, sums[vector].w);
    }
};

/// The output of a block's heads, and the partial sums of its token.
template <int dims>
class DecodeOutput {
public:
    __device__ DecodeOutput(const DecodeArguments& arguments, int firstHead)
        : a(arguments)
        , m_lane(threadIdx.x % 32)
        , m_firstHead(firstHead)
    {
    }

    __device__ void writePartial(int head, int segment, const HeadSums<dims>& all) const
    {
        float* partial = partialAt(head, segment);
        if (m_lane == 0)
            *reinterpret_cast<float2*>(partial) = make_float2(all.base, all.total);
        for (int vector = 0; vector < all.vectors; ++vector)
            if (all.isOwner(m_lane))
                *reinterpret_cast<float4*>(partial + 4 + all.firstDim(vector, m_lane))
                    = all.sums[vector];
    }

    /// Whether this block is the last one of its token and heads, after it has written `done` of
    /// `count` segments; then it may read all of them. `flag` is in shared memory.
    __device__ bool isLast(int done, int count, bool* flag) const
    {
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) {
            int* counter = a.counters + int64_t(blockIdx.x) * gridDim.y + blockIdx.y;
            *flag = atomicAdd(counter, done) + done == count;
            if (*flag)
                *counter = 0;
        }
        __syncthreads();
        __threadfence();
        return *flag;
    }

    /// Combines the partial sums of all segments; a lane computes the weight of every 32nd segment.
    __device__ HeadSums<dims> combined(int head, int count) const
    {
        constexpr int perLane = 2, atOnce = dims > 128 ? 8 : 16, numbers = partialNumbers<dims>;
        static_assert(maxSegments(DType::CacheQ8) <= perLane * 32);
        const float* partials = partialAt(head, 0);
        HeadSums<dims> all;
        float2 headers[perLane];
        for (int i = 0; i < perLane; ++i) {
            const int segment = i * 32 + m_lane;
            headers[i] = segment < count
                ? __ldcg(reinterpret_cast<const float2*>(partials + segment * numbers))
                : make_float2(-INFINITY, 0);
            all.base = fmaxf(all.base, headers[i].x);
        }
        all.base = warpMax(all.base);
        for (int i = 0; i < perLane; ++i) {
            const float own = relativeWeight(headers[i].x, all.base);
            all.total = fmaf(own, headers[i].y, all.total);
            for (int first = 0; first < min(count - i * 32, 32); first += atOnce) {
                float4 read[atOnce][HeadSums<dims>::vectors];
#pragma unroll
                for (int s = 0; s < atOnce; ++s) {
                    const int segment = min(i * 32 + first + s, count - 1); // others weigh nothing
                    for (int vector = 0; vector < all.vectors; ++vector)
                        read[s][vector] = __ldcg(reinterpret_cast<const float4*>(
                            partials + segment * numbers + 4 + all.firstDim(vector, m_lane)));
                }
#pragma unroll
                for (int s = 0; s < atOnce; ++s) {
                    const float weight = __shfl_sync(0xffffffff, own, first + s);
                    for (int vector = 0; vector < all.vectors; ++vector)
                        all.add(weight, vector, read[s][vector]);
                }
            }
        }
        all.total = warpSum(all.total);
        return all;
    }

    /// Divides by the total, which includes the sink, rotates packed values back and writes a head.
    /// `lanes`, `dims` floats of shared memory of the warp, distribute the numbers among the lanes.
    /// Packing requires heads of whole blocks.
    __device__ void write(int head, const HeadSums<dims>& all, const HeadSpan& span, bool isRotated,
        float* lanes) const
    {
        const float sink = sinkScore(a.shape, m_firstHead + head) * log2OfE;
        const float highest = fmaxf(all.base, sink);
        const float share = relativeWeight(all.base, highest);
        const float total = fmaf(all.total, share, relativeWeight(sink, highest));
        __syncwarp(); // the last head's numbers have been read
        for (int vector = 0; vector < all.vectors; ++vector) {
            const float4& sums = all.sums[vector];
            if (all.isOwner(m_lane))
                *reinterpret_cast<float4*>(lanes + all.firstDim(vector, m_lane))
                    = make_float4(sums.x * share, sums.y * share, sums.z * share, sums.w * share);
        }
        __syncwarp();
#pragma unroll
        for (int block = 0; block < dims / 32; ++block) {
            float value = lanes[block * 32 + m_lane] / total;
            if (isRotated)
                value = rotatedAcrossWarp(value);
            const int own = block * 32 + m_lane - span.before;
            const int row = m_firstHead + head;
            if (own >= 0 && own < a.shape.headDim)
                a.out[(int64_t(blockIdx.x) * a.shape.heads + row) * a.shape.headDim + own] = value;
            if (a.packed && block * 32 < a.shape.headDim)
                packActivations(
                    a.packed, int(blockIdx.x), row * a.shape.headDim / 32 + block, value);
        }
    }

private:
    __device__ float* partialAt(int head, int segment) const
    {
        const int64_t row = int64_t(blockIdx.x) * a.shape.heads + m_firstHead + head;
        return a.partials + (row * a.segments + segment) * partialNumbers<dims>;
    }

    const DecodeArguments& a;
    const int m_lane, m_firstHead;
};

} // namespace kernels::cuda
