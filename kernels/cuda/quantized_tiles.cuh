#pragma once

#include "kernels/cuda/launch.h"
#include "kernels/cuda/pack_segment.cuh"
#include "kernels/cuda/product_stages.cuh"

// Products of 5 to 64 packed rows with quantized weights; see product_sums.cuh for the order of sums.
//
//   - The grid is one wave. A block has a contiguous share of the units of work and takes up to four
//     of them in a pass; a unit is sixteen rows of weights (of a gate, eight of either matrix). So x
//     is read from the L2 cache once per 64 rows of weights.
//   - Weights and x arrive through rings in shared memory, a chunk of 1,024 columns per step. Weights
//     of the first chunks are fetched before waitForPredecessor(), because they never change.
//   - Warp w multiplies pair w of a chunk, for all rows and tokens of the block; so it has one of the
//     sixteen sums of each product, and the sums of the warps are added at the end of a pass.

namespace kernels::cuda {

constexpr int maxTiles = 4; // tiles of tokens of a block

/// How a product is divided, and how many slots the ring of weights has.
struct TilePlan {
    int passUnits = 0;
    int weightSlots = 0; ///< two or three
    int tokens = 0; ///< of a block
};

/// The value that a type subtracts from all codes, where its offsets are those of this value: they
/// need not be stored next to the scales then.
template <typename Block>
constexpr float zeroPoint = 0;
template <>
inline constexpr float zeroPoint<BlockQ4_0> = 8;
template <>
inline constexpr float zeroPoint<BlockQ5_0> = 16;
template <>
inline constexpr float zeroPoint<BlockQ6_K> = 32;
template <>
inline constexpr float zeroPoint<BlockQ3_K> = 4;

/// The scales of two segments of 32 rows of weights, which a warp shares: [segment][g][j][count] are those of
/// row g + 8 j, so that a lane reads the scales of its four rows at once.
template <typename Block>
struct WarpScales {
    static constexpr int scales = SegmentTraits<Block>::hasTwoScales ? 2 : 1;
    static constexpr bool hasOffsets = SegmentTraits<Block>::hasOffset && zeroPoint<Block> == 0;
    static constexpr int count = scales * (hasOffsets ? 2 : 1);
    static constexpr int bytes = 2 * 32 * count * int(sizeof(float));

    /// The lane that has to provide row g + 8 j is lane 4 g + j.
    static __device__ __forceinline__ void store(
        float* shared, int segment, const SegmentScales& own)
    {
        float* to = shared + (segment * 32 + int(threadIdx.x) % 32) * count;
        for (int i = 0; i < scales; ++i) {
            to[i] = own.scale[i];
            if constexpr (hasOffsets)
                to[scales + i] = own.offset[i];
        }
    }

    float values[4][count]; // of the rows g + 8 j

    __device__ __forceinline__ WarpScales(const float* shared, int segment)
    {
        const auto* from = reinterpret_cast<const float4*>(
            shared + (segment * 32 + int(threadIdx.x) % 32 / 4 * 4) * count);
#pragma unroll
        for (int i = 0; i < count; ++i) {
            const float4 four = from[i];
            values[4 * i / count][4 * i % count] = four.x;
            values[(4 * i + 1) / count][(4 * i + 1) % count] = four.y;
            values[(4 * i + 2) / count][(4 * i + 2) % count] = four.z;
            values[(4 * i + 3) / count][(4 * i + 3) % count] = four.w;
        }
    }

    __device__ __forceinline__ float scale(int j, int half) const
    {
        return values[j][half];
    }
    __device__ __forceinline__ float offset(int j, int half) const
    {
        return hasOffsets ? values[j][(scales + half) % count] : values[j][half];
    }
};

/// The sums of the rows of a pass and tiles of eight tokens, in one of the sixteen parts of
/// columns; a unit and tile are in the layout of the tensor cores.
template <typename Block, int tiles>
struct TileSums {
    float sums[maxPassUnits][tiles][4];

    __device__ __forceinline__ void clear()
    {
        for (auto& unit : sums)
            for (auto& tile : unit)
                for (float& sum : tile)
                    sum = 0;
    }

    /// Adds the products of a pair, of whose segments `segments` exist (1 or 2), for all units of the pass.
    __device__ __forceinline__ void addPair(const WeightStages<Block>& weights, const uint8_t* x,
        float* shared, unsigned pair, int segments, int units, int tokens)
    {
#pragma unroll
        for (int first = 0; first < maxPassUnits; first += 2) {
            if (first + 1 < units)
                addUnits<2>(weights, x, shared, pair, segments, first, tokens);
            else if (first < units)
                addUnits<1>(weights, x, shared, pair, segments, first, tokens);
        }
    }

private:
    /// The part of a segment of eight tokens that a lane needs: words of token g, numbers of the tokens
    /// 2t, 2t + 1.
    struct SegmentOfTile {
        uint2 words;
        SegmentNumbers numbers[2];

        __device__ __forceinline__ SegmentOfTile(const uint8_t* slot, int segment, int tile)
        {
            const int lane = threadIdx.x % 32, t = lane % 4;
            const auto& own
                = reinterpret_cast<const ActivationTile*>(slot)[tile * segmentsPerChunk + segment];
            words = reinterpret_cast<const uint2*>(own.bytes)[lane];
            for (int i = 0; i < 2; ++i) {
                const auto* from = &own.numbers[2 * t + i];
                if constexpr (needsHalves<Block>) {
                    const float4 all = *reinterpret_cast<const float4*>(from);
                    numbers[i] = {all.x, all.y, {all.z, all.w}};
                } else {
                    const float2 whole = *reinterpret_cast<const float2*>(from);
                    numbers[i] = {whole.x, whole.y, {}};
                }
            }
        }
    };

    // The same for `count` units, 1 or 2.
    template <int count>
    __device__ __forceinline__ void addUnits(const WeightStages<Block>& weights, const uint8_t* x,
        float* shared, unsigned pair, int segments, int first, int tokens)
    {
        // The blocks that contain the pair, and its first segment in them. Written so, the compiler knows
        // that both segments are in one block.
        constexpr int inBlock = segmentsPerBlock<Block>;
        const int skipped = 2 * pair / inBlock;
        const int segment = inBlock > 1 ? 2 * pair % inBlock : 0;
        const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
        SegmentScales ownScales[2]; // of row g + 8 t
        scalesOfPair(weights.row(2 * first + t % (2 * count), g) + skipped, segment, ownScales);
        __syncwarp(); // the scales of other rows have been read
        for (int part = 0; part < 2; ++part)
            WarpScales<Block>::store(shared, part, ownScales[part]);
        SegmentWords words[2 * count][2]; // [row g + 8 j][segment]
#pragma unroll
        for (int j = 0; j < 2 * count; ++j)
            wordsOfPair(weights.row(2 * first + j, g) + skipped, segment, t, words[j]);
        __syncwarp();
#pragma unroll
        for (int part = 0; part < 2; ++part) {
            if (part >= segments)
                break;
            const WarpScales<Block> scales(shared, part);
#pragma unroll
            for (int tile = 0; tile < tiles; ++tile) {
                if (tile * tileTokens >= tokens)
                    break;
                const SegmentOfTile own(x, 2 * pair + part, tile);
                for (int i = 0; i < count; ++i)
                    addSegment(sums[first + i][tile], words[2 * i][part], words[2 * i + 1][part],
                        scales, 2 * i, own);
            }
        }
    }

    // The rounding is that of addSegment() in product_sums.cuh: a zero point is a power of two, so it
    // makes no difference which factor is multiplied by it.
    static __device__ __forceinline__ void addSegment(float (&sums)[4], const SegmentWords& upper,
        const SegmentWords& lower, const WarpScales<Block>& scales, int j,
        const SegmentOfTile& segment)
    {
        constexpr bool hasTwo = SegmentTraits<Block>::hasTwoScales;
        constexpr float factor = zeroPoint<Block> != 0 ? -zeroPoint<Block> : 1;
        int first[4], second[4];
        if constexpr (hasTwo) {
            multiply(first, {upper.low, lower.low}, segment.words.x);
            multiply(second, {upper.high, lower.high}, segment.words.y);
        } else {
            multiply(first, {upper.low, lower.low, upper.high, lower.high},
                {segment.words.x, segment.words.y});
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const int row = j + i / 2;
            const SegmentNumbers& x = segment.numbers[i % 2];
            float& sum = sums[i];
            sum = fmaf(scales.scale(row, 0) * x.scale, float(first[i]), sum);
            if constexpr (hasTwo)
                sum = fmaf(scales.scale(row, 1) * x.scale, float(second[i]), sum);
            if constexpr (needsHalves<Block>) {
                sum = fmaf(scales.offset(row, 0), factor * x.halves[0], sum);
                sum = fmaf(scales.offset(row, 1), factor * x.halves[1], sum);
            } else if constexpr (SegmentTraits<Block>::hasOffset) {
                sum = fmaf(scales.offset(row, 0), factor * x.sum, sum);
            }
        }
    }
};

/// The sums of a unit that all warps of a block have, in shared memory: [warp][tile][row][token].
template <int tiles>
struct UnitSums {
    static constexpr int perTile = unitRows * tileTokens, perWarp = tiles * perTile;
    static constexpr int bytes = tileWarps * perWarp * int(sizeof(float));

    float* shared;

    __device__ __forceinline__ void store(const float (&own)[tiles][4]) const
    {
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        for (int tile = 0; tile < tiles; ++tile)
            for (int half = 0; half < 2; ++half)
                reinterpret_cast<float2*>(
                    shared + warp * perWarp + tile * perTile)[half * 32 + lane]
                    = {own[tile][2 * half], own[tile][2 * half + 1]};
    }

    __device__ __forceinline__ float total(int row, int token) const
    {
        const float* from
            = shared + token / tileTokens * perTile + row * tileTokens + token % tileTokens;
        float sums[tileWarps];
#pragma unroll
        for (int warp = 0; warp < tileWarps; ++warp)
            sums[warp] = from[warp * perWarp];
#pragma unroll
        for (int count = tileWarps / 2; count > 0; count /= 2)
            for (int i = 0; i < count; ++i)
                sums[i] = sums[2 * i] + sums[2 * i + 1];
        return sums[0];
    }

    /// Adds the sums of all warps and writes the outputs of the unit. All threads must call it.
    __device__ __forceinline__ void finish(
        const ProductJob& job, int unit, int firstToken, int tokens) const
    {
        const bool isGate = job.finish == Finish::Gate;
        const int outputs = isGate ? unitRows / 2 : unitRows;
        const ProductJob::Part part = partOfUnit(job, unit);
        const int firstOutput = (unit - part.firstUnit) * outputs;
        for (int i = threadIdx.x; i < tiles * tileTokens * outputs; i += tileThreads) {
            const int row = i / tileTokens % outputs;
            const int token = i / tileTokens / outputs * tileTokens + i % tileTokens;
            if (token >= tokens || firstOutput + row >= part.outputs)
                continue;
            float* out = part.out + int64_t(firstToken + token) * part.outputs + firstOutput + row;
            const float before = job.finish == Finish::Add ? *out : 0.0f;
            float sum = total(row, token);
            if (isGate)
                sum = activated(sum, job.activation) * total(row + outputs, token);
            else if (job.finish == Finish::Add)
                sum += before;
            *out = sum;
        }
    }
};

/// Packs the outputs of a gate that the block has written, for the units from `first` to before
/// `end`. A segment that several blocks compute is packed by the one that completes it. All threads
/// must call it; a barrier precedes the first use of `shared`.
__device__ __forceinline__ void packGate(
    const ProductJob& job, int first, int end, int firstToken, int tokens, int* shared)
{
    constexpr int unitsPerSegment = 32 / (unitRows / 2);
    const int firstSegment = first / unitsPerSegment,
              segments = (end - 1) / unitsPerSegment + 1 - firstSegment;
    __syncthreads();
    for (int i = threadIdx.x; i < segments; i += tileThreads) {
        const int segment = firstSegment + i;
        const int own
            = min(end, (segment + 1) * unitsPerSegment) - max(first, segment * unitsPerSegment);
        bool isComplete = own == unitsPerSegment;
        if (!isComplete) {
            int* counter
                = job.counters + firstToken / ActivationTile::rows * job.packed.segments + segment;
            const int outputs = own * (unitRows / 2);
            __threadfence();
            isComplete = atomicAdd(counter, outputs) + outputs == 32;
            if (isComplete)
                *counter = 0;
            __threadfence();
        }
        shared[i] = isComplete;
    }
    __syncthreads();
    const int outputs = job.parts[0].outputs;
    for (int i = int(threadIdx.x) / 32; i < segments * tokens; i += tileWarps) {
        const int segment = firstSegment + i % segments, token = firstToken + i / segments;
        if (shared[i % segments])
            packActivations(job.packed, token, segment,
                __ldcg(
                    job.parts[0].out + int64_t(token) * outputs + segment * 32 + threadIdx.x % 32));
    }
}

template <typename Block, int tiles>
__global__ void __launch_bounds__(tileThreads, 1) multiplyTilesKernel(ProductJob job, TilePlan plan)
{
    auto* memory = sharedMemory<uint8_t>();
    const int block = blockIdx.x, warp = threadIdx.x / 32;
    const int first = block * job.sharesPerBlock + min(block, job.longerBlocks);
    const int end = first + job.sharesPerBlock + (block < job.longerBlocks ? 1 : 0);
    WeightStages<Block> weights(job, memory, plan.weightSlots, plan.passUnits, first, end);
    for (int slot = 1; slot < plan.weightSlots; ++slot) {
        weights.fetch();
        commitCopies();
    }
    memory += plan.weightSlots * WeightStages<Block>::slotBytes(plan.passUnits);
    waitForPredecessor();
    letSuccessorStart();

    const int firstToken = blockIdx.y * plan.tokens;
    const int tokens = min(plan.tokens, job.tokens - firstToken);
    const int chunks = (job.segments + segmentsPerChunk - 1) / segmentsPerChunk;
    const int passes = (end - first + plan.passUnits - 1) / plan.passUnits;
    ActivationStages<tiles> x(job, memory, firstToken, tokens, passes * chunks);
    x.fetchNow();
    memory += x.ringBytes;
    float* scales = reinterpret_cast<float*>(memory + warp * WarpScales<Block>::bytes);

    TileSums<Block, tiles> own;
    for (int unit = first; unit < end; unit += plan.passUnits) {
        const int units = min(plan.passUnits, end - unit);
        own.clear();
        for (int chunk = 0; chunk < chunks; ++chunk) {
            // The copies of x start before those of weights in every step. With three slots for
            // weights, the youngest group of copies is for a later step.
            waitForCopies(plan.weightSlots - 2);
            __syncthreads(); // all see the new chunks, and have done with the previous ones
            x.fetch();
            commitCopies();
            weights.fetch();
            commitCopies();
            const int segments = min(2, job.segments - chunk * segmentsPerChunk - 2 * warp);
            if (segments > 0)
                own.addPair(weights, x.front(), scales, warp, segments, units, tokens);
            if (chunk + 1 < chunks)
                x.pop();
            weights.pop();
        }
        const UnitSums<tiles> shared{reinterpret_cast<float*>(x.front())};
        for (int i = 0; i < units; ++i) {
            __syncthreads(); // no thread reads x or the sums of the previous unit any more
#pragma unroll
            for (int k = 0; k < maxPassUnits; ++k) // an index known to the compiler
                if (k == i)
                    shared.store(own.sums[k]);
            __syncthreads();
            shared.finish(job, unit + i, firstToken, tokens);
        }
        x.pop();
    }
    if (job.packed)
        packGate(
            job, first, end, firstToken, tokens, reinterpret_cast<int*>(sharedMemory<uint8_t>()));
}

/// Dynamic shared memory of multiplyTilesKernel.
template <typename Block, int tiles>
int64_t tileSharedBytes(const TilePlan& plan)
{
    using Activations = ActivationStages<tiles>;
    static_assert(UnitSums<tiles>::bytes <= Activations::slotBytes);
    return plan.weightSlots * WeightStages<Block>::slotBytes(plan.passUnits)
        + Activations::ringBytes + tileWarps * WarpScales<Block>::bytes;
}

} // namespace kernels::cuda
