#pragma once

#include "kernels/cuda/launch.h"
#include "kernels/cuda/pack_run.cuh"
#include "kernels/cuda/product_sums.cuh"
#include "kernels/cuda/weight_stages.cuh"

// Products of 5 to 64 packed rows with quantized weights; see product_sums.cuh for the order of sums.

namespace kernels::cuda {

constexpr int runsPerPiece = 4;
constexpr int chains = 8; // pieces that are summed side by side; piece p belongs to chain p % 8
constexpr int pairsPerPiece = runsPerPiece / 2;
static_assert(chains * runsPerPiece == runsPerChunk);

__device__ __forceinline__ float sumOfChains(const float (&sums)[chains])
{
    return ((sums[0] + sums[1]) + (sums[2] + sums[3]))
        + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

/// What a block of multiplyTilesKernel works at.
struct BlockOfOutputs {
    ProductJob::Part part;
    int first; // output

    __device__ explicit BlockOfOutputs(const ProductJob& job)
        : part(partOfUnit(job, int(blockIdx.x)))
        , first((int(blockIdx.x) - part.firstUnit) * outputsOf(job.finish))
    {
    }

    /// A gate takes eight rows of either matrix.
    __host__ __device__ static int outputsOf(Finish finish)
    {
        return finish == Finish::Gate ? rowsOfBlock / 2 : rowsOfBlock;
    }

    __device__ WeightRows rows(const ProductJob& job) const
    {
        const bool isGate = job.finish == Finish::Gate;
        return {part.weight, isGate ? job.parts[1].weight : part.weight, first,
            isGate ? first : first + 8, part.outputs, job.rowBytes};
    }

    /// Packs the outputs of a gate that have been written, if all blocks that compute parts of this run
    /// have. All threads.
    __device__ void pack(const ProductJob& job, int firstToken, int tokens) const
    {
        __shared__ bool isLast;
        const int run = first / 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
        __syncthreads();
        if (threadIdx.x == 0) {
            int* counter = job.counters + firstToken / ActivationTile::rows * job.packed.runs + run;
            const int own = outputsOf(Finish::Gate);
            __threadfence();
            isLast = atomicAdd(counter, own) + own == 32;
            if (isLast)
                *counter = 0;
        }
        __syncthreads();
        if (!isLast)
            return;
        __threadfence();
        for (int token = firstToken + warp; token < firstToken + tokens; token += warps) {
            const float* out = part.out + int64_t(token) * part.outputs + run * 32;
            packActivations(job.packed, token, run, __ldcg(out + threadIdx.x % 32));
        }
    }

    /// Writes what belongs to sums[token][row] for tokens from `firstToken` on. All threads.
    __device__ void finish(
        const ProductJob& job, const float (*sums)[rowsOfBlock], int firstToken, int tokens) const
    {
        const int outputs = outputsOf(job.finish);
        for (int i = threadIdx.x; i < tokens * outputs; i += blockDim.x) {
            const int token = i / outputs, row = i % outputs;
            if (first + row >= part.outputs)
                continue;
            float* out = part.out + int64_t(firstToken + token) * part.outputs + first + row;
            float sum = sums[token][row];
            if (job.finish == Finish::Add)
                sum += *out;
            if (job.finish == Finish::Gate)
                sum = activated(sum, job.activation) * sums[token][row + outputs];
            *out = sum;
        }
    }
};

constexpr int tileTokens = ActivationTile::rows; // columns of a product of the tensor cores
constexpr int mostTiles = 4; // of a block

/// The scales of a piece of sixteen rows, spread over the lanes of a warp: a lane has those of row
/// lane / 2 for the runs 0 and 1, or 2 and 3.
struct SpreadScales {
    RunScales own[2];

    /// The scales of a row for run `part` of the piece, the same constant in all lanes.
    template <typename Block>
    __device__ __forceinline__ RunScales of(int row, int part) const
    {
        const RunScales& scales = own[part % 2];
        const int lane = row * 2 + part / 2;
        RunScales result{};
        for (int half = 0; half < (RunTraits<Block>::hasTwoScales ? 2 : 1); ++half) {
            result.scale[half] = __shfl_sync(0xffffffff, scales.scale[half], lane);
            if constexpr (RunTraits<Block>::hasOffset)
                result.offset[half] = __shfl_sync(0xffffffff, scales.offset[half], lane);
        }
        return result;
    }
};

/// Reads what a type needs.
template <typename Block>
__device__ __forceinline__ RunNumbers numbersFor(const ActivationTile::Numbers& x)
{
    if constexpr (needsHalves<Block>) {
        const float4 all = *reinterpret_cast<const float4*>(&x);
        return {all.x, all.y, {all.z, all.w}};
    }
    const float2 whole = *reinterpret_cast<const float2*>(&x);
    return {whole.x, whole.y, {}};
}

/// The sums of sixteen rows with tiles of eight tokens, as tensor cores hold them.
template <typename Block, int tiles>
struct TileSums {
    float sums[tiles][4][pairsPerPiece] = {};

    /// Adds run `part` of a piece, of the tokens of `x`. `rows` are the words of rows g and g + 8.
    __device__ __forceinline__ void add(const ActivationTile& x, int part, int tile,
        const RunWords (&rows)[2], const RunScales (&scales)[2])
    {
        const int lane = threadIdx.x % 32, t = lane % 4;
        const uint2 words = reinterpret_cast<const uint2*>(x.bytes)[lane];
        const uint32_t low = words.x, high = words.y;
        int first[4] = {}, second[4] = {};
        if constexpr (RunTraits<Block>::hasTwoScales) {
            multiplyAccumulate(first, {rows[0].low, rows[1].low, 0, 0}, {low, 0});
            multiplyAccumulate(second, {0, 0, rows[0].high, rows[1].high}, {0, high});
        } else {
            multiplyAccumulate(
                first, {rows[0].low, rows[1].low, rows[0].high, rows[1].high}, {low, high});
        }
        for (int column = 0; column < 2; ++column) {
            const RunNumbers numbers = numbersFor<Block>(x.numbers[2 * t + column]);
            for (int row = 0; row < 2; ++row)
                addRun<Block>(sums[tile][2 * row + column][part / 2], scales[row], numbers,
                    first[2 * row + column], second[2 * row + column]);
        }
    }
};

// So many tiles of tokens of a call. A warp takes one chain of all sixteen rows.
template <typename Block, int tiles>
__global__ void __launch_bounds__(chains * 32, 2) multiplyTilesKernel(ProductJob job)
{
    constexpr int mostTokens = tiles * tileTokens;
    letSuccessorStart();
    const BlockOfOutputs block(job);
    auto* memory = sharedMemory<uint8_t>();
    WeightStages<Block> weights(memory, block.rows(job), job.runs);
    weights.begin();
    waitForPredecessor();

    const int lane = threadIdx.x % 32, chain = threadIdx.x / 32, g = lane / 4, t = lane % 4;
    const int firstToken = blockIdx.y * mostTokens;
    const int tokens = min(mostTokens, job.tokens - firstToken);
    TileSums<Block, tiles> own;
    for (int chunk = 0; chunk < weights.chunks; ++chunk) {
        weights.advanceTo(chunk);
        const int runs = min(runsPerPiece, job.runs - chunk * runsPerChunk - chain * runsPerPiece);
        const Block* ownRow = weights.row(lane / 2, chunk);
        const int ownRun = chain * runsPerPiece + lane % 2 * 2;
        const SpreadScales scales{{runScales(ownRow, ownRun), runScales(ownRow, ownRun + 1)}};
        const Block *upper = weights.row(g, chunk), *lower = weights.row(g + 8, chunk);
#pragma unroll
        for (int part = 0; part < runsPerPiece; ++part) {
            if (part >= runs)
                break;
            const int run = chain * runsPerPiece + part;
            const RunWords rows[2] = {runWords(upper, run, t), runWords(lower, run, t)};
            const RunScales rowScales[2]
                = {scales.of<Block>(g, part), scales.of<Block>(g + 8, part)};
#pragma unroll
            for (int tile = 0; tile < tiles; ++tile)
                if (tile * tileTokens < tokens)
                    own.add(job.x.tile(firstToken + tile * tileTokens, chunk * runsPerChunk + run),
                        part, tile, rows, rowScales);
        }
    }

    __syncthreads(); // the ring is free
    auto* partial = reinterpret_cast<float(*)[mostTokens][rowsOfBlock]>(memory);
    for (int tile = 0; tile < tiles; ++tile)
        for (int i = 0; i < 4; ++i)
            partial[chain][tile * tileTokens + 2 * t + i % 2][g + i / 2 * 8]
                = own.sums[tile][i][0] + own.sums[tile][i][1];
    __syncthreads();
    auto* totals = partial[0];
    for (int i = threadIdx.x; i < mostTokens * rowsOfBlock; i += blockDim.x) {
        float ofChains[chains];
        for (int c = 0; c < chains; ++c)
            ofChains[c] = partial[c][i / rowsOfBlock][i % rowsOfBlock];
        totals[i / rowsOfBlock][i % rowsOfBlock] = sumOfChains(ofChains);
    }
    __syncthreads();
    block.finish(job, totals, firstToken, tokens);
    if (job.packed)
        block.pack(job, firstToken, tokens);
}

/// Shared memory of multiplyTilesKernel: the ring, and later the sums of all chains.
template <typename Block, int tiles>
constexpr int tileSharedBytes()
{
    constexpr int sums = chains * tiles * tileTokens * rowsOfBlock * int(sizeof(float));
    return WeightStages<Block>::ringBytes > sums ? WeightStages<Block>::ringBytes : sums;
}

} // namespace kernels::cuda
