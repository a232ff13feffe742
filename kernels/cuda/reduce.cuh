#pragma once

namespace kernels::cuda {

__device__ __forceinline__ float warpSum(float value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffff, value, distance);
    return value;
}

__device__ __forceinline__ float warpMost(float value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, distance));
    return value;
}

/// The sum over a block of at most 1,024 threads, for every thread. May be called again at once.
__device__ __forceinline__ float blockSum(float value)
{
    __shared__ float sums[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    value = warpSum(value);
    __syncthreads(); // an earlier call may still be reading
    if (lane == 0)
        sums[warp] = value;
    __syncthreads();
    return warpSum(lane < int(blockDim.x + 31) / 32 ? sums[lane] : 0.0f);
}

/// The same of the largest of values that are not negative.
__device__ __forceinline__ float blockMost(float value)
{
    __shared__ float most[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    value = warpMost(value);
    __syncthreads(); // an earlier call may still be reading
    if (lane == 0)
        most[warp] = value;
    __syncthreads();
    return warpMost(lane < int(blockDim.x + 31) / 32 ? most[lane] : 0.0f);
}

} // namespace kernels::cuda
