#include "kernels/check_ops.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/pack_activations.cuh"

namespace kernels::cuda {

namespace {

constexpr int threads = 256;

/// Where the packed form of a norm's output goes, if `pieces` is not null.
struct Packing {
    ActivationPiece* pieces;
    int64_t perRow;

    Packing(PackedActivations& packed, TensorView out)
        : pieces(packed.placeFor(out))
        , perRow(PackedActivations::piecesOf(out))
    {
    }
};

// Writes a row, packed as well where that is wanted: a warp has whole runs of it then.
__device__ __forceinline__ void writeNormed(float* out, const float* x, const float* weight,
    float scale, int64_t columns, const Packing& packing)
{
    for (int64_t i = threadIdx.x; i < columns; i += threads) {
        const float value = x[i] * scale * weight[i];
        out[i] = value;
        if (packing.pieces)
            packActivations(packing.pieces + blockIdx.x * packing.perRow, i / 32, value);
    }
}

// One block per row. The second read of x hits L1, because a row is at most some kilobytes.
__global__ void rmsNormKernel(float* out, const float* x, const float* weight, int64_t columns,
    float epsilon, Packing packing)
{
    letSuccessorStart();
    x += int64_t(blockIdx.x) * columns;
    out += int64_t(blockIdx.x) * columns;
    float squares = 0;
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        squares += x[i] * x[i];
    const float scale = 1 / sqrtf(blockSum(squares) / float(columns) + epsilon);
    writeNormed(out, x, weight, scale, columns, packing);
}

// The same after residual += delta, which each thread does for the columns that it reads again.
__global__ void addRmsNormKernel(float* out, float* residual, const float* delta,
    const float* weight, int64_t columns, float epsilon, Packing packing)
{
    letSuccessorStart();
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
    writeNormed(out, residual, weight, scale, columns, packing);
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
    launch(m_stream.get(), {unsigned(x.rows), threads}, rmsNormKernel, out.data<float>(),
        x.data<float>(), weight.data<float>(), x.columns, epsilon, Packing(m_packed, out));
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
    launch(m_stream.get(), {unsigned(residual.rows), threads}, addRmsNormKernel, out.data<float>(),
        residual.data<float>(), delta.data<float>(), weight.data<float>(), residual.columns,
        epsilon, Packing(m_packed, out));
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
    launch(m_stream.get(), {unsigned(x.rows), threads}, layerNormKernel, out.data<float>(),
        x.data<float>(), weight.data<float>(), bias.data<float>(), x.columns, epsilon);
    checkLaunch("layerNorm");
}

} // namespace kernels::cuda
