#pragma once

#include "kernels/cpu/simd_bytes.h"
#include "kernels/half.h"

#include <immintrin.h>

// The types and functions of simd_scalar.h for vectors of sixteen floats.

namespace kernels::avx512 {
namespace {

struct I {
    static constexpr int tileTokens = 8;
    __m512i v;

    static I all(int32_t x) { return {_mm512_set1_epi32(x)}; }
    static I load(const void* memory) { return {_mm512_loadu_si512(memory)}; }
    static I repeated(const void* sixteen)
    {
        return {_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i*)sixteen))};
    }
    I at(I indices) const { return {_mm512_shuffle_epi8(v, indices.v)}; }
    void storeAsBytes(int8_t* p) const { _mm_storeu_si128((__m128i*)p, _mm512_cvtsepi32_epi8(v)); }
    void storeAsInt16(int16_t* p) const
    {
        _mm256_storeu_si256((__m256i*)p, _mm512_cvtsepi32_epi16(v));
    }
    void settle() { asm("" : "+v"(v)); }
    I movedBits(int up, uint8_t mask) const
    {
        const __m512i moved
            = up >= 0 ? _mm512_slli_epi16(v, unsigned(up)) : _mm512_srli_epi16(v, unsigned(-up));
        return {_mm512_and_si512(moved, _mm512_set1_epi8(char(mask)))};
    }
};

inline I operator+(I a, I b)
{
    return {_mm512_add_epi32(a.v, b.v)};
}
inline I operator-(I a, I b)
{
    return {_mm512_sub_epi32(a.v, b.v)};
}
inline I operator*(I a, I b)
{
    return {_mm512_mullo_epi32(a.v, b.v)};
}
inline I operator|(I a, I b)
{
    return {_mm512_or_si512(a.v, b.v)};
}
inline I shiftedLeft(I a, int bits)
{
    return {_mm512_slli_epi32(a.v, unsigned(bits))};
}
inline I halved(I a)
{
    return {_mm512_srai_epi32(a.v, 1)};
}
inline I atLeast(I limit, I x)
{
    return {_mm512_max_epi32(limit.v, x.v)};
}
inline int32_t maxLane(I a)
{
    return _mm512_reduce_max_epi32(a.v);
}

// The first `left` of sixteen lanes.
inline __mmask16 lanes(int64_t left)
{
    return __mmask16(left < 16 ? (1u << left) - 1 : 0xffff);
}

struct F {
    static constexpr int width = 16;
    static constexpr int tileTokens = 6;
    static constexpr int storedTokens = 20;
    __m512 v;

    static F all(float x) { return {_mm512_set1_ps(x)}; }
    static F load(const float* p) { return {_mm512_loadu_ps(p)}; }
    static F load(const float* p, int64_t left) { return {_mm512_maskz_loadu_ps(lanes(left), p)}; }
    void store(float* p) const { _mm512_storeu_ps(p, v); }
    void store(float* p, int64_t left) const { _mm512_mask_storeu_ps(p, lanes(left), v); }
};

inline F operator+(F a, F b)
{
    return {_mm512_add_ps(a.v, b.v)};
}
inline F operator-(F a, F b)
{
    return {_mm512_sub_ps(a.v, b.v)};
}
inline F operator*(F a, F b)
{
    return {_mm512_mul_ps(a.v, b.v)};
}
inline F operator/(F a, F b)
{
    return {_mm512_div_ps(a.v, b.v)};
}
inline F mulAdd(F a, F b, F c)
{
    return {_mm512_fmadd_ps(a.v, b.v, c.v)};
}

inline F atLeast(F limit, F x)
{
    return {_mm512_max_ps(limit.v, x.v)};
}
inline F atMost(F limit, F x)
{
    return {_mm512_min_ps(limit.v, x.v)};
}
inline F ifLess(F a, F b, F yes, F no)
{
    return {_mm512_mask_blend_ps(_mm512_cmp_ps_mask(a.v, b.v, _CMP_LT_OQ), no.v, yes.v)};
}
inline F absolute(F a)
{
    return {_mm512_andnot_ps(_mm512_set1_ps(-0.0f), a.v)};
}

inline __m256 upperHalf(__m512 v)
{
    return _mm512_extractf32x8_ps(v, 1);
}
inline float sum(F a)
{
    const __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(a.v), upperHalf(a.v));
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}
inline F sumsOfPairs(F a, F b)
{
    return F{_mm512_unpacklo_ps(a.v, b.v)} + F{_mm512_unpackhi_ps(a.v, b.v)};
}
// Element j of each quarter is the sum of vector j's elements in that quarter.
inline F sumsOfQuarters(const F* vectors)
{
    const __m512d ab = _mm512_castps_pd(sumsOfPairs(vectors[0], vectors[1]).v);
    const __m512d cd = _mm512_castps_pd(sumsOfPairs(vectors[2], vectors[3]).v);
    return F{_mm512_castpd_ps(_mm512_unpacklo_pd(ab, cd))}
    + F{_mm512_castpd_ps(_mm512_unpackhi_pd(ab, cd))};
}
// Neighboring quarters of a and then of b, added.
inline F sumsOfNeighbors(F a, F b)
{
    return F{_mm512_shuffle_f32x4(a.v, b.v, 0x88)} + F{_mm512_shuffle_f32x4(a.v, b.v, 0xdd)};
}
inline F sums(const F* vectors)
{
    const F first = sumsOfNeighbors(sumsOfQuarters(vectors), sumsOfQuarters(vectors + 4));
    const F last = sumsOfNeighbors(sumsOfQuarters(vectors + 8), sumsOfQuarters(vectors + 12));
    return sumsOfNeighbors(first, last);
}
// out[i] = sum(vectors[i]) for four vectors `stride` apart, added in the same order.
inline void storeFourSums(float* out, const F* vectors, int stride)
{
    const auto firstSums = [&](int i) { // of two vectors, quarters that are half as far apart
        const __m512 a = vectors[i * stride].v, b = vectors[(i + 1) * stride].v;
        return F{_mm512_shuffle_f32x4(a, b, 0x44)} + F{_mm512_shuffle_f32x4(a, b, 0xee)};
    };
    const F four = sumsOfNeighbors(firstSums(0), firstSums(2));
    const F two = four + F{_mm512_permute_ps(four.v, 0x4e)};
    const F one = two + F{_mm512_permute_ps(two.v, 0xb1)};
    _mm_storeu_ps(out, _mm512_castps512_ps128(_mm512_maskz_compress_ps(0x1111, one.v)));
}
inline float maxLane(F a)
{
    const __m256 eight = _mm256_max_ps(_mm512_castps512_ps256(a.v), upperHalf(a.v));
    const __m128 four = _mm_max_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
}

inline I toBits(F a)
{
    return {_mm512_castps_si512(a.v)};
}
inline F fromBits(I a)
{
    return {_mm512_castsi512_ps(a.v)};
}

inline I unsignedBytes(const void* memory)
{
    return {_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i*)memory))};
}
inline I signedBytes(const void* memory)
{
    return {_mm512_cvtepi8_epi32(_mm_loadu_si128((const __m128i*)memory))};
}
inline F toFloats(I a)
{
    return {_mm512_cvtepi32_ps(a.v)};
}

inline I nearest(F a)
{
    return {_mm512_cvtps_epi32(a.v)};
}
inline int32_t sum(I a)
{
    return _mm512_reduce_add_epi32(a.v);
}

inline I unsignedPairs(const void* memory)
{
    return {_mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i*)memory))};
}
inline I interleavePairs(I first, I second)
{
    return {_mm512_mask_blend_epi16(0xaaaaaaaa, first.v, shiftedLeft(second, 16).v)};
}

constexpr int noOffset = -1;
#ifdef __AVX512VNNI__
inline I addDotsOfPairs(I sum, I a, I b)
{
    return {_mm512_dpwssd_epi32(sum.v, a.v, b.v)};
}
constexpr bool dotsAreWhole = true;
inline I addDots(I dots, I codes, I x)
{
    return {_mm512_dpbusd_epi32(dots.v, codes.v, x.v)};
}
constexpr int wideOffsetBits = 7;
inline I addWideDots(I sum, I codes, I x)
{
    return addDots(sum, codes, x);
}
#else
inline I addDotsOfPairs(I sum, I a, I b)
{
    return sum + I{_mm512_madd_epi16(a.v, b.v)};
}
constexpr bool dotsAreWhole = false; // but two sums of 16 bits
inline I addDots(I dots, I codes, I x)
{
    return {_mm512_add_epi16(dots.v, _mm512_maddubs_epi16(codes.v, x.v))};
}
constexpr int wideOffsetBits = noOffset;
inline I addWideDots(I sum, I codes, I x)
{
    const __m512i q = _mm512_xor_si512(codes.v, _mm512_set1_epi8(-128));
    const __m512i withSign
        = _mm512_mask_sub_epi8(x.v, _mm512_movepi8_mask(q), _mm512_setzero_si512(), x.v);
    const I products{_mm512_maddubs_epi16(_mm512_abs_epi8(q), withSign)};
    return addDotsOfPairs(sum, products, {_mm512_set1_epi16(1)}); // below 2¹⁵
}
#endif

inline F eachEight(float first, float last, int)
{
    return {_mm512_mask_blend_ps(0xff00, _mm512_set1_ps(first), _mm512_set1_ps(last))};
}

inline float fromHalf(uint16_t half)
{
    return _cvtsh_ss(half);
}
inline F loadHalves(const uint16_t* p)
{
    return {_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i*)p))};
}
inline F loadHalves(const uint16_t* p, int64_t left)
{
    return {_mm512_cvtph_ps(_mm256_maskz_loadu_epi16(lanes(left), p))};
}
inline void storeHalves(F f, uint16_t* p, int64_t left)
{
    const __m256i halves = _mm512_cvtps_ph(f.v, _MM_FROUND_TO_NEAREST_INT);
    _mm256_mask_storeu_epi16(p, lanes(left), halves);
}
inline F widenedBfloats(__m256i bfloats)
{
    return {_mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bfloats), 16))};
}
inline F loadBfloats(const uint16_t* p)
{
    return widenedBfloats(_mm256_loadu_si256((const __m256i*)p));
}
inline F loadBfloats(const uint16_t* p, int64_t left)
{
    return widenedBfloats(_mm256_maskz_loadu_epi16(lanes(left), p));
}

// One table look-up gives what a conversion, a product and a difference would.
struct Codes16 {
    __m512 codes;
    static Codes16 affine(F scale, F offset)
    {
        const __m512 q = _mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        return {_mm512_sub_ps(_mm512_mul_ps(q, scale.v), offset.v)};
    }
    F at(const uint8_t* q) const { return {_mm512_permutexvar_ps(unsignedBytes(q).v, codes)}; }
};

struct CenteredCodes16 {
    __m512 codes;
    static CenteredCodes16 of(F scale)
    {
        const __m512 q = _mm512_setr_ps(-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7);
        return {_mm512_mul_ps(q, scale.v)};
    }
    F at(const uint8_t* q) const { return {_mm512_permutexvar_ps(unsignedBytes(q).v, codes)}; }
};

} // namespace
} // namespace kernels::avx512
