#include "kernels/check_ops.h"
#include "kernels/cpu/cpu_ops.h"
#include "kernels/cpu/strip_kernels.h"
#include "kernels/strips.h"

#include <algorithm>

// The rows of x become bytes or words once. Then strips are divided among the threads, and each is
// multiplied with all rows while it is in the caches.

namespace kernels::cpu {
namespace {

constexpr int64_t bytesPerTask = 64 * 1024; // of weights
constexpr int64_t tasksOfThread = 4; // at least, before a task has several stretches
constexpr int64_t bytesOfX = 256 * 1024; // stay in the second-level cache next to a strip

int64_t runOf(DType strips)
{
    if (strips == DType::StripWords)
        return wordRun;
    return info(strips).blockSize == 256 ? longRun : shortRun;
}

int64_t bytesOfValue(DType strips)
{
    return strips == DType::StripWords ? 2 : 1;
}

int64_t bytesOfStrip(TensorView strips)
{
    return stripRows * strips.rowStride();
}

LayoutKernels::Weave* layoutOf(DType strips)
{
    switch (strips) {
    case DType::StripQ4_0:
        return avx2::layouts.q4_0;
    case DType::StripQ4_1:
        return avx2::layouts.q4_1;
    case DType::StripQ5_0:
        return avx2::layouts.q5_0;
    case DType::StripQ5_1:
        return avx2::layouts.q5_1;
    case DType::StripQ8_0:
        return avx2::layouts.q8_0;
    case DType::StripQ2_K:
        return avx2::layouts.q2_k;
    case DType::StripQ3_K:
        return avx2::layouts.q3_k;
    case DType::StripQ4_K:
        return avx2::layouts.q4_k;
    case DType::StripQ5_K:
        return avx2::layouts.q5_k;
    case DType::StripQ6_K:
        return avx2::layouts.q6_k;
    case DType::StripIQ4_NL:
        return avx2::layouts.iq4_nl;
    case DType::StripIQ4_XS:
        return avx2::layouts.iq4_xs;
    case DType::StripMXFP4:
        return avx2::layouts.mxfp4;
    case DType::StripWords:
        return nullptr; // they are rounded first
    default:
        CHECK(!"a type of strips");
    }
}

} // namespace

StripKernels::Multiply* CpuOps::stripProduct(DType strips) const
{
    switch (strips) {
    case DType::StripQ4_0:
        return m_strips->q4_0;
    case DType::StripQ4_1:
        return m_strips->q4_1;
    case DType::StripQ5_0:
        return m_strips->q5_0;
    case DType::StripQ5_1:
        return m_strips->q5_1;
    case DType::StripQ8_0:
        return m_strips->q8_0;
    case DType::StripQ2_K:
        return m_strips->q2_k;
    case DType::StripQ3_K:
        return m_strips->q3_k;
    case DType::StripQ4_K:
        return m_strips->q4_k;
    case DType::StripQ5_K:
        return m_strips->q5_k;
    case DType::StripQ6_K:
        return m_strips->q6_k;
    case DType::StripIQ4_NL:
        return m_strips->iq4_nl;
    case DType::StripIQ4_XS:
        return m_strips->iq4_xs;
    case DType::StripMXFP4:
        return m_strips->mxfp4;
    case DType::StripWords:
        return m_strips->words;
    default:
        CHECK(!"a type of strips");
    }
}

CpuOps::Rounding CpuOps::roundingFor(DType strips)
{
    if (strips == DType::StripWords)
        return Rounding::Words;
    return runOf(strips) == longRun ? Rounding::LongBytes : Rounding::ShortBytes;
}

// Whole strips. Those of several stretches would not stay in the caches while many tokens pass.
int64_t CpuOps::stripRowsPerTask(int64_t tokens, TensorView strips) const
{
    const int64_t ofThread = strips.rows / stripRows / m_pool.threads();
    const bool hasStretches = tokens == 1 && ofThread >= tasksOfThread * stretches;
    const int64_t together = hasStretches ? stretches : 1;
    const int64_t count = bytesPerTask / bytesOfStrip(strips) / together * together;
    return stripRows * std::max(together, count);
}

int64_t CpuOps::stripTasks(int64_t tokens, TensorView strips) const
{
    const int64_t perTask = stripRowsPerTask(tokens, strips);
    return (strips.rows + perTask - 1) / perTask;
}

RoundedRows CpuOps::rounded(TensorView x, DType strips)
{
    return rounded(x, strips, x.rows, [](int64_t row) { return row; });
}

// Some rows of x as whole numbers, which stay until they are asked for again with such strips.
RoundedRows CpuOps::rounded(
    TensorView x, DType strips, int64_t count, const std::function<int64_t(int64_t row)>& rowOfX)
{
    const Rounding rounding = roundingFor(strips);
    const int64_t run = runOf(strips), values = count * x.columns;
    std::vector<float>& memory = m_rounded[int(rounding)];
    reserve(memory,
        values / run + values / 32 + values / 64 + values / 32 + values * bytesOfValue(strips) / 4
            + 4);
    RoundedRows rows;
    rows.n = x.columns;
    rows.run = run;
    rows.count = count;
    rows.together = rounding == Rounding::Words ? m_strips->wordsTogether : m_strips->bytesTogether;
    rows.scales = memory.data();
    rows.negativeSums = reinterpret_cast<int32_t*>(rows.scales + values / run);
    rows.sums = reinterpret_cast<int16_t*>(rows.negativeSums + values / 32);
    rows.halfSums = rows.sums + values / 32;
    rows.words = rows.halfSums + values / 16;
    rows.values = reinterpret_cast<int8_t*>(rows.words);
    StripKernels::Round* const fills[]
        = {m_strips->toLongRuns, m_strips->toShortRuns, m_strips->toWordRuns};
    const auto fill = fills[int(rounding)];
    forRows({nullptr, DType::F32, count, x.columns},
        [&](int64_t row) { fill(fromRow(rows, row), x.rowRange(rowOfX(row), 1).data<float>()); });
    return rows;
}

// The columns of product.out that belong to one task.
CpuOps::Columns CpuOps::multiplyTask(
    const Product& product, const RoundedRows& x, int64_t task) const
{
    const TensorView weight = product.weight;
    const int64_t perTask = stripRowsPerTask(product.out.rows, weight);
    const Columns columns{task * perTask, std::min(perTask, weight.rows - task * perTask)};
    multiplyStrips(product.out, columns.first, weight.rowRange(columns.first, columns.count), x, 0);
    return columns;
}

// The columns of `out` from `column` on, of as many rows of x as it has rows.
void CpuOps::multiplyStrips(
    TensorView out, int64_t column, TensorView strips, const RoundedRows& x, int64_t firstOfX) const
{
    const auto multiply = stripProduct(strips.dtype);
    const int64_t atOnce = std::max(rowsOfWholeTiles,
        bytesOfX / (x.n * bytesOfValue(strips.dtype)) / rowsOfWholeTiles * rowsOfWholeTiles);
    for (int64_t token = 0, count = 0; token < out.rows; token += count) {
        const RoundedRows rows = fromRow(x, firstOfX + token);
        count = std::min(rows.past > 0 ? x.together - rows.past : atOnce, out.rows - token);
        multiply(out.rowRange(token, 1).data<float>() + column, out.columns, strips.bytes,
            strips.rows / stripRows, rows, int(count));
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
        if (!isStripType(product.weight.dtype)) {
            matmulStored(product.out, x, product.weight);
            continue;
        }
        if (!rowsFor(product).values && !product.out.isEmpty())
            rowsFor(product) = rounded(x, product.weight.dtype);
        tasks += product.out.isEmpty() ? 0 : stripTasks(x.rows, product.weight);
    }
    m_pool.run(tasks, [&](int64_t task, int) {
        for (const Product& product : products) {
            if (!isStripType(product.weight.dtype) || product.out.isEmpty())
                continue;
            const int64_t own = stripTasks(x.rows, product.weight);
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
    if (!isStripType(gateWeight.dtype) || gateWeight.dtype != upWeight.dtype || gate.isEmpty())
        return Ops::matmulGate(gate, up, x, gateWeight, upWeight, activation);
    checkMatmul(gate, x, gateWeight);
    checkMatmul(up, x, upWeight);
    checkSameShape(gate, up);
    const RoundedRows rows = rounded(x, gateWeight.dtype);
    m_pool.run(stripTasks(x.rows, gateWeight), [&](int64_t task, int) {
        const Columns columns = multiplyTask({gate, gateWeight}, rows, task);
        multiplyTask({up, upWeight}, rows, task);
        for (int64_t row = 0; row < x.rows; ++row)
            m_table.gate[int(activation)](gate.rowRange(row, 1).data<float>() + columns.first,
                up.rowRange(row, 1).data<float>() + columns.first, columns.count);
    });
}

// Packs one strip: decodes its rows to floats, rounds them to int16 and interleaves them.
void CpuOps::packWords(TensorView strip, TensorView rows, float* memory) const
{
    const int64_t n = rows.columns, blocks = n / StripWords::length;
    auto* words = reinterpret_cast<int16_t*>(memory); // [16, n]
    float* scales = memory + stripRows * n / 2; // [16, blocks]
    float* values = scales + stripRows * blocks; // [n]
    for (int64_t row = 0; row < stripRows; ++row) {
        RoundedRows rounded;
        rounded.n = n;
        rounded.words = words + row * n;
        rounded.scales = scales + row * blocks;
        decodeRow(rows.rowRange(row, 1), values);
        m_strips->toWordRuns(rounded, values);
    }
    for (int64_t block = 0; block < blocks; ++block) {
        auto& to = strip.data<StripWords>()[block];
        for (int64_t row = 0; row < stripRows; ++row)
            to.scales[row] = scales[row * blocks + block];
        avx2::layouts.words(&to, words + block * StripWords::length, n);
    }
}

void CpuOps::packStrips(TensorView strips, TensorView rows, const FetchStored& fetch)
{
    const auto weave = layoutOf(strips.dtype); // null: words
    const int64_t blocks = rows.columns / info(strips.dtype).blockSize, rowBytes = rows.rowStride();
    const int64_t floats = weave ? 0 : stripRows * (rows.columns / 2 + blocks) + rows.columns;
    const int64_t perTask = std::max<int64_t>(1, bytesPerTask / (stripRows * rowBytes)) * stripRows;
    const int64_t fetched = fetch ? perTask * rowBytes : 0; // bytes at once
    reserveScratch(floats + fetched / 4);
    m_pool.run((rows.rows + perTask - 1) / perTask, [&](int64_t task, int thread) {
        const int64_t first = task * perTask, count = std::min(perTask, rows.rows - first);
        float* const memory = scratch(thread, floats + fetched / 4);
        TensorView stored = rows.rowRange(first, count);
        if (fetch)
            stored.bytes = const_cast<std::byte*>(fetch(stored.data<const std::byte>(),
                {reinterpret_cast<std::byte*>(memory + floats), size_t(count * rowBytes)}));
        for (int64_t row = 0; row < count; row += stripRows) {
            const TensorView strip = strips.rowRange(first + row, stripRows);
            if (weave)
                weave(strip.bytes, blocks, stored.rowRange(row, stripRows).bytes, rowBytes);
            else
                packWords(strip, stored.rowRange(row, stripRows), memory);
        }
    });
}

} // namespace kernels::cpu
