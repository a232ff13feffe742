#pragma once

#include <cstddef>
#include <cstdint>

// CUDA's short vectors, with its alignments: an access that is not aligned so fails on a GPU.

struct uint3 {
    unsigned x, y, z;
};

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
        : x(x)
        , y(y)
        , z(z)
    {
    }
};

template <typename Number>
struct alignas(2 * sizeof(Number)) VectorOfTwo {
    Number x, y;
};

template <typename Number>
struct alignas(4 * sizeof(Number)) VectorOfFour {
    Number x, y, z, w;
};

using char2 = VectorOfTwo<signed char>;
using uchar2 = VectorOfTwo<unsigned char>;
using short2 = VectorOfTwo<short>;
using ushort2 = VectorOfTwo<unsigned short>;
using int2 = VectorOfTwo<int>;
using uint2 = VectorOfTwo<unsigned>;
using float2 = VectorOfTwo<float>;
using char4 = VectorOfFour<signed char>;
using uchar4 = VectorOfFour<unsigned char>;
using short4 = VectorOfFour<short>;
using ushort4 = VectorOfFour<unsigned short>;
using int4 = VectorOfFour<int>;
using uint4 = VectorOfFour<unsigned>;
using float4 = VectorOfFour<float>;

constexpr int2 make_int2(int x, int y)
{
    return {x, y};
}
constexpr uint2 make_uint2(unsigned x, unsigned y)
{
    return {x, y};
}
constexpr float2 make_float2(float x, float y)
{
    return {x, y};
}
constexpr char4 make_char4(signed char x, signed char y, signed char z, signed char w)
{
    return {x, y, z, w};
}
constexpr int4 make_int4(int x, int y, int z, int w)
{
    return {x, y, z, w};
}
constexpr uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w)
{
    return {x, y, z, w};
}
constexpr float4 make_float4(float x, float y, float z, float w)
{
    return {x, y, z, w};
}
