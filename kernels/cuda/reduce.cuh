#pragma once

namespace kernels::cuda {

__device__ __forceinline__ float warpSum(float value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffff, value, distance);
    return value;
}

__device__ __forceinline__ float warpMax(float value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, distance));
    return value;
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
__device__ __forceinline__ int warpMin(int value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value = min(value, __shfl_xor_sync(0xffffffff, value, distance));
    return value;
}

__device__ __forceinline__ int warpMax(int value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value = max(value, __shfl_xor_sync(0xffffffff, value, distance));
    return value;
}
#else
__device__ __forceinline__ int warpMin(int value)
{
    return __reduce_min_sync(0xffffffff, value);
}

__device__ __forceinline__ int warpMax(int value)
{
    return __reduce_max_sync(0xffffffff, value);
}
#endif

/// reduce() of a warp for a block of at most 1,024 threads, for every thread; threads beyond the
/// block's warps count as 0. May be called again at once.
template <typename Reduce>
__device__ __forceinline__ float acrossBlock(float value, Reduce reduce)
{
    __shared__ float ofWarp[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    value = reduce(value);
    __syncthreads(); // an earlier call may still be reading
    if (lane == 0)
        ofWarp[warp] = value;
    __syncthreads();
    return reduce(lane < int(blockDim.x + 31) / 32 ? ofWarp[lane] : 0.0f);
}

/// The sum over a block.
__device__ __forceinline__ float blockSum(float value)
{
    return acrossBlock(value, [](float own) { return warpSum(own); });
}

/// The largest of values that are not negative.
__device__ __forceinline__ float blockMax(float value)
{
    return acrossBlock(value, [](float own) { return warpMax(own); });
}

} // namespace kernels::cuda
