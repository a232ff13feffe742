#pragma once

#include "kernels/cpu/simd_bytes.h"
#include "kernels/half.h"

// Vectors of four floats for any CPU; the compiler maps them to the instructions that exist.
// simd_avx2.h and simd_avx512.h define the same names for longer vectors. load(p, left) and
// store(p, left) access at most `left` floats; load() sets the other elements to 0.

namespace kernels::scalar {
namespace {

typedef float Floats __attribute__((vector_size(16)));
typedef int32_t Ints __attribute__((vector_size(16)));

/// A vector of 32-bit integers.
struct I {
    Ints v;
    static I all(int32_t x) { return {Ints{x, x, x, x}}; }
};

inline I operator+(I a, I b)
{
    return {(Ints)((a.v + b.v))};
}
inline I operator-(I a, I b)
{
    return {(Ints)((a.v - b.v))};
}
inline I shiftedLeft(I a, int bits)
{
    return {a.v << bits};
}
inline I halved(I a)
{
    return {a.v >> 1};
} ///< rounds down

/// A vector of floats.
struct F {
    static constexpr int width = 4;
    static constexpr int tileTokens = 2; ///< tokens in the register tile of matmul
    static constexpr int storedTokens = 4; ///< the most that are multiplied with rows as stored
    Floats v;

    static F all(float x) { return {Floats{x, x, x, x}}; }
    static F load(const float* p)
    {
        F f;
        memcpy(&f.v, p, sizeof f.v);
        return f;
    }
    static F load(const float* p, int64_t left)
    {
        if (left >= width)
            return load(p);
        F f = all(0);
        memcpy(&f.v, p, size_t(left) * sizeof(float));
        return f;
    }
    void store(float* p) const { memcpy(p, &v, sizeof v); }
    void store(float* p, int64_t left) const
    {
        memcpy(p, &v, size_t(left < width ? left : width) * sizeof(float));
    }
};

inline F operator+(F a, F b)
{
    return {a.v + b.v};
}
inline F operator-(F a, F b)
{
    return {a.v - b.v};
}
inline F operator*(F a, F b)
{
    return {a.v * b.v};
}
inline F operator/(F a, F b)
{
    return {a.v / b.v};
}
inline F mulAdd(F a, F b, F c)
{
    return {a.v * b.v + c.v};
}

/// The larger or the smaller of the two; x if x is NaN.
inline F atLeast(F limit, F x)
{
    return {x.v < limit.v ? limit.v : x.v};
}
inline F atMost(F limit, F x)
{
    return {x.v > limit.v ? limit.v : x.v};
}
inline F ifLess(F a, F b, F yes, F no)
{
    return {a.v < b.v ? yes.v : no.v};
}
inline F absolute(F a)
{
    return {(Floats)((Ints)a.v & I::all(0x7fffffff).v)};
}

inline float sum(F a)
{
    return (a.v[0] + a.v[2]) + (a.v[1] + a.v[3]);
}
/// Sums each of F::width vectors; element i of the result is the sum of vector i.
inline F sums(const F* vectors)
{
    return {Floats{sum(vectors[0]), sum(vectors[1]), sum(vectors[2]), sum(vectors[3])}};
}
/// out[i] = sum(vectors[i]) for four vectors `stride` apart, added in the same order.
inline void storeFourSums(float* out, const F* vectors, int stride)
{
    for (int i = 0; i < 4; ++i)
        out[i] = sum(vectors[i * stride]);
}
inline float maxLane(F a)
{
    const float x = a.v[0] > a.v[2] ? a.v[0] : a.v[2];
    const float y = a.v[1] > a.v[3] ? a.v[1] : a.v[3];
    return x > y ? x : y;
}

inline I toBits(F a)
{
    return {(Ints)a.v};
}
inline F fromBits(I a)
{
    return {(Floats)a.v};
}

/// Converts as many unsigned bytes as a vector has elements.
inline I unsignedBytes(const void* memory)
{
    uint8_t b[4];
    memcpy(b, memory, sizeof b);
    return {Ints{b[0], b[1], b[2], b[3]}};
}
inline I signedBytes(const void* memory)
{
    int8_t b[4];
    memcpy(b, memory, sizeof b);
    return {Ints{b[0], b[1], b[2], b[3]}};
}
inline F toFloats(I a)
{
    return {__builtin_convertvector(a.v, Floats)};
}

/// The elements from i on of a sequence of eight times `first` and eight times `last`; i must be a
/// multiple of the vector's width.
inline F eachEight(float first, float last, int i)
{
    return F::all(i < 8 ? first : last);
}

inline float fromHalf(uint16_t half)
{
    return floatFromHalf(half);
}
inline F loadHalves(const uint16_t* p, int64_t left)
{
    F f = F::all(0);
    for (int i = 0; i < 4 && i < left; ++i)
        f.v[i] = floatFromHalf(p[i]);
    return f;
}
inline F loadHalves(const uint16_t* p)
{
    return loadHalves(p, 4);
}
inline void storeHalves(F f, uint16_t* p, int64_t left)
{
    for (int i = 0; i < 4 && i < left; ++i)
        p[i] = halfFromFloat(f.v[i]);
}
inline F loadBfloats(const uint16_t* p, int64_t left)
{
    F f = F::all(0);
    for (int i = 0; i < 4 && i < left; ++i)
        f.v[i] = floatFromBfloat(p[i]);
    return f;
}
inline F loadBfloats(const uint16_t* p)
{
    return loadBfloats(p, 4);
}

/// The values scale · q − offset for q < 16; each q is a byte.
struct Codes16 {
    F scale, offset;
    static Codes16 affine(F scale, F offset) { return {scale, offset}; }
    F at(const uint8_t* q) const { return toFloats(unsignedBytes(q)) * scale - offset; }
};

/// The values scale · (q − 8) for q < 16.
struct CenteredCodes16 {
    F scale;
    static CenteredCodes16 of(F scale) { return {scale}; }
    F at(const uint8_t* q) const { return toFloats(unsignedBytes(q) - I::all(8)) * scale; }
};

} // namespace
} // namespace kernels::scalar
