// Built with this instruction set's flags and entered only after cpu_features said yes.
// No standard-library templates and nothing with external linkage but the table: see isa_avx512.cpp.
#include "kernels/cpu/strip_kernels.h"
#include "kernels/strips.h"

#include <immintrin.h>

#define ALWAYS_INLINE inline __attribute__((always_inline))

namespace kernels::avx512vnni {
namespace {

using cpu::ByteRows;

// Sixteen rows, a lane each.
using Ints = __m512i;
using Floats = __m512;

constexpr int tileTokens = 8;
constexpr int64_t prefetchBytes = 6 * 1024; // ahead of what is read

ALWAYS_INLINE Ints load(const void* at)
{
    return _mm512_loadu_si512(at);
}

ALWAYS_INLINE Floats halves(const uint16_t* at)
{
    return _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i*)at));
}

// Four neighbouring bytes of x, or one int32, for all rows.
ALWAYS_INLINE Ints forAll(const void* at)
{
    int32_t four;
    __builtin_memcpy(&four, at, sizeof four);
    return _mm512_set1_epi32(four);
}

ALWAYS_INLINE Ints nibbles(Ints bytes)
{
    return _mm512_and_si512(bytes, _mm512_set1_epi8(15));
}

ALWAYS_INLINE Ints upperNibbles(Ints bytes)
{
    return nibbles(_mm512_srli_epi16(bytes, 4));
}

// The bits of `mask`, moved left; those that cross the border of a byte must not be in it.
template <int bits>
ALWAYS_INLINE Ints movedBits(Ints bytes, char mask)
{
    const Ints moved = bits >= 0 ? _mm512_slli_epi16(bytes, unsigned(bits > 0 ? bits : 0))
                                 : _mm512_srli_epi16(bytes, unsigned(bits < 0 ? -bits : 0));
    return _mm512_and_si512(moved, _mm512_set1_epi8(mask));
}

// The rows of x that are multiplied with a strip at the same time. Where it is the first time that
// the strip is read, the memory behind it is asked for.
template <int tokens, bool isFirst>
struct Tile {
    const ByteRows& x;
    Floats sums[tokens];

    ALWAYS_INLINE explicit Tile(const ByteRows& x)
        : x(x)
    {
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t)
            sums[t] = _mm512_setzero_ps();
    }
    // What a sum of levels · x begins with if the levels are 2^bits larger than what they stand for.
    template <int bits>
    ALWAYS_INLINE void begin(Ints (&products)[tokens], int64_t part, int64_t parts) const
    {
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t)
            products[t]
                = _mm512_slli_epi32(forAll(x.negativeSums + t * parts + part), unsigned(bits));
    }
    // Adds the products of four values.
    ALWAYS_INLINE void add(Ints (&products)[tokens], Ints levels, int64_t first) const
    {
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t)
            products[t]
                = _mm512_dpbusd_epi32(products[t], levels, forAll(x.values + t * x.n + first));
    }
    // Adds whole sums of run `run` of x, times `scale`.
    ALWAYS_INLINE void addScaled(
        Floats scale, const Ints (&wholes)[tokens], int64_t run, int64_t runs)
    {
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t) {
            const Floats factor = _mm512_mul_ps(scale, _mm512_set1_ps(x.scales[t * runs + run]));
            sums[t] = _mm512_fmadd_ps(factor, _mm512_cvtepi32_ps(wholes[t]), sums[t]);
        }
    }
    // As much behind a block as the caller reads of it.
    ALWAYS_INLINE void prefetchBehind(const void* block, int64_t from, int64_t bytes) const
    {
        if constexpr (isFirst)
            for (int64_t i = 0; i < bytes; i += 64)
                __builtin_prefetch((const char*)block + prefetchBytes + from + i);
    }
    ALWAYS_INLINE void store(float* out, int64_t outStride) const
    {
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t)
            _mm512_storeu_ps(out + t * outStride, sums[t]);
    }
};

template <int tokens>
ALWAYS_INLINE void setToZero(Ints (&products)[tokens])
{
#pragma GCC unroll 8
    for (int t = 0; t < tokens; ++t)
        products[t] = _mm512_setzero_si512();
}

template <int tokens>
ALWAYS_INLINE void addTimes(Ints (&wholes)[tokens], const Ints (&products)[tokens], Ints scale)
{
#pragma GCC unroll 8
    for (int t = 0; t < tokens; ++t)
        wholes[t] = _mm512_add_epi32(wholes[t], _mm512_mullo_epi32(products[t], scale));
}

// ---- the types ----

// What Q4_0 and Q8_0 have in common. The levels are 2^offsetBits larger than what they stand for.
template <typename Levels>
struct InHalves {
    using Strip = typename Levels::Strip;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(Tile<tokens, isFirst>& tile, const Strip& block, int64_t b)
    {
        constexpr int64_t bytes = sizeof(Strip) / 2;
        const int64_t runs = tile.x.n / 32;
        for (int half = 0; half < 2; ++half) {
            tile.prefetchBehind(&block, half * bytes, bytes);
            Ints products[tokens];
            tile.template begin<Levels::offsetBits>(products, 2 * b + half, runs);
            Levels::add(tile, products, block, half, 64 * b + 32 * half);
            tile.addScaled(halves(block.scales[half]), products, 2 * b + half, runs);
        }
    }
};

struct LevelsOfQ4_0 {
    using Strip = StripQ4_0;
    static constexpr int offsetBits = 3;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(const Tile<tokens, isFirst>& tile, Ints (&products)[tokens],
        const Strip& block, int half, int64_t first)
    {
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i) {
            const Ints both = load(block.low[4 * half + i]);
            tile.add(products, nibbles(both), first + 8 * i);
            tile.add(products, upperNibbles(both), first + 8 * i + 4);
        }
    }
};

struct LevelsOfQ8_0 {
    using Strip = StripQ8_0;
    static constexpr int offsetBits = 7;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(const Tile<tokens, isFirst>& tile, Ints (&products)[tokens],
        const Strip& block, int half, int64_t first)
    {
#pragma GCC unroll 8
        for (int i = 0; i < 8; ++i)
            tile.add(products, load(block.values[8 * half + i]), first + 4 * i);
    }
};

// What Q4_K and Q5_K have in common. Levels::fifth() adds the bits above the nibbles.
template <typename Levels>
struct InGroups {
    using Strip = typename Levels::Strip;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(Tile<tokens, isFirst>& tile, const Strip& block, int64_t b)
    {
        const int64_t runs = tile.x.n / 256;
        Ints wholes[tokens];
        setToZero(wholes);
#pragma GCC unroll 1
        for (int group = 0; group < 8; ++group) {
            tile.prefetchBehind(&block, group * int64_t(sizeof(Strip) / 8), sizeof(Strip) / 8);
            Ints products[tokens];
            setToZero(products);
            addGroup(tile, products, block, group, 256 * b + 32 * group);
            addTimes(wholes, products,
                _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i*)block.groupScales[group])));
        }
        tile.addScaled(halves(block.scales), wholes, b, runs);
        setToZero(wholes);
        addMinimums(tile, wholes, block, 8 * b);
        const Floats negative = _mm512_xor_ps(halves(block.minimums), _mm512_set1_ps(-0.0f));
        tile.addScaled(negative, wholes, b, runs);
    }

private:
    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void addGroup(const Tile<tokens, isFirst>& tile, Ints (&products)[tokens],
        const Strip& block, int group, int64_t first)
    {
        const Ints high = Levels::high(block, group);
        addEight<0>(tile, products, block.low[4 * group], high, first);
        addEight<1>(tile, products, block.low[4 * group + 1], high, first + 8);
        addEight<2>(tile, products, block.low[4 * group + 2], high, first + 16);
        addEight<3>(tile, products, block.low[4 * group + 3], high, first + 24);
    }

    // The eight values 8 i … of a group.
    template <int i, int tokens, bool isFirst>
    static ALWAYS_INLINE void addEight(const Tile<tokens, isFirst>& tile, Ints (&products)[tokens],
        const uint8_t (&low)[16][4], Ints high, int64_t first)
    {
        const Ints both = load(low);
        tile.add(products, Levels::template with<2 * i>(nibbles(both), high), first);
        tile.add(products, Levels::template with<2 * i + 1>(upperNibbles(both), high), first + 4);
    }

    // Two groups at a time.
    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void addMinimums(const Tile<tokens, isFirst>& tile, Ints (&wholes)[tokens],
        const Strip& block, int64_t firstGroup)
    {
        const int64_t groups = tile.x.n / 32;
#pragma GCC unroll 4
        for (int pair = 0; pair < 4; ++pair) {
            const Ints minimums = _mm512_cvtepu8_epi16(
                _mm256_loadu_si256((const __m256i*)block.groupMinimums[pair]));
#pragma GCC unroll 8
            for (int t = 0; t < tokens; ++t)
                wholes[t] = _mm512_dpwssd_epi32(
                    wholes[t], minimums, forAll(tile.x.sums + t * groups + firstGroup + 2 * pair));
        }
    }
};

struct LevelsOfQ4_K {
    using Strip = StripQ4_K;
    static ALWAYS_INLINE Ints high(const Strip&, int) { return _mm512_setzero_si512(); }
    template <int four>
    static ALWAYS_INLINE Ints with(Ints levels, Ints)
    {
        return levels;
    }
};

struct LevelsOfQ5_K {
    using Strip = StripQ5_K;
    static ALWAYS_INLINE Ints high(const Strip& block, int group)
    {
        return load(block.high[group]);
    }
    template <int four>
    static ALWAYS_INLINE Ints with(Ints levels, Ints high)
    {
        return _mm512_or_si512(levels, movedBits<4 - four>(high, 16));
    }
};

struct OfQ6_K {
    using Strip = StripQ6_K;

    template <int tokens, bool isFirst>
    static ALWAYS_INLINE void add(Tile<tokens, isFirst>& tile, const Strip& block, int64_t b)
    {
        Ints wholes[tokens];
        setToZero(wholes);
#pragma GCC unroll 1
        for (int group = 0; group < 16; ++group) {
            tile.prefetchBehind(&block, group * 212, 212);
            Ints products[tokens];
            tile.template begin<5>(products, 16 * b + group, tile.x.n / 16);
            const Ints high = load(block.high[group]);
            const Ints first = load(block.low[2 * group]), second = load(block.low[2 * group + 1]);
            const int64_t place = 256 * b + 16 * group;
            tile.add(products, nibbles(first) | movedBits<4>(high, 0x30), place);
            tile.add(products, upperNibbles(first) | movedBits<2>(high, 0x30), place + 4);
            tile.add(products, nibbles(second) | movedBits<0>(high, 0x30), place + 8);
            tile.add(products, upperNibbles(second) | movedBits<-2>(high, 0x30), place + 12);
            addTimes(wholes, products,
                _mm512_cvtepi8_epi32(_mm_loadu_si128((const __m128i*)block.groupScales[group])));
        }
        tile.addScaled(_mm512_loadu_ps(block.scales), wholes, b, tile.x.n / 256);
    }
};

// ---- products ----

ALWAYS_INLINE ByteRows fromToken(const ByteRows& x, int64_t token, cpu::ByteRuns runs)
{
    return {x.values + token * x.n, x.scales + token * (x.n / runs.run),
        x.negativeSums + token * (x.n / runs.part), x.sums + token * (x.n / 32), x.n};
}

template <typename Type, int tokens, bool isFirst>
void multiplyTile(float* out, int64_t outStride, const void* strip, const ByteRows& x)
{
    const auto* blocks = (const typename Type::Strip*)strip;
    Tile<tokens, isFirst> tile(x);
    for (int64_t b = 0; b < x.n / Type::Strip::length; ++b)
        Type::add(tile, blocks[b], b);
    tile.store(out, outStride);
}

template <typename Type, bool isFirst, int most>
void multiplyLast(float* out, int64_t outStride, const void* strip, const ByteRows& x, int tokens)
{
    if constexpr (most > 0) {
        if (tokens == most)
            multiplyTile<Type, most, isFirst>(out, outStride, strip, x);
        else
            multiplyLast<Type, isFirst, most - 1>(out, outStride, strip, x, tokens);
    }
}

template <typename Type>
void multiply(float* out, int64_t outStride, const void* strip, const ByteRows& x, int tokens)
{
    constexpr cpu::ByteRuns runs = Type::Strip::length == 256 ? cpu::longRuns : cpu::shortRuns;
    if (tokens < tileTokens)
        return multiplyLast<Type, true, tileTokens - 1>(out, outStride, strip, x, tokens);
    multiplyTile<Type, tileTokens, true>(out, outStride, strip, x);
    int t = tileTokens;
    for (; t + tileTokens <= tokens; t += tileTokens)
        multiplyTile<Type, tileTokens, false>(
            out + t * outStride, outStride, strip, fromToken(x, t, runs));
    multiplyLast<Type, false, tileTokens - 1>(
        out + t * outStride, outStride, strip, fromToken(x, t, runs), tokens - t);
}

// ---- floats to bytes ----

// The largest magnitude; NaN if one of the numbers is.
ALWAYS_INLINE float largest(const float* x, int64_t n)
{
    Floats most = _mm512_setzero_ps();
    __mmask16 isNaN = 0;
    for (int64_t i = 0; i < n; i += 16) {
        const Floats some = _mm512_abs_ps(_mm512_loadu_ps(x + i));
        isNaN |= _mm512_cmp_ps_mask(some, some, _CMP_UNORD_Q);
        most = _mm512_max_ps(some, most);
    }
    return isNaN ? __builtin_nanf("") : _mm512_reduce_max_ps(most);
}

// Sixteen bytes; returns their sum.
ALWAYS_INLINE int32_t storeBytes(int8_t* out, const float* x, Floats inverse)
{
    const Ints wholes = _mm512_cvtps_epi32(_mm512_mul_ps(_mm512_loadu_ps(x), inverse));
    _mm_storeu_si128((__m128i*)out, _mm512_cvtsepi32_epi8(wholes));
    return _mm512_reduce_add_epi32(wholes);
}

ALWAYS_INLINE Floats beginRun(float& scale, const float* x, int64_t n)
{
    const float most = largest(x, n);
    scale = most / 127;
    return _mm512_set1_ps(most > 0 ? 127 / most : 0);
}

void toLongRuns(const ByteRows& row, const float* x)
{
    for (int64_t run = 0; run < row.n / 256; ++run) {
        const Floats inverse = beginRun(row.scales[run], x + 256 * run, 256);
        for (int64_t i = 16 * run; i < 16 * (run + 1); i += 2) {
            const int32_t first = storeBytes(row.values + 16 * i, x + 16 * i, inverse);
            const int32_t second = storeBytes(row.values + 16 * i + 16, x + 16 * i + 16, inverse);
            row.negativeSums[i] = -first;
            row.negativeSums[i + 1] = -second;
            row.sums[i / 2] = int16_t(first + second);
        }
    }
}

void toShortRuns(const ByteRows& row, const float* x)
{
    for (int64_t run = 0; run < row.n / 32; ++run) {
        const Floats inverse = beginRun(row.scales[run], x + 32 * run, 32);
        int8_t* values = row.values + 32 * run;
        row.negativeSums[run] = -(storeBytes(values, x + 32 * run, inverse)
            + storeBytes(values + 16, x + 32 * run + 16, inverse));
    }
}

} // namespace

const cpu::StripKernels strips = {
    .toLongRuns = toLongRuns,
    .toShortRuns = toShortRuns,
    .q4_0 = multiply<InHalves<LevelsOfQ4_0>>,
    .q8_0 = multiply<InHalves<LevelsOfQ8_0>>,
    .q4_k = multiply<InGroups<LevelsOfQ4_K>>,
    .q5_k = multiply<InGroups<LevelsOfQ5_K>>,
    .q6_k = multiply<OfQ6_K>,
};

} // namespace kernels::avx512vnni
