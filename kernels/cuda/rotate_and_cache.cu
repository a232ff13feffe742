#include "kernels/check_ops.h"
#include "kernels/cuda/attention_reach.cuh"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/few_rows.cuh"
#include "kernels/cuda/pack_run.cuh"
#include "kernels/cuda/pair_rotation.cuh"

namespace kernels::cuda {

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
        uint8_t* place = rows + row * rowBytes;
        switch (type) {
        case DType::F16:
            return writePlain(reinterpret_cast<__half*>(place), head, numbers, headDim);
        case DType::CacheQ8:
            return writePacked(reinterpret_cast<BlockQ8_0*>(place), head, numbers, headDim);
        case DType::CacheQ6:
            return writePacked(reinterpret_cast<BlockCacheQ6*>(place), head, numbers, headDim);
        case DType::CacheQ4:
            return writePacked(reinterpret_cast<BlockIQ4_NL*>(place), head, numbers, headDim);
        default:
            return writePlain(reinterpret_cast<float*>(place), head, numbers, headDim);
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
        const int lane = threadIdx.x % 32, runs = headDim / 32;
        for (int run = threadIdx.x / 32; run < runs; run += threads / 32)
            packRun(row[head * runs + run], rotatedAcrossWarp(numbers[run * 32 + lane]));
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
    const auto placeOf
        = [&](int heads, int head) { return (int64_t(token) * heads + head) * a.headDim; };
    float* head
        = kvHead < 0 ? a.q + placeOf(a.heads, blockIdx.y) : a.k + placeOf(a.kvHeads, kvHead);
    for (int pair = threadIdx.x; pair < a.rotation.pairs; pair += threads)
        a.rotation.turn(head, pair, token);
    if (kvHead < 0)
        return;
    __syncthreads(); // the head is turned
    const int64_t row = a.slots.row(a.slots.sequences[token], a.slots.places[token]);
    a.keys.write(row, kvHead, head, a.headDim);
    a.values.write(row, kvHead, a.v + placeOf(a.kvHeads, kvHead), a.headDim);
}

} // namespace

// Packed rows are written by runs, so a block can write its head only where heads are whole runs.
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
    const int heads = int(q.columns) / headDim, kvHeads = int(k.columns) / headDim;
    launch(m_stream.get(),
        {dim3(unsigned(q.rows), unsigned(heads + kvHeads)), threads, 0, startFor(q.rows)},
        rotateAndCacheKernel,
        RotateArguments{q.data<float>(), k.data<float>(), v.data<float>(), Destination::of(keys),
            Destination::of(values), Slots::of(placement), PairRotation::of(angles, rotation),
            heads, kvHeads, headDim});
    checkLaunch("rotateAndCache");
}

} // namespace kernels::cuda
