#include "kernels/cpu/cpu_ops.h"

#include <algorithm>

// Products with rows of BF16 where the processor multiplies them with BF16: x is rounded once, then
// the weight's rows are divided among the threads.

namespace kernels::cpu {
namespace {

constexpr int64_t bytesPerTask = 64 * 1024; // of weights that are read once
constexpr int64_t bytesKept = 256 * 1024; // of those that all tokens pass: second-level cache
constexpr int64_t fewTokens = 8;

int64_t rowsOfTask(int64_t tokens, TensorView weight)
{
    const int64_t bytes = tokens <= fewTokens ? bytesPerTask : bytesKept;
    return std::max<int64_t>(4, bytes / weight.rowStride() / 4 * 4);
}

} // namespace

// The rows of x, one after the other, until they are asked for again.
const uint16_t* CpuOps::toBfloats(TensorView x)
{
    reserve(m_roundedRows, x.elements() / 2 + 1);
    auto* rounded = reinterpret_cast<uint16_t*>(m_roundedRows.data());
    forRows(x, [&](int64_t row) {
        m_bfloats->round(rounded + row * x.columns, x.rowRange(row, 1).data<float>(), x.columns);
    });
    return rounded;
}

void CpuOps::matmulBfloats(TensorView out, TensorView x, TensorView weight)
{
    const uint16_t* rounded = toBfloats(x);
    const int64_t perTask = rowsOfTask(x.rows, weight);
    m_pool.run((weight.rows + perTask - 1) / perTask, [&](int64_t task, int) {
        const int64_t first = task * perTask;
        const TensorView rows = weight.rowRange(first, std::min(perTask, weight.rows - first));
        m_bfloats->multiply(out.data<float>() + first, out.columns, rows.data<uint16_t>(),
            int(rows.rows), rounded, int(x.rows), x.columns);
    });
}

} // namespace kernels::cpu
