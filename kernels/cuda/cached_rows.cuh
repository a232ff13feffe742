#pragma once

#include "kernels/cuda/run_values.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

// Reading and writing one number of a row, whatever it is stored as.

namespace kernels::cuda {

__device__ __forceinline__ float storedValue(const float* row, int64_t i)
{
    return row[i];
}

__device__ __forceinline__ float storedValue(const __half* row, int64_t i)
{
    return __half2float(row[i]);
}

__device__ __forceinline__ float storedValue(const __nv_bfloat16* row, int64_t i)
{
    return __bfloat162float(row[i]);
}

template <typename Block>
__device__ __forceinline__ float storedValue(const Block* row, int64_t i)
{
    return runValue(row, i / 32, int(i % 32));
}

__device__ __forceinline__ void storeValue(float* address, float value)
{
    *address = value;
}

__device__ __forceinline__ void storeValue(__half* address, float value)
{
    *address = __float2half_rn(value);
}

__device__ __forceinline__ void storeValue(__nv_bfloat16* address, float value)
{
    *address = __float2bfloat16_rn(value);
}

/// Clamps x to the range of half precision. NaN stays NaN.
__device__ __forceinline__ float withinHalf(float x)
{
    return x == x ? fminf(fmaxf(x, -65504.0f), 65504.0f) : x;
}

/// The finite number of half precision that is nearest to x. NaN stays NaN.
__device__ __forceinline__ __half finiteHalf(float x)
{
    return __float2half_rn(withinHalf(x));
}

__device__ __forceinline__ uint32_t twoHalves(float first, float second)
{
    return uint32_t(__half_as_ushort(finiteHalf(first)))
        | uint32_t(__half_as_ushort(finiteHalf(second))) << 16;
}

/// Two numbers as the halves of a word, the first in the lower one; too large ones become infinite.
__device__ __forceinline__ uint32_t halfPair(float first, float second)
{
    const __half2 pair = __floats2half2_rn(first, second);
    uint32_t word;
    memcpy(&word, &pair, sizeof word);
    return word;
}

} // namespace kernels::cuda
