#pragma once

#include "kernels/cpu/simd_bytes.h"
#include "kernels/half.h"

#include <immintrin.h>

// The types and functions of simd_scalar.h for vectors of eight floats, and dot products of bytes,
// which simd_avx512.h has, too.

namespace kernels::avx2 {
namespace {

struct I {
    static constexpr int tileTokens = 4; ///< tokens in the register tile of products with panels
    __m256i v;

    static I all(int32_t x) { return {_mm256_set1_epi32(x)}; }
    static I load(const void* memory) { return {_mm256_loadu_si256((const __m256i*)memory)}; }
    /// The same sixteen bytes as often as there is room for them.
    static I repeated(const void* sixteen)
    {
        return {_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i*)sixteen))};
    }
    /// Looks up `indices` in these bytes, which are repeated(); see lookedUp() in simd_bytes.h.
    I at(I indices) const { return {_mm256_shuffle_epi8(v, indices.v)}; }
    /// Stores each as a byte; they must be small enough.
    void storeAsBytes(int8_t* p) const
    {
        const __m128i values16
            = _mm_packs_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
        _mm_storel_epi64((__m128i*)p, _mm_packs_epi16(values16, values16));
    }
    /// The same as two bytes.
    void storeAsInt16(int16_t* p) const
    {
        _mm_storeu_si128((__m128i*)p,
            _mm_packs_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1)));
    }
    /// Ends here what the compiler computes of it. It would otherwise begin the products of a tile
    /// before it adds them, which takes more registers than there are.
    void settle() { asm("" : "+x"(v)); }
    /// Does the same as movedBits() in simd_bytes.h.
    I movedBits(int up, uint8_t mask) const
    {
        const __m256i moved = up >= 0 ? _mm256_slli_epi16(v, up) : _mm256_srli_epi16(v, -up);
        return {_mm256_and_si256(moved, _mm256_set1_epi8(char(mask)))};
    }
};

inline I operator+(I a, I b)
{
    return {_mm256_add_epi32(a.v, b.v)};
}
inline I operator-(I a, I b)
{
    return {_mm256_sub_epi32(a.v, b.v)};
}
inline I operator*(I a, I b)
{
    return {_mm256_mullo_epi32(a.v, b.v)};
}
inline I operator|(I a, I b)
{
    return {_mm256_or_si256(a.v, b.v)};
}
inline I shiftedLeft(I a, int bits)
{
    return {_mm256_slli_epi32(a.v, bits)};
}
inline I halved(I a)
{
    return {_mm256_srai_epi32(a.v, 1)};
}
inline I atLeast(I limit, I x)
{
    return {_mm256_max_epi32(limit.v, x.v)};
}
inline int32_t maxLane(I a)
{
    const __m128i four
        = _mm_max_epi32(_mm256_castsi256_si128(a.v), _mm256_extracti128_si256(a.v, 1));
    const __m128i two = _mm_max_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    return _mm_cvtsi128_si32(_mm_max_epi32(two, _mm_shuffle_epi32(two, 0xb1)));
}

// The first `left` of eight lanes, fewer than eight.
inline __m256i lanes(int64_t left)
{
    const __m256i index = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(int(left)), index);
}

struct F {
    static constexpr int width = 8;
    static constexpr int tileTokens = 3;
    static constexpr int storedTokens = 6;
    __m256 v;

    static F all(float x) { return {_mm256_set1_ps(x)}; }
    static F load(const float* p) { return {_mm256_loadu_ps(p)}; }
    static F load(const float* p, int64_t left)
    {
        return left >= width ? load(p) : F{_mm256_maskload_ps(p, lanes(left))};
    }
    void store(float* p) const { _mm256_storeu_ps(p, v); }
    // Some CPUs take a dozen times as long for a store under a mask.
    void store(float* p, int64_t left) const
    {
        if (left >= width)
            store(p);
        else
            _mm256_maskstore_ps(p, lanes(left), v);
    }
};

inline F operator+(F a, F b)
{
    return {_mm256_add_ps(a.v, b.v)};
}
inline F operator-(F a, F b)
{
    return {_mm256_sub_ps(a.v, b.v)};
}
inline F operator*(F a, F b)
{
    return {_mm256_mul_ps(a.v, b.v)};
}
inline F operator/(F a, F b)
{
    return {_mm256_div_ps(a.v, b.v)};
}
inline F mulAdd(F a, F b, F c)
{
    return {_mm256_fmadd_ps(a.v, b.v, c.v)};
}

inline F atLeast(F limit, F x)
{
    return {_mm256_max_ps(limit.v, x.v)};
}
inline F atMost(F limit, F x)
{
    return {_mm256_min_ps(limit.v, x.v)};
}
inline F ifLess(F a, F b, F yes, F no)
{
    return {_mm256_blendv_ps(no.v, yes.v, _mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ))};
}
inline F absolute(F a)
{
    return {_mm256_andnot_ps(_mm256_set1_ps(-0.0f), a.v)};
}

inline float sum(F a)
{
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(a.v), _mm256_extractf128_ps(a.v, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}
inline F sumsOfPairs(F a, F b)
{
    return F{_mm256_unpacklo_ps(a.v, b.v)} + F{_mm256_unpackhi_ps(a.v, b.v)};
}
// Element j of each half is the sum of vector j's elements in that half.
inline F sumsOfHalves(const F* vectors)
{
    const __m256d ab = _mm256_castps_pd(sumsOfPairs(vectors[0], vectors[1]).v);
    const __m256d cd = _mm256_castps_pd(sumsOfPairs(vectors[2], vectors[3]).v);
    return F{_mm256_castpd_ps(_mm256_unpacklo_pd(ab, cd))}
    + F{_mm256_castpd_ps(_mm256_unpackhi_pd(ab, cd))};
}
inline F sums(const F* vectors)
{
    const F first = sumsOfHalves(vectors), last = sumsOfHalves(vectors + 4);
    return F{_mm256_permute2f128_ps(first.v, last.v, 0x20)}
    + F{_mm256_permute2f128_ps(first.v, last.v, 0x31)};
}
// out[i] = sum(vectors[i]) for four vectors `stride` apart, added in the same order.
inline void storeFourSums(float* out, const F* vectors, int stride)
{
    const auto sumsOfTwo = [&](int i) { // of each half
        const __m256 a = vectors[i * stride].v, b = vectors[(i + 1) * stride].v;
        const F four
            = F{_mm256_permute2f128_ps(a, b, 0x20)} + F{_mm256_permute2f128_ps(a, b, 0x31)};
        const F two = four + F{_mm256_permute_ps(four.v, 0x4e)};
        return two + F{_mm256_permute_ps(two.v, 0xb1)};
    };
    const __m256 mixed = _mm256_unpacklo_ps(sumsOfTwo(0).v, sumsOfTwo(2).v);
    _mm_storeu_ps(
        out, _mm_unpacklo_ps(_mm256_castps256_ps128(mixed), _mm256_extractf128_ps(mixed, 1)));
}
inline float maxLane(F a)
{
    const __m128 four = _mm_max_ps(_mm256_castps256_ps128(a.v), _mm256_extractf128_ps(a.v, 1));
    const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
}

inline I toBits(F a)
{
    return {_mm256_castps_si256(a.v)};
}
inline F fromBits(I a)
{
    return {_mm256_castsi256_ps(a.v)};
}

inline I unsignedBytes(const void* memory)
{
    return {_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)memory))};
}
inline I signedBytes(const void* memory)
{
    return {_mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i*)memory))};
}
inline F toFloats(I a)
{
    return {_mm256_cvtepi32_ps(a.v)};
}

/// The nearest integers; halves become even ones.
inline I nearest(F a)
{
    return {_mm256_cvtps_epi32(a.v)};
}
inline int32_t sum(I a)
{
    const __m128i four
        = _mm_add_epi32(_mm256_castsi256_si128(a.v), _mm256_extracti128_si256(a.v, 1));
    const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xb1)));
}

/// Converts twice as many unsigned bytes as a vector has elements to integers of 16 bits.
inline I unsignedPairs(const void* memory)
{
    return {_mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i*)memory))};
}

/// The lower 16 bits of both in each lane, those of `first` below.
inline I interleavePairs(I first, I second)
{
    return {_mm256_blend_epi16(first.v, shiftedLeft(second, 16).v, 0xaa)};
}

// addDotsOfPairs(sum, a, b): sum[i] + a[i]·b[i], where a[i] and b[i] are two integers of 16 bits each.
//
// addDots(dots, codes, x): dots[i] + codes[i]·x[i], where codes[i] are four unsigned bytes below
// 2^bits, of at most seven bits, and x[i] four bytes from −127 to 127. Dots begin with zeros and become
// part of a sum soon enough (bodies/tile.inl).
//
// addWideDots(sum, codes, x): a sum with the products for codes up to 255, which are 128 larger than
// what they stand for. It must have begun with −2^wideOffsetBits · Σ x; if that is noOffset, with 0.
constexpr int noOffset = -1;
#ifdef __AVXVNNI__
inline I addDotsOfPairs(I sum, I a, I b)
{
    return {_mm256_dpwssd_avx_epi32(sum.v, a.v, b.v)};
}
constexpr bool dotsAreWhole = true;
inline I addDots(I dots, I codes, I x)
{
    return {_mm256_dpbusd_avx_epi32(dots.v, codes.v, x.v)};
}
constexpr int wideOffsetBits = 7;
inline I addWideDots(I sum, I codes, I x)
{
    return addDots(sum, codes, x);
}
#else
inline I addDotsOfPairs(I sum, I a, I b)
{
    // in place, or the compiler moves the sums of a tile from register to register
    asm("vpaddd %1, %0, %0" : "+x"(sum.v) : "x"(_mm256_madd_epi16(a.v, b.v)));
    return sum;
}
constexpr bool dotsAreWhole = false; // but two sums of 16 bits
inline I addDots(I dots, I codes, I x)
{
    return {_mm256_add_epi16(dots.v, _mm256_maddubs_epi16(codes.v, x.v))};
}
constexpr int wideOffsetBits = noOffset;
inline I addWideDots(I sum, I codes, I x)
{
    const __m256i q = _mm256_xor_si256(codes.v, _mm256_set1_epi8(-128));
    const I products{_mm256_maddubs_epi16(_mm256_abs_epi8(q), _mm256_sign_epi8(x.v, q))};
    return addDotsOfPairs(sum, products, {_mm256_set1_epi16(1)}); // below 2¹⁵
}
#endif

inline F eachEight(float first, float last, int i)
{
    return F::all(i < 8 ? first : last);
}

inline float fromHalf(uint16_t half)
{
    return _cvtsh_ss(half);
}
inline F loadHalves(const uint16_t* p)
{
    return {_mm256_cvtph_ps(_mm_loadu_si128((const __m128i*)p))};
}
inline F loadHalves(const uint16_t* p, int64_t left)
{
    if (left >= F::width)
        return loadHalves(p);
    __m128i halves = _mm_setzero_si128();
    memcpy(&halves, p, size_t(left) * sizeof *p);
    return {_mm256_cvtph_ps(halves)};
}
inline void storeHalves(F f, uint16_t* p, int64_t left)
{
    const __m128i halves = _mm256_cvtps_ph(f.v, _MM_FROUND_TO_NEAREST_INT);
    memcpy(p, &halves, size_t(left < 8 ? left : 8) * sizeof *p);
}
inline F widenedBfloats(__m128i bfloats)
{
    return {_mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(bfloats), 16))};
}
inline F loadBfloats(const uint16_t* p)
{
    return widenedBfloats(_mm_loadu_si128((const __m128i*)p));
}
inline F loadBfloats(const uint16_t* p, int64_t left)
{
    if (left >= F::width)
        return loadBfloats(p);
    __m128i bfloats = _mm_setzero_si128();
    memcpy(&bfloats, p, size_t(left) * sizeof *p);
    return widenedBfloats(bfloats);
}

struct Codes16 {
    F scale, offset;
    static Codes16 affine(F scale, F offset) { return {scale, offset}; }
    F at(const uint8_t* q) const { return toFloats(unsignedBytes(q)) * scale - offset; }
};

struct CenteredCodes16 {
    F scale;
    static CenteredCodes16 of(F scale) { return {scale}; }
    F at(const uint8_t* q) const { return toFloats(unsignedBytes(q) - I::all(8)) * scale; }
};

} // namespace
} // namespace kernels::avx2
