#include "kernels/check_ops.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/reduce.cuh"

namespace kernels::cuda {

namespace {

constexpr int threads = 256;

// One block per row. The second read of x hits L1, because a row is at most some kilobytes.
__global__ void rmsNormKernel(
    float* out, const float* x, const float* weight, int64_t columns, float epsilon)
{
    x += int64_t(blockIdx.x) * columns;
    out += int64_t(blockIdx.x) * columns;
    float squares = 0;
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        squares += x[i] * x[i];
    const float scale = 1 / sqrtf(blockSum(squares) / float(columns) + epsilon);
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        out[i] = x[i] * scale * weight[i];
}

// The same after residual += delta, which each thread does for the columns that it reads again.
__global__ void addRmsNormKernel(float* out, float* residual, const float* delta,
    const float* weight, int64_t columns, float epsilon)
{
    residual += int64_t(blockIdx.x) * columns;
    delta += int64_t(blockIdx.x) * columns;
    out += int64_t(blockIdx.x) * columns;
    float squares = 0;
    for (int64_t i = threadIdx.x; i < columns; i += threads) {
        const float x = residual[i] + delta[i];
        residual[i] = x;
        squares += x * x;
    }
    const float scale = 1 / sqrtf(blockSum(squares) / float(columns) + epsilon);
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        out[i] = residual[i] * scale * weight[i];
}

// One block per row, three passes over it: mean, variance, result.
__global__ void layerNormKernel(float* out, const float* x, const float* weight, const float* bias,
    int64_t columns, float epsilon)
{
    x += int64_t(blockIdx.x) * columns;
    out += int64_t(blockIdx.x) * columns;
    float sum = 0;
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        sum += x[i];
    const float mean = blockSum(sum) / float(columns);
    float squares = 0;
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        squares += (x[i] - mean) * (x[i] - mean);
    const float scale = 1 / sqrtf(blockSum(squares) / float(columns) + epsilon);
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        out[i] = (x[i] - mean) * scale * weight[i] + bias[i];
}

} // namespace

void CudaOps::rmsNorm(TensorView out, TensorView x, TensorView weight, float epsilon)
{
    checkSameShape(out, x);
    checkRow(x, weight);
    if (x.isEmpty())
        return;
    rmsNormKernel<<<unsigned(x.rows), threads, 0, m_stream.get()>>>(
        out.data<float>(), x.data<float>(), weight.data<float>(), x.columns, epsilon);
    checkLaunch("rmsNorm");
}

void CudaOps::addRmsNorm(
    TensorView out, TensorView residual, TensorView delta, TensorView weight, float epsilon)
{
    checkSameShape(out, residual);
    checkSameShape(residual, delta);
    checkRow(residual, weight);
    if (residual.isEmpty())
        return;
    addRmsNormKernel<<<unsigned(residual.rows), threads, 0, m_stream.get()>>>(out.data<float>(),
        residual.data<float>(), delta.data<float>(), weight.data<float>(), residual.columns,
        epsilon);
    checkLaunch("addRmsNorm");
}

void CudaOps::layerNorm(
    TensorView out, TensorView x, TensorView weight, TensorView bias, float epsilon)
{
    checkSameShape(out, x);
    checkRow(x, weight);
    checkRow(x, bias);
    if (x.isEmpty())
        return;
    layerNormKernel<<<unsigned(x.rows), threads, 0, m_stream.get()>>>(out.data<float>(),
        x.data<float>(), weight.data<float>(), bias.data<float>(), x.columns, epsilon);
    checkLaunch("layerNorm");
}

} // namespace kernels::cuda
