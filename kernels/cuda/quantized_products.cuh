#pragma once

#include "kernels/cuda/pack_run.cuh"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/run_values.h"
#include "kernels/cuda/weight_stages.cuh"

// Products of packed rows with quantised weights. However many rows there are, and whichever kernel
// multiplies them, a sum is taken in one order: runs of 32 products are summed exactly, as whole
// numbers; every sixteenth pair of runs, one after the other, makes one of sixteen sums; and these
// are added in pairs, first those of a piece. So a token's numbers do not depend on its company.

namespace kernels::cuda {

constexpr int chains = 8; // pieces that are summed side by side; piece p belongs to chain p % 8
constexpr int pairsPerPiece = runsPerPiece / 2;
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
    float& sum, const RunScales& weight, const ActivationPiece::Numbers& x, int first, int second)
{
    sum = fmaf(weight.scale[0] * x.scale, float(first), sum);
    if constexpr (RunTraits<Block>::hasTwoScales)
        sum = fmaf(weight.scale[1] * x.scale, float(second), sum);
    if constexpr (RunTraits<Block>::hasOffset) {
        if constexpr (RunTraits<Block>::hasTwoScales) {
            sum = fmaf(weight.offset[0], x.halves[0], sum);
            sum = fmaf(weight.offset[1], x.halves[1], sum);
        } else {
            sum = fmaf(weight.offset[0], x.whole, sum);
        }
    }
}

/// The part that a block of the grid computes, or that of the gate.
__device__ __forceinline__ ProductJob::Part partOfBlock(const ProductJob& job)
{
    ProductJob::Part part = job.parts[0];
#pragma unroll
    for (int i = 1; i < ProductJob::mostParts; ++i)
        if (job.finish != Finish::Gate && i < job.partCount
            && int(blockIdx.x) >= job.parts[i].firstBlock)
            part = job.parts[i];
    return part;
}

/// What a block of multiplyTilesKernel works at.
struct BlockOfOutputs {
    ProductJob::Part part;
    int first; // output

    __device__ explicit BlockOfOutputs(const ProductJob& job)
        : part(partOfBlock(job))
        , first((int(blockIdx.x) - part.firstBlock) * outputsOf(job.finish))
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

/// The row of weights that half a warp of multiplyFewKernel multiplies. Those of a warp are two
/// neighbours or, of a gate, one of either matrix.
struct RowOfHalfWarp {
    const ProductJob& job;
    ProductJob::Part part;
    int half; // of the warp that this lane belongs to
    int output; // its own

    __device__ explicit RowOfHalfWarp(const ProductJob& ofJob)
        : job(ofJob)
        , part(partOfBlock(ofJob))
        , half(threadIdx.x % 32 / 16)
        , output((int(blockIdx.x) - part.firstBlock) * outputsOfBlock(ofJob.finish)
              + int(threadIdx.x) / 32 * (isGate() ? 1 : 2) + (isGate() ? 0 : half))
    {
    }

    __host__ __device__ static int outputsOfBlock(Finish finish)
    {
        return fewWarps * (finish == Finish::Gate ? 1 : 2);
    }

    __device__ bool isGate() const { return job.finish == Finish::Gate; }

    /// A row behind the last one is the last one; its sum goes nowhere.
    __device__ const uint8_t* start() const
    {
        const uint8_t* weight = isGate() && half == 1 ? job.parts[1].weight : part.weight;
        return weight + int64_t(min(output, part.outputs - 1)) * job.rowBytes;
    }

    /// Writes the sum that a token has with the row, which all lanes of the half know.
    __device__ void finish(float sum, int token) const
    {
        const float other = __shfl_xor_sync(0xffffffff, sum, 16);
        float* out = part.out + int64_t(token) * part.outputs + output;
        const int writer = isGate() ? 0 : half * 16;
        if (int(threadIdx.x) % 32 != writer || output >= part.outputs || token >= job.tokens)
            return;
        if (isGate())
            *out = activated(sum, job.activation) * other;
        else
            *out = job.finish == Finish::Add ? sum + *out : sum;
    }
};

/// The sums of products of a run's halves.
struct HalfDots {
    int first = 0, second = 0;

    __device__ HalfDots(const RunWords (&words)[4], const int8_t (&bytes)[32])
    {
        const auto* x = reinterpret_cast<const uint4*>(bytes);
        const uint4 even = x[0], odd = x[1];
        first = dotOfBytes(int(words[0].low), int(even.x), 0);
        first = dotOfBytes(int(words[1].low), int(even.z), first);
        first = dotOfBytes(int(words[2].low), int(odd.x), first);
        first = dotOfBytes(int(words[3].low), int(odd.z), first);
        second = dotOfBytes(int(words[0].high), int(even.y), 0);
        second = dotOfBytes(int(words[1].high), int(even.w), second);
        second = dotOfBytes(int(words[2].high), int(odd.y), second);
        second = dotOfBytes(int(words[3].high), int(odd.w), second);
    }
};

// At most four tokens. A half of a warp takes a row, a lane every sixteenth pair of its runs, which
// share their bytes in many types: bound by reading the weights, whose every byte a lane takes from
// memory to its registers and unpacks once for all tokens.
template <typename Block, int tokens>
__global__ void __launch_bounds__(fewWarps * 32) multiplyFewKernel(ProductJob job)
{
    const RowOfHalfWarp row(job);
    const uint8_t* start = row.start();
    const auto* blocks
        = reinterpret_cast<const Block*>(__builtin_assume_aligned(start, blockAlignment<Block>));
    const unsigned lane = threadIdx.x % 16, runs = unsigned(job.runs);
    if (lane * 128 < job.rowBytes) // more would drive out of the cache what others have asked for
        prefetch(start + lane * 128);
    waitForPredecessor();

    float sums[tokens] = {};
    const auto add = [&](unsigned run, const RunWords(&words)[4], const RunScales& scales) {
        for (int token = 0; token < tokens; ++token) {
            const int64_t first = int64_t(min(token, job.tokens - 1)) * job.pieces;
            const ActivationPiece& x = job.x[first + run / runsPerPiece];
            const unsigned part = run % runsPerPiece;
            HalfDots dots(words, x.bytes[part]);
            if constexpr (!RunTraits<Block>::hasTwoScales)
                dots.first += dots.second;
            addRun<Block>(sums[token], scales, x.numbers[part], dots.first, dots.second);
        }
    };
    unsigned run = 2 * lane;
#pragma unroll 2
    for (; run + 1 < runs; run += 32) {
        RunWords words[2][4];
        RunScales scales[2];
        readPair(blocks, run, words, scales);
        add(run, words[0], scales[0]);
        add(run + 1, words[1], scales[1]);
    }
    if (run < runs) {
        RunWords words[4];
        wordsOfRun(blocks, run, words);
        add(run, words, runScales(blocks, run));
    }

    letSuccessorStart();
    for (int token = 0; token < tokens; ++token) {
        for (int distance = 1; distance < 16; distance *= 2) // pieces first
            sums[token] += __shfl_xor_sync(0xffffffff, sums[token], distance);
        row.finish(sums[token], token);
    }
}

constexpr int tileTokens = 8; // columns of a product of the tensor cores
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

/// The sums of sixteen rows with tiles of eight tokens, as tensor cores hold them.
template <typename Block, int tiles>
struct TileSums {
    float sums[tiles][4][pairsPerPiece] = {};

    /// Adds run `part` of a piece. `row` are the words of rows g and g + 8.
    __device__ __forceinline__ void add(const ProductJob& job, int64_t piece, int part, int tile,
        int firstToken, const RunWords (&rows)[2], const RunScales (&scales)[2])
    {
        const int lane = threadIdx.x % 32, t = lane % 4;
        const auto pieceOf = [&](int column) -> const ActivationPiece& {
            const int token = min(firstToken + tile * tileTokens + column, job.tokens - 1);
            return job.x[int64_t(token) * job.pieces + piece];
        };
        const uint2 words = reinterpret_cast<const uint2*>(pieceOf(lane / 4).bytes[part])[t];
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
            const ActivationPiece::Numbers x = pieceOf(2 * t + column).numbers[part];
            for (int row = 0; row < 2; ++row)
                addRun<Block>(sums[tile][2 * row + column][part / 2], scales[row], x,
                    first[2 * row + column], second[2 * row + column]);
        }
    }
};

// So many tiles of tokens of a call. A warp takes one chain of all sixteen rows.
template <typename Block, int tiles>
__global__ void __launch_bounds__(chains * 32, 2) multiplyTilesKernel(ProductJob job)
{
    constexpr int mostTokens = tiles * tileTokens;
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
                    own.add(job, int64_t(chunk) * chains + chain, part, tile, firstToken, rows,
                        rowScales);
        }
    }

    __syncthreads(); // the ring is free
    auto* partial = reinterpret_cast<float(*)[mostTokens][rowsOfBlock]>(memory);
    for (int tile = 0; tile < tiles; ++tile)
        for (int i = 0; i < 4; ++i)
            partial[chain][tile * tileTokens + 2 * t + i % 2][g + i / 2 * 8]
                = own.sums[tile][i][0] + own.sums[tile][i][1];
    __syncthreads();
    letSuccessorStart();
    auto* totals = partial[0];
    for (int i = threadIdx.x; i < mostTokens * rowsOfBlock; i += blockDim.x) {
        float ofChains[chains];
        for (int c = 0; c < chains; ++c)
            ofChains[c] = partial[c][i / rowsOfBlock][i % rowsOfBlock];
        totals[i / rowsOfBlock][i % rowsOfBlock] = sumOfChains(ofChains);
    }
    __syncthreads();
    block.finish(job, totals, firstToken, tokens);
}

/// Shared memory of multiplyTilesKernel: the ring, and later the sums of all chains.
template <typename Block, int tiles>
constexpr int tileSharedBytes()
{
    constexpr int sums = chains * tiles * tileTokens * rowsOfBlock * int(sizeof(float));
    return WeightStages<Block>::ringBytes > sums ? WeightStages<Block>::ringBytes : sums;
}

} // namespace kernels::cuda
