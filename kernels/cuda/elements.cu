#include "kernels/cache_rows.h"
#include "kernels/check_ops.h"
#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cached_rows.cuh"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/pack_run.cuh"

// One thread per number: these are bound by memory.

namespace kernels::cuda {

namespace {

constexpr int threads = 256;

unsigned blocksFor(int64_t elements)
{
    return unsigned((elements + threads - 1) / threads);
}

__device__ __forceinline__ int64_t ownElement()
{
    return int64_t(blockIdx.x) * threads + threadIdx.x;
}

__global__ void addKernel(float* into, const float* delta, int64_t elements)
{
    const int64_t i = ownElement();
    if (i < elements)
        into[i] += delta[i];
}

__global__ void multiplyKernel(float* into, const float* factor, int64_t elements)
{
    const int64_t i = ownElement();
    if (i < elements)
        into[i] *= factor[i];
}

__global__ void addRowKernel(float* x, const float* row, int64_t columns, int64_t elements)
{
    const int64_t i = ownElement();
    if (i < elements)
        x[i] += row[i % columns];
}

__global__ void multiplyRowKernel(float* x, const float* row, int64_t columns, int64_t elements)
{
    const int64_t i = ownElement();
    if (i < elements)
        x[i] *= row[i % columns];
}

__global__ void scaleKernel(float* x, float factor, int64_t elements)
{
    const int64_t i = ownElement();
    if (i < elements)
        x[i] *= factor;
}

__global__ void capKernel(float* x, float limit, int64_t elements)
{
    const int64_t i = ownElement();
    if (i < elements)
        x[i] = limit * tanhf(x[i] / limit);
}

__global__ void growByPlaceKernel(
    float* x, const int32_t* places, float rate, int64_t period, int64_t columns, int64_t elements)
{
    const int64_t i = ownElement();
    if (i < elements)
        x[i] *= 1 + rate * log1pf(float(places[i / columns] / period));
}

__global__ void activateKernel(float* x, Activation activation, int64_t elements)
{
    const int64_t i = ownElement();
    if (i < elements)
        x[i] = activated(x[i], activation);
}

__global__ void gateKernel(float* gate, const float* up, Activation activation, int64_t elements)
{
    const int64_t i = ownElement();
    if (i < elements)
        gate[i] = activated(gate[i], activation) * up[i];
}

__global__ void gateClampedKernel(float* gate, const float* up, float limit, int64_t elements)
{
    const int64_t i = ownElement();
    if (i >= elements)
        return;
    const float x = fminf(fmaxf(up[i], -limit), limit);
    gate[i] = activated(fminf(gate[i], limit), Activation::GeluQuick) * (x + 1);
}

__global__ void takeColumnsKernel(
    float* out, const float* x, int64_t first, int64_t columns, int64_t ofX, int64_t elements)
{
    const int64_t i = ownElement();
    if (i < elements)
        out[i] = x[i / columns * ofX + first + i % columns];
}

} // namespace

void CudaOps::add(TensorView into, TensorView delta)
{
    checkSameShape(into, delta);
    if (into.isEmpty())
        return;
    launch(m_stream.get(), {blocksFor(into.elements()), threads}, addKernel, into.data<float>(),
        delta.data<float>(), into.elements());
    checkLaunch("add");
}

void CudaOps::multiply(TensorView into, TensorView factor)
{
    checkSameShape(into, factor);
    if (into.isEmpty())
        return;
    launch(m_stream.get(), {blocksFor(into.elements()), threads}, multiplyKernel,
        into.data<float>(), factor.data<float>(), into.elements());
    checkLaunch("multiply");
}

void CudaOps::addRow(TensorView x, TensorView row)
{
    checkRow(x, row);
    if (x.isEmpty())
        return;
    launch(m_stream.get(), {blocksFor(x.elements()), threads}, addRowKernel, x.data<float>(),
        row.data<float>(), x.columns, x.elements());
    checkLaunch("addRow");
}

void CudaOps::multiplyRow(TensorView x, TensorView row)
{
    checkRow(x, row);
    if (x.isEmpty())
        return;
    launch(m_stream.get(), {blocksFor(x.elements()), threads}, multiplyRowKernel, x.data<float>(),
        row.data<float>(), x.columns, x.elements());
    checkLaunch("multiplyRow");
}

void CudaOps::scale(TensorView x, float factor)
{
    CHECK(x.dtype == DType::F32);
    if (x.isEmpty())
        return;
    launch(m_stream.get(), {blocksFor(x.elements()), threads}, scaleKernel, x.data<float>(), factor,
        x.elements());
    checkLaunch("scale");
}

void CudaOps::cap(TensorView x, float limit)
{
    CHECK(x.dtype == DType::F32);
    if (x.isEmpty())
        return;
    launch(m_stream.get(), {blocksFor(x.elements()), threads}, capKernel, x.data<float>(), limit,
        x.elements());
    checkLaunch("cap");
}

void CudaOps::growByPlace(TensorView x, TensorView places, float rate, int64_t period)
{
    checkGrowByPlace(x, places, period);
    if (x.isEmpty())
        return;
    launch(m_stream.get(), {blocksFor(x.elements()), threads}, growByPlaceKernel, x.data<float>(),
        places.data<int32_t>(), rate, period, x.columns, x.elements());
    checkLaunch("growByPlace");
}

void CudaOps::activate(TensorView x, Activation activation)
{
    CHECK(x.dtype == DType::F32);
    if (x.isEmpty())
        return;
    launch(m_stream.get(), {blocksFor(x.elements()), threads}, activateKernel, x.data<float>(),
        activation, x.elements());
    checkLaunch("activate");
}

void CudaOps::gate(TensorView gate, TensorView up, Activation activation)
{
    checkSameShape(gate, up);
    if (gate.isEmpty())
        return;
    launch(m_stream.get(), {blocksFor(gate.elements()), threads}, gateKernel, gate.data<float>(),
        up.data<float>(), activation, gate.elements());
    checkLaunch("gate");
}

void CudaOps::gateClamped(TensorView gate, TensorView up, float limit)
{
    checkSameShape(gate, up);
    if (gate.isEmpty())
        return;
    launch(m_stream.get(), {blocksFor(gate.elements()), threads}, gateClampedKernel,
        gate.data<float>(), up.data<float>(), limit, gate.elements());
    checkLaunch("gateClamped");
}

void CudaOps::takeColumns(TensorView out, TensorView x, int64_t first)
{
    checkTakeColumns(out, x, first);
    if (out.isEmpty())
        return;
    launch(m_stream.get(), {blocksFor(out.elements()), threads}, takeColumnsKernel,
        out.data<float>(), x.data<float>(), first, out.columns, x.columns, out.elements());
    checkLaunch("takeColumns");
}

namespace {

// One block per token; the rows of quantised tables are unpacked value by value.
template <typename Stored>
__global__ void gatherRowsKernel(
    float* out, const void* table, const int32_t* ids, int64_t columns, int64_t rowBytes)
{
    const auto* row = reinterpret_cast<const Stored*>(
        static_cast<const uint8_t*>(table) + int64_t(ids[blockIdx.x]) * rowBytes);
    out += int64_t(blockIdx.x) * columns;
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        out[i] = storedValue(row, i);
}

// The same of packed rows of a cache, whose runs of 32 numbers a warp turns back.
template <typename Stored>
__global__ void gatherPackedKernel(
    float* out, const void* table, const int32_t* ids, int64_t columns, int64_t rowBytes)
{
    const auto* row = reinterpret_cast<const Stored*>(
        static_cast<const uint8_t*>(table) + int64_t(ids[blockIdx.x]) * rowBytes);
    out += int64_t(blockIdx.x) * columns;
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        out[i] = rotatedAcrossWarp(storedValue(row, i));
}

template <typename Stored>
__global__ void scatterRowsKernel(Stored* out, const float* in, const int32_t* ids, int64_t columns)
{
    out += int64_t(ids[blockIdx.x]) * columns;
    in += int64_t(blockIdx.x) * columns;
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        storeValue(out + i, in[i]);
}

// The parts of deal().
struct Parts {
    float* each[Ops::mostParts];
    int count;
};

// One block per row.
__global__ void dealKernel(Parts parts, const float* x, int64_t run, int64_t columns)
{
    x += blockIdx.x * columns;
    for (int64_t i = threadIdx.x; i < columns; i += threads) {
        const int64_t turn = i / run, column = turn / parts.count * run + i % run;
        parts.each[turn % parts.count][blockIdx.x * (columns / parts.count) + column] = x[i];
    }
}

} // namespace

void CudaOps::deal(std::span<const TensorView> parts, TensorView x, int64_t run)
{
    checkDeal(parts, x, run);
    if (x.isEmpty())
        return;
    Parts each{{}, int(parts.size())};
    for (size_t part = 0; part < parts.size(); ++part)
        each.each[part] = parts[part].data<float>();
    launch(m_stream.get(), {unsigned(x.rows), threads}, dealKernel, each, x.data<float>(), run,
        x.columns);
    checkLaunch("deal");
}

void CudaOps::gatherRows(TensorView out, TensorView table, TensorView ids)
{
    checkGatherRows(out, table, ids);
    if (out.isEmpty())
        return;
    const auto gather = [&](auto kernel) {
        launch(m_stream.get(), {unsigned(out.rows), threads}, kernel, out.data<float>(),
            static_cast<const void*>(table.bytes), ids.data<int32_t>(), out.columns,
            table.rowStride());
    };
    if (isCacheBlockType(table.dtype))
        withPackedType(table.dtype, [&](auto* stored) {
            gather(gatherPackedKernel<std::remove_pointer_t<decltype(stored)>>);
        });
    else
        withWeightType(table.dtype, [&](auto* stored) {
            gather(gatherRowsKernel<std::remove_pointer_t<decltype(stored)>>);
        });
    checkLaunch("gatherRows");
}

void CudaOps::scatterRows(TensorView out, TensorView in, TensorView ids)
{
    checkScatterRows(out, in, ids);
    if (in.isEmpty())
        return;
    withPlainType(out.dtype, [&](auto* stored) {
        launch(m_stream.get(), {unsigned(in.rows), threads},
            scatterRowsKernel<std::remove_pointer_t<decltype(stored)>>,
            static_cast<decltype(stored)>(out.bytes), in.data<float>(), ids.data<int32_t>(),
            in.columns);
    });
    checkLaunch("scatterRows");
}

} // namespace kernels::cuda
