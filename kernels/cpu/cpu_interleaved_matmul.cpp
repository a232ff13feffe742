#include "kernels/check_ops.h"
#include "kernels/cpu/cpu_ops.h"
#include "kernels/cpu/interleaved_kernels.h"
#include "kernels/interleaved.h"

#include <algorithm>

// The rows of x become int8 or int16 once. Then panels are divided among the threads, and each is
// multiplied with all rows while it is in the caches.

namespace kernels::cpu {
namespace {

constexpr int64_t bytesPerTask = 64 * 1024; // of weights
constexpr int64_t tasksPerThread = 4; // at least, before a task has several panelsAtOnce
constexpr int64_t maxBytesOfX = 256 * 1024; // stay in the second-level cache next to a panel

int64_t scaledChunk(DType panels)
{
    if (panels == DType::InterleavedInt16)
        return int16Chunk;
    return info(panels).blockSize == 256 ? longChunk : shortChunk;
}

int64_t roundedBytes(DType panels)
{
    return panels == DType::InterleavedInt16 ? 2 : 1;
}

int64_t panelBytes(TensorView panels)
{
    return panelRows * panels.rowStride();
}

} // namespace

CpuOps::Rounding CpuOps::roundingFor(DType panels)
{
    if (panels == DType::InterleavedInt16)
        return Rounding::Int16;
    return scaledChunk(panels) == longChunk ? Rounding::LongBytes : Rounding::ShortBytes;
}

// Whole panels. Those of several panelsAtOnce would not stay in the caches while many tokens pass.
int64_t CpuOps::panelRowsPerTask(int64_t tokens, TensorView panels) const
{
    const int64_t ofThread = panels.rows / panelRows / m_pool.threads();
    const bool takesPanelsAtOnce = tokens == 1 && ofThread >= tasksPerThread * panelsAtOnce;
    const int64_t together = takesPanelsAtOnce ? panelsAtOnce : 1;
    const int64_t count = bytesPerTask / panelBytes(panels) / together * together;
    return panelRows * std::max(together, count);
}

int64_t CpuOps::panelTasks(int64_t tokens, TensorView panels) const
{
    const int64_t perTask = panelRowsPerTask(tokens, panels);
    return (panels.rows + perTask - 1) / perTask;
}

RoundedRows CpuOps::rounded(TensorView x, DType panels)
{
    return rounded(x, panels, x.rows, [](int64_t row) { return row; });
}

RoundedRows CpuOps::rounded(
    TensorView x, DType panels, int64_t count, const std::function<int64_t(int64_t row)>& rowOfX)
{
    return rounded(panels, count, x.columns,
        [&](int64_t row) { return x.rowRange(rowOfX(row), 1).data<float>(); });
}

// Some rows of floats as whole numbers, which stay until they are asked for again with such panels.
RoundedRows CpuOps::rounded(DType panels, int64_t count, int64_t columns,
    const std::function<const float*(int64_t row)>& rowAt)
{
    const Rounding rounding = roundingFor(panels);
    const int64_t chunk = scaledChunk(panels), values = count * columns;
    std::vector<float>& memory = m_rounded[int(rounding)];
    reserve(memory,
        values / chunk + values / 32 + values / 64 + values / 32 + values * roundedBytes(panels) / 4
            + 4);
    RoundedRows rows;
    rows.n = columns;
    rows.chunk = chunk;
    rows.count = count;
    rows.together
        = rounding == Rounding::Int16 ? m_interleaved->int16Together : m_interleaved->bytesTogether;
    rows.scales = memory.data();
    rows.negativeSums = reinterpret_cast<int32_t*>(rows.scales + values / chunk);
    rows.sums = reinterpret_cast<int16_t*>(rows.negativeSums + values / 32);
    rows.halfSums = rows.sums + values / 32;
    rows.values16 = rows.halfSums + values / 16;
    rows.values = reinterpret_cast<int8_t*>(rows.values16);
    InterleavedKernels::Round* const fills[]
        = {m_interleaved->toLongChunks, m_interleaved->toShortChunks, m_interleaved->toInt16Chunks};
    const auto fill = fills[int(rounding)];
    forRows({nullptr, DType::F32, count, columns},
        [&](int64_t row) { fill(fromRow(rows, row), rowAt(row)); });
    return rows;
}

// The columns of product.out that belong to one task.
CpuOps::Columns CpuOps::multiplyTask(
    const Product& product, const RoundedRows& x, int64_t task) const
{
    const TensorView weight = product.weight;
    const int64_t perTask = panelRowsPerTask(product.out.rows, weight);
    const Columns columns{task * perTask, std::min(perTask, weight.rows - task * perTask)};
    multiplyPanels(product.out, columns.first, weight.rowRange(columns.first, columns.count), x, 0);
    return columns;
}

// The columns of `out` from `column` on, of as many rows of x as it has rows.
void CpuOps::multiplyPanels(
    TensorView out, int64_t column, TensorView panels, const RoundedRows& x, int64_t firstOfX) const
{
    const auto multiply = m_interleaved->multiply[interleavedIndex(panels.dtype)];
    const int64_t atOnce = std::max(rowsOfWholeTiles,
        maxBytesOfX / (x.n * roundedBytes(panels.dtype)) / rowsOfWholeTiles * rowsOfWholeTiles);
    for (int64_t token = 0, count = 0; token < out.rows; token += count) {
        const RoundedRows rows = fromRow(x, firstOfX + token);
        count = std::min(rows.past > 0 ? x.together - rows.past : atOnce, out.rows - token);
        multiply(out.rowRange(token, 1).data<float>() + column, out.columns, panels.bytes,
            panels.rows / panelRows, rows, int(count));
    }
}

void CpuOps::matmulEach(std::span<const Product> products, TensorView x)
{
    RoundedRows rows[3];
    const auto rowsFor = [&](const Product& product) -> RoundedRows& {
        return rows[int(roundingFor(product.weight.dtype))];
    };
    int64_t tasks = 0;
    for (const Product& product : products) {
        checkMatmul(product.out, x, product.weight);
        if (!isInterleaved(product.weight.dtype)) {
            matmulStored(product.out, x, product.weight);
            continue;
        }
        if (!rowsFor(product).values && !product.out.isEmpty())
            rowsFor(product) = rounded(x, product.weight.dtype);
        tasks += product.out.isEmpty() ? 0 : panelTasks(x.rows, product.weight);
    }
    m_pool.run(tasks, [&](int64_t task, int) {
        for (const Product& product : products) {
            if (!isInterleaved(product.weight.dtype) || product.out.isEmpty())
                continue;
            const int64_t own = panelTasks(x.rows, product.weight);
            if (task < own) {
                multiplyTask(product, rowsFor(product), task);
                return;
            }
            task -= own;
        }
    });
    addBiases(products);
}

void CpuOps::matmulGate(TensorView gate, TensorView up, TensorView x, TensorView gateWeight,
    TensorView upWeight, Activation activation)
{
    if (!isInterleaved(gateWeight.dtype) || gateWeight.dtype != upWeight.dtype || gate.isEmpty())
        return Ops::matmulGate(gate, up, x, gateWeight, upWeight, activation);
    checkMatmul(gate, x, gateWeight);
    checkMatmul(up, x, upWeight);
    checkSameShape(gate, up);
    const RoundedRows rows = rounded(x, gateWeight.dtype);
    m_pool.run(panelTasks(x.rows, gateWeight), [&](int64_t task, int) {
        const Columns columns = multiplyTask({gate, gateWeight}, rows, task);
        multiplyTask({up, upWeight}, rows, task);
        for (int64_t row = 0; row < x.rows; ++row)
            m_table.gate[int(activation)](gate.rowRange(row, 1).data<float>() + columns.first,
                up.rowRange(row, 1).data<float>() + columns.first, columns.count);
    });
}

// Packs one panel: decodes its rows to floats, rounds them to int16 and interleaves them.
void CpuOps::interleaveRounded(TensorView panel, TensorView rows, float* memory) const
{
    const int64_t n = rows.columns, blocks = n / InterleavedInt16::length;
    auto* numbers = reinterpret_cast<int16_t*>(memory); // [16, n]
    float* scales = memory + panelRows * n / 2; // [16, blocks]
    float* values = scales + panelRows * blocks; // [n]
    for (int64_t row = 0; row < panelRows; ++row) {
        RoundedRows rounded;
        rounded.n = n;
        rounded.values16 = numbers + row * n;
        rounded.scales = scales + row * blocks;
        decodeRow(rows.rowRange(row, 1), values);
        m_interleaved->toInt16Chunks(rounded, values);
    }
    for (int64_t block = 0; block < blocks; ++block) {
        auto& to = panel.data<InterleavedInt16>()[block];
        for (int64_t row = 0; row < panelRows; ++row)
            to.scales[row] = scales[row * blocks + block];
        avx2::interleave.int16(&to, numbers + block * InterleavedInt16::length, n);
    }
}

void CpuOps::interleave(TensorView panels, TensorView rows, const FetchStored& fetch)
{
    // Null for int16.
    const auto interleave = avx2::interleave.types[interleavedIndex(panels.dtype)];
    const int64_t blocks = rows.columns / info(panels.dtype).blockSize, rowBytes = rows.rowStride();
    const int64_t floats = interleave ? 0 : panelRows * (rows.columns / 2 + blocks) + rows.columns;
    const int64_t perTask = std::max<int64_t>(1, bytesPerTask / (panelRows * rowBytes)) * panelRows;
    const int64_t fetched = fetch ? perTask * rowBytes : 0; // bytes at once
    reserveScratch(floats + fetched / 4);
    m_pool.run((rows.rows + perTask - 1) / perTask, [&](int64_t task, int thread) {
        const int64_t first = task * perTask, count = std::min(perTask, rows.rows - first);
        float* const memory = scratch(thread, floats + fetched / 4);
        TensorView stored = rows.rowRange(first, count);
        if (fetch)
            stored.bytes = const_cast<std::byte*>(fetch(stored.data<const std::byte>(),
                {reinterpret_cast<std::byte*>(memory + floats), size_t(count * rowBytes)}));
        for (int64_t row = 0; row < count; row += panelRows) {
            const TensorView panel = panels.rowRange(first + row, panelRows);
            if (interleave)
                interleave(panel.bytes, blocks, stored.rowRange(row, panelRows).bytes, rowBytes);
            else
                interleaveRounded(panel, stored.rowRange(row, panelRows), memory);
        }
    });
}

} // namespace kernels::cpu
