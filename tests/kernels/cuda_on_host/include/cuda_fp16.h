#pragma once

#include "kernels/half.h"

#include "vector_types.h"

// Numbers of 16 bits with the names of CUDA's headers. Arithmetic rounds after each step.

namespace cuda_on_host {

struct HalfFormat {
    static float toFloat(uint16_t bits) { return kernels::floatFromHalf(bits); }
    static uint16_t toBits(float value) { return kernels::halfFromFloat(value); }
};

template <typename Format>
struct SixteenBits {
    uint16_t bits;

    SixteenBits() = default;
    explicit SixteenBits(float value)
        : bits(Format::toBits(value))
    {
    }
    explicit SixteenBits(int value)
        : bits(Format::toBits(float(value)))
    {
    }
    static SixteenBits ofBits(uint16_t bits)
    {
        SixteenBits number;
        number.bits = bits;
        return number;
    }
    explicit operator float() const { return Format::toFloat(bits); }

    friend SixteenBits operator+(SixteenBits a, SixteenBits b)
    {
        return SixteenBits(float(a) + float(b));
    }
    friend SixteenBits operator-(SixteenBits a, SixteenBits b)
    {
        return SixteenBits(float(a) - float(b));
    }
    friend SixteenBits operator*(SixteenBits a, SixteenBits b)
    {
        return SixteenBits(float(a) * float(b));
    }
};

template <typename Number>
struct alignas(4) TwoOfSixteenBits {
    Number x, y;
};

} // namespace cuda_on_host

using __half = cuda_on_host::SixteenBits<cuda_on_host::HalfFormat>;
using __half2 = cuda_on_host::TwoOfSixteenBits<__half>;
using half = __half;
using half2 = __half2;

inline float __half2float(__half value)
{
    return float(value);
}
inline __half __float2half(float value)
{
    return __half(value);
}
inline __half __float2half_rn(float value)
{
    return __half(value);
}
inline __half __ushort_as_half(unsigned short bits)
{
    return __half::ofBits(bits);
}
inline unsigned short __half_as_ushort(__half value)
{
    return value.bits;
}
inline __half2 __halves2half2(__half x, __half y)
{
    return {x, y};
}
inline __half2 __floats2half2_rn(float x, float y)
{
    return {__half(x), __half(y)};
}
inline __half2 __float2half2_rn(float x)
{
    return {__half(x), __half(x)};
}
inline __half2 __half2half2(__half x)
{
    return {x, x};
}
inline float2 __half22float2(__half2 pair)
{
    return {float(pair.x), float(pair.y)};
}
inline float __low2float(__half2 pair)
{
    return float(pair.x);
}
inline float __high2float(__half2 pair)
{
    return float(pair.y);
}
inline __half2 __hadd2(__half2 a, __half2 b)
{
    return {a.x + b.x, a.y + b.y};
}
inline __half2 __hsub2(__half2 a, __half2 b)
{
    return {a.x - b.x, a.y - b.y};
}
inline __half2 __hmul2(__half2 a, __half2 b)
{
    return {a.x * b.x, a.y * b.y};
}
// The product of two halves is exact in a float; of the two roundings the second one decides.
inline __half2 __hfma2(__half2 a, __half2 b, __half2 c)
{
    return {
        __half(float(a.x) * float(b.x) + float(c.x)), __half(float(a.y) * float(b.y) + float(c.y))};
}
