#pragma once

#include "kernels/cuda/half_products.cuh"

// Products of at most eight rows of x, which a block splits itself and keeps in shared memory.
//
// A block has a warp for each chain. It computes every gridDim.x-th group of rows; a warp reads the
// weights of its chain of all these groups as one stream, some chunks ahead. The first of them are
// requested before the kernel waits for its predecessor.

namespace kernels::cuda {

constexpr int fewAhead = 4; // chunks that a warp reads ahead
constexpr int fewResident = 2; // blocks per multiprocessor for which its registers suffice
constexpr int fewBlocks = 2; // per multiprocessor
constexpr int maxFewShared = 100 * 1024; // bytes of split rows
constexpr int maxFewHalfTokens = halfTileTokens;

template <typename Number>
int64_t fewHalfSharedBytes(const HalfJob& job)
{
    return int64_t(job.tokens) * job.chunks * splitParts<Number> * chunkColumns
        * int64_t(sizeof(Number));
}

/// Reads the weights of a chain, one chunk of a group after the other.
class WeightStream {
public:
    __device__ __forceinline__ WeightStream(const HalfJob& job, int firstChunk, int endChunk)
        : m_job(job)
        , m_first(firstChunk)
        , m_end(endChunk)
        , m_chunk(firstChunk)
        , m_group(firstChunk < endChunk ? int(blockIdx.x) : job.groups)
    {
        find(m_current);
    }

    /// Reads the next chunk, when nothing has been multiplied yet.
    __device__ __forceinline__ void loadFirst(ChunkWeights& weights)
    {
        if (!m_current.upper)
            return;
        weights.load(m_current.upper, m_current.lower, m_chunk, m_job.columns);
        if (++m_chunk == m_end) {
            m_chunk = m_first;
            findNext();
            m_current = m_next;
        }
    }

    /// Finds the rows of the group behind that of the next chunk. Must be called after the last
    /// loadFirst(), and whenever a group has been multiplied: until then, loadNext() begins one
    /// new group, as it reads a chunk for each that is multiplied.
    __device__ __forceinline__ void findNext()
    {
        m_group += int(gridDim.x);
        find(m_next);
    }

    /// Reads the next chunk; does nothing behind the last one.
    __device__ __forceinline__ void loadNext(ChunkWeights& weights)
    {
        if (!m_current.upper)
            return;
        weights.load(m_current.upper, m_current.lower, m_chunk, m_job.columns);
        if (++m_chunk == m_end) {
            m_chunk = m_first;
            m_current = m_next;
        }
    }

private:
    struct Rows {
        const uint4* upper = nullptr;
        const uint4* lower = nullptr;
    };

    __device__ __forceinline__ void find(Rows& rows) const
    {
        rows.upper = nullptr;
        if (m_group >= m_job.groups)
            return;
        const RowGroup group(m_job, m_group);
        const int g = threadIdx.x % 32 / 4;
        rows.upper = group.upperRow(m_job, g);
        rows.lower = group.lowerRow(m_job, g);
    }

    const HalfJob& m_job;
    int m_first, m_end;
    int m_chunk; // the next chunk
    int m_group; // the group of m_next, or of m_current if there is no m_next yet
    Rows m_current, m_next;
};

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
            const int token = min(loaded.token, job.tokens - 1);
            eight[i].load(
                job.x + int64_t(token) * job.columns, loaded.column + own, min(end, job.columns));
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

/// Finds the factors of all tokens, and 1 / factor. All threads of the block call it.
__device__ __forceinline__ void findFactors(const HalfJob& job, int firstChunk, int endChunk,
    float (&factors)[maxFewHalfTokens], float (&inverses)[maxFewHalfTokens])
{
    __shared__ int largest[maxFewHalfTokens]; // bits of numbers, in the same order as these
    if (threadIdx.x < maxFewHalfTokens)
        largest[threadIdx.x] = 0;
    __syncthreads();
    forEightColumns(
        job, firstChunk, endChunk, [&](int token, int, bool, const EightColumns& eight) {
            const float ofWarp = warpMax(eight.largest());
            if (threadIdx.x % 32 == 0)
                atomicMax(&largest[token], __float_as_int(ofWarp));
        });
    __syncthreads();
    if (threadIdx.x < maxFewHalfTokens) {
        factors[threadIdx.x] = splitFactor(__int_as_float(largest[threadIdx.x]));
        inverses[threadIdx.x] = 1 / factors[threadIdx.x];
    }
    __syncthreads();
}

/// True if all parts of all tokens are one tile of the tensor cores.
template <typename Number>
bool isPacked(const HalfJob& job)
{
    return job.tokens * splitParts<Number> <= halfTileTokens;
}

// The rows of a tile of the tensor cores are parts of tokens: part p of token i is row
// `parts` i + p where these are at most eight (isPacked), else there is a tile of eight tokens for
// each part.
template <typename Number, bool isPacked>
__global__ void __launch_bounds__(halfChains * 32, fewResident) multiplyFewHalvesKernel(HalfJob job)
{
    constexpr bool hasFactors = std::is_same_v<Number, __half>;
    constexpr int parts = splitParts<Number>;
    constexpr int tiles = isPacked ? 1 : parts;
    // Sums of the chains, for each row of a tile, twice, so that one barrier per group is enough.
    // The rows of a tile are 20 numbers apart, so the lanes of a warp write to different banks.
    constexpr int stride = groupRows + 4;
    __shared__ float sumsOfChains[2][halfChains][halfTileTokens * stride];
    __shared__ float factors[maxFewHalfTokens], inverses[maxFewHalfTokens];
    auto* x = sharedMemory<Number>();
    const int lane = threadIdx.x % 32, chain = threadIdx.x / 32, g = lane / 4, t = lane % 4;
    const int firstChunk = firstChunkOfChain(job.chunks, chain);
    const int endChunk = firstChunkOfChain(job.chunks, chain + 1);

    WeightStream stream(job, firstChunk, endChunk);
    ChunkWeights weights[fewAhead][1];
#pragma unroll
    for (int i = 0; i < fewAhead; ++i)
        stream.loadFirst(weights[i][0]);
    stream.findNext();
    letSuccessorStart();
    waitForPredecessor();

    if constexpr (hasFactors)
        findFactors(job, firstChunk, endChunk, factors, inverses);
    // A warp splits the columns of its chain, which no other warp reads.
    forEightColumns(job, firstChunk, endChunk,
        [&](int token, int column, bool isThere, const EightColumns& eight) {
            if (isThere)
                eight.split(x, job.tokens, token, column, hasFactors ? inverses[token] : 1);
        });
    __syncwarp();

    // Sums of rows that don't exist aren't used.
    const int ownRow = isPacked ? min(g, job.tokens * parts - 1) : min(g, job.tokens - 1) * parts;
    const Number* ownX = x + ownRow * chunkColumns;
    const bool isOdd = (ownRow / parts + ownRow % parts) % 2 != 0;
    const int chunkStride = job.tokens * (parts * chunkColumns);
    int next = 0; // index among the chunks that were read ahead
    int buffer = 0;
    for (int group = blockIdx.x; group < job.groups; group += int(gridDim.x)) {
        const RowGroup rows(job, group);
        const GroupOutput output(job, rows, 0, int(threadIdx.x));
        float before = 0;
        if (job.finish == Finish::Add && output.address)
            before = *output.address;
        float sums[1][1][tiles][4] = {};
        int chunk = firstChunk;
        while (chunk < endChunk) {
#pragma unroll
            for (int i = 0; i < fewAhead; ++i) {
                if (next != i || chunk >= endChunk)
                    continue;
                multiplyChunk<Number>(sums, weights[i], ownX + chunk * chunkStride, isOdd, 0, 1);
                stream.loadNext(weights[i][0]);
                ++chunk;
                next = (i + 1) % fewAhead;
            }
        }
        stream.findNext();
        auto& shared = sumsOfChains[buffer];
        buffer ^= 1;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float ofTiles[tiles];
#pragma unroll
            for (int tile = 0; tile < tiles; ++tile)
                ofTiles[tile] = sums[0][0][tile][i];
            shared[chain][(2 * t + i % 2) * stride + g + i / 2 * 8] = sumOfParts(ofTiles);
        }
        __syncthreads();
        const auto sumNumbers = [&](int row) {
            float s[halfChains];
#pragma unroll
            for (int i = 0; i < halfChains; ++i) {
                const float* own = shared[i] + row;
                if constexpr (isPacked) {
                    float ofParts[parts];
#pragma unroll
                    for (int part = 0; part < parts; ++part)
                        ofParts[part] = own[(output.token * parts + part) * stride];
                    s[i] = sumOfParts(ofParts);
                } else {
                    s[i] = own[output.token * stride];
                }
            }
            return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
        };
        if (output.address)
            output.write(job, before, hasFactors ? factors[output.token] : 1, sumNumbers);
    }
}

} // namespace kernels::cuda
