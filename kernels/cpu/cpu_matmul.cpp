#include "kernels/check_ops.h"
#include "kernels/cpu/cpu_ops.h"

#include <algorithm>

// Weight rows are divided among the threads. A few tokens are multiplied with the rows as they are
// stored; for more, a strip of rows is decoded once and all tokens are taken past it.

namespace kernels::cpu {
namespace {

constexpr int64_t bytesPerTask = 64 * 1024; // of weights, for few tokens
constexpr int64_t stripBytes = 256 * 1024; // of decoded rows: stays in the second-level cache

int64_t clampedToFours(int64_t rows, int64_t most)
{
    return std::clamp<int64_t>(rows / 4 * 4, 4, most);
}

} // namespace

void CpuOps::matmul(TensorView out, TensorView x, TensorView weight)
{
    checkMatmul(out, x, weight);
    if (out.isEmpty())
        return;
    const WeightKernels* kernels = kernelsOf(weight.dtype);
    if (kernels && x.rows <= m_table.storedTokens)
        multiplyStored(out, x, weight, *kernels);
    else
        multiplyDecoded(out, x, weight);
}

void CpuOps::multiplyStored(
    TensorView out, TensorView x, TensorView weight, const WeightKernels& kernels)
{
    const int64_t rowBytes = std::max<int64_t>(1, weight.rowStride());
    const int64_t perTask = clampedToFours(bytesPerTask / rowBytes, 1024);
    m_pool.run((weight.rows + perTask - 1) / perTask, [&](int64_t task, int) {
        const int64_t first = task * perTask;
        const int64_t rows = std::min(perTask, weight.rows - first);
        kernels.multiply(out.data<float>() + first, out.columns, weight.rowRange(first, rows).bytes,
            weight.rowStride(), int(rows), x.data<float>(), int(x.rows), x.columns);
    });
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

void CpuOps::multiplyDecoded(TensorView out, TensorView x, TensorView weight)
{
    const int64_t n = x.columns, rowBytes = std::max<int64_t>(1, n * int64_t(sizeof(float)));
    const int64_t perStrip = clampedToFours(stripBytes / rowBytes, 32);
    reserveScratch(perStrip * n);
    m_pool.run((weight.rows + perStrip - 1) / perStrip, [&](int64_t task, int thread) {
        const int64_t first = task * perStrip;
        const int rows = int(std::min(perStrip, weight.rows - first));
        const bool isWoven = rows % 4 == 0 && n % m_table.width == 0 && kernelsOf(weight.dtype);
        float* strip = scratch(thread, perStrip * n);
        decodeStrip(strip, weight.rowRange(first, rows), isWoven);
        (isWoven ? m_table.multiplyWoven : m_table.f32.multiply)(out.data<float>() + first,
            out.columns, strip, rowBytes, rows, x.data<float>(), int(x.rows), n);
    });
}

} // namespace kernels::cpu
