#pragma once

#include <cstdint>

// The inner loops that weave rows into strips (kernels/strips.h), for processors with AVX2. Only plain
// pointers, as in kernel_table.h.

namespace kernels::cpu {

struct LayoutKernels {
    /// Fills a strip of so many blocks from sixteen rows that are rowBytes apart.
    using Weave = void(void* strip, int64_t blocks, const void* rows, int64_t rowBytes);

    Weave *q4_0 = nullptr, *q4_1 = nullptr, *q5_0 = nullptr, *q5_1 = nullptr, *q8_0 = nullptr,
          *q2_k = nullptr, *q3_k = nullptr, *q4_k = nullptr, *q5_k = nullptr, *q6_k = nullptr,
          *iq4_nl = nullptr, *iq4_xs = nullptr, *mxfp4 = nullptr;
    /// Words [16, 64] of whole rows one after the other, to a block of words.
    void (*words)(void* block, const int16_t* rows, int64_t rowWords) = nullptr;
};

} // namespace kernels::cpu

namespace kernels::avx2 {
extern const cpu::LayoutKernels layouts;
}
