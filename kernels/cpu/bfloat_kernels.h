#pragma once

#include <cstdint>

// The inner loops of products of BF16 with BF16, for processors that have them. Only plain pointers,
// as in kernel_table.h.

namespace kernels::cpu {

struct BfloatKernels {
    /// Rounds n floats to the nearest BF16, halves to even. Numbers below 2⁻¹²⁶ become 0, here and
    /// in products.
    void (*round)(uint16_t* out, const float* x, int64_t n) = nullptr;

    /// out[t, r] = row r of weight · x[t] for any number of rows and tokens, all rows n numbers
    /// apart. Sums are f32; their order is the same whatever the number of rows and tokens.
    void (*multiply)(float* out, int64_t outStride, const uint16_t* weight, int rows,
        const uint16_t* x, int tokens, int64_t n)
        = nullptr;
};

} // namespace kernels::cpu

namespace kernels::avx512bf16 {
extern const cpu::BfloatKernels bfloats;
}
