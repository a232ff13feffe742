#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/pack_run.cuh"
#include "kernels/cuda/packed_activations.h"
#include "kernels/cuda/quantized_products.h"
#include "base/error.h"

#include <algorithm>

namespace kernels::cuda {

namespace {

constexpr int warps = 8;

// One warp per run of 32 numbers. The product that follows may begin to fetch its weights.
__global__ void __launch_bounds__(warps * 32) packActivationsKernel(
    ActivationPiece* out, const float* x, int64_t rows, int64_t runs, int64_t pieces)
{
    letSuccessorStart();
    waitForPredecessor();
    const int64_t i = int64_t(blockIdx.x) * warps + threadIdx.x / 32;
    if (i < rows * runs)
        packActivations(out + i / runs * pieces, i % runs, x[i * 32 + threadIdx.x % 32]);
}

} // namespace

bool PackedActivations::isCurrent(TensorView x) const
{
    return m_uses == m_stream.uses() && m_packed.bytes == x.bytes && m_packed.sameShape(x);
}

ActivationPiece* PackedActivations::place(TensorView x)
{
    m_packed = x;
    return static_cast<ActivationPiece*>(m_stream.scratch(
        DeviceStream::Scratch::Packed, x.rows * piecesOf(x) * int64_t(sizeof(ActivationPiece))));
}

const ActivationPiece* PackedActivations::of(TensorView x)
{
    CHECK(x.columns % 32 == 0);
    if (std::ranges::find(m_wanted, x.columns) == m_wanted.end())
        m_wanted.push_back(x.columns);
    const bool isPacked = isCurrent(x);
    ActivationPiece* packed = place(x);
    if (isPacked)
        return packed;
    const int64_t runs = x.columns / 32;
    launch(m_stream.get(),
        {unsigned((x.rows * runs + warps - 1) / warps), warps * 32, 0, Start::WhilePredecessorEnds},
        packActivationsKernel, packed, x.data<float>(), x.rows, runs, piecesOf(x));
    checkLaunch("packing activations");
    return packed;
}

ActivationPiece* PackedActivations::placeFor(TensorView x)
{
    m_packed = {}; // what was packed before is not to be kept by whoever asks now
    const bool isWanted = std::ranges::find(m_wanted, x.columns) != m_wanted.end();
    return isWanted && x.rows <= mostQuantizedRows ? place(x) : nullptr;
}

void PackedActivations::keep()
{
    m_uses = m_stream.uses();
}

} // namespace kernels::cuda
