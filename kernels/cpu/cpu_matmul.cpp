#include "kernels/cpu/cpu_ops.h"

#include <algorithm>

// Weight rows are divided among the threads. A few tokens are multiplied with the rows as they are
// stored; for more, a strip of rows is decoded once and all tokens are taken past it.

namespace kernels::cpu {
namespace {

constexpr int64_t leastPerTask = 64 * 1024, mostPerTask = 256 * 1024; // bytes, for few tokens
constexpr int64_t tasksOfThread = 4; // at least, where they are not too small for it
constexpr int64_t stripBytes = 256 * 1024; // of decoded rows: stays in the second-level cache

int64_t clampedToFours(int64_t rows, int64_t most)
{
    return std::clamp<int64_t>(rows / 4 * 4, 4, most);
}

} // namespace

void CpuOps::matmul(TensorView out, TensorView x, TensorView weight)
{
    const Product product{out, weight};
    matmulEach({&product, 1}, x);
}

void CpuOps::matmulStored(TensorView out, TensorView x, TensorView weight)
{
    if (out.isEmpty())
        return;
    const int64_t perTask = rowsPerTask(x.rows, weight);
    reserveStrip(x.rows, weight);
    m_pool.run((weight.rows + perTask - 1) / perTask, [&](int64_t task, int thread) {
        const int64_t first = task * perTask;
        const int64_t rows = std::min(perTask, weight.rows - first);
        multiplyRows(out, first, x, weight.rowRange(first, rows), thread);
    });
}

bool CpuOps::takesStored(int64_t tokens, DType type) const
{
    return tokens <= m_table.storedTokens && kernelsOf(type);
}

int64_t CpuOps::rowsPerTask(int64_t tokens, TensorView weight) const
{
    if (takesStored(tokens, weight.dtype)) {
        const int64_t share = weight.sizeInBytes() / (tasksOfThread * m_pool.threads());
        const int64_t bytes = std::clamp(share, leastPerTask, mostPerTask);
        return clampedToFours(bytes / std::max<int64_t>(1, weight.rowStride()), 1024);
    }
    const int64_t rowBytes = std::max<int64_t>(1, weight.columns * int64_t(sizeof(float)));
    return clampedToFours(stripBytes / rowBytes, 32);
}

// The scratch memory of multiplyRows().
void CpuOps::reserveStrip(int64_t tokens, TensorView weight)
{
    if (!takesStored(tokens, weight.dtype))
        reserveScratch(rowsPerTask(tokens, weight) * weight.columns);
}

// The columns of `out` from `first` on, of at most rowsPerTask() rows of a weight.
void CpuOps::multiplyRows(
    TensorView out, int64_t first, TensorView x, TensorView weightRows, int thread)
{
    const int64_t n = x.columns;
    float* to = out.data<float>() + first;
    if (takesStored(x.rows, weightRows.dtype))
        return kernelsOf(weightRows.dtype)
            ->multiply(to, out.columns, weightRows.bytes, weightRows.rowStride(),
                int(weightRows.rows), x.data<float>(), int(x.rows), n);
    const bool isWoven
        = weightRows.rows % 4 == 0 && n % m_table.width == 0 && kernelsOf(weightRows.dtype);
    float* strip = scratch(thread, weightRows.rows * n);
    decodeStrip(strip, weightRows, isWoven);
    (isWoven ? m_table.multiplyWoven : m_table.f32.multiply)(to, out.columns, strip,
        n * int64_t(sizeof(float)), int(weightRows.rows), x.data<float>(), int(x.rows), n);
}

// Rows as floats. Four at a time are woven, a vector of each in turn, so that a tile of the product
// reads memory in its order.
void CpuOps::decodeStrip(float* strip, TensorView rows, bool isWoven) const
{
    const int64_t n = rows.columns;
    for (int64_t r = 0; r < rows.rows; ++r) {
        const int64_t place = isWoven ? r / 4 * 4 * n + r % 4 * m_table.width : r * n;
        decodeRow(rows.rowRange(r, 1), strip + place, isWoven ? 4 : 1);
    }
}

} // namespace kernels::cpu
