#pragma once

#include "kernels/cuda/attention_columns.cuh"
#include "kernels/cuda/head_ring.cuh"
#include "kernels/cuda/pack_run.cuh"

// The segments into which decode attention divides the positions that a token sees, their partial
// sums, and how these are combined.

namespace kernels::cuda {

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
        const int most = segmentGranularity * maxSegments(keys);
        length = max(minSegmentLength, segmentGranularity * ((positions + most - 1) / most));
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
__device__ __forceinline__ float relativeWeight(float base, float most)
{
    return base == -INFINITY ? 0 : exp2f(base - most);
}

/// The sum of a head's weighted values, with the base of the weights (see DecodeSoftmax) and their
/// total, across the lanes of a warp. Lane i has the dimensions 128 v + 4i … 128 v + 4i + 3; of
/// heads of 64, lane 16 + i has those of lane i, too.
template <int dims>
struct HeadSums {
    static constexpr int vectors = dims > 128 ? dims / 128 : 1;
    float base = -INFINITY, total = 0;
    float4 sums[vectors] = {};

    __device__ static int firstDim(int vector, int lane) { return (vector * 128 + lane * 4) % dims; }
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
    /// Packing requires heads of whole runs.
    __device__ void write(int head, const HeadSums<dims>& all, const HeadSpan& span, bool isRotated,
        float* lanes) const
    {
        const float sink = sinkScore(a.shape, m_firstHead + head) * log2OfE;
        const float most = fmaxf(all.base, sink);
        const float share = relativeWeight(all.base, most);
        const float total = fmaf(all.total, share, relativeWeight(sink, most));
        __syncwarp(); // the last head's numbers have been read
        for (int vector = 0; vector < all.vectors; ++vector) {
            const float4& sums = all.sums[vector];
            if (all.isOwner(m_lane))
                *reinterpret_cast<float4*>(lanes + all.firstDim(vector, m_lane))
                    = make_float4(sums.x * share, sums.y * share, sums.z * share, sums.w * share);
        }
        __syncwarp();
#pragma unroll
        for (int run = 0; run < dims / 32; ++run) {
            float value = lanes[run * 32 + m_lane] / total;
            if (isRotated)
                value = rotatedAcrossWarp(value);
            const int own = run * 32 + m_lane - span.before;
            const int row = m_firstHead + head;
            if (own >= 0 && own < a.shape.headDim)
                a.out[(int64_t(blockIdx.x) * a.shape.heads + row) * a.shape.headDim + own] = value;
            if (a.packed && run * 32 < a.shape.headDim)
                packActivations(a.packed, int(blockIdx.x), row * a.shape.headDim / 32 + run, value);
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
