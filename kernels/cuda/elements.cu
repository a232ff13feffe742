#include "kernels/check_ops.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/fours.cuh"

// Element-by-element operations.

namespace kernels::cuda {

namespace {

struct Add {
    const float* delta;

    template <typename Numbers, typename Index>
    __device__ Numbers operator()(Numbers x, Index i, Index /*columns*/) const
    {
        const auto add = [](float x, float y) { return x + y; };
        return applyEach(add, x, numbersAt<Numbers>(delta, i));
    }
};

struct Multiply {
    const float* factor;

    template <typename Numbers, typename Index>
    __device__ Numbers operator()(Numbers x, Index i, Index /*columns*/) const
    {
        const auto multiply = [](float x, float y) { return x * y; };
        return applyEach(multiply, x, numbersAt<Numbers>(factor, i));
    }
};

struct AddRow {
    const float* row;

    template <typename Numbers, typename Index>
    __device__ Numbers operator()(Numbers x, Index i, Index columns) const
    {
        return Add{row}(x, i % columns, columns);
    }
};

struct MultiplyRow {
    const float* row;

    template <typename Numbers, typename Index>
    __device__ Numbers operator()(Numbers x, Index i, Index columns) const
    {
        return Multiply{row}(x, i % columns, columns);
    }
};

struct Scale {
    float factor;

    template <typename Numbers, typename Index>
    __device__ Numbers operator()(Numbers x, Index /*i*/, Index /*columns*/) const
    {
        return applyEach([this](float x) { return x * factor; }, x);
    }
};

struct Cap {
    float limit;

    template <typename Numbers, typename Index>
    __device__ Numbers operator()(Numbers x, Index /*i*/, Index /*columns*/) const
    {
        return applyEach([this](float x) { return limit * tanhf(x / limit); }, x);
    }
};

/// activation(x + bias); the bias may be null. `isForHalf`: see activatedForHalf().
template <bool isForHalf>
struct Activate {
    const float* bias;
    Activation activation;

    template <typename Numbers, typename Index>
    __device__ Numbers operator()(Numbers x, Index i, Index columns) const
    {
        if (bias)
            x = AddRow{bias}(x, i, columns);
        const auto activate = [this](float x) {
            return isForHalf ? activatedForHalf(x, activation) : activated(x, activation);
        };
        return applyEach(activate, x);
    }
};

/// activation(x + bias) · (up + upBias)
template <bool isForHalf>
struct Gate {
    Activate<isForHalf> activate;
    const float *up, *upBias;

    template <typename Numbers, typename Index>
    __device__ Numbers operator()(Numbers x, Index i, Index columns) const
    {
        Numbers factor = numbersAt<Numbers>(up, i);
        if (upBias)
            factor = AddRow{upBias}(factor, i, columns);
        const auto multiply = [](float x, float y) { return x * y; };
        return applyEach(multiply, activate(x, i, columns), factor);
    }
};

struct GateClamped {
    const float* up;
    float limit;

    template <typename Numbers, typename Index>
    __device__ Numbers operator()(Numbers gate, Index i, Index /*columns*/) const
    {
        const auto join = [this](float gate, float up) {
            const float x = fminf(fmaxf(up, -limit), limit);
            return activated(fminf(gate, limit), Activation::GeluQuick) * (x + 1);
        };
        return applyEach(join, gate, numbersAt<Numbers>(up, i));
    }
};

constexpr int threads = 256;

unsigned blocksFor(int64_t elements)
{
    return unsigned((elements + threads - 1) / threads);
}

__device__ __forceinline__ int64_t ownElement()
{
    return int64_t(blockIdx.x) * threads + threadIdx.x;
}

__global__ void scaleByPositionKernel(float* x, const int32_t* positions, float rate,
    int64_t period, int64_t columns, int64_t elements)
{
    const int64_t i = ownElement();
    if (i < elements)
        x[i] *= 1 + rate * log1pf(float(positions[i / columns] / period));
}

__global__ void takeColumnsKernel(
    float* out, const float* x, int64_t first, int64_t columns, int64_t ofX, int64_t elements)
{
    const int64_t i = ownElement();
    if (i < elements)
        out[i] = x[i / columns * ofX + first + i % columns];
}

__global__ void putColumnsKernel(
    float* out, const float* x, int64_t first, int64_t columns, int64_t ofOut, int64_t elements)
{
    const int64_t i = ownElement();
    if (i < elements)
        out[i / columns * ofOut + first + i % columns] = x[i];
}

} // namespace

void CudaOps::add(TensorView into, TensorView delta)
{
    checkSameShape(into, delta);
    if (into.isEmpty())
        return;
    launchChange(m_stream.get(), into, canTakeFours(into, delta), Add{delta.data<float>()});
    checkLaunch("add");
}

void CudaOps::multiply(TensorView into, TensorView factor)
{
    checkSameShape(into, factor);
    if (into.isEmpty())
        return;
    const bool takesFours = canTakeFours(into, factor);
    const HalfForm half = takesFours ? m_halves.formFor(into) : HalfForm{};
    launchChange(m_stream.get(), into, takesFours, Multiply{factor.data<float>()}, {true, half});
    checkLaunch("multiply");
    keepIf(half);
}

void CudaOps::addRow(TensorView x, TensorView row)
{
    checkRow(x, row);
    if (x.isEmpty())
        return;
    launchChange(m_stream.get(), x, canTakeFours(x, row), AddRow{row.data<float>()});
    checkLaunch("addRow");
}

void CudaOps::multiplyRow(TensorView x, TensorView row)
{
    checkRow(x, row);
    if (x.isEmpty())
        return;
    launchChange(m_stream.get(), x, canTakeFours(x, row), MultiplyRow{row.data<float>()});
    checkLaunch("multiplyRow");
}

void CudaOps::scale(TensorView x, float factor)
{
    CHECK(x.dtype == DType::F32);
    if (x.isEmpty())
        return;
    launchChange(m_stream.get(), x, canTakeFours(x), Scale{factor});
    checkLaunch("scale");
}

void CudaOps::cap(TensorView x, float limit)
{
    CHECK(x.dtype == DType::F32);
    if (x.isEmpty())
        return;
    launchChange(m_stream.get(), x, canTakeFours(x), Cap{limit});
    checkLaunch("cap");
}

void CudaOps::scaleByPosition(TensorView x, TensorView positions, float rate, int64_t period)
{
    checkScaleByPosition(x, positions, period);
    if (x.isEmpty())
        return;
    launch(m_stream.get(), {blocksFor(x.elements()), threads}, scaleByPositionKernel,
        x.data<float>(), positions.data<int32_t>(), rate, period, x.columns, x.elements());
    checkLaunch("scaleByPosition");
}

void CudaOps::activate(TensorView x, Activation activation)
{
    CHECK(x.dtype == DType::F32);
    if (x.isEmpty())
        return;
    const bool takesFours = canTakeFours(x);
    activateInto(x, {}, activation, {true, takesFours ? m_halves.formFor(x) : HalfForm{}});
}

void CudaOps::activateInto(
    TensorView x, TensorView bias, Activation activation, const Stores& stores)
{
    const auto start = [&](auto change) {
        launchChange(m_stream.get(), x, canTakeFours(x, bias), change, stores);
    };
    if (stores.half.numbers)
        start(Activate<true>{bias.data<float>(), activation});
    else
        start(Activate<false>{bias.data<float>(), activation});
    checkLaunch("activate");
    keepIf(stores.half);
}

void CudaOps::gate(TensorView gate, TensorView up, Activation activation)
{
    checkSameShape(gate, up);
    if (gate.isEmpty())
        return;
    const bool takesFours = canTakeFours(gate, up);
    gateInto(
        gate, {}, up, {}, activation, {true, takesFours ? m_halves.formFor(gate) : HalfForm{}});
}

void CudaOps::gateInto(TensorView gate, TensorView gateBias, TensorView up, TensorView upBias,
    Activation activation, const Stores& stores)
{
    const auto start = [&](auto activate) {
        using Change = Gate<std::is_same_v<decltype(activate), Activate<true>>>;
        launchChange(m_stream.get(), gate, canTakeFours(gate, up, gateBias, upBias),
            Change{activate, up.data<float>(), upBias.data<float>()}, stores);
    };
    if (stores.half.numbers)
        start(Activate<true>{gateBias.data<float>(), activation});
    else
        start(Activate<false>{gateBias.data<float>(), activation});
    checkLaunch("gate");
    keepIf(stores.half);
}

void CudaOps::gateClamped(TensorView gate, TensorView up, float limit)
{
    checkSameShape(gate, up);
    if (gate.isEmpty())
        return;
    launchChange(
        m_stream.get(), gate, canTakeFours(gate, up), GateClamped{up.data<float>(), limit});
    checkLaunch("gateClamped");
}

void CudaOps::keepIf(const HalfForm& half)
{
    if (half.numbers)
        m_halves.keep();
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

void CudaOps::putColumns(TensorView out, TensorView x, int64_t first)
{
    checkPutColumns(out, x, first);
    if (x.isEmpty())
        return;
    launch(m_stream.get(), {blocksFor(x.elements()), threads}, putColumnsKernel, out.data<float>(),
        x.data<float>(), first, x.columns, out.columns, x.elements());
    checkLaunch("putColumns");
}

} // namespace kernels::cuda
