#include "kernels/check_ops.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/few_rows.cuh"
#include "kernels/cuda/pack_run.cuh"
#include "kernels/cuda/row_norms.h"

namespace kernels::cuda {

namespace {

constexpr int threads = 256, maxThreads = 1024; // per block
// A block that computes a norm and a product needs at most so much shared memory, with weights of Q8_0
// and rows of 4,096.
constexpr size_t minSharedBytes = 120 * 1024;
constexpr int kept = 4; // numbers of a row that a thread keeps; it reads those beyond again

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
// packed form is requested, it is written, too; a warp then has whole runs of the row.
template <typename Read, typename Again>
__device__ __forceinline__ void normalise(float* out, const float* weight, int64_t columns,
    float epsilon, const PackedRows& packed, Read read, Again again)
{
    const int64_t step = blockDim.x, behindKept = threadIdx.x + kept * step;
    float own[kept], weights[kept], squares = 0;
#pragma unroll
    for (int k = 0; k < kept; ++k)
        weights[k] = threadIdx.x + k * step < columns ? weight[threadIdx.x + k * step] : 0.0f;
    waitForPredecessor();
#pragma unroll
    for (int k = 0; k < kept; ++k) {
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
    for (int k = 0; k < kept; ++k)
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
    normalise(out, weight, columns, epsilon, packed, read, read);
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
    normalise(out, weight, columns, epsilon, packed, add, [&](int64_t i) { return residual[i]; });
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
    if (x.rows != 1 || out.bytes == x.bytes || !NormOfRow::canBeFused(x.columns) || !hasSpace
        || !m_packed.isWanted(x.columns))
        return launchNorm(out, x, weight, epsilon);
    m_stream.postpone([=, this] { launchNorm(out, x, weight, epsilon); });
    m_norm = {out, x, weight, epsilon};
}

void CudaOps::launchNorm(TensorView out, TensorView x, TensorView weight, float epsilon)
{
    launch(m_stream.get(), shapeFor(x), rmsNormKernel, out.data<float>(), x.data<float>(),
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
    launch(m_stream.get(), shapeFor(residual), addRmsNormKernel, out.data<float>(),
        residual.data<float>(), delta.data<float>(), weight.data<float>(), residual.columns,
        epsilon, m_packed.bufferFor(out));
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
