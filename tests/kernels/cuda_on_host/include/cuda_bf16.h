#pragma once

#include "cuda_fp16.h"

namespace cuda_on_host {

struct BfloatFormat {
    static float toFloat(uint16_t bits) { return kernels::floatFromBfloat(bits); }
    static uint16_t toBits(float value) { return kernels::bfloatFromFloat(value); }
};

} // namespace cuda_on_host

using __nv_bfloat16 = cuda_on_host::SixteenBits<cuda_on_host::BfloatFormat>;
using __nv_bfloat162 = cuda_on_host::TwoOfSixteenBits<__nv_bfloat16>;

inline float __bfloat162float(__nv_bfloat16 value)
{
    return float(value);
}
inline __nv_bfloat16 __float2bfloat16(float value)
{
    return __nv_bfloat16(value);
}
inline __nv_bfloat16 __float2bfloat16_rn(float value)
{
    return __nv_bfloat16(value);
}
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits)
{
    return __nv_bfloat16::ofBits(bits);
}
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 value)
{
    return value.bits;
}
inline __nv_bfloat162 __floats2bfloat162_rn(float x, float y)
{
    return {__nv_bfloat16(x), __nv_bfloat16(y)};
}
inline float2 __bfloat1622float2(__nv_bfloat162 pair)
{
    return {float(pair.x), float(pair.y)};
}
