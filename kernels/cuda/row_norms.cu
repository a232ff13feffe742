#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/fours.cuh"
#include "kernels/cuda/quantized_products.h"
#include "kernels/cuda/row_norms.h"

namespace kernels::cuda {

namespace {

constexpr int threads = 256;
constexpr int64_t maxColumns = 8 * 4 * threads;

// Rows of at most this length are heads: a call has one for each head of a token, so that even few
// tokens are many rows, and one kernel must take any number of them. Products do not read heads.
constexpr int64_t headColumns = 256;

/// A RowNorm as the kernel takes it.
struct RowNormArguments {
    float4 *out, *x;
    const float4 *delta, *weight, *bias;
    int64_t rows;
    int fours; ///< per row
    float columns, epsilon;
    HalfForm half;

    RowNormArguments(const RowNorm& norm, const HalfForm& halfForm)
        : out(norm.out.data<float4>())
        , x(norm.x.data<float4>())
        , delta(norm.delta.data<float4>())
        , weight(norm.weight.data<float4>())
        , bias(norm.bias.data<float4>())
        , rows(norm.x.rows)
        , fours(int(norm.x.columns / 4))
        , columns(float(norm.x.columns))
        , epsilon(norm.epsilon)
        , half(halfForm)
    {
    }
};

__device__ __forceinline__ float sumNumbers(float4 x)
{
    return (x.x + x.y) + (x.z + x.w);
}

// Rows stay in registers between the passes: thread t of a row has its numbers 4 i … 4 i + 3 for
// i = t, t + rowThreads, …, at most `kept` times. A warp or a block takes a row.
template <bool isLayer, int rowThreads, int kept>
__global__ void __launch_bounds__(threads) normRowsKernel(RowNormArguments a)
{
    letSuccessorStart();
    waitForPredecessor();
    const int64_t row = int64_t(blockIdx.x) * (threads / rowThreads) + threadIdx.x / rowThreads;
    if (row >= a.rows)
        return; // whole warps, of blocks whose warps do not wait for each other
    const int first = threadIdx.x % rowThreads;
    const auto sumOverRow = [](float own) {
        if constexpr (rowThreads == 32)
            return warpSum(own);
        else
            return blockSum(own);
    };
    const auto add = [](float x, float y) { return x + y; };
    const auto multiply = [](float x, float y) { return x * y; };

    float4* x = a.x + row * a.fours;
    float4 own[kept];
#pragma unroll
    for (int k = 0; k < kept; ++k) {
        const int i = first + k * rowThreads;
        own[k] = i < a.fours ? x[i] : make_float4(0, 0, 0, 0);
    }
    if (a.delta) {
#pragma unroll
        for (int k = 0; k < kept; ++k) {
            const int i = first + k * rowThreads;
            if (i < a.fours)
                x[i] = own[k] = applyEach(add, own[k], a.delta[row * a.fours + i]);
        }
    }
    if constexpr (isLayer) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k < kept; ++k)
            sum += sumNumbers(own[k]);
        const float mean = sumOverRow(sum) / a.columns;
#pragma unroll
        for (int k = 0; k < kept; ++k)
            if (first + k * rowThreads < a.fours)
                own[k] = applyEach([=](float x) { return x - mean; }, own[k]);
    }
    float squares = 0;
#pragma unroll
    for (int k = 0; k < kept; ++k)
        squares += sumNumbers(applyEach(multiply, own[k], own[k]));
    const float scale = 1 / sqrtf(sumOverRow(squares) / a.columns + a.epsilon);
#pragma unroll
    for (int k = 0; k < kept; ++k) {
        const int i = first + k * rowThreads;
        if (i >= a.fours)
            continue;
        float4 value = applyEach([=](float x) { return x * scale; }, own[k]);
        value = applyEach(multiply, value, __ldg(a.weight + i));
        if constexpr (isLayer)
            value = applyEach(add, value, __ldg(a.bias + i));
        a.out[row * a.fours + i] = value;
        if (a.half.numbers)
            storeFour(a.half, row * a.fours + i, value);
    }
}

template <int rowThreads, int kept>
void launchRows(cudaStream_t stream, const RowNormArguments& arguments)
{
    constexpr int64_t rowsPerBlock = threads / rowThreads;
    const auto blocks = unsigned((arguments.rows + rowsPerBlock - 1) / rowsPerBlock);
    const LaunchShape shape{blocks, threads, 0, Start::WhilePredecessorEnds};
    if (!arguments.bias)
        launch(stream, shape, normRowsKernel<false, rowThreads, kept>, arguments);
    else
        launch(stream, shape, normRowsKernel<true, rowThreads, kept>, arguments);
}

} // namespace

void normRows(DeviceStream& stream, const RowNorm& norm, const HalfForm& half)
{
    const RowNormArguments arguments(norm, half);
    const auto perLane = (norm.x.columns / 4 + 31) / 32;
    if (perLane <= 2)
        launchRows<32, 2>(stream.get(), arguments);
    else if (perLane <= 6)
        launchRows<32, 6>(stream.get(), arguments);
    else if (perLane <= 8)
        launchRows<32, 8>(stream.get(), arguments);
    else if (perLane <= 10)
        launchRows<32, 10>(stream.get(), arguments);
    else if (perLane <= 32)
        launchRows<threads, 4>(stream.get(), arguments);
    else
        launchRows<threads, 8>(stream.get(), arguments);
    checkLaunch("a norm");
}

bool canNormRows(const RowNorm& norm)
{
    const bool isLayer = !norm.bias.isEmpty();
    return canTakeFours(norm.x, norm.out, norm.delta, norm.weight, norm.bias)
        && norm.x.columns <= maxColumns
        && (isLayer || norm.x.rows > maxQuantizedRows || norm.x.columns <= headColumns);
}

} // namespace kernels::cuda
