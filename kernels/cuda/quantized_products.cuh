#pragma once

#include "kernels/cuda/activation.cuh"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/run_values.h"
#include "kernels/cuda/weight_stages.cuh"

// Products of packed rows with quantised weights. However many rows there are, and whichever kernel
// multiplies them, a sum is taken in one order: runs of 32 products are summed exactly, as whole
// numbers; the runs of every eighth piece, one after the other, make one of eight sums; and these
// are added in pairs. So a token's numbers do not depend on its company.

namespace kernels::cuda {

constexpr int chains = 8; // sums that are taken side by side; piece p belongs to chain p % 8
static_assert(chains * runsPerPiece == runsPerChunk);

__device__ __forceinline__ float sumOfChains(const float (&sums)[chains])
{
    return ((sums[0] + sums[1]) + (sums[2] + sums[3]))
        + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

/// Adds a run: `first` and `second` are the sums of its two halves; of types with one scale `first`
/// is that of both. Multiplications and additions are fused by name, for the order must be the same
/// in all kernels.
template <typename Block>
__device__ __forceinline__ void addRun(
    float& sum, const RunScales& weight, float scale, const float* halves, int first, int second)
{
    sum = fmaf(weight.scale[0] * scale, float(first), sum);
    if constexpr (RunTraits<Block>::hasTwoScales)
        sum = fmaf(weight.scale[1] * scale, float(second), sum);
    if constexpr (RunTraits<Block>::hasOffset) {
        if constexpr (RunTraits<Block>::hasTwoScales) {
            sum = fmaf(weight.offset[0], halves[0], sum);
            sum = fmaf(weight.offset[1], halves[1], sum);
        } else {
            sum = fmaf(weight.offset[0], halves[0] + halves[1], sum);
        }
    }
}

/// What a block of the grid works at.
struct BlockOfOutputs {
    ProductJob::Part part;
    int first; // output

    __device__ explicit BlockOfOutputs(const ProductJob& job)
        : part(job.parts[0])
    {
#pragma unroll
        for (int i = 1; i < ProductJob::mostParts; ++i)
            if (job.finish != Finish::Gate && i < job.partCount
                && int(blockIdx.x) >= job.parts[i].firstBlock)
                part = job.parts[i];
        first = (int(blockIdx.x) - part.firstBlock) * outputsOf(job.finish);
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

constexpr int fewWarps = 4;

// At most four tokens. A warp takes four rows of the block, a lane one of the eight chains of a
// row: bound by reading the weights, whose every byte a lane unpacks once for all tokens.
template <typename Block, int tokens>
__global__ void __launch_bounds__(fewWarps * 32) multiplyFewKernel(ProductJob job)
{
    const BlockOfOutputs block(job);
    WeightStages<Block> weights(sharedMemory<uint8_t>(), block.rows(job), job.runs);
    weights.begin();
    waitForPredecessor();

    const int lane = threadIdx.x % 32, chain = lane % chains;
    const int row = int(threadIdx.x) / 32 * 4 + lane / chains;
    float sums[tokens] = {};
    for (int chunk = 0; chunk < weights.chunks; ++chunk) {
        weights.advanceTo(chunk);
        const Block* blocks = weights.row(row, chunk);
        const int runs = min(runsPerPiece, job.runs - chunk * runsPerChunk - chain * runsPerPiece);
        for (int part = 0; part < runs; ++part) {
            const int run = chain * runsPerPiece + part;
            const RunScales scales = runScales(blocks, run);
            RunWords words[4];
            for (int t = 0; t < 4; ++t)
                words[t] = runWords(blocks, run, t);
            for (int token = 0; token < tokens; ++token) {
                const ActivationPiece& x = job.x[int64_t(min(token, job.tokens - 1)) * job.pieces
                    + chunk * chains + chain];
                const auto* four = reinterpret_cast<const uint4*>(x.bytes[part]);
                const uint4 low = four[0], high = four[1];
                int first = dotOfBytes(int(words[0].low), int(low.x), 0);
                first = dotOfBytes(int(words[1].low), int(low.y), first);
                first = dotOfBytes(int(words[2].low), int(low.z), first);
                first = dotOfBytes(int(words[3].low), int(low.w), first);
                int second = dotOfBytes(int(words[0].high), int(high.x), 0);
                second = dotOfBytes(int(words[1].high), int(high.y), second);
                second = dotOfBytes(int(words[2].high), int(high.z), second);
                second = dotOfBytes(int(words[3].high), int(high.w), second);
                if constexpr (!RunTraits<Block>::hasTwoScales)
                    first += second;
                addRun<Block>(sums[token], scales, x.scales[part], x.sums[part], first, second);
            }
        }
    }

    __shared__ float shared[tokens][rowsOfBlock];
    for (int token = 0; token < tokens; ++token) {
        for (int distance = 1; distance < chains; distance *= 2)
            sums[token] += __shfl_xor_sync(0xffffffff, sums[token], distance);
        if (chain == 0)
            shared[token][row] = sums[token];
    }
    __syncthreads();
    letSuccessorStart();
    block.finish(job, shared, 0, job.tokens);
}

constexpr int tileTokens = 8; // columns of a product of the tensor cores
constexpr int mostTiles = 4; // of a block
constexpr int mostTileTokens = tileTokens * mostTiles;

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

/// The sums of sixteen rows with up to four tiles of eight tokens, as tensor cores hold them.
template <typename Block>
struct TileSums {
    float sums[mostTiles][4] = {};

    /// Adds run `part` of a piece. `row` are the words of rows g and g + 8.
    __device__ __forceinline__ void add(const ProductJob& job, int64_t piece, int part, int tile,
        int firstToken, const RunWords (&rows)[2], const RunScales (&scales)[2])
    {
        const int lane = threadIdx.x % 32, t = lane % 4;
        const auto pieceOf = [&](int column) -> const ActivationPiece& {
            const int token = min(firstToken + tile * tileTokens + column, job.tokens - 1);
            return job.x[int64_t(token) * job.pieces + piece];
        };
        const auto* bytes = reinterpret_cast<const uint32_t*>(pieceOf(lane / 4).bytes[part]);
        const uint32_t low = bytes[t], high = bytes[4 + t];
        int first[4] = {}, second[4] = {};
        if constexpr (RunTraits<Block>::hasTwoScales) {
            multiplyAccumulate(first, {rows[0].low, rows[1].low, 0, 0}, {low, 0});
            multiplyAccumulate(second, {0, 0, rows[0].high, rows[1].high}, {0, high});
        } else {
            multiplyAccumulate(
                first, {rows[0].low, rows[1].low, rows[0].high, rows[1].high}, {low, high});
        }
        for (int column = 0; column < 2; ++column) {
            const ActivationPiece& x = pieceOf(2 * t + column);
            for (int row = 0; row < 2; ++row)
                addRun<Block>(sums[tile][2 * row + column], scales[row], x.scales[part],
                    x.sums[part], first[2 * row + column], second[2 * row + column]);
        }
    }
};

// Up to 32 tokens of a call. A warp takes one chain of all sixteen rows.
template <typename Block>
__global__ void __launch_bounds__(chains * 32) multiplyTilesKernel(ProductJob job)
{
    const BlockOfOutputs block(job);
    auto* memory = sharedMemory<uint8_t>();
    WeightStages<Block> weights(memory, block.rows(job), job.runs);
    weights.begin();
    waitForPredecessor();

    const int lane = threadIdx.x % 32, chain = threadIdx.x / 32, g = lane / 4, t = lane % 4;
    const int firstToken = blockIdx.y * mostTileTokens;
    const int tokens = min(mostTileTokens, job.tokens - firstToken);
    TileSums<Block> tiles;
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
            for (int tile = 0; tile < mostTiles; ++tile)
                if (tile * tileTokens < tokens)
                    tiles.add(job, int64_t(chunk) * chains + chain, part, tile, firstToken, rows,
                        rowScales);
        }
    }

    __syncthreads(); // the ring is free
    auto* partial = reinterpret_cast<float(*)[mostTileTokens][rowsOfBlock]>(memory);
    for (int tile = 0; tile < mostTiles; ++tile)
        for (int i = 0; i < 4; ++i)
            partial[chain][tile * tileTokens + 2 * t + i % 2][g + i / 2 * 8] = tiles.sums[tile][i];
    __syncthreads();
    letSuccessorStart();
    auto* totals = partial[0];
    for (int i = threadIdx.x; i < mostTileTokens * rowsOfBlock; i += blockDim.x) {
        float sums[chains];
        for (int c = 0; c < chains; ++c)
            sums[c] = partial[c][i / rowsOfBlock][i % rowsOfBlock];
        totals[i / rowsOfBlock][i % rowsOfBlock] = sumOfChains(sums);
    }
    __syncthreads();
    block.finish(job, totals, firstToken, tokens);
}

/// Shared memory of multiplyTilesKernel: the ring, and later the sums of all chains.
template <typename Block>
constexpr int tileSharedBytes()
{
    constexpr int sums = chains * mostTileTokens * rowsOfBlock * int(sizeof(float));
    return WeightStages<Block>::ringBytes > sums ? WeightStages<Block>::ringBytes : sums;
}

} // namespace kernels::cuda
