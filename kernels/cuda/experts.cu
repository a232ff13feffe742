#include "kernels/check_ops.h"
#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cached_rows.cuh"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/reduce.cuh"
#include "kernels/cuda/segment_pairs.h"

#include <algorithm>

// Experts: the rows of each expert are grouped on the GPU, because only the GPU knows which experts
// were chosen, and multiplied in tiles, so that a weight is read once for several rows. The order
// of a sum depends only on the length of a row.

namespace kernels::cuda {

namespace {

constexpr int warps = 4; // per block
constexpr int maxTileRows = 8;
constexpr int groupThreads = 256;
constexpr int64_t maxExperts = 1024;

/// Rows of one expert: the indices first … first + rows − 1 of the order.
struct ExpertTile {
    int expert, first, rows;
};

/// The rows of `out`, sorted by expert and divided into tiles. If every tile is one row, in the
/// order of `out`, as for a single token, the pointers are null. If every token passes through all
/// experts in their order, they are null, too, and `tokens` is their number.
struct ExpertOrder {
    int* rows; // [rows of out]
    ExpertTile* tiles; // room for the largest possible number of tiles
    int* tileCount;
    int tokens, experts;

    __device__ ExpertTile tile(int index, const int32_t* chosen, int tileRows) const
    {
        if (tokens > 0) {
            const int first = index / experts * tileRows, expert = index % experts;
            return {expert, expert * tokens + first, min(tileRows, tokens - first)};
        }
        if (!rows)
            return {chosen[index], index, 1};
        return index < *tileCount ? tiles[index] : ExpertTile{0, 0, 0};
    }
    __device__ int row(int position) const
    {
        if (tokens > 0)
            return position % tokens * experts + position / tokens;
        return rows ? rows[position] : position;
    }
};

// One block. Each thread collects the rows of some experts.
__global__ void __launch_bounds__(groupThreads)
    groupKernel(ExpertOrder order, const int32_t* chosen, int rows, int experts)
{
    int* firstRow = sharedMemory<int>(); // [experts + 1]
    int* firstTile = firstRow + experts + 1; // [experts + 1]
    for (int expert = threadIdx.x; expert < experts; expert += groupThreads) {
        int count = 0;
        for (int row = 0; row < rows; ++row)
            count += chosen[row] == expert;
        firstRow[expert + 1] = count;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        firstRow[0] = firstTile[0] = 0;
        for (int expert = 0; expert < experts; ++expert) {
            const int count = firstRow[expert + 1];
            firstRow[expert + 1] = firstRow[expert] + count;
            firstTile[expert + 1] = firstTile[expert] + (count + maxTileRows - 1) / maxTileRows;
        }
        *order.tileCount = firstTile[experts];
    }
    __syncthreads();
    for (int expert = threadIdx.x; expert < experts; expert += groupThreads) {
        int position = firstRow[expert];
        if (position == firstRow[expert + 1])
            continue;
        for (int row = 0; row < rows; ++row)
            if (chosen[row] == expert)
                order.rows[position++] = row;
        for (int first = firstRow[expert], tile = firstTile[expert]; first < position;
             first += maxTileRows)
            order.tiles[tile++] = {expert, first, min(maxTileRows, position - first)};
    }
}

/// Eight numbers of a row: four at the index position(i), and four at position(i) + distance.
struct EightNumbers {
    float low[4], high[4];
};

/// Reads eight numbers of a blocked type by one call of segmentWords(). The two fours are sixteen
/// apart.
template <typename Stored>
struct EightOf {
    static constexpr int distance = 16;

    static __device__ int64_t position(int64_t i) { return i / 4 * 32 + i % 4 * 4; }

    static __device__ EightNumbers load(const Stored* row, int64_t i, int64_t)
    {
        const SegmentWords words = segmentWords(row, i / 4, int(i % 4));
        const SegmentScales scales = segmentScales(row, i / 4);
        constexpr int second = SegmentTraits<Stored>::hasTwoScales ? 1 : 0;
        EightNumbers numbers;
        for (int k = 0; k < 4; ++k) {
            numbers.low[k] = scales.scale[0] * signedByte(words.low, k);
            numbers.high[k] = scales.scale[second] * signedByte(words.high, k);
            if constexpr (SegmentTraits<Stored>::hasOffset) {
                numbers.low[k] += scales.offset[0];
                numbers.high[k] += scales.offset[second];
            }
        }
        return numbers;
    }
};

/// Reads eight neighboring plain numbers, with zeros beyond the end of the row.
template <typename Number>
struct EightPlain {
    static constexpr int distance = 4;

    static __device__ int64_t position(int64_t i) { return i * 8; }

    static __device__ EightNumbers load(const Number* row, int64_t i, int64_t columns)
    {
        EightNumbers numbers;
        for (int k = 0; k < 4; ++k) {
            const int64_t low = i * 8 + k, high = low + 4;
            numbers.low[k] = low < columns ? storedValue(row, low) : 0.0f;
            numbers.high[k] = high < columns ? storedValue(row, high) : 0.0f;
        }
        return numbers;
    }
};

template <>
struct EightOf<float> : EightPlain<float> {
};
template <>
struct EightOf<__half> : EightPlain<__half> {
};
template <>
struct EightOf<__nv_bfloat16> : EightPlain<__nv_bfloat16> {
};

struct ExpertArguments {
    float* out;
    const float* x;
    const uint8_t* weight; // of the first expert
    int64_t expertBytes, rowBytes; // distance of neighboring experts, and of neighboring rows
    int64_t outputs, inputs;
    int share; // rows of out that read one row of x
    const int32_t* chosen;
    ExpertOrder order;
};

// Grid: four outputs, tile. One warp per output; its lanes take turns with eight weights of a row,
// and multiply them with all rows of the tile.
template <typename Stored, int tileRows>
__global__ void __launch_bounds__(warps * 32) multiplyExpertsKernel(ExpertArguments a)
{
    const int64_t output = int64_t(blockIdx.x) * warps + threadIdx.x / 32;
    const ExpertTile tile = a.order.tile(blockIdx.y, a.chosen, tileRows);
    if (output >= a.outputs || tile.rows == 0)
        return;
    const float* in[tileRows];
    for (int i = 0; i < tileRows; ++i)
        in[i] = a.x + a.order.row(tile.first + min(i, tile.rows - 1)) / a.share * a.inputs;

    const auto* weight = reinterpret_cast<const Stored*>(
        a.weight + tile.expert * a.expertBytes + output * a.rowBytes);
    using Eight = EightOf<Stored>;
    float sums[tileRows] = {};
    for (int64_t i = threadIdx.x % 32; i * 8 < a.inputs; i += 32) {
        const EightNumbers weights = Eight::load(weight, i, a.inputs);
        const int64_t low = Eight::position(i), high = low + Eight::distance;
        for (int row = 0; row < tileRows; ++row)
            for (int k = 0; k < 4; ++k) {
                if (low + k < a.inputs)
                    sums[row] = fmaf(weights.low[k], in[row][low + k], sums[row]);
                if (high + k < a.inputs)
                    sums[row] = fmaf(weights.high[k], in[row][high + k], sums[row]);
            }
    }
    for (int i = 0; i < tileRows; ++i) {
        const float sum = warpSum(sums[i]);
        if (threadIdx.x % 32 == 0 && i < tile.rows)
            a.out[a.order.row(tile.first + i) * a.outputs + output] = sum;
    }
}

using Scoring = ExpertWeighting::Scoring;

struct RouterArguments {
    const float* scores;
    int experts;
    Scoring scoring;
    bool sumsToOne;
    float epsilon, factor;
    const float *scales, *choiceBias; // null: none
    int groups, groupsUsed, groupScore;
};

RouterArguments routerArguments(TensorView scores, const ExpertWeighting& weighting)
{
    return {scores.data<float>(), int(scores.columns), weighting.scoring, weighting.sumsToOne,
        weighting.epsilon, weighting.factor, weighting.scales.data<float>(),
        weighting.choiceBias.data<float>(), weighting.groups, weighting.groupsUsed,
        weighting.groupScore};
}

__device__ __forceinline__ float logistic(float score)
{
    return 1 / (1 + expf(-score));
}

// The sum of the highest ranks of a group, one or two.
__device__ float scoreOfGroup(const float* ranks, int size, int count)
{
    float first = -INFINITY, second = -INFINITY;
    for (int i = 0; i < size; ++i) {
        second = fmaxf(second, fminf(first, ranks[i]));
        first = fmaxf(first, ranks[i]);
    }
    return count == 1 ? first : first + second;
}

// One warp per token. The shared memory has a number for each group.
__global__ void rankExpertsKernel(float* ranks, RouterArguments a)
{
    float* groupScores = sharedMemory<float>();
    ranks += int64_t(blockIdx.x) * a.experts;
    const float* scores = a.scores + int64_t(blockIdx.x) * a.experts;
    const int lane = threadIdx.x, size = a.experts / a.groups;
    float largest = -INFINITY, total = 0;
    if (a.scoring == Scoring::Softmax) {
        for (int i = lane; i < a.experts; i += 32)
            largest = fmaxf(largest, scores[i]);
        largest = warpMax(largest);
        for (int i = lane; i < a.experts; i += 32)
            total += expf(scores[i] - largest);
        total = warpSum(total);
    }
    for (int i = lane; i < a.experts; i += 32) {
        const float share = a.scoring == Scoring::Softmax ? expf(scores[i] - largest) / total
                                                          : logistic(scores[i]);
        ranks[i] = a.choiceBias ? share + a.choiceBias[i] : share;
    }
    if (a.groups <= 1)
        return;
    __syncwarp();
    for (int group = lane; group < a.groups; group += 32)
        groupScores[group] = scoreOfGroup(ranks + group * size, size, a.groupScore);
    __syncwarp();
    for (int group = lane; group < a.groups; group += 32) {
        int better = 0;
        for (int other = 0; other < a.groups; ++other)
            better += groupScores[other] > groupScores[group]
                || (groupScores[other] == groupScores[group] && other < group);
        for (int i = group * size; better >= a.groupsUsed && i < (group + 1) * size; ++i)
            ranks[i] = -INFINITY;
    }
}

// One warp per token.
__global__ void weighExpertsKernel(
    float* weights, const int32_t* chosen, int used, RouterArguments a)
{
    weights += int64_t(blockIdx.x) * used;
    chosen += int64_t(blockIdx.x) * used;
    const float* scores = a.scores + int64_t(blockIdx.x) * a.experts;
    const bool isSoftmax = a.scoring == Scoring::Softmax;
    const int lane = threadIdx.x, summed = a.sumsToOne ? used : a.experts;
    float largest = -INFINITY, total = 0;
    for (int i = lane; isSoftmax && i < summed; i += 32)
        largest = fmaxf(largest, scores[a.sumsToOne ? chosen[i] : i]);
    largest = warpMax(largest);
    const auto share = [&](int expert) {
        return isSoftmax ? expf(scores[expert] - largest) : logistic(scores[expert]);
    };
    for (int i = lane; i < summed && (isSoftmax || a.sumsToOne); i += 32)
        total += share(a.sumsToOne ? chosen[i] : i);
    total = warpSum(total);
    if (!isSoftmax)
        total = a.sumsToOne ? total + a.epsilon : 1;
    for (int i = lane; i < used; i += 32) {
        const float weight = a.factor * share(chosen[i]) / total;
        weights[i] = a.scales ? weight * a.scales[chosen[i]] : weight;
    }
}

// One thread per number.
__global__ void sumExpertsKernel(
    float* out, const float* x, const float* weights, int used, int64_t columns, int64_t elements)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= elements)
        return;
    const int64_t token = i / columns, column = i % columns;
    float sum = 0;
    for (int64_t row = token * used; row < (token + 1) * used; ++row)
        sum = fmaf(weights[row], x[row * columns + column], sum);
    out[i] = sum;
}

// The distance in bytes from each expert to the next, which is the same for all.
int64_t expertDistance(std::span<const TensorView> experts)
{
    const auto position = [&](size_t expert) { return experts[expert].data<const uint8_t>(); };
    const int64_t distance = experts.size() > 1 ? position(1) - position(0) : 0;
    for (size_t expert = 1; expert < experts.size(); ++expert)
        CHECK(position(expert) - position(expert - 1) == distance);
    return distance;
}

// Sorts the rows of `out` by expert on the GPU, and returns the largest possible number of tiles.
int64_t putInOrder(DeviceStream& stream, ExpertOrder& order, TensorView chosen, int64_t experts)
{
    CHECK(experts <= maxExperts);
    const int64_t rows = chosen.elements();
    const int64_t maxTiles = std::min(rows, rows / maxTileRows + experts);
    auto* memory = static_cast<int*>(stream.scratch(DeviceStream::Scratch::Partials,
        (rows + 1) * int64_t(sizeof(int)) + maxTiles * int64_t(sizeof(ExpertTile))));
    order = {memory, reinterpret_cast<ExpertTile*>(memory + rows + 1), memory + rows, 0, 0};
    launch(stream.get(), {1, groupThreads, size_t(2 * (experts + 1)) * sizeof(int)}, groupKernel,
        order, chosen.data<int32_t>(), int(rows), int(experts));
    return maxTiles;
}

} // namespace

void CudaOps::matmulExperts(
    TensorView out, TensorView x, std::span<const TensorView> experts, TensorView chosen)
{
    checkMatmulExperts(out, x, experts, chosen);
    if (out.isEmpty())
        return;
    const TensorView first = experts.front();
    ExpertArguments arguments{out.data<float>(), x.data<float>(), first.data<uint8_t>(),
        expertDistance(experts), first.rowStride(), out.columns, x.columns, int(out.rows / x.rows),
        chosen.data<int32_t>(), {}};
    const auto count = int64_t(experts.size()), tokens = out.rows / count; // if they take all
    const bool takeAll = chosen.isEmpty();
    const bool isAlone = takeAll ? tokens == 1 : chosen.rows == 1;
    if (takeAll)
        arguments.order = {nullptr, nullptr, nullptr, int(tokens), int(count)};
    const int64_t tiles = isAlone ? out.rows
        : takeAll                 ? (tokens + maxTileRows - 1) / maxTileRows * count
                                  : putInOrder(m_stream, arguments.order, chosen, count);
    const dim3 blocks(unsigned((out.columns + warps - 1) / warps), unsigned(tiles));
    withWeightType(first.dtype, [&](auto* stored) {
        using Stored = std::remove_pointer_t<decltype(stored)>;
        launch(m_stream.get(), {blocks, warps * 32},
            isAlone ? multiplyExpertsKernel<Stored, 1> : multiplyExpertsKernel<Stored, maxTileRows>,
            arguments);
    });
    checkLaunch("the products of experts");
}

void CudaOps::rankExperts(TensorView ranks, TensorView scores, const ExpertWeighting& weighting)
{
    checkRankExperts(ranks, scores, weighting);
    if (scores.isEmpty())
        return;
    CHECK(scores.columns <= maxExperts);
    launch(m_stream.get(), {unsigned(scores.rows), 32, size_t(weighting.groups) * sizeof(float)},
        rankExpertsKernel, ranks.data<float>(), routerArguments(scores, weighting));
    checkLaunch("rankExperts");
}

void CudaOps::weighExperts(
    TensorView weights, TensorView scores, TensorView chosen, const ExpertWeighting& weighting)
{
    checkWeighExperts(weights, scores, chosen, weighting);
    if (scores.isEmpty())
        return;
    launch(m_stream.get(), {unsigned(scores.rows), 32}, weighExpertsKernel, weights.data<float>(),
        chosen.data<int32_t>(), int(chosen.columns), routerArguments(scores, weighting));
    checkLaunch("weighExperts");
}

void CudaOps::sumExperts(TensorView out, TensorView x, TensorView weights)
{
    checkSumExperts(out, x, weights);
    if (out.isEmpty())
        return;
    launch(m_stream.get(), {unsigned((out.elements() + 255) / 256), 256}, sumExpertsKernel,
        out.data<float>(), x.data<float>(), weights.data<float>(), int(weights.columns),
        out.columns, out.elements());
    checkLaunch("sumExperts");
}

} // namespace kernels::cuda
