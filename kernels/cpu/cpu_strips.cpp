#include "kernels/check_ops.h"
#include "kernels/cpu/cpu_ops.h"
#include "kernels/strips.h"

#include <algorithm>

// The rows of x become bytes once. Then strips are divided among the threads, and each is multiplied
// with all rows while it is in the caches.

namespace kernels::cpu {
namespace {

constexpr int64_t bytesPerTask = 64 * 1024; // of weights
constexpr int64_t bytesOfX = 256 * 1024; // stay in the second-level cache beside a strip

bool takesLongRuns(DType strips)
{
    return info(strips).blockSize == 256;
}

ByteRuns runsOf(DType strips)
{
    return takesLongRuns(strips) ? longRuns : shortRuns;
}

int64_t bytesOfStrip(TensorView strips)
{
    return stripRows * strips.rowStride();
}

int64_t stripsPerTask(TensorView strips)
{
    return std::max<int64_t>(1, bytesPerTask / bytesOfStrip(strips));
}

int64_t tasksOf(TensorView strips)
{
    const int64_t perTask = stripRows * stripsPerTask(strips);
    return (strips.rows + perTask - 1) / perTask;
}

} // namespace

StripKernels::Multiply* CpuOps::stripProduct(DType strips) const
{
    switch (strips) {
    case DType::StripQ4_0:
        return m_strips->q4_0;
    case DType::StripQ8_0:
        return m_strips->q8_0;
    case DType::StripQ4_K:
        return m_strips->q4_k;
    case DType::StripQ5_K:
        return m_strips->q5_k;
    case DType::StripQ6_K:
        return m_strips->q6_k;
    default:
        CHECK(!"a type of strips");
    }
}

// The rows of x as bytes, which stay until they are asked for again with such strips.
ByteRows CpuOps::toBytes(TensorView x, DType strips)
{
    const bool isLong = takesLongRuns(strips);
    const ByteRuns runs = runsOf(strips);
    const int64_t values = x.elements();
    std::vector<float>& memory = isLong ? m_longBytes : m_shortBytes;
    reserve(memory, values / runs.run + values / runs.part + values / 64 + values / 4 + 4);
    ByteRows rows;
    rows.n = x.columns;
    rows.scales = memory.data();
    rows.negativeSums = reinterpret_cast<int32_t*>(rows.scales + values / runs.run);
    rows.sums = reinterpret_cast<int16_t*>(rows.negativeSums + values / runs.part);
    rows.values = reinterpret_cast<int8_t*>(rows.sums + values / 32);
    const auto fill = isLong ? m_strips->toLongRuns : m_strips->toShortRuns;
    forRows(
        x, [&](int64_t row) { fill(fromRow(rows, row, runs), x.rowRange(row, 1).data<float>()); });
    return rows;
}

// The columns of product.out that belong to one task.
CpuOps::Columns CpuOps::multiplyTask(const Product& product, const ByteRows& x, int64_t task) const
{
    const TensorView weight = product.weight;
    const int64_t perTask = stripRows * stripsPerTask(weight);
    const Columns columns{task * perTask, std::min(perTask, weight.rows - task * perTask)};
    const auto multiply = stripProduct(weight.dtype);
    const ByteRuns runs = runsOf(weight.dtype);
    const int64_t tokens = product.out.rows;
    const int64_t atOnce = std::max<int64_t>(8, bytesOfX / x.n / 8 * 8);
    for (int64_t token = 0; token < tokens; token += atOnce) {
        const ByteRows rows = fromRow(x, token, runs);
        for (int64_t row = 0; row < columns.count; row += stripRows)
            multiply(product.out.rowRange(token, 1).data<float>() + columns.first + row,
                product.out.columns, weight.rowRange(columns.first + row, stripRows).bytes, rows,
                int(std::min(atOnce, tokens - token)));
    }
    return columns;
}

void CpuOps::matmulEach(std::span<const Product> products, TensorView x)
{
    ByteRows longRows, shortRows;
    int64_t tasks = 0;
    for (const Product& product : products) {
        checkMatmul(product.out, x, product.weight);
        if (!isStripType(product.weight.dtype)) {
            matmulStored(product.out, x, product.weight);
            continue;
        }
        ByteRows& rows = takesLongRuns(product.weight.dtype) ? longRows : shortRows;
        if (!rows.values && !product.out.isEmpty())
            rows = toBytes(x, product.weight.dtype);
        tasks += product.out.isEmpty() ? 0 : tasksOf(product.weight);
    }
    m_pool.run(tasks, [&](int64_t task, int) {
        for (const Product& product : products) {
            if (!isStripType(product.weight.dtype) || product.out.isEmpty())
                continue;
            const int64_t own = tasksOf(product.weight);
            if (task < own) {
                multiplyTask(
                    product, takesLongRuns(product.weight.dtype) ? longRows : shortRows, task);
                return;
            }
            task -= own;
        }
    });
}

void CpuOps::matmulGate(TensorView gate, TensorView up, TensorView x, TensorView gateWeight,
    TensorView upWeight, Activation activation)
{
    if (!isStripType(gateWeight.dtype) || gateWeight.dtype != upWeight.dtype || gate.isEmpty())
        return Ops::matmulGate(gate, up, x, gateWeight, upWeight, activation);
    checkMatmul(gate, x, gateWeight);
    checkMatmul(up, x, upWeight);
    checkSameShape(gate, up);
    const ByteRows bytes = toBytes(x, gateWeight.dtype);
    m_pool.run(tasksOf(gateWeight), [&](int64_t task, int) {
        const Columns columns = multiplyTask({gate, gateWeight}, bytes, task);
        multiplyTask({up, upWeight}, bytes, task);
        for (int64_t row = 0; row < x.rows; ++row)
            m_table.gate[int(activation)](gate.rowRange(row, 1).data<float>() + columns.first,
                up.rowRange(row, 1).data<float>() + columns.first, columns.count);
    });
}

} // namespace kernels::cpu
