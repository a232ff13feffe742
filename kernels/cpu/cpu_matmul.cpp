#include "kernels/check_ops.h"
#include "kernels/cpu/cpu_ops.h"

#include <algorithm>

// Weight rows are divided among the threads. A few tokens are multiplied with the rows as they are
// stored; for more, a strip of rows is decoded once and all tokens are taken past it.

namespace kernels::cpu {
namespace {

constexpr int64_t bytesPerTask = 64 * 1024; // of weights, for few tokens
constexpr int storedPasses = 2; // over rows as they are stored; for more, decoding them pays
constexpr int64_t stripBytes = 256 * 1024; // of decoded rows: stays in the second-level cache
constexpr int64_t smallStripBytes = 16 * 1024; // stays in the first-level cache
constexpr int64_t fewTokens = 16; // too few to pay for reading a strip from the second level

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
    if (kernels && x.rows <= storedPasses * m_table.tokensAtOnce)
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

// The rows as floats: in place if they are, else written to `memory`.
const float* CpuOps::decodedRows(TensorView rows, float* memory) const
{
    if (rows.dtype == DType::F32)
        return rows.data<float>();
    for (int64_t r = 0; r < rows.rows; ++r)
        decodeRow(rows.rowRange(r, 1), memory + r * rows.columns);
    return memory;
}

void CpuOps::multiplyDecoded(TensorView out, TensorView x, TensorView weight)
{
    const int64_t n = x.columns;
    const int64_t rowBytes = std::max<int64_t>(1, n * int64_t(sizeof(float)));
    const int64_t perStrip
        = clampedToFours((x.rows < fewTokens ? smallStripBytes : stripBytes) / rowBytes, 32);
    reserveScratch(perStrip * n);
    m_pool.run((weight.rows + perStrip - 1) / perStrip, [&](int64_t task, int thread) {
        const int64_t first = task * perStrip;
        const int rows = int(std::min(perStrip, weight.rows - first));
        const float* strip
            = decodedRows(weight.rowRange(first, rows), scratch(thread, perStrip * n));
        m_table.f32.multiply(out.data<float>() + first, out.columns, strip, rowBytes, rows,
            x.data<float>(), int(x.rows), n);
    });
}

} // namespace kernels::cpu
