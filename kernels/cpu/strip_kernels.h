#pragma once

#include <cstdint>

// The inner loops of products with strips (kernels/strips.h): rows of floats become bytes or words of
// 16 bits, and these are multiplied with the levels of a strip. Only plain pointers, as in
// kernel_table.h.

namespace kernels::cpu {

/// Rows of floats as whole numbers: float i of a row is about scale · value, with one scale for each
/// run of values. The rows lie one after the other in each array.
struct RoundedRows {
    int8_t* values = nullptr; ///< [rows, n], −127 … 127
    int16_t* words = nullptr; ///< the same memory: in place of them, −mostWord … mostWord
    float* scales = nullptr; ///< [rows, n / run]
    int32_t* negativeSums
        = nullptr; ///< [rows, n / part]: of each part of a run, −Σ value; of bytes
    int16_t* sums = nullptr; ///< [rows, n / 32]: Σ value; only of runs of 256
    int64_t n = 0; ///< the length of a row, whole runs
};

/// How long the runs and their parts are.
struct RoundedRuns {
    int64_t run, part;
};
inline constexpr RoundedRuns longRuns{256, 16}; ///< for the types with blocks of 256 values
inline constexpr RoundedRuns shortRuns{32, 32}; ///< for those with blocks of 32
inline constexpr RoundedRuns wordRuns{64, 64}; ///< for words

/// The rows from `row` on.
static inline RoundedRows fromRow(const RoundedRows& rows, int64_t row, RoundedRuns runs)
{
    return {rows.values + row * rows.n, rows.words + row * rows.n,
        rows.scales + row * (rows.n / runs.run), rows.negativeSums + row * (rows.n / runs.part),
        rows.sums + row * (rows.n / 32), rows.n};
}

struct StripKernels {
    /// Fills one row: the scale of a run is that of its largest value, which becomes ±127 or
    /// ±mostWord; the others are rounded to the nearest, halves to even.
    using Round = void(const RoundedRows& row, const float* x);

    /// out[t, r] = Σ over blocks of value · x[t] for the sixteen rows r of one strip. Sums of a
    /// block are whole numbers and exact; blocks are added in their order, whatever the number of
    /// tokens.
    using Multiply
        = void(float* out, int64_t outStride, const void* strip, const RoundedRows& x, int tokens);

    Round* toLongRuns = nullptr;
    Round* toShortRuns = nullptr;
    Round* toWordRuns = nullptr;
    Multiply *q4_0 = nullptr, *q8_0 = nullptr, *q4_k = nullptr, *q5_k = nullptr, *q6_k = nullptr,
             *words = nullptr;
};

} // namespace kernels::cpu

namespace kernels::avx2 {
extern const cpu::StripKernels strips;
}
namespace kernels::avxvnni {
extern const cpu::StripKernels strips;
}
namespace kernels::avx512 {
extern const cpu::StripKernels strips;
}
namespace kernels::avx512vnni {
extern const cpu::StripKernels strips;
}
