#include "base/error.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/fours.cuh"
#include "kernels/cuda/half_activations.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/quantized_products.h"

namespace kernels::cuda {

namespace {

constexpr int threads = 256;

// One thread per four numbers.
__global__ void copyFoursKernel(HalfForm form, const float4* x, int64_t fours)
{
    letSuccessorStart();
    waitForPredecessor();
    const int64_t four = int64_t(blockIdx.x) * threads + threadIdx.x;
    if (four < fours)
        storeFour(form, four, x[four]);
}

// One thread per number, for matrices that cannot be read four numbers at a time.
__global__ void copyKernel(HalfForm form, const float* x, int64_t elements)
{
    const int64_t i = int64_t(blockIdx.x) * threads + threadIdx.x;
    if (i < elements)
        storeNumber(form, i, x[i]);
}

unsigned blocksFor(int64_t count)
{
    return unsigned((count + threads - 1) / threads);
}

// Stores a rounded copy of an f32 matrix.
void roundTo(DeviceStream& stream, const HalfForm& out, TensorView x)
{
    if (x.elements() % 4 == 0 && reinterpret_cast<uintptr_t>(x.bytes) % sizeof(float4) == 0)
        launch(stream.get(), {blocksFor(x.elements() / 4), threads, 0, Start::WhilePredecessorEnds},
            copyFoursKernel, out, x.data<const float4>(), x.elements() / 4);
    else
        launch(stream.get(), {blocksFor(x.elements()), threads}, copyKernel, out, x.data<float>(),
            x.elements());
    checkLaunch("rounding numbers");
}

} // namespace

bool HalfActivations::isCurrent(TensorView x, DType type) const
{
    return m_uses == m_stream.uses() && m_source.bytes == x.bytes && m_source.sameShape(x)
        && m_copy.dtype == type;
}

HalfForm HalfActivations::allocate(TensorView x, DType type)
{
    m_source = x;
    m_copy = {m_stream.scratch(DeviceStream::Scratch::Activations, x.elements() * 2), type, x.rows,
        x.columns};
    return {m_copy.bytes, type == DType::BF16};
}

TensorView HalfActivations::of(TensorView x, DType type)
{
    if (type == DType::F32)
        return x;
    m_wanted[x.columns] = type;
    if (isCurrent(x, type))
        return m_copy;
    roundTo(m_stream, allocate(x, type), x);
    keep();
    return m_copy;
}

HalfForm HalfActivations::formFor(TensorView x)
{
    m_source = {}; // the copy that existed before ends with the caller's kernel
    const auto wanted = m_wanted.find(x.columns);
    if (wanted == m_wanted.end() || x.rows <= maxQuantizedRows || !canStore(x))
        return {};
    return formFor(x, wanted->second);
}

HalfForm HalfActivations::formFor(TensorView x, DType type)
{
    CHECK(canStore(x) && (type == DType::F16 || type == DType::BF16));
    return allocate(x, type);
}

namespace {

/// Eight neighboring numbers.
struct Eight {
    float numbers[8];

    __device__ explicit Eight(uint4 stored)
    {
        const uint32_t words[4] = {stored.x, stored.y, stored.z, stored.w};
        for (int i = 0; i < 4; ++i) {
            numbers[2 * i] = finite(words[i] & 0xffff);
            numbers[2 * i + 1] = finite(words[i] >> 16);
        }
    }

    __device__ static float finite(uint32_t bits)
    {
        return withinHalf(__half2float(__ushort_as_half(uint16_t(bits))));
    }

    __device__ void add(const float4* bias)
    {
        for (int half = 0; half < 2; ++half) {
            const float4 four = __ldg(bias + half);
            numbers[4 * half] += four.x;
            numbers[4 * half + 1] += four.y;
            numbers[4 * half + 2] += four.z;
            numbers[4 * half + 3] += four.w;
        }
    }
};

/// The arguments of the kernel, in eights and fours.
struct EightsArguments {
    const uint4 *sums, *up; ///< up may be null, as the biases
    const float4 *bias, *upBias;
    unsigned eights, perRow;
    HalfForm out;
};

__device__ __forceinline__ void store(const HalfForm& form, int64_t i, const Eight& eight)
{
    const float(&x)[8] = eight.numbers;
    const auto packed = [&](auto* type) {
        return make_uint4(toPair(type, x[0], x[1]), toPair(type, x[2], x[3]),
            toPair(type, x[4], x[5]), toPair(type, x[6], x[7]));
    };
    static_cast<uint4*>(form.numbers)[i] = form.isBfloat
        ? packed(static_cast<__nv_bfloat16*>(nullptr))
        : packed(static_cast<__half*>(nullptr));
}

constexpr int eightsAtOnce = 2; // per thread, all of which it reads before it computes

// Thread t of block b computes eights t and t + threads of 2 · threads · b …
template <Activation activation, bool isGated>
__global__ void __launch_bounds__(threads) activateHalvesKernel(EightsArguments a)
{
    letSuccessorStart();
    waitForPredecessor();
    const unsigned first = blockIdx.x * (eightsAtOnce * threads) + threadIdx.x;
    uint4 own[eightsAtOnce], other[eightsAtOnce];
#pragma unroll
    for (int k = 0; k < eightsAtOnce; ++k) {
        const unsigned i = min(first + k * threads, a.eights - 1);
        own[k] = a.sums[i];
        if constexpr (isGated)
            other[k] = a.up[i];
    }
#pragma unroll
    for (int k = 0; k < eightsAtOnce; ++k) {
        const unsigned i = first + k * threads;
        if (i >= a.eights)
            return;
        Eight x(own[k]);
        if (a.bias)
            x.add(a.bias + i % a.perRow * 2);
        for (float& number : x.numbers)
            number = activatedForHalf(number, activation);
        if constexpr (isGated) {
            Eight factor(other[k]);
            if (a.upBias)
                factor.add(a.upBias + i % a.perRow * 2);
            for (int n = 0; n < 8; ++n)
                x.numbers[n] *= factor.numbers[n];
        }
        store(a.out, i, x);
    }
}

template <Activation activation>
void startActivation(DeviceStream& stream, const EightsArguments& arguments)
{
    constexpr unsigned perBlock = eightsAtOnce * threads;
    const LaunchShape shape{
        (arguments.eights + perBlock - 1) / perBlock, threads, 0, Start::WhilePredecessorEnds};
    if (arguments.up)
        launch(stream.get(), shape, activateHalvesKernel<activation, true>, arguments);
    else
        launch(stream.get(), shape, activateHalvesKernel<activation, false>, arguments);
}

void startActivation(DeviceStream& stream, Activation activation, const EightsArguments& arguments)
{
    switch (activation) {
    case Activation::Silu:
        return startActivation<Activation::Silu>(stream, arguments);
    case Activation::GeluTanh:
        return startActivation<Activation::GeluTanh>(stream, arguments);
    case Activation::GeluErf:
        return startActivation<Activation::GeluErf>(stream, arguments);
    case Activation::GeluQuick:
        return startActivation<Activation::GeluQuick>(stream, arguments);
    case Activation::Relu:
        return startActivation<Activation::Relu>(stream, arguments);
    case Activation::Sigmoid:
        return startActivation<Activation::Sigmoid>(stream, arguments);
    case Activation::ReluSquared:
        return startActivation<Activation::ReluSquared>(stream, arguments);
    }
}

} // namespace

bool canTakeEights(TensorView x)
{
    return x.columns % 8 == 0 && x.elements() / 8 < int64_t(1) << 31;
}

void activateHalves(DeviceStream& stream, const HalfSums& sums, const HalfForm& out)
{
    const TensorView x = sums.sums;
    CHECK(canTakeEights(x) && x.dtype == DType::F16 && out.numbers);
    CHECK(sums.up.isEmpty() || (sums.up.sameShape(x) && sums.up.dtype == DType::F16));
    const auto eights = unsigned(x.elements() / 8);
    startActivation(stream, sums.activation,
        {x.data<const uint4>(), sums.up.data<const uint4>(), sums.bias.data<const float4>(),
            sums.upBias.data<const float4>(), eights, unsigned(x.columns / 8), out});
    checkLaunch("the activation of an MLP");
}

} // namespace kernels::cuda
