#include "kernels/cpu/cpu_ops.h"

#include "kernels/cache_rows.h"
#include "kernels/check_ops.h"
#include "kernels/interleaved.h"
#include "kernels/quantize.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <string>

namespace kernels::cpu {
namespace {

constexpr int64_t elementsPerTask = 16 * 1024; // worth waking a thread for

} // namespace

CpuOps::CpuOps(const KernelTable& table, ThreadPool& pool, const InterleavedKernels* panels)
    : m_table(table)
    , m_interleaved(panels)
    , m_pool(pool)
    , m_scratch(size_t(pool.threads()))
{
}

// ---- dividing the work ----

void CpuOps::forChunks(
    int64_t elements, const std::function<void(int64_t first, int64_t count)>& work)
{
    const int64_t tasks = (elements + elementsPerTask - 1) / elementsPerTask;
    m_pool.run(tasks, [&](int64_t task, int) {
        const int64_t first = task * elementsPerTask;
        work(first, std::min(elementsPerTask, elements - first));
    });
}

void CpuOps::forRows(TensorView x, const std::function<void(int64_t row)>& work)
{
    const int64_t perTask = std::max<int64_t>(1, elementsPerTask / std::max<int64_t>(1, x.columns));
    m_pool.run((x.rows + perTask - 1) / perTask, [&](int64_t task, int) {
        const int64_t end = std::min(x.rows, (task + 1) * perTask);
        for (int64_t row = task * perTask; row < end; ++row)
            work(row);
    });
}

void CpuOps::reserve(std::vector<float>& memory, int64_t floats)
{
    try {
        if (int64_t(memory.size()) < floats)
            memory.resize(size_t(floats));
    } catch (const std::bad_alloc&) {
        throw base::outOfMemory(
            "another " + std::to_string((floats >> 18) + 1) + " MiB of compute buffers");
    }
}

void CpuOps::reserveScratch(int64_t floats)
{
    for (auto& memory : m_scratch)
        reserve(memory, floats + 16);
}

float* CpuOps::scratch(int thread, int64_t floats)
{
    auto& memory = m_scratch[size_t(thread)];
    CHECK(int64_t(memory.size()) >= floats + 16);
    const auto address = reinterpret_cast<uintptr_t>(memory.data());
    return reinterpret_cast<float*>((address + 63) / 64 * 64);
}

// ---- rows ----

const WeightKernels* CpuOps::weightKernels(DType type) const
{
    const WeightKernels& kernels = m_table.weights[int(type)];
    return kernels.multiply ? &kernels : nullptr;
}

void CpuOps::decodeRow(TensorView row, float* out, int64_t spread) const
{
    if (const WeightKernels* kernels = weightKernels(row.dtype))
        return kernels->decodeRow(out, row.bytes, row.columns, spread);
    CHECK(spread == 1);
    dequantizeRow(row.dtype, row.bytes, out, row.columns);
}

void CpuOps::storeRow(TensorView row, const float* values) const
{
    if (row.dtype == DType::F16)
        m_table.storeHalves(row.data<uint16_t>(), values, row.columns);
    else if (row.dtype == DType::BF16)
        m_table.storeBfloats(row.data<uint16_t>(), values, row.columns);
    else
        std::memcpy(row.bytes, values, size_t(row.columns) * sizeof(float));
}

void CpuOps::gatherRows(TensorView out, TensorView table, TensorView ids)
{
    checkGatherRows(out, table, ids);
    checkIds(ids, table.rows);
    const bool isInterleavedType = isInterleaved(table.dtype);
    forRows(out, [&](int64_t r) {
        const int32_t row = ids.data<int32_t>()[r];
        float* values = out.rowRange(r, 1).data<float>();
        isInterleavedType ? dequantizeInterleavedRow(table, row, values)
                          : decodeRow(table.rowRange(row, 1), values);
    });
}

void CpuOps::scatterRows(TensorView out, TensorView in, TensorView ids)
{
    checkScatterRows(out, in, ids);
    checkIds(ids, out.rows);
    forRows(in, [&](int64_t r) {
        storeRow(out.rowRange(ids.data<int32_t>()[r], 1), in.rowRange(r, 1).data<float>());
    });
}

void CpuOps::deal(std::span<const TensorView> parts, TensorView x, int64_t chunk)
{
    checkDeal(parts, x, chunk);
    forRows(x, [&](int64_t r) {
        const float* from = x.rowRange(r, 1).data<float>();
        for (int64_t column = 0; column < parts.front().columns; column += chunk)
            for (const TensorView& part : parts) {
                std::copy_n(from, chunk, part.rowRange(r, 1).data<float>() + column);
                from += chunk;
            }
    });
}

void CpuOps::takeColumns(TensorView out, TensorView x, int64_t first)
{
    checkTakeColumns(out, x, first);
    forRows(out, [&](int64_t r) {
        std::memcpy(out.rowRange(r, 1).bytes, x.rowRange(r, 1).data<float>() + first,
            size_t(out.rowStride()));
    });
}

void CpuOps::putColumns(TensorView out, TensorView x, int64_t first)
{
    checkPutColumns(out, x, first);
    forRows(x, [&](int64_t r) {
        std::memcpy(out.rowRange(r, 1).data<float>() + first, x.rowRange(r, 1).bytes,
            size_t(x.rowStride()));
    });
}

void CpuOps::writeCache(TensorView cache, TensorView rows, const CachePlacement& placement)
{
    checkWriteCache(cache, rows, placement);
    checkPositions(placement);
    forRows(rows, [&](int64_t t) {
        const int64_t slot = cacheRow(placement, placement.sequences.data<int32_t>()[t],
            placement.positions.data<int32_t>()[t]);
        const TensorView stored = cache.rowRange(slot, 1);
        const float* row = rows.rowRange(t, 1).data<float>();
        if (isCacheBlockType(cache.dtype))
            packCacheRow(cache.dtype, row, stored.bytes, rows.columns);
        else
            storeRow(stored, row);
    });
}

// ---- element by element ----

void CpuOps::add(TensorView into, TensorView delta)
{
    checkSameShape(into, delta);
    forChunks(into.elements(), [&](int64_t first, int64_t count) {
        m_table.add(into.data<float>() + first, delta.data<float>() + first, count);
    });
}

void CpuOps::multiply(TensorView into, TensorView factor)
{
    checkSameShape(into, factor);
    forChunks(into.elements(), [&](int64_t first, int64_t count) {
        m_table.multiply(into.data<float>() + first, factor.data<float>() + first, count);
    });
}

void CpuOps::addRow(TensorView x, TensorView row)
{
    checkRow(x, row);
    forRows(x, [&](int64_t r) {
        m_table.add(x.rowRange(r, 1).data<float>(), row.data<float>(), x.columns);
    });
}

void CpuOps::multiplyRow(TensorView x, TensorView row)
{
    checkRow(x, row);
    forRows(x, [&](int64_t r) {
        m_table.multiply(x.rowRange(r, 1).data<float>(), row.data<float>(), x.columns);
    });
}

void CpuOps::scale(TensorView x, float factor)
{
    checkSameShape(x, x);
    forChunks(x.elements(), [&](int64_t first, int64_t count) {
        m_table.scale(x.data<float>() + first, factor, count);
    });
}

void CpuOps::cap(TensorView x, float limit)
{
    checkSameShape(x, x);
    forChunks(x.elements(),
        [&](int64_t first, int64_t count) { m_table.cap(x.data<float>() + first, limit, count); });
}

void CpuOps::activate(TensorView x, Activation activation)
{
    checkSameShape(x, x);
    forChunks(x.elements(), [&](int64_t first, int64_t count) {
        m_table.activate[int(activation)](x.data<float>() + first, count);
    });
}

void CpuOps::gate(TensorView gate, TensorView up, Activation activation)
{
    checkSameShape(gate, up);
    forChunks(gate.elements(), [&](int64_t first, int64_t count) {
        m_table.gate[int(activation)](gate.data<float>() + first, up.data<float>() + first, count);
    });
}

void CpuOps::gateClamped(TensorView gate, TensorView up, float limit)
{
    checkSameShape(gate, up);
    forChunks(gate.elements(), [&](int64_t first, int64_t count) {
        m_table.gateClamped(gate.data<float>() + first, up.data<float>() + first, limit, count);
    });
}

// ---- norms and positions ----

void CpuOps::rmsNorm(TensorView out, TensorView x, TensorView weight, float epsilon)
{
    checkSameShape(out, x);
    checkRow(x, weight);
    forRows(x, [&](int64_t r) {
        m_table.rmsNorm(out.rowRange(r, 1).data<float>(), x.rowRange(r, 1).data<float>(),
            weight.data<float>(), x.columns, epsilon);
    });
}

void CpuOps::layerNorm(
    TensorView out, TensorView x, TensorView weight, TensorView bias, float epsilon)
{
    checkSameShape(out, x);
    checkRow(x, weight);
    checkRow(x, bias);
    forRows(x, [&](int64_t r) {
        m_table.layerNorm(out.rowRange(r, 1).data<float>(), x.rowRange(r, 1).data<float>(),
            weight.data<float>(), bias.data<float>(), x.columns, epsilon);
    });
}

void CpuOps::addRmsNorm(
    TensorView out, TensorView residual, TensorView delta, TensorView weight, float epsilon)
{
    checkSameShape(residual, delta);
    checkSameShape(out, residual);
    checkRow(residual, weight);
    forRows(residual, [&](int64_t r) {
        float* sum = residual.rowRange(r, 1).data<float>();
        m_table.add(sum, delta.rowRange(r, 1).data<float>(), residual.columns);
        m_table.rmsNorm(
            out.rowRange(r, 1).data<float>(), sum, weight.data<float>(), residual.columns, epsilon);
    });
}

void CpuOps::rotate(TensorView x, const Angles& angles, const Rotation& rotation, int headDim)
{
    checkRotate(x, angles, rotation, headDim);
    const int64_t pairs = rotation.frequencies.columns, axes = rotation.frequencies.rows;
    const auto rotateHead
        = rotation.style == RotaryStyle::Halves ? m_table.rotateHalves : m_table.rotatePairs;
    reserveScratch(2 * pairs);
    m_pool.run(x.rows, [&](int64_t t, int thread) {
        float* cosines = scratch(thread, 2 * pairs);
        float* sines = cosines + pairs;
        const int32_t* positions = angles.positions.data<int32_t>() + t * axes;
        const float* frequencies = rotation.frequencies.data<float>();
        for (int64_t i = 0; i < pairs; ++i) {
            float angle = 0;
            for (int64_t axis = 0; axis < axes; ++axis)
                angle += float(positions[axis]) * frequencies[axis * pairs + i];
            cosines[i] = std::cos(angle) * rotation.magnitude;
            sines[i] = std::sin(angle) * rotation.magnitude;
        }
        float* row = x.rowRange(t, 1).data<float>();
        for (int64_t head = 0; head < x.columns; head += headDim)
            rotateHead(row + head, cosines, sines, pairs);
    });
}

void CpuOps::scaleByPosition(TensorView x, TensorView positions, float rate, int64_t period)
{
    checkScaleByPosition(x, positions, period);
    forRows(x, [&](int64_t t) {
        const double periods = double(positions.data<int32_t>()[t] / period);
        m_table.scale(
            x.rowRange(t, 1).data<float>(), float(1 + rate * std::log1p(periods)), x.columns);
    });
}

} // namespace kernels::cpu
