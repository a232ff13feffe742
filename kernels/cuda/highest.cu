#include "kernels/check_ops.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/launch.h"
#include "kernels/logit_math.h"

#include <algorithm>
#include <bit>

// Finds the highest numbers of long rows. Each block keeps the highest of a segment; this is
// repeated with the numbers that were kept, until one segment is left.

namespace kernels::cuda {

namespace {

constexpr int threads = 512;
constexpr int segmentLength = 4096; // ranks per segment

/// The input of a pass: numbers in the first pass, and ranks that blocks have kept in later ones.
struct RankSource {
    const float* numbers;
    const unsigned long long* ranks; // null in the first pass
    int64_t rowStride;
    int length; // of a row; indices beyond it have rankOfNothing

    __device__ unsigned long long rank(int row, int i) const
    {
        if (i >= length)
            return rankOfNothing;
        const int64_t position = row * rowStride + i;
        return ranks ? ranks[position] : toRank(numbers[position], i);
    }
};

/// The output of a pass: ranks for the next pass, or indices and numbers in the last one.
struct RankTarget {
    unsigned long long* ranks;
    int32_t* positions; // null except in the last pass
    float* numbers;
    int count; // numbers kept per segment

    __device__ void put(int row, int segment, int segments, int i, unsigned long long rank) const
    {
        const int64_t position = (int64_t(row) * segments + segment) * count + i;
        if (positions) {
            positions[position] = positionFromRank(rank);
            numbers[position] = numberFromRank(rank);
        } else {
            ranks[position] = rank;
        }
    }
};

// Grid: segment, row. Bitonic sorting (Batcher 1968), highest first; `size` is a power of two.
__global__ void __launch_bounds__(threads)
    keepSortedKernel(RankTarget target, RankSource source, int size)
{
    __shared__ unsigned long long ranks[segmentLength];
    const int row = blockIdx.y, first = blockIdx.x * size;
    for (int i = threadIdx.x; i < size; i += threads)
        ranks[i] = source.rank(row, first + i);
    __syncthreads();
    for (int span = 2; span <= size; span *= 2)
        for (int distance = span / 2; distance > 0; distance /= 2) {
            for (int pair = threadIdx.x; pair < size / 2; pair += threads) {
                const int low = pair / distance * distance * 2 + pair % distance;
                const int high = low + distance;
                const unsigned long long a = ranks[low], b = ranks[high];
                const bool falls = (low & span) == 0;
                if (falls ? a < b : a > b) {
                    ranks[low] = b;
                    ranks[high] = a;
                }
            }
            __syncthreads();
        }
    for (int i = threadIdx.x; i < target.count; i += threads)
        target.put(row, blockIdx.x, gridDim.x, i, i < size ? ranks[i] : rankOfNothing);
}

__device__ __forceinline__ unsigned long long higherOfWarp(unsigned long long rank)
{
    for (int distance = 16; distance > 0; distance /= 2) {
        const unsigned long long other = __shfl_xor_sync(0xffffffff, rank, distance);
        rank = other > rank ? other : rank;
    }
    return rank;
}

// Does the same if only the highest number is requested.
__global__ void __launch_bounds__(threads)
    keepHighestKernel(RankTarget target, RankSource source, int size)
{
    __shared__ unsigned long long ofWarps[threads / 32];
    const int row = blockIdx.y, first = blockIdx.x * size;
    unsigned long long highest = rankOfNothing;
    for (int i = threadIdx.x; i < size; i += threads) {
        const unsigned long long rank = source.rank(row, first + i);
        highest = rank > highest ? rank : highest;
    }
    highest = higherOfWarp(highest);
    if (threadIdx.x % 32 == 0)
        ofWarps[threadIdx.x / 32] = highest;
    __syncthreads();
    if (threadIdx.x >= 32)
        return;
    highest = higherOfWarp(threadIdx.x < threads / 32 ? ofWarps[threadIdx.x] : rankOfNothing);
    if (threadIdx.x == 0)
        target.put(row, blockIdx.x, gridDim.x, 0, highest);
}

int segmentCount(int length)
{
    return std::max(1, (length + segmentLength - 1) / segmentLength);
}

} // namespace

void CudaOps::findHighest(TensorView positions, TensorView numbers, TensorView x, int64_t among)
{
    checkFindHighest(positions, numbers, x, among);
    if (x.rows == 0)
        return;
    const int count = int(positions.columns);
    const int64_t kept
        = x.rows * segmentCount(int(among)) * count; // by the first pass, the maximum
    using Ranks = unsigned long long*;
    const auto even = static_cast<Ranks>(m_stream.scratch(
        DeviceStream::Scratch::Partials, 2 * kept * int64_t(sizeof(unsigned long long))));
    const Ranks odd = even + kept;

    RankSource source{x.data<float>(), nullptr, x.columns, int(among)};
    for (bool isLast = false; !isLast;) {
        const int segments = segmentCount(source.length);
        isLast = segments == 1;
        const auto size = int(std::bit_ceil(unsigned(std::clamp(source.length, 2, segmentLength))));
        const RankTarget target{source.ranks == even ? odd : even,
            isLast ? positions.data<int32_t>() : nullptr, numbers.data<float>(), count};
        launch(m_stream.get(),
            {.blocks = dim3(unsigned(segments), unsigned(x.rows)), .threads = threads},
            count == 1 ? keepHighestKernel : keepSortedKernel, target, source, size);
        source = {nullptr, target.ranks, int64_t(segments) * count, segments * count};
    }
    checkLaunch("findHighest");
}

// Sums the weights of a softmax over long rows, block by block; their total is its divisor. The host
// adds up the same numbers, bit for bit, so this file is compiled without fused multiplications and
// additions (see CMakeLists.txt).

namespace {

constexpr int weighingThreads = 256;
constexpr int blocksTogether = weighingThreads / weightLanes;

struct Weighing {
    float* sums;
    const float *x, *highest, *scales;
    int64_t columns, sortedColumns;
    int among, blocks;
};

// Grid: blocks, row. Four threads add up a block; each takes every fourth number.
__global__ void __launch_bounds__(weighingThreads) weighBlocksKernel(Weighing weighing)
{
    const int row = blockIdx.y;
    const int block = blockIdx.x * blocksTogether + threadIdx.x / weightLanes;
    const int lane = threadIdx.x % weightLanes;
    const float* x = weighing.x + row * weighing.columns;
    const float highest = weighing.highest[row * weighing.sortedColumns];
    const float scale = weighing.scales[row];
    const int first = block * int(weightBlock), end = min(first + int(weightBlock), weighing.among);
    float sum = 0;
    for (int i = first + lane; i < end; i += weightLanes)
        sum += softmaxWeight(x[i], highest, scale);
    // Adds in the same tree as sumOfLanes(). Addition is commutative, so both lanes of a pair get
    // the same sum.
    sum += __shfl_xor_sync(0xffffffff, sum, 1);
    sum += __shfl_xor_sync(0xffffffff, sum, 2);
    if (lane == 0 && block < weighing.blocks)
        weighing.sums[int64_t(row) * weighing.blocks + block] = sum;
}

} // namespace

void CudaOps::weighBlocks(
    TensorView sums, TensorView x, TensorView highest, TensorView scales, int64_t among)
{
    checkWeighBlocks(sums, x, highest, scales, among);
    if (sums.elements() == 0)
        return;
    const int blocks = int(sums.columns);
    const Weighing weighing{sums.data<float>(), x.data<float>(), highest.data<float>(),
        scales.data<float>(), x.columns, highest.columns, int(among), blocks};
    const dim3 grid(unsigned((blocks + blocksTogether - 1) / blocksTogether), unsigned(x.rows));
    launch(
        m_stream.get(), {.blocks = grid, .threads = weighingThreads}, weighBlocksKernel, weighing);
    checkLaunch("weighBlocks");
}

} // namespace kernels::cuda
