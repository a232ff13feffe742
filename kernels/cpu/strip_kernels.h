#pragma once

#include <cstdint>

// The inner loops that interleave rows as strips (kernels/strips.h), for CPUs with AVX2. Only plain
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

} // namespace kernels::avx2

// The inner loops of products with strips (kernels/strips.h): rows of floats become bytes or words of
// 16 bits, and these are multiplied with the levels of a strip. Only plain pointers, as in
// kernel_table.h.

namespace kernels::cpu {

/// Rows of floats as whole numbers: float i of a row is about scale · value, with one scale for
/// each run of values. `together` rows that follow each other, or those that are left at the end,
/// are four bytes of each in turn: products take all of them past a strip, and read them forward.
/// Everything else of a row is in one piece.
struct RoundedRows {
    int8_t* values = nullptr; ///< [rows / together, n / 4, together, 4], −127 … 127
    int16_t* words = nullptr; ///< the same memory, two in place of four, −mostWord … mostWord
    float* scales = nullptr; ///< [rows, n / run]
    int32_t* negativeSums = nullptr; ///< [rows, n / 32]: −Σ value; only of short runs
    int16_t* sums = nullptr; ///< [rows, n / 32]: Σ value; only of long runs
    int16_t* halfSums = nullptr; ///< [rows, n / 16]: the same of the halves
    int64_t n = 0; ///< the length of a row, whole runs
    int64_t run = 0; ///< the values of a run
    int64_t count = 0; ///< rows
    int64_t together = 0;
    int64_t apart = 4; ///< of the first row: bytes from four bytes of values to the next
    int64_t past = 0; ///< rows that are together with the first one and come before it
};

/// The run length of types with blocks of 256 values. Half a block reduces the error by a seventh
/// and costs a twentieth of the time, compared with whole blocks.
inline constexpr int64_t longRun = 128;
inline constexpr int64_t shortRun = 32; ///< for those with blocks of 32
inline constexpr int64_t wordRun = 64; ///< for words

/// Rows that a product may be cut into: whole tiles of every type, none of which may have rows that
/// are not together.
inline constexpr int64_t rowsOfWholeTiles = 24;

/// Strips that one token takes at the same time, of types that it waits for memory with: the CPU
/// reads ahead in each.
inline constexpr int stretches = 4;

/// The rows from `row` on.
static inline RoundedRows fromRow(const RoundedRows& rows, int64_t row)
{
    const int64_t place = rows.past + row, first = place / rows.together * rows.together;
    const int64_t past = place - first, left = rows.past + rows.count - first;
    return {rows.values + first * rows.n + 4 * (past - rows.past),
        rows.words + first * rows.n + 2 * (past - rows.past),
        rows.scales + row * (rows.n / rows.run), rows.negativeSums + row * (rows.n / 32),
        rows.sums + row * (rows.n / 32), rows.halfSums + row * (rows.n / 16), rows.n, rows.run,
        rows.count - row, rows.together, 4 * (left < rows.together ? left : rows.together), past};
}

struct StripKernels {
    /// Fills one row: the scale of a run is that of its largest value, which becomes ±127 or
    /// ±mostWord; the others are rounded to the nearest, halves to even.
    using Round = void(const RoundedRows& row, const float* x);

    /// out[t, 16 s + r] = Σ value · x[t] for the sixteen rows r of each strip s, of `count` that
    /// follow each other. Sums of a run of x are whole numbers and exact; runs are added in their
    /// order, whatever the number of tokens. If x does not begin where rows are together, all
    /// tokens must be together.
    using Multiply = void(float* out, int64_t outStride, const void* strips, int64_t count,
        const RoundedRows& x, int tokens);

    int64_t bytesTogether = 0, wordsTogether = 0; ///< rows, see RoundedRows
    Round* toLongRuns = nullptr;
    Round* toShortRuns = nullptr;
    Round* toWordRuns = nullptr;
    Multiply *q4_0 = nullptr, *q4_1 = nullptr, *q5_0 = nullptr, *q5_1 = nullptr, *q8_0 = nullptr,
             *q2_k = nullptr, *q3_k = nullptr, *q4_k = nullptr, *q5_k = nullptr, *q6_k = nullptr,
             *iq4_nl = nullptr, *iq4_xs = nullptr, *mxfp4 = nullptr, *words = nullptr;
};

} // namespace kernels::cpu

namespace kernels::avx2 {

extern const cpu::StripKernels strips;

} // namespace kernels::avx2

namespace kernels::avxvnni {

extern const cpu::StripKernels strips;

} // namespace kernels::avxvnni

namespace kernels::avx512 {

extern const cpu::StripKernels strips;

} // namespace kernels::avx512

namespace kernels::avx512vnni {

extern const cpu::StripKernels strips;

} // namespace kernels::avx512vnni
