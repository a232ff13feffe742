#pragma once

#include "kernels/cuda/cached_rows.cuh"
#include "kernels/cuda/half_activations.h"

#include <cstdint>

namespace kernels::cuda {

__device__ __forceinline__ uint32_t toPair(__half* /*type*/, float first, float second)
{
    return twoHalves(first, second);
}

__device__ __forceinline__ uint32_t toPair(__nv_bfloat16* /*type*/, float first, float second)
{
    return uint32_t(__bfloat16_as_ushort(__float2bfloat16_rn(first)))
        | uint32_t(__bfloat16_as_ushort(__float2bfloat16_rn(second))) << 16;
}

/// Stores number i of a copy that exists.
__device__ __forceinline__ void storeNumber(const HalfForm& form, int64_t i, float value)
{
    if (form.isBfloat)
        storeValue(static_cast<__nv_bfloat16*>(form.numbers) + i, value);
    else
        storeValue(static_cast<__half*>(form.numbers) + i, withinHalf(value));
}

/// Stores the numbers i and i + 1 of a copy that exists; i is even.
__device__ __forceinline__ void storePair(
    const HalfForm& form, int64_t i, float first, float second)
{
    static_cast<uint32_t*>(form.numbers)[i / 2] = form.isBfloat
        ? toPair(static_cast<__nv_bfloat16*>(nullptr), first, second)
        : toPair(static_cast<__half*>(nullptr), first, second);
}

/// Stores the numbers 4 · four … 4 · four + 3 of a copy that exists.
__device__ __forceinline__ void storeFour(const HalfForm& form, int64_t four, float4 values)
{
    uint2 pairs;
    if (form.isBfloat) {
        auto* type = static_cast<__nv_bfloat16*>(nullptr);
        pairs = make_uint2(toPair(type, values.x, values.y), toPair(type, values.z, values.w));
    } else {
        auto* type = static_cast<__half*>(nullptr);
        pairs = make_uint2(toPair(type, values.x, values.y), toPair(type, values.z, values.w));
    }
    static_cast<uint2*>(form.numbers)[four] = pairs;
}

} // namespace kernels::cuda
