#include "kernels/cache_rows.h"
#include "kernels/check_ops.h"
#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cache_slot.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/pack_run.cuh"
#include "kernels/cuda/stored_rows.cuh"

namespace kernels::cuda {

namespace {

constexpr int threads = 256;

// One block per token.
template <typename Stored>
__global__ void writePlainKernel(Stored* cache, const float* rows, Slots slots, int64_t columns)
{
    const int token = blockIdx.x;
    Stored* out = cache + slots.row(slots.sequences[token], slots.places[token]) * columns;
    rows += int64_t(token) * columns;
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        storeValue(out + i, rows[i]);
}

// One block per token, one warp per run of 32 numbers, a lane per number.
template <typename Block>
__global__ void writePackedKernel(
    Block* cache, const float* rows, Slots slots, int64_t columns, int64_t blocksPerRow)
{
    const int token = blockIdx.x, lane = threadIdx.x % 32;
    Block* out = cache + slots.row(slots.sequences[token], slots.places[token]) * blocksPerRow;
    rows += int64_t(token) * columns;
    for (int64_t run = threadIdx.x / 32; run < blocksPerRow; run += threads / 32) {
        const int64_t i = run * 32 + lane;
        packRun(out[run], rotatedAcrossWarp(i < columns ? rows[i] : 0.0f));
    }
}

} // namespace

void CudaOps::writeCache(TensorView cache, TensorView rows, const CachePlacement& placement)
{
    checkWriteCache(cache, rows, placement);
    if (rows.isEmpty())
        return;
    const Slots slots = Slots::of(placement);
    const auto write = [&](auto kernel, auto* stored, auto... layout) {
        launch(m_stream.get(), {unsigned(rows.rows), threads}, kernel,
            static_cast<decltype(stored)>(cache.bytes), rows.data<float>(), slots, rows.columns,
            layout...);
    };
    if (isCacheBlockType(cache.dtype))
        withPackedType(cache.dtype, [&](auto* stored) {
            using Block = std::remove_pointer_t<decltype(stored)>;
            write(writePackedKernel<Block>, stored, cache.columns / 32);
        });
    else
        withPlainType(cache.dtype, [&](auto* stored) {
            write(writePlainKernel<std::remove_pointer_t<decltype(stored)>>, stored);
        });
    checkLaunch("writeCache");
}

} // namespace kernels::cuda
