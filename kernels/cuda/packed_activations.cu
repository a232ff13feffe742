#include "base/error.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/pack_segment.cuh"
#include "kernels/cuda/packed_activations.h"
#include "kernels/cuda/quantized_products.h"

#include <algorithm>

namespace kernels::cuda {

namespace {

constexpr int warps = 8;

// One warp per segment of 32 numbers. The product that follows may begin to fetch its weights.
__global__ void __launch_bounds__(warps * 32)
    packActivationsKernel(PackedRows out, const float* x, int64_t rows, int64_t segments)
{
    letSuccessorStart();
    waitForPredecessor();
    const int64_t i = int64_t(blockIdx.x) * warps + threadIdx.x / 32;
    if (i < rows * segments)
        packActivations(out, int(i / segments), int(i % segments), x[i * 32 + threadIdx.x % 32]);
}

} // namespace

bool PackedActivations::isCurrent(TensorView x) const
{
    return m_uses == m_stream.uses() && m_packed.bytes == x.bytes && m_packed.sameShape(x);
}

PackedRows PackedActivations::nextPosition(TensorView x)
{
    using Scratch = DeviceStream::Scratch;
    const int64_t bytes = PackedRows::bytes(x.rows, x.columns / 32);
    // A recorded step may begin with the other buffer, so both must be large enough beforehand.
    void* const buffers[] = {
        m_stream.scratch(Scratch::Packed, bytes), m_stream.scratch(Scratch::PackedSecond, bytes)};
    m_packed = x; // only now: memory that grows may launch a postponed norm, which packs as well
    m_isSecondBuffer = !m_isSecondBuffer;
    m_position
        = {static_cast<ActivationTile*>(buffers[m_isSecondBuffer ? 1 : 0]), int(x.columns / 32), 0};
    return m_position;
}

void PackedActivations::reserve(int64_t rows, int64_t columns)
{
    using Scratch = DeviceStream::Scratch;
    const int64_t bytes = PackedRows::bytes(rows, columns / 32);
    for (const Scratch buffer : {Scratch::Packed, Scratch::PackedSecond}) {
        const void* before = m_stream.scratch(buffer, 0);
        if (m_stream.scratch(buffer, bytes) != before)
            m_packed = {};
    }
}

PackedRows PackedActivations::of(TensorView x)
{
    CHECK(x.columns % 32 == 0);
    if (!isWanted(x.columns))
        m_wanted.push_back(x.columns);
    if (isCurrent(x))
        return m_position;
    const PackedRows packed = nextPosition(x);
    const int64_t segments = x.columns / 32;
    launch(m_stream.get(),
        {unsigned((x.rows * segments + warps - 1) / warps), warps * 32, 0,
            Start::WhilePredecessorEnds},
        packActivationsKernel, packed, x.data<float>(), x.rows, segments);
    checkLaunch("packing activations");
    return packed;
}

bool PackedActivations::isWanted(int64_t columns) const
{
    return std::ranges::find(m_wanted, columns) != m_wanted.end();
}

PackedRows PackedActivations::bufferFor(TensorView x, IfWanted condition)
{
    m_packed = {}; // the caller's keep() must not keep the rows that were packed before
    const bool isPacked = condition == IfWanted::No || isWanted(x.columns);
    return isPacked && x.rows <= maxQuantizedRows ? nextPosition(x) : PackedRows{};
}

void PackedActivations::keep()
{
    m_uses = m_stream.uses();
}

} // namespace kernels::cuda
