#include "kernels/check_ops.h"
#include "kernels/cuda/activation.cuh"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/launch.h"

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

} // namespace kernels::cuda
