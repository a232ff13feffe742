#include "kernels/check_ops.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/pair_rotation.cuh"

namespace kernels::cuda {

namespace {

// One block per token, one thread per pair of a head.
__global__ void rotateKernel(float* x, PairRotation rotation, int64_t columns, int headDim)
{
    x += int64_t(blockIdx.x) * columns;
    const int heads = int(columns / headDim);
    for (int i = threadIdx.x; i < heads * rotation.pairs; i += blockDim.x)
        rotation.turn(x + i / rotation.pairs * headDim, i % rotation.pairs, blockIdx.x);
}

} // namespace

void CudaOps::rotate(TensorView x, const Angles& angles, const Rotation& rotation, int headDim)
{
    checkRotate(x, angles, rotation, headDim);
    if (x.isEmpty() || rotation.frequencies.columns == 0)
        return;
    launch(m_stream.get(), {unsigned(x.rows), 256}, rotateKernel, x.data<float>(),
        PairRotation::of(angles, rotation), x.columns, headDim);
    checkLaunch("rotate");
}

} // namespace kernels::cuda
