#pragma once

#include "kernels/interleaved.h"

#include <cstdint>

// The inner loops that interleave rows as panels (kernels/interleaved.h), for CPUs with AVX2. Only plain
// pointers, as in kernel_table.h.

namespace kernels::cpu {

struct InterleaveKernels {
    /// Fills a panel of so many blocks from sixteen rows that are rowBytes apart.
    using Interleave = void(void* panel, int64_t blocks, const void* rows, int64_t rowBytes);

    Interleave* types[interleavedTypeCount] = {}; ///< by interleavedIndex(); null for int16
    /// Rounded numbers [16, 64] of rows that are `stride` numbers apart, to a block of InterleavedInt16.
    void (*int16)(void* block, const int16_t* rows, int64_t stride) = nullptr;
};

} // namespace kernels::cpu

namespace kernels::avx2 {

extern const cpu::InterleaveKernels interleave;

} // namespace kernels::avx2

// The inner loops of products with panels (kernels/interleaved.h): rows of floats become int8 or int16
// numbers, and these are multiplied with the codes of a panel. Only plain pointers, as in
// kernel_table.h.

namespace kernels::cpu {

/// Rows of floats as whole numbers: float i of a row is about scale · value, with one scale for
/// each chunk of values. `together` rows that follow each other, or those that are left at the end,
/// are four bytes of each in turn: products take all of them past a panel, and read them forward.
/// Everything else of a row is in one piece.
struct RoundedRows {
    int8_t* values = nullptr; ///< [rows / together, n / 4, together, 4], −127 … 127
    int16_t* values16
        = nullptr; ///< the same memory, two in place of four, −maxInt16Code … maxInt16Code
    float* scales = nullptr; ///< [rows, n / chunk]
    int32_t* negativeSums = nullptr; ///< [rows, n / 32]: −Σ value; only of short chunks
    int16_t* sums = nullptr; ///< [rows, n / 32]: Σ value; only of long chunks
    int16_t* halfSums = nullptr; ///< [rows, n / 16]: the same of the halves
    int64_t n = 0; ///< the length of a row, whole chunks
    int64_t chunk = 0; ///< the values of a chunk
    int64_t count = 0; ///< rows
    int64_t together = 0;
    int64_t apart = 4; ///< of the first row: bytes from four bytes of values to the next
    int64_t past = 0; ///< rows that are together with the first one and come before it
};

/// The chunk length of types with blocks of 256 values. Half a block reduces the error by a seventh
/// and costs a twentieth of the time, compared with whole blocks.
inline constexpr int64_t longChunk = 128;
inline constexpr int64_t shortChunk = 32; ///< for those with blocks of 32
inline constexpr int64_t int16Chunk = 64; ///< for int16

/// Rows that a product may be cut into: whole tiles of every type, none of which may have rows that
/// are not together.
inline constexpr int64_t rowsOfWholeTiles = 24;

/// Panels that one token takes at the same time, of types that it waits for memory with: the CPU
/// reads ahead in each.
inline constexpr int panelsAtOnce = 4;

/// The rows from `row` on.
static inline RoundedRows fromRow(const RoundedRows& rows, int64_t row)
{
    const int64_t position = rows.past + row, first = position / rows.together * rows.together;
    const int64_t past = position - first, left = rows.past + rows.count - first;
    return {rows.values + first * rows.n + 4 * (past - rows.past),
        rows.values16 + first * rows.n + 2 * (past - rows.past),
        rows.scales + row * (rows.n / rows.chunk), rows.negativeSums + row * (rows.n / 32),
        rows.sums + row * (rows.n / 32), rows.halfSums + row * (rows.n / 16), rows.n, rows.chunk,
        rows.count - row, rows.together, 4 * (left < rows.together ? left : rows.together), past};
}

struct InterleavedKernels {
    /// Fills one row: the scale of a chunk is that of its largest value, which becomes ±127 or
    /// ±maxInt16Code; the others are rounded to the nearest, halves to even.
    using Round = void(const RoundedRows& row, const float* x);

    /// out[t, 16 s + r] = Σ value · x[t] for the sixteen rows r of each panel s, of `count` that
    /// follow each other. Sums of a chunk of x are whole numbers and exact; chunks are added in their
    /// order, whatever the number of tokens. If x does not begin where rows are together, all
    /// tokens must be together.
    using Multiply = void(float* out, int64_t outStride, const void* panels, int64_t count,
        const RoundedRows& x, int tokens);

    int64_t bytesTogether = 0, int16Together = 0; ///< rows, see RoundedRows
    Round* toLongChunks = nullptr;
    Round* toShortChunks = nullptr;
    Round* toInt16Chunks = nullptr;
    Multiply* multiply[interleavedTypeCount] = {}; ///< by interleavedIndex()
};

} // namespace kernels::cpu

namespace kernels::avx2 {

extern const cpu::InterleavedKernels interleaved;

} // namespace kernels::avx2

namespace kernels::avxvnni {

extern const cpu::InterleavedKernels interleaved;

} // namespace kernels::avxvnni

namespace kernels::avx512 {

extern const cpu::InterleavedKernels interleaved;

} // namespace kernels::avx512

namespace kernels::avx512vnni {

extern const cpu::InterleavedKernels interleaved;

} // namespace kernels::avx512vnni
