#include "kernels/cache_rows.h"
#include "kernels/check_ops.h"
#include "kernels/cuda/attention_reach.cuh"
#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cached_rows.cuh"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/pack_segment.cuh"
#include "kernels/cuda/rotated_outputs.cuh"
#include "kernels/ops.h"

#include <algorithm>
#include <span>

namespace kernels::cuda {

namespace {

// One block per token, one thread per pair of a head.
__global__ void rotateKernel(float* x, PairRotation rotation, int64_t columns, int headDim)
{
    x += int64_t(blockIdx.x) * columns;
    const int heads = int(columns / headDim);
    for (int i = threadIdx.x; i < heads * rotation.pairs; i += blockDim.x)
        rotation.turn(x + i / rotation.pairs * headDim, i % rotation.pairs, blockIdx.x);
}

} // namespace

void CudaOps::rotate(TensorView x, const Angles& angles, const Rotation& rotation, int headDim)
{
    checkRotate(x, angles, rotation, headDim);
    if (x.isEmpty() || rotation.frequencies.columns == 0)
        return;
    launch(m_stream.get(), {unsigned(x.rows), 256}, rotateKernel, x.data<float>(),
        PairRotation::of(angles, rotation), x.columns, headDim);
    checkLaunch("rotate");
}

namespace {

constexpr int threads = 128;

/// A cache to write to.
struct Destination {
    uint8_t* rows;
    int64_t rowBytes;
    DType type;

    static Destination of(TensorView cache)
    {
        return {cache.data<uint8_t>(), cache.rowStride(), cache.dtype};
    }

    // All threads of the block write one head.
    __device__ void write(int64_t row, int head, const float* numbers, int headDim) const
    {
        uint8_t* address = rows + row * rowBytes;
        switch (type) {
        case DType::F16:
            return writePlain(reinterpret_cast<__half*>(address), head, numbers, headDim);
        case DType::CacheQ8:
            return writePacked(reinterpret_cast<BlockQ8_0*>(address), head, numbers, headDim);
        case DType::CacheQ6:
            return writePacked(reinterpret_cast<BlockCacheQ6*>(address), head, numbers, headDim);
        case DType::CacheQ4:
            return writePacked(reinterpret_cast<BlockIQ4_NL*>(address), head, numbers, headDim);
        default:
            return writePlain(reinterpret_cast<float*>(address), head, numbers, headDim);
        }
    }

private:
    template <typename Number>
    __device__ static void writePlain(Number* row, int head, const float* numbers, int headDim)
    {
        for (int i = threadIdx.x; i < headDim; i += threads)
            storeValue(row + head * headDim + i, numbers[i]);
    }

    template <typename Block>
    __device__ static void writePacked(Block* row, int head, const float* numbers, int headDim)
    {
        const int lane = threadIdx.x % 32, blocks = headDim / 32;
        for (int block = threadIdx.x / 32; block < blocks; block += threads / 32)
            packBlock(row[head * blocks + block], rotatedAcrossWarp(numbers[block * 32 + lane]));
    }
};

struct RotateArguments {
    float *q, *k;
    const float* v;
    Destination keys, values;
    Slots slots;
    PairRotation rotation;
    int heads, kvHeads, headDim;
};

// Grid: token, head of q or, behind those, of k and v.
__global__ void __launch_bounds__(threads) rotateAndCacheKernel(RotateArguments a)
{
    letSuccessorStart();
    waitForPredecessor();
    const int token = blockIdx.x, kvHead = int(blockIdx.y) - a.heads;
    const auto firstNumber
        = [&](int heads, int head) { return (int64_t(token) * heads + head) * a.headDim; };
    float* head = kvHead < 0 ? a.q + firstNumber(a.heads, blockIdx.y)
                             : a.k + firstNumber(a.kvHeads, kvHead);
    for (int pair = threadIdx.x; pair < a.rotation.pairs; pair += threads)
        a.rotation.turn(head, pair, token);
    if (kvHead < 0)
        return;
    __syncthreads(); // the head has been rotated
    const int64_t row = a.slots.row(a.slots.sequences[token], a.slots.positions[token]);
    a.keys.write(row, kvHead, head, a.headDim);
    a.values.write(row, kvHead, a.v + firstNumber(a.kvHeads, kvHead), a.headDim);
}

} // namespace

// Computes postponed products in kernels that rotate and cache as well. If there are none, or a GPU
// with little shared memory cannot do that, the products are computed and the rest is left to the
// caller: returns false.
bool CudaOps::tryFinish(const PostponedProjections& projections, const RotatedOutputs& outputs)
{
    const std::span launches(projections.launches.data(), projections.count);
    const bool isPossible = !launches.empty()
        && std::ranges::all_of(launches, [&](const PostponedProjections::Launch& one) {
               return canMultiplyRotated(m_stream, one.type, one.job);
           });
    for (const auto& [type, job] : launches) {
        if (isPossible)
            multiplyRotated(m_stream, type, job, outputs);
        else
            multiplyQuantized(m_stream, type, job);
    }
    if (!launches.empty())
        m_packed.keep();
    return isPossible;
}

// Packed rows are written in whole blocks, so a block can write its head only if heads consist of
// whole blocks.
void CudaOps::rotateAndCache(TensorView q, TensorView k, TensorView v, TensorView keys,
    TensorView values, const CachePlacement& placement, const Angles& angles,
    const Rotation& rotation, int headDim)
{
    checkRotate(q, angles, rotation, headDim);
    checkRotate(k, angles, rotation, headDim);
    checkWriteCache(keys, k, placement);
    checkWriteCache(values, v, placement);
    checkSameShape(k, v);
    const auto isWritten = [&](TensorView cache) {
        return cache.dtype == DType::F32 || cache.dtype == DType::F16
            || (isPacked(cache.dtype) && headDim % 32 == 0);
    };
    if (q.isEmpty() || k.isEmpty() || !isWritten(keys) || !isWritten(values))
        return Ops::rotateAndCache(q, k, v, keys, values, placement, angles, rotation, headDim);
    const bool isPlain = keys.dtype == DType::F16 && values.dtype == DType::F16;
    if (isPlain && headDim % 2 == 0) {
        const RotatedOutputs outputs{PairRotation::of(angles, rotation), Slots::of(placement),
            headDim, int(keys.columns), k.data<float>(), v.data<float>(), keys.data<__half>(),
            values.data<__half>()};
        if (tryFinish(takeProjections(q, k, v), outputs))
            return;
    }
    const int heads = int(q.columns) / headDim, kvHeads = int(k.columns) / headDim;
    launch(m_stream.get(),
        {dim3(unsigned(q.rows), unsigned(heads + kvHeads)), threads, 0, startFor(q.rows)},
        rotateAndCacheKernel,
        RotateArguments{q.data<float>(), k.data<float>(), v.data<float>(), Destination::of(keys),
            Destination::of(values), Slots::of(placement), PairRotation::of(angles, rotation),
            heads, kvHeads, headDim});
    checkLaunch("rotateAndCache");
}

namespace {

constexpr int writeThreads = 256;

// One block per token.
template <typename Stored>
__global__ void writePlainKernel(Stored* cache, const float* rows, Slots slots, int64_t columns)
{
    const int token = blockIdx.x;
    Stored* out = cache + slots.row(slots.sequences[token], slots.positions[token]) * columns;
    rows += int64_t(token) * columns;
    for (int64_t i = threadIdx.x; i < columns; i += writeThreads)
        storeValue(out + i, rows[i]);
}

// One block per token, one warp per block of 32 numbers, a lane per number.
template <typename Block>
__global__ void writePackedKernel(
    Block* cache, const float* rows, Slots slots, int64_t columns, int64_t blocksPerRow)
{
    const int token = blockIdx.x, lane = threadIdx.x % 32;
    Block* out = cache + slots.row(slots.sequences[token], slots.positions[token]) * blocksPerRow;
    rows += int64_t(token) * columns;
    for (int64_t block = threadIdx.x / 32; block < blocksPerRow; block += writeThreads / 32) {
        const int64_t i = block * 32 + lane;
        packBlock(out[block], rotatedAcrossWarp(i < columns ? rows[i] : 0.0f));
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
        launch(m_stream.get(), {unsigned(rows.rows), writeThreads}, kernel,
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
