#include "kernels/cache_rows.h"
#include "kernels/check_ops.h"
#include "kernels/cuda/cache_slot.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/pack_run.cuh"
#include "kernels/cuda/stored_rows.cuh"
#include "kernels/error.h"

#include <algorithm>
#include <string>

// Attention by online softmax (arXiv 2205.14135), the keys of a sequence divided into stretches of
// one length (split-K, arXiv 2307.08691), so that how a sum is taken depends on nothing but its own
// sequence. A second kernel puts the stretches together.

namespace kernels::cuda {

namespace {

constexpr int warps = 4; // of a block; they share the keys of a stretch
constexpr int headsAtOnce = 4; // query heads that meet a key while it is in registers
constexpr int stretch = 512; // positions

/// Keys or values: rows of some stored type.
struct Stored {
    const uint8_t* rows;
    int64_t rowBytes;
    DType type;

    static Stored of(TensorView matrix)
    {
        return {matrix.data<uint8_t>(), matrix.rowStride(), matrix.dtype};
    }
};

/// Which rows a token attends to: those of its sequence in the paged cache, or of its own group.
struct Reach {
    Slots slots; // positions is null for groups
    int groupRows;
    int window;
    int firstToken = 0; // of this launch; tokens count from here

    Reach from(int64_t token) const
    {
        Reach rest = *this;
        rest.firstToken = int(token);
        return rest;
    }

    __device__ int last(int token) const
    {
        return slots.positions ? slots.positions[firstToken + token] : groupRows - 1;
    }
    __device__ int first(int token) const
    {
        return window > 0 ? max(0, last(token) - window + 1) : 0;
    }
    __device__ int64_t row(int token, int position) const
    {
        return slots.positions ? slots.row(slots.sequences[firstToken + token], position)
                               : int64_t(firstToken + token) / groupRows * groupRows + position;
    }
};

/// What a warp, a block or a stretch knows of a head's sum: the largest score, Σ exp(score −
/// largest), and the values weighed so, 32 · parts of them across the lanes.
template <int parts>
struct Partial {
    float largest = -INFINITY;
    float total = 0;
    float sums[parts] = {};

    __device__ void add(float score, const float* values)
    {
        const float most = fmaxf(largest, score);
        const float before = expf(largest - most), now = expf(score - most);
        largest = most;
        total = total * before + now;
        for (int part = 0; part < parts; ++part)
            sums[part] = sums[part] * before + now * values[part];
    }

    __device__ void add(const Partial& other)
    {
        if (other.total == 0)
            return;
        const float most = fmaxf(largest, other.largest);
        const float before = total > 0 ? expf(largest - most) : 0.0f;
        const float now = expf(other.largest - most);
        largest = most;
        total = total * before + other.total * now;
        for (int part = 0; part < parts; ++part)
            sums[part] = sums[part] * before + other.sums[part] * now;
    }
};

__device__ __forceinline__ float storedNumber(DType type, const uint8_t* row, int i)
{
    switch (type) {
    case DType::F16:
        return storedValue(reinterpret_cast<const __half*>(row), i);
    case DType::CacheQ8:
        return storedValue(reinterpret_cast<const BlockQ8_0*>(row), i);
    case DType::CacheQ6:
        return storedValue(reinterpret_cast<const BlockCacheQ6*>(row), i);
    case DType::CacheQ4:
        return storedValue(reinterpret_cast<const BlockIQ4_NL*>(row), i);
    default:
        return storedValue(reinterpret_cast<const float*>(row), i);
    }
}

/// Number 32 · part + lane of a head; packed ones as they are stored, rotated.
template <int parts>
__device__ __forceinline__ void loadHead(
    float* out, const Stored& stored, int64_t row, int head, int headDim)
{
    const uint8_t* bytes = stored.rows + row * stored.rowBytes;
    for (int part = 0; part < parts; ++part) {
        const int i = part * 32 + int(threadIdx.x) % 32;
        out[part] = i < headDim ? storedNumber(stored.type, bytes, head * headDim + i) : 0.0f;
    }
}

// Grid: token, group of query heads of one kv head, stretch. The warps of a block take the positions
// of the stretch in turn, the lanes the numbers of a head.
template <int parts>
__global__ void __launch_bounds__(warps * 32) attendKernel(Partial<parts>* partials, const float* q,
    Stored keys, Stored values, Reach reach, AttentionShape shape, bool rotatesQuery)
{
    const int token = blockIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int headsPerKv = shape.heads / shape.kvHeads;
    const int chunks = (headsPerKv + headsAtOnce - 1) / headsAtOnce;
    const int kvHead = blockIdx.y / chunks, firstOfChunk = blockIdx.y % chunks * headsAtOnce;
    const int firstHead = kvHead * headsPerKv + firstOfChunk;
    const int heads = min(headsAtOnce, headsPerKv - firstOfChunk);

    float query[headsAtOnce][parts] = {};
    for (int h = 0; h < heads; ++h)
        for (int part = 0; part < parts; ++part) {
            const int i = part * 32 + lane;
            const int64_t place = (int64_t(token) * shape.heads + firstHead + h) * shape.headDim + i;
            query[h][part] = i < shape.headDim ? q[place] : 0.0f;
            if (rotatesQuery)
                query[h][part] = rotatedAcrossWarp(query[h][part]);
        }

    Partial<parts> sums[headsAtOnce];
    const int begin = max(reach.first(token), int(blockIdx.z) * stretch);
    const int end = min(reach.last(token), int(blockIdx.z) * stretch + stretch - 1);
    // A position belongs to a warp by its own number, whatever the window.
    const int own = begin + ((warp - begin) % warps + warps) % warps;
    for (int position = own; position <= end; position += warps) {
        const int64_t row = reach.row(token, position);
        float key[parts], value[parts];
        loadHead<parts>(key, keys, row, kvHead, shape.headDim);
        loadHead<parts>(value, values, row, kvHead, shape.headDim);
        for (int h = 0; h < heads; ++h) {
            float product = 0;
            for (int part = 0; part < parts; ++part)
                product += query[h][part] * key[part];
            float score = warpSum(product) * shape.scale;
            if (shape.softCap > 0)
                score = shape.softCap * tanhf(score / shape.softCap);
            sums[h].add(score, value);
        }
    }

    __shared__ Partial<parts> shared[warps][32];
    for (int h = 0; h < heads; ++h) {
        shared[warp][lane] = sums[h];
        __syncthreads();
        if (warp == 0) {
            for (int other = 1; other < warps; ++other)
                sums[h].add(shared[other][lane]);
            const int64_t place
                = (int64_t(token) * shape.heads + firstHead + h) * gridDim.z + blockIdx.z;
            partials[place * 32 + lane] = sums[h];
        }
        __syncthreads();
    }
}

// One warp per token and head.
template <int parts>
__global__ void combineKernel(float* out, const Partial<parts>* partials, int stretches,
    int headDim, bool rotatesBack)
{
    const int lane = threadIdx.x;
    Partial<parts> sum;
    for (int s = 0; s < stretches; ++s)
        sum.add(partials[(int64_t(blockIdx.x) * stretches + s) * 32 + lane]);
    for (int part = 0; part < parts; ++part) {
        float value = sum.sums[part] / sum.total;
        if (rotatesBack)
            value = rotatedAcrossWarp(value);
        const int i = part * 32 + lane;
        if (i < headDim)
            out[int64_t(blockIdx.x) * headDim + i] = value;
    }
}

// As many tokens at once as their partial sums fit into a part of the memory.
template <int parts>
void attend(DeviceStream& stream, TensorView out, TensorView q, TensorView keys, TensorView values,
    const Reach& reach, int positions, const AttentionShape& shape)
{
    constexpr int64_t mostBytes = int64_t(128) << 20;
    const int headsPerKv = shape.heads / shape.kvHeads;
    const int chunks = (headsPerKv + headsAtOnce - 1) / headsAtOnce;
    const int stretches = (positions + stretch - 1) / stretch;
    const int64_t bytesPerToken
        = int64_t(shape.heads) * stretches * 32 * int64_t(sizeof(Partial<parts>));
    const int64_t atOnce = std::clamp<int64_t>(mostBytes / bytesPerToken, 1, q.rows);
    auto* partials = static_cast<Partial<parts>*>(
        stream.scratch(DeviceStream::Scratch::Partials, atOnce * bytesPerToken));
    for (int64_t first = 0; first < q.rows; first += atOnce) {
        const int64_t tokens = std::min(atOnce, q.rows - first);
        const dim3 blocks(
            unsigned(tokens), unsigned(shape.kvHeads * chunks), unsigned(stretches));
        attendKernel<parts><<<blocks, warps * 32, 0, stream.get()>>>(partials,
            q.rowRange(first, tokens).data<float>(), Stored::of(keys), Stored::of(values),
            reach.from(first), shape, isCacheBlockType(keys.dtype));
        combineKernel<parts><<<unsigned(tokens * shape.heads), 32, 0, stream.get()>>>(
            out.rowRange(first, tokens).data<float>(), partials, stretches, shape.headDim,
            isCacheBlockType(values.dtype));
    }
    checkLaunch("attention");
}

void attendWithParts(DeviceStream& stream, TensorView out, TensorView q, TensorView keys,
    TensorView values, const Reach& reach, int positions, const AttentionShape& shape)
{
    if (shape.headDim <= 64)
        return attend<2>(stream, out, q, keys, values, reach, positions, shape);
    if (shape.headDim <= 128)
        return attend<4>(stream, out, q, keys, values, reach, positions, shape);
    if (shape.headDim <= 256)
        return attend<8>(stream, out, q, keys, values, reach, positions, shape);
    throw Error(ErrorKind::Unsupported,
        "The CUDA backend takes heads of at most 256 numbers; this model's have "
            + std::to_string(shape.headDim) + ".");
}

} // namespace

void CudaOps::attendCached(TensorView out, TensorView q, TensorView keys, TensorView values,
    const CachePlacement& placement, const AttentionShape& shape)
{
    checkAttendCached(out, q, keys, values, placement, shape);
    if (q.isEmpty())
        return;
    if ((isCacheBlockType(keys.dtype) || isCacheBlockType(values.dtype)) && shape.headDim % 32 != 0)
        throw Error(ErrorKind::Unsupported,
            "The CUDA backend keeps keys and values in 8, 6 or 4 bits only for heads of a multiple "
            "of 32 numbers; choose fp16 for this model.");
    const Reach reach{Slots::of(placement), 0, shape.window};
    const int positions = int(placement.pageTables.columns) * placement.pageSize;
    attendWithParts(m_stream, out, q, keys, values, reach, positions, shape);
}

void CudaOps::attendAll(TensorView out, TensorView q, TensorView k, TensorView v,
    int64_t groupRows, const AttentionShape& shape)
{
    checkAttendAll(out, q, k, v, groupRows, shape);
    if (q.isEmpty())
        return;
    const Reach reach{{}, int(groupRows), 0};
    attendWithParts(m_stream, out, q, k, v, reach, int(groupRows), shape);
}

} // namespace kernels::cuda
