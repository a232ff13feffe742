#pragma once

#include "kernels/cuda/device_code.h"
#include "kernels/cuda/segment_pairs.h"
#include "kernels/ops.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace kernels::cuda {

/// A CachePlacement in the form that kernels take.
struct Slots {
    const int32_t* positions;
    const int32_t* sequences;
    const int32_t* pageTables;
    int tableColumns;
    int pageSize;

    static Slots of(const CachePlacement& placement)
    {
        return {placement.positions.data<int32_t>(), placement.sequences.data<int32_t>(),
            placement.pageTables.data<int32_t>(), int(placement.pageTables.columns),
            placement.pageSize};
    }

    /// The row of the cache that holds a position of a sequence.
    VIGNETTE_DEVICE int64_t row(int sequence, int position) const
    {
        const int page = pageTables[int64_t(sequence) * tableColumns + position / pageSize];
        return int64_t(page) * pageSize + position % pageSize;
    }
};

// Reading and writing one number of a row, whatever it is stored as.

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
    return segmentValue(row, i / 32, int(i % 32));
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
