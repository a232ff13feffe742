#include "kernels/check_ops.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/fours.cuh"
#include "kernels/cuda/half_activations.h"
#include "kernels/cuda/pack_segment.cuh"
#include "kernels/cuda/quantized_products.h"

namespace kernels::cuda {

/// A norm of rows that stay in registers between the passes over them.
struct RowNorm {
    TensorView out, x; ///< x is the residual stream where there is a delta
    TensorView delta; ///< is added to x before; empty: nothing is
    TensorView weight, bias; ///< an empty bias: an RMS norm
    float epsilon;
};

namespace {

constexpr int threads = 256, maxThreads = 1024; // per block
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

// The threads of a block of normRowsKernel(). Blocks of few warps spread a tile of an image, some
// hundreds of rows, over all multiprocessors.
constexpr int blockThreads(int rowThreads)
{
    return rowThreads == 32 ? 128 : rowThreads;
}

// Rows stay in registers between the passes: thread t of a row has its numbers 4 i … 4 i + 3 for
// i = t, t + rowThreads, …, at most `kept` times. A warp or a block takes a row. The weights are read
// while the predecessor ends.
template <bool isLayer, int rowThreads, int kept>
__global__ void __launch_bounds__(blockThreads(rowThreads)) normRowsKernel(RowNormArguments a)
{
    constexpr int rowsPerBlock = blockThreads(rowThreads) / rowThreads;
    letSuccessorStart();
    const int64_t row = int64_t(blockIdx.x) * rowsPerBlock + threadIdx.x / rowThreads;
    const int first = threadIdx.x % rowThreads;
    float4 weights[kept], biases[kept];
#pragma unroll
    for (int k = 0; k < kept; ++k) {
        const int i = min(first + k * rowThreads, a.fours - 1);
        weights[k] = __ldg(a.weight + i);
        if constexpr (isLayer)
            biases[k] = __ldg(a.bias + i);
    }
    waitForPredecessor();
    if (row >= a.rows)
        return; // whole warps, of blocks whose warps do not wait for each other
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
        value = applyEach(multiply, value, weights[k]);
        if constexpr (isLayer)
            value = applyEach(add, value, biases[k]);
        a.out[row * a.fours + i] = value;
        if (a.half.numbers)
            storeFour(a.half, row * a.fours + i, value);
    }
}

template <int rowThreads, int kept>
void launchRows(cudaStream_t stream, const RowNormArguments& arguments)
{
    constexpr int64_t rowsPerBlock = blockThreads(rowThreads) / rowThreads;
    const auto blocks = unsigned((arguments.rows + rowsPerBlock - 1) / rowsPerBlock);
    const LaunchShape shape{blocks, blockThreads(rowThreads), 0, Start::WhilePredecessorEnds};
    if (!arguments.bias)
        launch(stream, shape, normRowsKernel<false, rowThreads, kept>, arguments);
    else
        launch(stream, shape, normRowsKernel<true, rowThreads, kept>, arguments);
}

// Launches the kernel, which stores the rounded copy of `out` as well if there is a position for it. The
// order of sums depends only on the length of the rows.
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

// Whether normRows() supports such rows. RMS norms of few long rows are left to kernels that also
// pack them.
bool canNormRows(const RowNorm& norm)
{
    const bool isLayer = !norm.bias.isEmpty();
    return canTakeFours(norm.x, norm.out, norm.delta, norm.weight, norm.bias)
        && norm.x.columns <= maxColumns
        && (isLayer || norm.x.rows > maxQuantizedRows || norm.x.columns <= headColumns);
}

// A block that computes a norm and a product needs at most so much shared memory, with weights of Q8_0
// and rows of 4,096.
constexpr size_t minSharedBytes = 120 * 1024;
constexpr int keptNumbers = 4; // numbers of a row that a thread keeps; it reads those beyond again

// In calls of few rows, the number of columns alone decides the number of threads, and so the order
// of the sum. In prompts, other rows keep the GPU busy, so fewer threads are used, which wait less
// for each other.
LaunchShape shapeFor(TensorView x)
{
    const bool isPrompt = x.rows > maxQuantizedRows;
    const unsigned own = x.columns >= maxThreads && !isPrompt ? maxThreads : threads;
    return {unsigned(x.rows), own, 0, startFor(x.rows)};
}

// Writes the norm of a row of x, which read(i) fetches and again(i) returns afterwards. If the
// packed form is requested, it is written, too; a warp then has whole segments of the row.
template <typename Read, typename Again>
__device__ __forceinline__ void normalize(float* out, const float* weight, int64_t columns,
    float epsilon, const PackedRows& packed, Read read, Again again)
{
    const int64_t step = blockDim.x, behindKept = threadIdx.x + keptNumbers * step;
    float own[keptNumbers], weights[keptNumbers], squares = 0;
#pragma unroll
    for (int k = 0; k < keptNumbers; ++k)
        weights[k] = threadIdx.x + k * step < columns ? weight[threadIdx.x + k * step] : 0.0f;
    waitForPredecessor();
#pragma unroll
    for (int k = 0; k < keptNumbers; ++k) {
        const int64_t i = threadIdx.x + k * step;
        own[k] = i < columns ? read(i) : 0.0f;
        squares = fmaf(own[k], own[k], squares);
    }
    for (int64_t i = behindKept; i < columns; i += step) {
        const float x = read(i);
        squares = fmaf(x, x, squares);
    }
    const float scale = normScale(blockSum(squares), columns, epsilon);
    const auto write = [&](int64_t i, float x, float ownWeight) {
        const float value = x * scale * ownWeight;
        out[i] = value;
        if (packed)
            packActivations(packed, int(blockIdx.x), int(i / 32), value);
    };
#pragma unroll
    for (int k = 0; k < keptNumbers; ++k)
        if (threadIdx.x + k * step < columns)
            write(threadIdx.x + k * step, own[k], weights[k]);
    for (int64_t i = behindKept; i < columns; i += step)
        write(i, again(i), weight[i]);
}

// One block per row.
__global__ void __launch_bounds__(maxThreads, 2) rmsNormKernel(float* out, const float* x,
    const float* weight, int64_t columns, float epsilon, PackedRows packed)
{
    letSuccessorStart();
    x += int64_t(blockIdx.x) * columns;
    out += int64_t(blockIdx.x) * columns;
    const auto read = [&](int64_t i) { return x[i]; };
    normalize(out, weight, columns, epsilon, packed, read, read);
}

// Does the same after residual += delta.
__global__ void __launch_bounds__(maxThreads, 2) addRmsNormKernel(float* out, float* residual,
    const float* delta, const float* weight, int64_t columns, float epsilon, PackedRows packed)
{
    letSuccessorStart();
    residual += int64_t(blockIdx.x) * columns;
    delta += int64_t(blockIdx.x) * columns;
    out += int64_t(blockIdx.x) * columns;
    const auto add = [&](int64_t i) { return residual[i] += delta[i]; };
    normalize(out, weight, columns, epsilon, packed, add, [&](int64_t i) { return residual[i]; });
}

// One block per row, three passes over it: mean, variance, result. For rows that normRowsKernel()
// does not take.
__global__ void layerNormKernel(float* out, const float* x, const float* weight, const float* bias,
    int64_t columns, float epsilon)
{
    x += int64_t(blockIdx.x) * columns;
    out += int64_t(blockIdx.x) * columns;
    float sum = 0;
    for (int64_t i = threadIdx.x; i < columns; i += blockDim.x)
        sum += x[i];
    const float mean = blockSum(sum) / float(columns);
    float squares = 0;
    for (int64_t i = threadIdx.x; i < columns; i += blockDim.x)
        squares += (x[i] - mean) * (x[i] - mean);
    const float scale = 1 / sqrtf(blockSum(squares) / float(columns) + epsilon);
    for (int64_t i = threadIdx.x; i < columns; i += blockDim.x)
        out[i] = (x[i] - mean) * scale * weight[i] + bias[i];
}

} // namespace

// Returns false, and does nothing, if rows of this length and number are left to other kernels.
bool CudaOps::tryNormRows(const RowNorm& norm)
{
    if (!canNormRows(norm))
        return false;
    const HalfForm half = m_halves.formFor(norm.out);
    normRows(m_stream, norm, half);
    keepIf(half);
    return true;
}

void CudaOps::rmsNorm(TensorView out, TensorView x, TensorView weight, float epsilon)
{
    checkSameShape(out, x);
    checkRow(x, weight);
    if (x.isEmpty())
        return;
    if (tryNormRows({out, x, {}, weight, {}, epsilon}))
        return;
    const bool hasSpace = m_stream.properties().sharedMemPerBlockOptin >= minSharedBytes;
    if (x.rows != 1 || out.bytes == x.bytes || !NormOfRow::canBeFused(x.columns) || !hasSpace)
        return launchNorm(out, x, weight, epsilon);
    m_stream.postpone([=, this] { launchNorm(out, x, weight, epsilon); });
    m_norm = {out, x, weight, epsilon};
}

void CudaOps::launchNorm(TensorView out, TensorView x, TensorView weight, float epsilon)
{
    const cudaStream_t stream = m_stream.get(); // postponed work packs rows, too
    launch(stream, shapeFor(x), rmsNormKernel, out.data<float>(), x.data<float>(),
        weight.data<float>(), x.columns, epsilon, m_packed.bufferFor(out));
    checkLaunch("rmsNorm");
    m_packed.keep();
}

void CudaOps::addRmsNorm(
    TensorView out, TensorView residual, TensorView delta, TensorView weight, float epsilon)
{
    checkSameShape(out, residual);
    checkSameShape(residual, delta);
    checkRow(residual, weight);
    if (residual.isEmpty())
        return;
    if (tryNormRows({out, residual, delta, weight, {}, epsilon}))
        return;
    const cudaStream_t stream = m_stream.get(); // postponed work packs rows, too
    launch(stream, shapeFor(residual), addRmsNormKernel, out.data<float>(), residual.data<float>(),
        delta.data<float>(), weight.data<float>(), residual.columns, epsilon,
        m_packed.bufferFor(out));
    checkLaunch("addRmsNorm");
    m_packed.keep();
}

void CudaOps::layerNorm(
    TensorView out, TensorView x, TensorView weight, TensorView bias, float epsilon)
{
    checkSameShape(out, x);
    checkRow(x, weight);
    checkRow(x, bias);
    if (x.isEmpty())
        return;
    if (tryNormRows({out, x, {}, weight, bias, epsilon}))
        return;
    launch(m_stream.get(), {unsigned(x.rows), threads}, layerNormKernel, out.data<float>(),
        x.data<float>(), weight.data<float>(), bias.data<float>(), x.columns, epsilon);
    checkLaunch("layerNorm");
}

void CudaOps::addLayerNorm(TensorView out, TensorView residual, TensorView delta, TensorView weight,
    TensorView bias, float epsilon)
{
    checkSameShape(out, residual);
    checkSameShape(residual, delta);
    checkRow(residual, weight);
    checkRow(residual, bias);
    if (residual.isEmpty())
        return;
    if (!tryNormRows({out, residual, delta, weight, bias, epsilon}))
        Ops::addLayerNorm(out, residual, delta, weight, bias, epsilon);
}

} // namespace kernels::cuda
