#pragma once

#include "kernels/cuda/half_products.cuh"

// Products of up to 64 rows of x, which another kernel has split before.
//
// A block has eight warps: four for different rows of weights, `groups` groups each, times two for
// different segments of the columns. If there are few rows of weights, gridDim.z blocks divide the
// columns among them, so a segment has one, two or four chains:
//   segment of a warp = 2 * blockIdx.z + warp / 4, of 2 * gridDim.z
// The last of these blocks to finish adds their sums. Split rows pass through a ring in shared
// memory, a chunk of both segments at a time. Weights are loaded into registers, some chunks ahead.

namespace kernels::cuda {

constexpr int manyStages = 3; // stages of the ring of split rows
constexpr int manyRowWarps = 4;
constexpr int manySegments = 2; // per block
constexpr int manyThreads = manyRowWarps * manySegments * 32;
constexpr int maxManyTiles = 4; // tiles of eight tokens
constexpr int maxColumnBlocks = halfChains / manySegments;

/// The memory that the kernels for many rows share.
template <typename Number>
struct SplitRows {
    Number* numbers; ///< [chunks][tokens][parts][64]
    float* factors; ///< [tokens]
    int* arrivals; ///< [row blocks and tiles of tokens] blocks that are done
    float* partials; ///< [row blocks and tiles of tokens][column blocks][tokens][rows] sums
};

constexpr int splitThreads = 128;

// Grid: parts of a row of x, tokens. Each block finds the factor of the row.
template <typename Number>
__global__ void __launch_bounds__(splitThreads)
    splitRowsKernel(SplitRows<Number> rows, HalfJob job, int arrivals)
{
    constexpr bool hasFactors = std::is_same_v<Number, __half>;
    letSuccessorStart();
    waitForPredecessor();
    const int token = blockIdx.y;
    const float* x = job.x + int64_t(token) * job.columns;
    float factor = 1;
    if constexpr (hasFactors) {
        float largest = 0;
        for (int column = 8 * threadIdx.x; column < job.columns; column += 8 * splitThreads) {
            EightColumns eight;
            eight.load(x, column, job.columns);
            largest = fmaxf(largest, eight.largest());
        }
        factor = splitFactor(blockMax(largest));
    }
    const int column = 8 * int(blockIdx.x * splitThreads + threadIdx.x);
    if (column < job.chunks * chunkColumns) {
        EightColumns eight;
        eight.load(x, column, job.columns);
        eight.split(rows.numbers, job.tokens, token, column, 1 / factor);
    }
    if (blockIdx.x != 0)
        return;
    if (threadIdx.x == 0)
        rows.factors[token] = factor;
    if (token == 0)
        for (int i = threadIdx.x; i < arrivals; i += splitThreads)
            rows.arrivals[i] = 0;
}

/// Chunks [first, end) of a number of chains.
struct ColumnSegment {
    int firstChain, chains;
    int first, end;

    __device__ __forceinline__ ColumnSegment(int chunks, int segment, int segments)
        : firstChain(halfChains / segments * segment)
        , chains(halfChains / segments)
        , first(firstChunkOfChain(chunks, firstChain))
        , end(firstChunkOfChain(chunks, firstChain + chains))
    {
    }
};

/// The ring of split rows: a stage has a chunk of all tokens for each segment of the block.
template <typename Number, int tiles>
struct SplitStages {
    static constexpr int tokenNumbers = splitParts<Number> * chunkColumns;
    static constexpr int chunkNumbers = tiles * halfTileTokens * tokenNumbers;
    static constexpr int bytes = manyStages * manySegments * chunkNumbers * int(sizeof(Number));

    Number* ring;
    const Number* numbers; // of the first token
    int allTokens, tokens;
    ColumnSegment segments[manySegments];

    __device__ __forceinline__ const Number* chunk(int step, int segment) const
    {
        return ring + (step % manyStages * manySegments + segment) * chunkNumbers;
    }

    /// Begins to copy the chunks of a step. Counts as a group of copies in any case.
    __device__ __forceinline__ void fetch(int step)
    {
        constexpr int copies = (chunkNumbers / 8 + manyThreads - 1) / manyThreads;
        const int pieces = tokens * (tokenNumbers / 8);
#pragma unroll
        for (int segment = 0; segment < manySegments; ++segment) {
            const int index = segments[segment].first + step;
            if (index >= segments[segment].end)
                continue;
            const Number* from = numbers + int64_t(index) * allTokens * tokenNumbers;
            auto* to = const_cast<Number*>(chunk(step, segment));
#pragma unroll
            for (int i = 0; i < copies; ++i) {
                const int piece = i * manyThreads + int(threadIdx.x);
                if (piece < pieces)
                    copyAsync(to + 8 * piece, from + 8 * piece);
            }
        }
        commitCopies();
    }

    /// Waits for a step, which is then visible to all threads, and begins to copy a later one into
    /// the slot of the previous step.
    __device__ __forceinline__ void advanceTo(int step)
    {
        waitForCopies<manyStages - 2>();
        __syncthreads();
        fetch(step + manyStages - 1);
    }
};

/// The sums of a warp, and in shared memory those of finished chains of its segment.
template <int groups, int tiles, int parts>
struct ChainSums {
    static constexpr int perLane = groups * tiles * 4;
    static constexpr int bytes = 2 * perLane * manyThreads * int(sizeof(float));

    float* memory; // [chain before an odd one, first two chains][perLane][manyThreads]
    float sums[groups][tiles][parts][4] = {};

    /// Finishes chain after chain; after the last one, result() is the sum of the segment.
    __device__ __forceinline__ void finish(int chain, int chains)
    {
        float* own = memory + threadIdx.x;
#pragma unroll
        for (int group = 0; group < groups; ++group)
#pragma unroll
            for (int tile = 0; tile < tiles; ++tile)
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    const int index = (group * tiles + tile) * 4 + i;
                    float& even = own[index * manyThreads];
                    float& pair = own[(perLane + index) * manyThreads];
                    float ofParts[parts];
#pragma unroll
                    for (int part = 0; part < parts; ++part) {
                        ofParts[part] = sums[group][tile][part][i];
                        sums[group][tile][part][i] = 0;
                    }
                    float sum = sumOfParts(ofParts);
                    if (chain % 2 == 1)
                        sum = even + sum;
                    if (chain == 3)
                        sum = pair + sum;
                    if (chain == chains - 1)
                        sums[group][tile][0][i] = sum;
                    else if (chain % 2 == 0)
                        even = sum;
                    else
                        pair = sum;
                }
    }

    __device__ __forceinline__ float result(int group, int tile, int i) const
    {
        return sums[group][tile][0][i];
    }
};

/// The sums of a block, [token][row], in shared memory.
template <int groups, int tiles>
struct BlockSums {
    static constexpr int rows = manyRowWarps * groups * groupRows;
    static constexpr int tokens = tiles * halfTileTokens;
    static constexpr int stride = rows + 4; // lanes of a warp write to different banks
    static constexpr int count = tokens * rows;
    static constexpr int bytes = tokens * stride * int(sizeof(float));

    float* sums;

    __device__ __forceinline__ float& at(int token, int row) const
    {
        return sums[token * stride + row];
    }

    /// Adds the sums of the second segment to those of the first. All threads.
    template <int parts>
    __device__ __forceinline__ void add(
        const ChainSums<groups, tiles, parts>& own, int rowWarp, int segment) const
    {
        for (int turn = manySegments - 1; turn >= 0; --turn) {
            __syncthreads();
            if (turn != segment)
                continue;
            const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
#pragma unroll
            for (int group = 0; group < groups; ++group)
#pragma unroll
                for (int tile = 0; tile < tiles; ++tile)
#pragma unroll
                    for (int i = 0; i < 4; ++i) {
                        float& sum = at(tile * halfTileTokens + 2 * t + i % 2,
                            (rowWarp * groups + group) * groupRows + g + i / 2 * 8);
                        const float ofSegment = own.result(group, tile, i);
                        sum = turn == 0 ? ofSegment + sum : ofSegment;
                    }
        }
        __syncthreads();
    }

    /// Adds the sums of all column blocks. Returns false in all blocks except the last one to
    /// finish. All threads.
    __device__ __forceinline__ bool addColumnBlocks(int* arrivals, float* partials) const
    {
        __shared__ bool isLast;
        const int block = blockIdx.y * gridDim.x + blockIdx.x, columnBlocks = gridDim.z;
        float* own = partials + int64_t(block) * columnBlocks * count;
        for (int i = threadIdx.x; i < count; i += manyThreads)
            own[blockIdx.z * count + i] = at(i / rows, i % rows);
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0)
            isLast = atomicAdd(&arrivals[block], 1) == columnBlocks - 1;
        __syncthreads();
        if (!isLast)
            return false;
        __threadfence();
        for (int i = threadIdx.x; i < count; i += manyThreads) {
            float s[maxColumnBlocks];
            for (int z = 0; z < maxColumnBlocks; ++z)
                s[z] = z < columnBlocks ? __ldcg(own + z * count + i) : 0;
            at(i / rows, i % rows) = (s[0] + s[1]) + (s[2] + s[3]);
        }
        __syncthreads();
        return true;
    }
};

// Grid: tiles of tokens, blocks of rows of weights, segments of columns.
template <typename Number, int groups, int tiles>
__global__ void __launch_bounds__(manyThreads, groups == 1 ? 2 : 1)
    multiplyManyHalvesKernel(HalfJob job, SplitRows<Number> x)
{
    constexpr int ahead = 3; // chunks that a warp reads ahead
    constexpr int tokensOfBlock = tiles * halfTileTokens;
    using Stages = SplitStages<Number, tiles>;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, g = lane / 4;
    const int rowWarp = warp % manyRowWarps, segment = warp / manyRowWarps;
    const int firstGroup = (int(blockIdx.y) * manyRowWarps + rowWarp) * groups;
    const int firstToken = int(blockIdx.x) * tokensOfBlock;
    const int tokens = min(tokensOfBlock, job.tokens - firstToken);
    auto* memory = sharedMemory<uint8_t>();

    const uint4 *upper[groups], *lower[groups];
#pragma unroll
    for (int i = 0; i < groups; ++i) { // groups behind the last one are that one
        const RowGroup rows(job, min(firstGroup + i, job.groups - 1));
        upper[i] = rows.upperRow(job, g);
        lower[i] = rows.lowerRow(job, g);
    }
    const int firstSegment = int(blockIdx.z) * manySegments;
    const int segments = int(gridDim.z) * manySegments;
    const ColumnSegment own(job.chunks, firstSegment + segment, segments);
    ChunkWeights weights[ahead][groups];
    const auto load = [&](ChunkWeights(&to)[groups], int chunk) {
        if (chunk < own.end)
#pragma unroll
            for (int i = 0; i < groups; ++i)
                to[i].load(upper[i], lower[i], chunk, job.columns);
    };
#pragma unroll
    for (int i = 0; i < ahead; ++i)
        load(weights[i], own.first + i);
    letSuccessorStart();
    waitForPredecessor();

    Stages stages{reinterpret_cast<Number*>(memory),
        x.numbers + int64_t(firstToken) * Stages::tokenNumbers, job.tokens, tokens,
        {ColumnSegment(job.chunks, firstSegment, segments),
            ColumnSegment(job.chunks, firstSegment + 1, segments)}};
    for (int step = 0; step < manyStages - 1; ++step)
        stages.fetch(step);
    const int steps = max(stages.segments[0].end - stages.segments[0].first,
        stages.segments[1].end - stages.segments[1].first);
    const int usedTiles = (tokens + halfTileTokens - 1) / halfTileTokens;
    ChainSums<groups, tiles, splitParts<Number>> chains{
        reinterpret_cast<float*>(memory + Stages::bytes)};
    int step = 0, next = 0; // of the chunks that were read ahead
    for (int chain = 0; chain < own.chains; ++chain) {
        const int endStep = firstChunkOfChain(job.chunks, own.firstChain + chain + 1) - own.first;
        while (step < endStep) {
#pragma unroll
            for (int i = 0; i < ahead; ++i) {
                if (next != i || step >= endStep)
                    continue;
                stages.advanceTo(step);
                multiplyChunk<Number>(chains.sums, weights[i],
                    stages.chunk(step, segment) + g * Stages::tokenNumbers, g % 2 != 0,
                    halfTileTokens * Stages::tokenNumbers, usedTiles);
                load(weights[i], own.first + step + ahead);
                ++step;
                next = (i + 1) % ahead;
            }
        }
        chains.finish(chain, own.chains);
    }
    while (step < steps) // the other segment is longer
        stages.advanceTo(step++);

    waitForCopies<0>();
    const BlockSums<groups, tiles> sums{reinterpret_cast<float*>(memory)};
    sums.add(chains, rowWarp, segment);
    if (gridDim.z > 1 && !sums.addColumnBlocks(x.arrivals, x.partials))
        return;
    for (int i = warp; i < manyRowWarps * groups; i += manyThreads / 32) {
        const int group = int(blockIdx.y) * manyRowWarps * groups + i;
        if (group >= job.groups)
            break;
        const RowGroup rows(job, group);
        for (int index = lane; index < tokens * outputsOfGroup(job.finish); index += 32) {
            const GroupOutput output(job, rows, firstToken, index);
            if (output.address)
                output.write(job, job.finish == Finish::Add ? *output.address : 0,
                    x.factors[firstToken + output.token],
                    [&](int row) { return sums.at(output.token, i * groupRows + row); });
        }
    }
}

/// The ring and the sums of chains; the sums of the block replace the ring.
template <typename Number, int groups, int tiles>
constexpr int manySharedBytes()
{
    static_assert(BlockSums<groups, tiles>::bytes <= SplitStages<Number, tiles>::bytes);
    return SplitStages<Number, tiles>::bytes + ChainSums<groups, tiles, 1>::bytes;
}

} // namespace kernels::cuda
