// Built with this instruction set's flags and entered only after cpu_features said yes.
// No standard-library templates and nothing with external linkage but the table: see isa_avx512.cpp.
#include "kernels/cpu/bfloat_kernels.h"
#include "kernels/cpu/simd_avx512.h"
#include "kernels/cpu/simd_bytes.h"

namespace kernels::avx512bf16 {
namespace {

using avx512::F;
using avx512::lanes;

using Bfloats = __m512bh;
constexpr int width = 32; // numbers of a vector
constexpr int tileTokens = 6; // by four rows: their sums stay in registers

template <bool whole>
ALWAYS_INLINE Bfloats load(const uint16_t* at, int64_t left)
{
    return (
        Bfloats)(whole ? _mm512_loadu_si512(at) : _mm512_maskz_loadu_epi16((1u << left) - 1, at));
}

struct Product {
    float* out;
    int64_t outStride; // in floats
    const uint16_t* weight;
    const uint16_t* x;
    int64_t n; // length of the rows of weight and x
};

template <bool whole, int rows, int tokens>
ALWAYS_INLINE void addColumns(F (&sums)[rows][tokens], const Product& product, int64_t k)
{
    const int64_t left = product.n - k;
    Bfloats in[tokens];
#pragma GCC unroll 8
    for (int t = 0; t < tokens; ++t)
        in[t] = load<whole>(product.x + t * product.n + k, left);
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r) {
        const Bfloats values = load<whole>(product.weight + r * product.n + k, left);
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t)
            sums[r][t].v = _mm512_dpbf16_ps(sums[r][t].v, values, in[t]);
    }
}

template <int rows, int tokens>
void multiplyTile(const Product& product)
{
    F sums[rows][tokens];
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 8
        for (int t = 0; t < tokens; ++t)
            sums[r][t] = F::all(0);
    int64_t k = 0;
    for (; k + width <= product.n; k += width) {
        // For few tokens, memory is waited for: the next rows follow these ones, and arrive sooner
        // in the order of memory.
        const uint16_t* next = product.weight + rows * (product.n + k);
#pragma GCC unroll 4
        for (int r = 0; tokens < tileTokens && r < rows; ++r)
            __builtin_prefetch(next + r * width);
        addColumns<true>(sums, product, k);
    }
    if (k < product.n)
        addColumns<false>(sums, product, k);
#pragma GCC unroll 8
    for (int t = 0; t < tokens; ++t) {
        float* out = product.out + t * product.outStride;
        if constexpr (rows == 4)
            storeFourSums(out, &sums[0][t], tokens);
        else
            *out = sum(sums[0][t]);
    }
}

template <int tokens>
void multiplyTokens(Product product, int rows)
{
    for (; rows >= 4; rows -= 4) {
        multiplyTile<4, tokens>(product);
        product.out += 4;
        product.weight += 4 * product.n;
    }
    for (; rows > 0; --rows) {
        multiplyTile<1, tokens>(product);
        product.out += 1;
        product.weight += product.n;
    }
}

// Fewer tokens than a tile has.
template <int most>
void multiplyLast(const Product& product, int rows, int tokens)
{
    if constexpr (most > 0) {
        if (tokens == most)
            multiplyTokens<most>(product, rows);
        else
            multiplyLast<most - 1>(product, rows, tokens);
    }
}

void multiply(float* out, int64_t outStride, const uint16_t* weight, int rows, const uint16_t* x,
    int tokens, int64_t n)
{
    for (; tokens >= tileTokens; tokens -= tileTokens) {
        multiplyTokens<tileTokens>({out, outStride, weight, x, n}, rows);
        out += tileTokens * outStride;
        x += tileTokens * n;
    }
    multiplyLast<tileTokens - 1>({out, outStride, weight, x, n}, rows, tokens);
}

void round(uint16_t* out, const float* x, int64_t n)
{
    for (int64_t i = 0; i < n; i += F::width) {
        const __m256bh rounded = _mm512_cvtneps_pbh(F::load(x + i, n - i).v);
        _mm256_mask_storeu_epi16(out + i, lanes(n - i), (__m256i)rounded);
    }
}

} // namespace

const cpu::BfloatKernels bfloats = {.round = round, .multiply = multiply};

} // namespace kernels::avx512bf16
