#include "base/error.h"
#include "kernels/check_ops.h"
#include "kernels/cuda/attention_launch.h"
#include "kernels/cuda/attention_reach.cuh"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/half_tiles.cuh"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/pack_segment.cuh"

#include <algorithm>
#include <string>
#include <utility>

// Attention: calls prompt_attention and decode_attention, and contains the plain kernels for the
// cases that those do not support (few tokens of keys and values in f32, heads of odd lengths).
//
// The plain kernels use online softmax (arXiv 2205.14135). They divide the keys of a sequence into
// segments of a fixed length (split-K, arXiv 2307.08691), so the order of a sum depends only on its
// own sequence. A second kernel combines the segments.

namespace kernels::cuda {

namespace {

constexpr int warps = 4; // per block; they share the keys of a segment
constexpr int headsAtOnce = 4; // query heads that use a key while it is in registers
constexpr int segmentLength = 512; // positions per segment

/// The partial result of a head in a warp, a block or a segment: the largest score, Σ exp(score −
/// largest), and the values weighted by these exponentials, 32 · parts of them across the lanes.
template <int parts>
struct Partial {
    float largest = -INFINITY;
    float total = 0;
    float sums[parts] = {};

    __device__ void add(float score, const float* values)
    {
        const float highest = fmaxf(largest, score);
        const float before = expf(largest - highest), now = expf(score - highest);
        largest = highest;
        total = total * before + now;
        for (int part = 0; part < parts; ++part)
            sums[part] = sums[part] * before + now * values[part];
    }

    __device__ void add(const Partial& other)
    {
        if (other.total == 0)
            return;
        const float highest = fmaxf(largest, other.largest);
        const float before = total > 0 ? expf(largest - highest) : 0.0f;
        const float now = expf(other.largest - highest);
        largest = highest;
        total = total * before + other.total * now;
        for (int part = 0; part < parts; ++part)
            sums[part] = sums[part] * before + other.sums[part] * now;
    }
};

/// Loads the numbers 32 · part + lane of a head's span, with zeros beyond it. Packed numbers stay
/// rotated, as they are stored.
template <int parts>
__device__ __forceinline__ void loadSpan(
    float* out, const Stored& stored, int64_t row, const HeadSpan& span, int headDim)
{
    const uint8_t* bytes = stored.rows + row * stored.rowBytes;
    const int columns = isPacked(stored.type) ? span.blocks(headDim) * 32 : headDim;
    for (int part = 0; part < parts; ++part) {
        const int i = part * 32 + int(threadIdx.x) % 32;
        out[part] = i < columns ? storedNumber(stored.type, bytes, span.first + i) : 0.0f;
    }
}

/// The part of a lane in what the distance of a query and a key adds to their product, see
/// RelativeScores.
template <int parts>
__device__ __forceinline__ float relativeSum(const RelativeScores& relative, int64_t distance,
    const float* query, const float* key, int head, int headDim)
{
    const int64_t reach = relative.rows.columns / 2;
    const int64_t at = reach + max(-reach, min(reach, distance));
    const int64_t row = static_cast<const int32_t*>(relative.rows.bytes)[at];
    const auto* keys = static_cast<const float*>(relative.keys.bytes);
    const auto* queries = static_cast<const float*>(relative.queries.bytes);
    float sum = 0;
    for (int part = 0; part < parts; ++part) {
        const int i = part * 32 + int(threadIdx.x) % 32;
        if (i >= headDim)
            break;
        const int64_t column = int64_t(head) * headDim + i;
        if (keys)
            sum += query[part] * keys[row * relative.keys.columns + column];
        if (queries)
            sum += key[part] * queries[row * relative.queries.columns + column];
    }
    return sum;
}

// Grid: token, group of query heads of one kv head, segment. The warps of a block take turns with
// the positions of the segment; the lanes share the numbers of a head.
template <int parts, bool isRelative>
__global__ void __launch_bounds__(warps * 32) attendKernel(Partial<parts>* partials, const float* q,
    Stored keys, Stored values, RowReach reach, AttentionShape shape)
{
    const int token = blockIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int headsPerKv = shape.heads / shape.kvHeads;
    const int chunks = (headsPerKv + headsAtOnce - 1) / headsAtOnce;
    const int kvHead = blockIdx.y / chunks, firstOfChunk = blockIdx.y % chunks * headsAtOnce;
    const int firstHead = kvHead * headsPerKv + firstOfChunk;
    const int heads = min(headsAtOnce, headsPerKv - firstOfChunk);

    const HeadSpan keySpan(isPacked(keys.type), kvHead, shape.headDim);
    const HeadSpan valueSpan(isPacked(values.type), kvHead, shape.valueWidth());
    float query[headsAtOnce][parts] = {};
    for (int h = 0; h < heads; ++h)
        for (int part = 0; part < parts; ++part) {
            const int i = part * 32 + lane - keySpan.before;
            const int64_t index
                = (int64_t(token) * shape.heads + firstHead + h) * shape.headDim + i;
            query[h][part] = i >= 0 && i < shape.headDim ? q[index] : 0.0f;
            if (isPacked(keys.type))
                query[h][part] = rotatedAcrossWarp(query[h][part]);
        }

    Partial<parts> sums[headsAtOnce];
    const int sequence = reach.sequence(token);
    const int begin = max(reach.first(token), int(blockIdx.z) * segmentLength);
    const int end = min(reach.last(token), int(blockIdx.z) * segmentLength + segmentLength - 1);
    // A position belongs to a warp by its own number, whatever the window.
    const int own = begin + ((warp - begin) % warps + warps) % warps;
    for (int position = own; position <= end; position += warps) {
        const int64_t row = reach.row(sequence, position);
        float key[parts], value[parts];
        loadSpan<parts>(key, keys, row, keySpan, shape.headDim);
        loadSpan<parts>(value, values, row, valueSpan, shape.valueWidth());
        for (int h = 0; h < heads; ++h) {
            float product = 0;
            for (int part = 0; part < parts; ++part)
                product += query[h][part] * key[part];
            if (isRelative)
                product += relativeSum<parts>(shape.relative, reach.firstToken + token - row,
                    query[h], key, firstHead + h, shape.headDim);
            sums[h].add(scaledScore(warpSum(product), shape), value);
        }
    }

    __shared__ Partial<parts> shared[warps][32];
    for (int h = 0; h < heads; ++h) {
        shared[warp][lane] = sums[h];
        __syncthreads();
        if (warp == 0) {
            for (int other = 1; other < warps; ++other)
                sums[h].add(shared[other][lane]);
            const int64_t index
                = (int64_t(token) * shape.heads + firstHead + h) * gridDim.z + blockIdx.z;
            partials[index * 32 + lane] = sums[h];
        }
        __syncthreads();
    }
}

// One warp per token and head.
template <int parts>
__global__ void combineKernel(
    float* out, const Partial<parts>* partials, int segments, AttentionShape shape, bool isRotated)
{
    const int lane = threadIdx.x, head = int(blockIdx.x) % shape.heads;
    const int dim = shape.valueWidth();
    const HeadSpan span(isRotated, head / (shape.heads / shape.kvHeads), dim);
    Partial<parts> sum;
    for (int s = 0; s < segments; ++s)
        sum.add(partials[(int64_t(blockIdx.x) * segments + s) * 32 + lane]);
    const float sink = sinkScore(shape, head);
    const float highest = fmaxf(sum.largest, sink), share = expf(sum.largest - highest);
    const float total = sum.total * share + expf(sink - highest);
    for (int part = 0; part < parts; ++part) {
        float value = sum.sums[part] * share / total;
        if (isRotated)
            value = rotatedAcrossWarp(value);
        const int i = part * 32 + lane - span.before;
        if (i >= 0 && i < dim)
            out[int64_t(blockIdx.x) * dim + i] = value;
    }
}

// Processes as many tokens at once as have room for their partial sums in `maxBytes`.
template <int parts>
void attend(DeviceStream& stream, TensorView out, TensorView q, TensorView keys, TensorView values,
    const RowReach& reach, int positions, const AttentionShape& shape)
{
    constexpr int64_t maxBytes = int64_t(128) << 20;
    const int headsPerKv = shape.heads / shape.kvHeads;
    const int chunks = (headsPerKv + headsAtOnce - 1) / headsAtOnce;
    const int segments = (positions + segmentLength - 1) / segmentLength;
    const int64_t bytesPerToken
        = int64_t(shape.heads) * segments * 32 * int64_t(sizeof(Partial<parts>));
    const int64_t atOnce = std::clamp<int64_t>(maxBytes / bytesPerToken, 1, q.rows);
    auto* partials = static_cast<Partial<parts>*>(
        stream.scratch(DeviceStream::Scratch::Partials, atOnce * bytesPerToken));
    for (int64_t first = 0; first < q.rows; first += atOnce) {
        const int64_t tokens = std::min(atOnce, q.rows - first);
        const dim3 blocks(unsigned(tokens), unsigned(shape.kvHeads * chunks), unsigned(segments));
        launch(stream.get(), {blocks, warps * 32},
            shape.relative.isEmpty() ? attendKernel<parts, false> : attendKernel<parts, true>,
            partials, q.rowRange(first, tokens).data<float>(), Stored::of(keys), Stored::of(values),
            reach.from(first), shape);
        launch(stream.get(), {unsigned(tokens * shape.heads), 32}, combineKernel<parts>,
            out.rowRange(first, tokens).data<float>(), partials, segments, shape,
            isPacked(values.dtype));
    }
    checkLaunch("attention");
}

void attendPlainly(DeviceStream& stream, TensorView out, TensorView q, TensorView keys,
    TensorView values, const RowReach& reach, int positions, const AttentionShape& shape)
{
    const int columns = std::max(HeadSpan::maxColumns(isPacked(keys.dtype), shape.headDim),
        HeadSpan::maxColumns(isPacked(values.dtype), shape.valueWidth()));
    if (columns <= 64)
        return attend<2>(stream, out, q, keys, values, reach, positions, shape);
    if (columns <= 128)
        return attend<4>(stream, out, q, keys, values, reach, positions, shape);
    if (columns <= 256)
        return attend<8>(stream, out, q, keys, values, reach, positions, shape);
    if (columns <= 576)
        return attend<18>(stream, out, q, keys, values, reach, positions, shape);
    throw base::Error(base::ErrorKind::Unsupported,
        "The CUDA backend takes heads of at most 576 numbers; this model's have "
            + std::to_string(shape.headDim) + ".");
}

constexpr int halvedAtOnce = 4; // numbers per thread

// Grid: tile of a matrix, matrix (keys, values). With `hasVectors`, rows are multiples of
// halvedAtOnce, so that each thread's numbers exist and are aligned.
__global__ void halveKernel(
    __half* out, const float* keys, const float* values, int64_t elements, bool hasVectors)
{
    letSuccessorStart();
    waitForPredecessor();
    const float* x = blockIdx.y ? values : keys;
    __half* to = out + blockIdx.y * elements;
    const int64_t first = (int64_t(blockIdx.x) * blockDim.x + threadIdx.x) * halvedAtOnce;
    if (hasVectors && first < elements) {
        const float4 four = *reinterpret_cast<const float4*>(x + first);
        *reinterpret_cast<uint2*>(to + first)
            = make_uint2(twoHalves(four.x, four.y), twoHalves(four.z, four.w));
    } else {
        for (int64_t i = first; i < first + halvedAtOnce && i < elements; ++i)
            to[i] = finiteHalf(x[i]);
    }
}

/// Keys and values as halves, converted once for all blocks that will read them.
std::pair<TensorView, TensorView> inHalfPrecision(DeviceStream& stream, TensorView k, TensorView v)
{
    if (k.dtype == DType::F16 && v.dtype == DType::F16)
        return {k, v};
    constexpr int threads = 256, perBlock = threads * halvedAtOnce;
    const int64_t elements = k.elements();
    auto* halves = static_cast<__half*>(
        stream.scratch(DeviceStream::Scratch::Partials, 2 * elements * int64_t(sizeof(__half))));
    const dim3 blocks(unsigned((elements + perBlock - 1) / perBlock), 2);
    launch(stream.get(), {blocks, threads, 0, Start::WhilePredecessorEnds}, halveKernel, halves,
        k.data<float>(), v.data<float>(), elements, k.columns % halvedAtOnce == 0);
    checkLaunch("converting keys and values");
    return {{halves, DType::F16, k.rows, k.columns},
        {halves + elements, DType::F16, v.rows, v.columns}};
}

} // namespace

void CudaOps::attendCached(TensorView out, TensorView q, TensorView keys, TensorView values,
    const CachePlacement& placement, const Reach& reach, const AttentionShape& shape)
{
    checkAttendCached(out, q, keys, values, placement, reach, shape);
    if (q.isEmpty())
        return;
    const RowReach seen = RowReach::of(reach, Slots::of(placement));
    const int positions = int(positionCount(placement));
    if (q.rows > maxQuantizedRows && canAttendPrompt(m_stream, keys, values, shape))
        attendMany(out, q, keys, values, seen, shape);
    else if (canAttendDecode(m_stream, keys, values, seen, shape))
        attendDecode(m_stream, m_packed, out, q, keys, values, seen, positions, shape);
    else
        attendPlainly(m_stream, out, q, keys, values, seen, positions, shape);
}

void CudaOps::attendSpans(TensorView out, TensorView q, TensorView k, TensorView v,
    const Reach& spans, const AttentionShape& shape)
{
    checkAttendSpans(out, q, k, v, spans, shape);
    if (q.isEmpty())
        return;
    const RowReach seen = RowReach::of(spans, {});
    if (q.rows <= maxQuantizedRows || !shape.relative.isEmpty()
        || !canAttendPrompt(m_stream, k, v, shape))
        return attendPlainly(m_stream, out, q, k, v, seen, int(k.rows), shape);
    const auto [keys, values] = inHalfPrecision(m_stream, k, v);
    if (!canAttendEqualSpans(m_stream, spans, shape))
        return attendMany(out, q, keys, values, seen, shape);
    const HalfForm half = m_halves.formFor(out);
    attendEqualSpans(m_stream, {out, q, keys, values, q.columns, k.columns}, spans, shape, half);
    keepIf(half);
}

// Passes queries, keys, values and the result of attention through memory only in half precision, for
// many rows. The three first products become one, if their matrices are contiguous:
//
//   halves [tokens, 3 · columns]   q, k and v of a token side by side, without biases
void CudaOps::attentionAdd(TensorView into, TensorView x, const AttentionLayers& layers,
    const AttentionScratch& scratch, const Reach& spans, const AttentionShape& shape)
{
    const TensorView weight = layers.query, attended = scratch.attended;
    const auto isBehind = [](TensorView next, TensorView view) {
        return next.sameShape(view) && next.dtype == view.dtype
            && next.bytes == static_cast<std::byte*>(view.bytes) + view.sizeInBytes();
    };
    if (x.rows <= maxQuantizedRows || weight.dtype != DType::F16
        || layers.output.dtype != DType::F16 || !isBehind(layers.key, weight)
        || !isBehind(layers.value, layers.key) || !isBehind(scratch.k, scratch.q)
        || !isBehind(scratch.v, scratch.k) || weight.columns % 8 != 0
        || !canAttendEqualSpans(m_stream, spans, shape))
        return Ops::attentionAdd(into, x, layers, scratch, spans, shape);
    checkMatmul(scratch.q, x, weight);
    checkAttendSpans(attended, scratch.q, scratch.k, scratch.v, spans, shape);
    checkMatmul(into, attended, layers.output);

    const int64_t columns = weight.rows;
    const TensorView all{scratch.q.bytes, DType::F16, x.rows, 3 * columns};
    const TensorView weights{weight.bytes, DType::F16, 3 * columns, weight.columns};
    multiplyOne({all, weights}, x);
    const auto part = [&](int64_t i) {
        return TensorView{all.data<__half>() + i * columns, DType::F16, x.rows, columns};
    };
    const HalfForm half = m_halves.formFor(attended, DType::F16);
    attendEqualSpans(m_stream,
        {{}, part(0), part(1), part(2), 3 * columns, 3 * columns, layers.queryBias,
            layers.valueBias},
        spans, shape, half);
    m_halves.keep();
    multiplyMany({into, layers.output, layers.outputBias}, m_halves.copy(), true);
}

void CudaOps::attendMany(TensorView out, TensorView q, TensorView keys, TensorView values,
    const RowReach& seen, const AttentionShape& shape)
{
    const HalfForm half = m_halves.formFor(out);
    attendPrompt(m_stream, out, q, keys, values, seen, shape, half);
    keepIf(half);
}

} // namespace kernels::cuda
