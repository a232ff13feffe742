#pragma once

#include "kernels/cuda/half_products.cuh"

// How a block of multiplyFewHalvesKernel splits rows of x. A warp splits the columns of its chain,
// which no other warp reads.

namespace kernels::cuda {

constexpr int maxFewHalfTokens = halfTileTokens;

/// Calls use(token, column, eight columns) for a lane's share of a chain: every 32nd group of eight
/// columns of all tokens. `isThere` is false if the lane has none where others do.
template <typename Use>
__device__ __forceinline__ void forEightColumns(
    const HalfJob& job, int firstChunk, int endChunk, Use use)
{
    constexpr int together = 4; // requested before the first is used
    struct Cursor {
        int token, column;
    };
    const int first = firstChunk * chunkColumns, end = endChunk * chunkColumns;
    if (first == end)
        return;
    const auto advance = [&](Cursor& cursor) {
        cursor.column += 8 * 32;
        if (cursor.column < end)
            return;
        cursor.column = first;
        ++cursor.token;
    };
    Cursor loaded{0, first}, used = loaded;
    const int own = 8 * (threadIdx.x % 32);
    while (loaded.token < job.tokens) {
        EightColumns eight[together];
#pragma unroll
        for (int i = 0; i < together; ++i) {
            if (loaded.token < job.tokens)
                eight[i].load(job.x + int64_t(loaded.token) * job.columns, loaded.column + own,
                    min(end, job.columns));
            advance(loaded);
        }
#pragma unroll
        for (int i = 0; i < together; ++i) {
            if (used.token < job.tokens)
                use(used.token, used.column + own, used.column + own < end, eight[i]);
            advance(used);
        }
    }
}

/// The factors of tokens, and 1 / factor, in shared memory. All threads of the block call start() and
/// finish(), and all lanes of a warp add(). Numbers other than f16 need no factors.
struct SplitFactors {
    int* largest; ///< [maxFewHalfTokens] bits of numbers, in the same order as these
    float* factors;
    float* inverses;

    __device__ __forceinline__ void start() const
    {
        if (threadIdx.x < maxFewHalfTokens)
            largest[threadIdx.x] = 0;
        __syncthreads();
    }

    __device__ __forceinline__ void add(int token, float largestOfLane) const
    {
        const float ofWarp = warpMax(largestOfLane);
        if (threadIdx.x % 32 == 0)
            atomicMax(&largest[token], __float_as_int(ofWarp));
    }

    __device__ __forceinline__ void finish() const
    {
        __syncthreads();
        if (threadIdx.x < maxFewHalfTokens) {
            factors[threadIdx.x] = splitFactor(__int_as_float(largest[threadIdx.x]));
            inverses[threadIdx.x] = 1 / factors[threadIdx.x];
        }
        __syncthreads();
    }
};

/// Splits all tokens. All threads of the block call it; a warp may use its chain afterwards.
template <typename Number>
__device__ __forceinline__ void splitTokens(
    const HalfJob& job, int firstChunk, int endChunk, const SplitFactors& factors, Number* x)
{
    constexpr bool hasFactors = std::is_same_v<Number, __half>;
    if constexpr (hasFactors) {
        factors.start();
        forEightColumns(
            job, firstChunk, endChunk, [&](int token, int, bool, const EightColumns& eight) {
                factors.add(token, eight.largest());
            });
        factors.finish();
    }
    forEightColumns(job, firstChunk, endChunk,
        [&](int token, int column, bool isThere, const EightColumns& eight) {
            if (isThere)
                eight.split(x, job.tokens, token, column, hasFactors ? factors.inverses[token] : 1);
        });
    __syncwarp();
}

/// The norm of the only row, which every block computes: that takes less time than a kernel of its
/// own. The sum of squares has the order that rmsNormKernel gives it, so the numbers are the same,
/// bit for bit; normalized_row.cuh describes it. A lane has the columns that it splits.
class NormalizedColumns {
public:
    /// Reads the weights, which may happen before waitForPredecessor().
    __device__ __forceinline__ NormalizedColumns(const HalfJob& job, int firstChunk, int endChunk)
        : m_job(job)
        , m_first(firstChunk * chunkColumns + 8 * int(threadIdx.x % 32))
        , m_end(endChunk * chunkColumns)
    {
#pragma unroll
        for (int i = 0; i < pieces; ++i)
            m_weights[i].load(job.norm.weight, column(i), min(m_end, job.columns));
    }

    /// Reads, normalizes and splits the row. All threads of the block call it; a warp may use its chain
    /// afterwards. Block 0 also writes the norm.
    template <typename Number>
    __device__ __forceinline__ void split(const SplitFactors& factors, Number* x)
    {
        constexpr bool hasFactors = std::is_same_v<Number, __half>;
        EightColumns eight[pieces];
#pragma unroll
        for (int i = 0; i < pieces; ++i)
            eight[i].load(m_job.norm.x, column(i), min(m_end, m_job.columns));
        if constexpr (hasFactors)
            factors.start();
        const float scale = normScale(sumOfSquares(), m_job.columns, m_job.norm.epsilon);
#pragma unroll
        for (int i = 0; i < pieces; ++i) {
            eight[i].multiply(scale, m_weights[i]);
            if (blockIdx.x == 0)
                eight[i].store(m_job.norm.out, column(i), min(m_end, m_job.columns));
            if constexpr (hasFactors)
                factors.add(0, eight[i].largest());
        }
        if constexpr (hasFactors)
            factors.finish();
#pragma unroll
        for (int i = 0; i < pieces; ++i)
            if (column(i) < m_end)
                eight[i].split(x, 1, 0, column(i), hasFactors ? factors.inverses[0] : 1);
        __syncwarp();
    }

private:
    static constexpr int pieces = NormOfRow::maxColumns / halfChains / (8 * 32);
    static_assert(pieces * halfChains * 8 * 32 == NormOfRow::maxColumns);

    __device__ __forceinline__ int column(int piece) const
    {
        return m_first + piece * 8 * 32;
    }

    __device__ __forceinline__ float sumOfSquares() const
    {
        constexpr int partials = 32 / halfChains; // per warp
        constexpr int perPartial = NormOfRow::maxColumns / 32 / 32;
        __shared__ float sums[32];
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        float values[perPartial][partials];
#pragma unroll
        for (int j = 0; j < perPartial; ++j)
#pragma unroll
            for (int i = 0; i < partials; ++i) {
                const int own = j * 32 * 32 + i * halfChains * 32 + int(threadIdx.x);
                values[j][i] = own < m_job.columns ? __ldcg(m_job.norm.x + own) : 0.0f;
            }
#pragma unroll
        for (int i = 0; i < partials; ++i) {
            float squares = 0;
#pragma unroll
            for (int j = 0; j < perPartial; ++j)
                squares = fmaf(values[j][i], values[j][i], squares);
            squares = warpSum(squares);
            if (lane == 0)
                sums[warp + i * halfChains] = squares;
        }
        __syncthreads();
        return warpSum(sums[lane]);
    }

    const HalfJob& m_job;
    int m_first, m_end;
    EightColumns m_weights[pieces];
};

} // namespace kernels::cuda
