#include "kernels/cuda/launch.h"
#include "kernels/cuda/tensor_core.cuh"
#include "tests/kernels/cuda_on_host/faulty_kernels.h"

namespace cuda_on_host {

namespace {

using kernels::cuda::launch;
using kernels::cuda::sharedMemory;

constexpr int count = 64;

__device__ void waitForBlock(Mistake mistake, int i)
{
    if (mistake == Mistake::MissingBarrier)
        return;
    if (mistake == Mistake::DivergentBarrier && i < count / 2)
        __syncthreads();
    else
        __syncthreads();
}

__device__ void meetLanes(Mistake mistake, int i)
{
    if (mistake == Mistake::LaneMissing && i % 32 < 16)
        __syncthreads();
    __shfl_xor_sync(0xffffffff, i, 1);
}

__device__ void fetch(Mistake mistake, float* numbers, const float* in, int i)
{
    if (i % 4 == 0)
        kernels::cuda::copyAsync(numbers + i, in + i);
    kernels::cuda::commitCopies();
    if (mistake != Mistake::UnwaitedCopy)
        kernels::cuda::waitForCopies<0>();
}

__global__ void rotateKernel(Mistake mistake, float* out, const float* in)
{
    auto* numbers = sharedMemory<float>();
    const int i = threadIdx.x;
    if (mistake == Mistake::LaneEnded && i == 3)
        return;
    if (mistake != Mistake::NoWaitForPredecessor)
        kernels::cuda::waitForPredecessor();
    meetLanes(mistake, i);
    fetch(mistake, numbers, in, i);
    waitForBlock(mistake, i);
    out[i] = numbers[(i + 1) % count];
    if (mistake == Mistake::BehindAllocation)
        out[i] += in[count];
    if (mistake == Mistake::BehindShared)
        out[i] += numbers[count];
    if (mistake == Mistake::BeforeAllocation && i == 0)
        out[-1] = 0;
    if (mistake == Mistake::Misaligned && i == 0)
        out[0] = reinterpret_cast<const float4*>(in + 1)->x;
}

} // namespace

int runKernel(Mistake mistake, float* out, const float* in)
{
    cudaStream_t stream = nullptr;
    if (const cudaError_t error = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking))
        return error;
    launch(stream, {1, count, count * sizeof(float), kernels::cuda::Start::WhilePredecessorEnds},
        rotateKernel, mistake, out, in);
    const cudaError_t result = cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    return result;
}

} // namespace cuda_on_host
