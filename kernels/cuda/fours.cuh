#pragma once

#include "kernels/cuda/cached_rows.cuh"
#include "kernels/cuda/half_activations.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/pack_segment.cuh"

#include <cstdint>
#include <type_traits>

namespace kernels::cuda {

__device__ __forceinline__ uint32_t toPair(__half* /*type*/, float first, float second)
{
    return twoHalves(first, second);
}

__device__ __forceinline__ uint32_t toPair(__nv_bfloat16* /*type*/, float first, float second)
{
    return uint32_t(__bfloat16_as_ushort(__float2bfloat16_rn(first)))
        | uint32_t(__bfloat16_as_ushort(__float2bfloat16_rn(second))) << 16;
}

/// Stores number i of a copy that exists.
__device__ __forceinline__ void storeNumber(const HalfForm& form, int64_t i, float value)
{
    if (form.isBfloat)
        storeValue(static_cast<__nv_bfloat16*>(form.numbers) + i, value);
    else
        storeValue(static_cast<__half*>(form.numbers) + i, withinHalf(value));
}

/// Stores the numbers i and i + 1 of a copy that exists; i is even.
__device__ __forceinline__ void storePair(
    const HalfForm& form, int64_t i, float first, float second)
{
    static_cast<uint32_t*>(form.numbers)[i / 2] = form.isBfloat
        ? toPair(static_cast<__nv_bfloat16*>(nullptr), first, second)
        : toPair(static_cast<__half*>(nullptr), first, second);
}

/// Stores the numbers 4 · four … 4 · four + 3 of a copy that exists.
__device__ __forceinline__ void storeFour(const HalfForm& form, int64_t four, float4 values)
{
    uint2 pairs;
    if (form.isBfloat) {
        auto* type = static_cast<__nv_bfloat16*>(nullptr);
        pairs = make_uint2(toPair(type, values.x, values.y), toPair(type, values.z, values.w));
    } else {
        auto* type = static_cast<__half*>(nullptr);
        pairs = make_uint2(toPair(type, values.x, values.y), toPair(type, values.z, values.w));
    }
    static_cast<uint2*>(form.numbers)[four] = pairs;
}

// Element-by-element kernels. They are bound by memory, so a thread changes four neighboring
// numbers if rows are aligned for it, otherwise one. The operation of a kernel is a function object
//
//   template <typename Numbers>             // float or float4
//   Numbers operator()(Numbers x, Index i, Index columns) const
//
// where i is the index of `x` in the matrix and `columns` the length of a row, both counted in
// Numbers.

/// Element i of an array of float or float4.
template <typename Numbers, typename Index>
__device__ __forceinline__ Numbers numbersAt(const float* numbers, Index i)
{
    return reinterpret_cast<const Numbers*>(numbers)[i];
}

template <typename Function>
__device__ __forceinline__ float applyEach(Function function, float x)
{
    return function(x);
}

template <typename Function>
__device__ __forceinline__ float4 applyEach(Function function, float4 x)
{
    return make_float4(function(x.x), function(x.y), function(x.z), function(x.w));
}

template <typename Function>
__device__ __forceinline__ float applyEach(Function function, float x, float y)
{
    return function(x, y);
}

template <typename Function>
__device__ __forceinline__ float4 applyEach(Function function, float4 x, float4 y)
{
    return make_float4(
        function(x.x, y.x), function(x.y, y.y), function(x.z, y.z), function(x.w, y.w));
}

namespace elements {

inline constexpr int threads = 256;

template <typename Numbers>
using IndexOf = std::conditional_t<std::is_same_v<Numbers, float4>, unsigned, int64_t>;

template <typename Numbers, typename Change>
__global__ void __launch_bounds__(threads) changeKernel(
    Numbers* x, IndexOf<Numbers> count, IndexOf<Numbers> columns, Change change, Stores stores)
{
    letSuccessorStart();
    waitForPredecessor();
    const auto i = IndexOf<Numbers>(blockIdx.x) * threads + threadIdx.x;
    if (i >= count)
        return;
    const Numbers changed = change(x[i], i, columns);
    if (stores.numbers)
        x[i] = changed;
    if constexpr (std::is_same_v<Numbers, float4>)
        if (stores.half.numbers)
            storeFour(stores.half, i, changed);
}

} // namespace elements

/// Whether a matrix can be read four numbers at a time, and those that are read with it, too.
template <typename... Views>
bool canTakeFours(TensorView x, Views... others)
{
    const auto isAligned = [](TensorView view) {
        return reinterpret_cast<uintptr_t>(view.bytes) % sizeof(float4) == 0;
    };
    return x.columns % 4 == 0 && x.elements() / 4 < int64_t(1) << 31 && isAligned(x)
        && (isAligned(others) && ...);
}

/// Launches change() for the numbers of x, which is not empty.
template <typename Change>
void launchChange(cudaStream_t stream, TensorView x, bool takesFours, const Change& change,
    const Stores& stores = {})
{
    const auto start = [&](auto* numbers, int64_t count, int64_t columns) {
        using Numbers = std::remove_pointer_t<decltype(numbers)>;
        const int64_t blocks = (count + elements::threads - 1) / elements::threads;
        launch(stream, {unsigned(blocks), elements::threads, 0, Start::WhilePredecessorEnds},
            elements::changeKernel<Numbers, Change>, numbers, count, columns, change, stores);
    };
    if (takesFours)
        start(x.data<float4>(), x.elements() / 4, x.columns / 4);
    else
        start(x.data<float>(), x.elements(), x.columns);
}

/// The activation for results that are rounded to half precision. It uses fast exponentials, whose
/// error is a few units in the last place of f32.
__device__ __forceinline__ float activatedForHalf(float x, Activation activation)
{
    switch (activation) {
    case Activation::Silu:
        return __fdividef(x, 1 + __expf(-x));
    case Activation::GeluTanh:
        return __fdividef(x, 1 + __expf(-1.5957691216f * (x + 0.044715f * x * x * x)));
    case Activation::GeluQuick:
        return __fdividef(x, 1 + __expf(-1.702f * x));
    default:
        return activated(x, activation);
    }
}

} // namespace kernels::cuda
