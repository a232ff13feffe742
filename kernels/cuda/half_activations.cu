#include "base/error.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/half_activations.h"
#include "kernels/cuda/half_form.cuh"
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

} // namespace

bool HalfActivations::isCurrent(TensorView x, DType type) const
{
    return m_uses == m_stream.uses() && m_source.bytes == x.bytes && m_source.sameShape(x)
        && m_copy.dtype == type;
}

HalfForm HalfActivations::place(TensorView x, DType type)
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
    const HalfForm form = place(x, type);
    if (canStore(x) && reinterpret_cast<uintptr_t>(x.bytes) % sizeof(float4) == 0)
        launch(m_stream.get(),
            {blocksFor(x.elements() / 4), threads, 0, Start::WhilePredecessorEnds}, copyFoursKernel,
            form, x.data<const float4>(), x.elements() / 4);
    else
        launch(m_stream.get(), {blocksFor(x.elements()), threads}, copyKernel, form,
            x.data<float>(), x.elements());
    checkLaunch("rounding activations");
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
    return place(x, type);
}

} // namespace kernels::cuda
