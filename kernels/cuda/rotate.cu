#include "kernels/check_ops.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"

namespace kernels::cuda {

namespace {

// One block per token, one thread per pair of a head. The angle is a float product, as everywhere.
__global__ void rotateKernel(float* x, const int32_t* positions, const float* frequencies,
    int64_t columns, int headDim, int pairs, bool halves, float magnitude)
{
    x += int64_t(blockIdx.x) * columns;
    const auto position = float(positions[blockIdx.x]);
    const int heads = int(columns / headDim);
    for (int i = threadIdx.x; i < heads * pairs; i += blockDim.x) {
        const int pair = i % pairs;
        float* head = x + i / pairs * headDim;
        float& first = head[halves ? pair : 2 * pair];
        float& second = head[halves ? pair + pairs : 2 * pair + 1];
        float sine, cosine;
        sincosf(position * frequencies[pair], &sine, &cosine);
        sine *= magnitude;
        cosine *= magnitude;
        const float a = first, b = second;
        first = a * cosine - b * sine;
        second = a * sine + b * cosine;
    }
}

} // namespace

void CudaOps::rotate(TensorView x, TensorView positions, TensorView frequencies, int headDim,
    RotaryStyle style, float magnitude)
{
    checkRotate(x, positions, frequencies, headDim);
    if (x.isEmpty() || frequencies.columns == 0)
        return;
    rotateKernel<<<unsigned(x.rows), 256, 0, m_stream.get()>>>(x.data<float>(),
        positions.data<int32_t>(), frequencies.data<float>(), x.columns, headDim,
        int(frequencies.columns), style == RotaryStyle::Halves, magnitude);
    checkLaunch("rotate");
}

} // namespace kernels::cuda
