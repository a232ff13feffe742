#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/decode_attention.h"
#include "kernels/cuda/head_group.cuh"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/online_softmax.cuh"
#include "kernels/cuda/pack_run.cuh"

#include <algorithm>

// A block takes a token, up to sixteen query heads of one kv head (the rows of the tensor cores'
// matrices) and a stretch of the positions that the token sees (split-K, arXiv 2307.08691); each of
// its warps takes every fourth group of sixteen positions, with a ring of copies of its own. How a
// sum is taken depends on nothing but the token's own reach. A second kernel puts the stretches
// together.

namespace kernels::cuda {

namespace {

constexpr int warps = 4;
constexpr int rows = 16;
constexpr int leastStretch = warps * groupKeys; // positions; others are multiples of it
constexpr int mostStretches = 48; // of a token: a large card takes those of eight kv heads at once
constexpr int64_t mostPartialBytes = int64_t(128) << 20; // more tokens take turns

/// How the positions that a token sees are divided.
struct Stretches {
    int first, length, count;

    __device__ Stretches(int firstPosition, int lastPosition)
        : first(firstPosition / leastStretch * leastStretch)
    {
        const int positions = lastPosition < first ? 1 : lastPosition + 1 - first;
        constexpr int most = leastStretch * mostStretches;
        length = leastStretch * ((positions + most - 1) / most);
        count = (positions + length - 1) / length;
    }

    __device__ static Stretches of(const RowReach& reach, int token)
    {
        return {reach.first(token), reach.last(token)};
    }
    __device__ int begin(int stretch) const { return first + stretch * length; }
};

struct DecodeArguments {
    float* partials; // of a token, head and stretch: largest, total, then the sums of the span
    const float* q;
    CacheSide keys, values;
    RowReach reach;
    AttentionShape shape;
    int chunks; // of sixteen heads of a kv head
    int queryRows; // that queries take in shared memory: the most heads of a chunk
    int stages; // of a warp's ring
};

/// Numbers of a partial sum.
template <int dims>
constexpr int partialNumbers = dims + 2;

template <int dims>
struct DecodeBlock {
    static constexpr int runs = dims / 32;

    const DecodeArguments& a;
    int token, kvHead, firstHead, heads, stretchIndex, lane, warp;
    HalfTile<dims> upper, lower; // the queries, and what rounding them to half precision has left
    GroupRing<dims> ring;
    int sequence, first, last;
    int ownGroup; // the warp's first one of the stretch

    OnlineSoftmax<dims> softmax;

    __device__ DecodeBlock(
        const DecodeArguments& arguments, const Stretches& stretches, uint8_t* shared)
        : a(arguments)
        , token(blockIdx.x)
        , kvHead(int(blockIdx.y) / a.chunks)
        , stretchIndex(blockIdx.z)
        , lane(threadIdx.x % 32)
        , warp(threadIdx.x / 32)
        , upper{reinterpret_cast<__half*>(shared)}
        , lower{upper.at(arguments.queryRows, 0)}
        , ring(a.keys, a.values, kvHead, a.shape.headDim, a.stages,
              reinterpret_cast<uint8_t*>(lower.at(arguments.queryRows, 0)), warp)
        , sequence(a.reach.sequence(token))
        , first(max(a.reach.first(token), stretches.begin(stretchIndex)))
        , last(min(a.reach.last(token), stretches.begin(stretchIndex + 1) - 1))
    {
        const int group = a.shape.heads / a.shape.kvHeads;
        const int chunk = int(blockIdx.y) % a.chunks * rows;
        firstHead = kvHead * group + chunk;
        heads = min(rows, group - chunk);
    }

    __device__ void run(uint8_t* shared)
    {
        fetchFirst();
        loadQuery();
        __syncthreads();
        attend();
        waitForCopies<0>(); // also those of groups that were not there
        __syncthreads(); // the queries and the rings are free
        write(reinterpret_cast<float*>(shared));
    }

private:
    __device__ void loadQuery()
    {
        const HeadSpan span = a.keys.span(kvHead, a.shape.headDim);
        for (int i = warp; i < a.queryRows * runs; i += warps) {
            const int row = i / runs, dim = i % runs * 32 + lane, own = dim - span.before;
            const int64_t head = int64_t(token) * a.shape.heads + firstHead + row;
            const bool exists = row < heads && own >= 0 && own < a.shape.headDim;
            float x = exists ? a.q[head * a.shape.headDim + own] : 0.0f;
            if (a.keys.isPacked)
                x = rotatedAcrossWarp(x);
            const __half nearest = finiteHalf(x);
            *upper.at(row, dim) = nearest;
            *lower.at(row, dim) = finiteHalf(x - __half2float(nearest));
        }
    }

    // Groups are numbered from the beginning of the sequence.
    __device__ void fetchFirst()
    {
        const int begin = first / groupKeys;
        ownGroup = begin + ((warp - begin) % warps + warps) % warps;
        for (int ahead = 0; ahead < a.stages - 1; ++ahead)
            fetch(ownGroup + ahead * warps);
    }

    __device__ void attend()
    {
        const int lastGroup = first <= last ? last / groupKeys : -1;
        for (int group = ownGroup, stage = 0; group <= lastGroup; group += warps, ++stage) {
            fetch(group + (a.stages - 1) * warps);
            ring.wait();
            float scores[2][4] = {};
            multiplyKeys(scores, stage);
            for (int half = 0; half < 2; ++half)
                softmax.weigh(scores, half, group * groupKeys, first, last, a.shape);
            addValues(scores, stage);
            __syncwarp(); // the stage is free
        }
    }

    __device__ void fetch(int group)
    {
        ring.fetch([&](int key) {
            const int position = group * groupKeys + key;
            return position >= first && position <= last ? a.reach.row(sequence, position) : -1;
        });
    }

    __device__ void multiplyKeys(float (&scores)[2][4], int stage)
    {
        const HalfTile<dims> tile = ring.keys(stage);
        const int row = min(lane % 16, a.queryRows - 1); // sums of rows without a head go nowhere
#pragma unroll
        for (int run = 0; run < runs; ++run) {
            float products[2][4] = {};
#pragma unroll
            for (int step = 2 * run; step < 2 * run + 2; ++step) {
                const int dim = step * 16;
                uint32_t high[4], rest[4], keys[4];
                loadMatrix(high, upper.at(row, dim + lane / 16 * 8));
                loadMatrix(rest, lower.at(row, dim + lane / 16 * 8));
                loadMatrix(keys, tile.at(lane / 16 * 8 + lane % 8, dim + lane / 8 % 2 * 8));
                for (int half = 0; half < 2; ++half) {
                    const uint32_t words[2] = {keys[2 * half], keys[2 * half + 1]};
                    multiplyAccumulate<__half>(products[half], high, words);
                    multiplyAccumulate<__half>(products[half], rest, words);
                }
            }
            for (int half = 0; half < 2; ++half)
                for (int i = 0; i < 4; ++i) {
                    const int key = half * 8 + lane % 4 * 2 + i % 2;
                    scores[half][i] = fmaf(
                        ring.scale(run) * ring.share(key, run), products[half][i], scores[half][i]);
                }
        }
    }

    // Weights take the scales of packed values with them, which are divided by the largest of the
    // group, so that what half precision cannot hold of a weight is small beside the largest.
    __device__ void addValues(const float (&weights)[2][4], int stage)
    {
        const HalfTile<dims> tile = ring.values(stage);
#pragma unroll
        for (int run = 0; run < runs; ++run) {
            uint32_t high[4], rest[4];
            for (int half = 0; half < 2; ++half)
                for (int row = 0; row < 2; ++row) {
                    const int key = half * 8 + lane % 4 * 2;
                    const float first = weights[half][2 * row] * ring.share(key, run);
                    const float second = weights[half][2 * row + 1] * ring.share(key + 1, run);
                    split(first, second, high[2 * half + row], rest[2 * half + row]);
                }
            const float scale = ring.scale(run);
#pragma unroll
            for (int i = 2 * run; i < 2 * run + 2; ++i) {
                uint32_t values[4];
                loadMatrixTransposed(values, tile.at(lane % 16, i * 16 + lane / 16 * 8));
                for (int half = 0; half < 2; ++half) {
                    const uint32_t words[2] = {values[2 * half], values[2 * half + 1]};
                    float products[4] = {};
                    multiplyAccumulate<__half>(products, high, words);
                    multiplyAccumulate<__half>(products, rest, words);
                    for (int k = 0; k < 4; ++k)
                        softmax.sums[2 * i + half][k]
                            = fmaf(scale, products[k], softmax.sums[2 * i + half][k]);
                }
            }
        }
    }

    // Two numbers as halves, and as halves what those have left.
    __device__ static void split(float first, float second, uint32_t& nearest, uint32_t& rest)
    {
        nearest = twoHalves(first, second);
        rest = twoHalves(first - __half2float(__ushort_as_half(uint16_t(nearest))),
            second - __half2float(__ushort_as_half(uint16_t(nearest >> 16))));
    }

    // The warps' sums, put together in their order.
    __device__ void write(float* shared)
    {
        constexpr int numbers = partialNumbers<dims>;
        for (int row = 0; row < 2; ++row) {
            softmax.finishTotal(row);
            float* own = shared + (warp * rows + lane / 4 + 8 * row) * numbers;
            if (lane % 4 == 0) {
                own[0] = softmax.largest[row];
                own[1] = softmax.total[row];
            }
            for (int i = 0; i < dims / 8; ++i)
                for (int column = 0; column < 2; ++column)
                    own[2 + i * 8 + lane % 4 * 2 + column] = softmax.sums[i][2 * row + column];
        }
        __syncthreads();
        for (int i = threadIdx.x; i < heads * numbers; i += warps * 32) {
            const int row = i / numbers, number = i % numbers;
            const auto of
                = [&](int of, int which) { return shared[(of * rows + row) * numbers + which]; };
            float most = of(0, 0), sum = 0;
            for (int w = 1; w < warps; ++w)
                most = fmaxf(most, of(w, 0));
            const float zero = most == -INFINITY ? 0 : most;
            for (int w = 0; w < warps; ++w)
                sum += exp2f(of(w, 0) - zero) * of(w, number);
            const int64_t head = int64_t(token) * a.shape.heads + firstHead + row;
            a.partials[(head * gridDim.z + stretchIndex) * numbers + number]
                = number == 0 ? most : sum;
        }
    }
};

// Grid: token, chunk of heads, stretch. Stretches behind a token leave no partial sum. Three blocks of
// the usual heads fit a multiprocessor, if registers are kept to what that allows.
template <int dims>
__global__ void __launch_bounds__(warps * 32, dims > 128 ? 1 : 3)
    attendDecodeKernel(DecodeArguments arguments)
{
    letSuccessorStart();
    waitForPredecessor();
    const Stretches stretches = Stretches::of(arguments.reach, blockIdx.x);
    if (int(blockIdx.z) >= stretches.count)
        return;
    auto* shared = sharedMemory<uint8_t>();
    DecodeBlock<dims>(arguments, stretches, shared).run(shared);
}

struct CombineArguments {
    float* out;
    const float* partials;
    RowReach reach;
    AttentionShape shape;
    int stretches;
    bool isRotated;
    ActivationPiece* pieces; // null if the output is not to be packed
    int64_t piecesPerRow;
};

/// The values of all stretches of a head put together, 32 · part + lane of them across the lanes of
/// a warp; a lane weighs every 32nd stretch.
template <int parts>
struct WeighedStretches {
    static constexpr int ofLane = (mostStretches + 31) / 32;
    float total = 0, sums[parts] = {};

    __device__ WeighedStretches(const float* partials, int count, float sink)
    {
        constexpr int numbers = partialNumbers<32 * parts>;
        const int lane = threadIdx.x % 32;
        float largest[ofLane], most = -INFINITY;
        for (int i = 0; i < ofLane; ++i) {
            const int stretch = i * 32 + lane;
            largest[i] = stretch < count ? partials[stretch * numbers] : -INFINITY;
            most = fmaxf(most, largest[i]);
        }
        most = fmaxf(sink, warpMost(most));
        for (int i = 0; i < ofLane; ++i) {
            const int stretch = i * 32 + lane, end = min(count - i * 32, 32);
            const float own = exp2f(largest[i] - most);
            total += own * (stretch < count ? partials[stretch * numbers + 1] : 0.0f);
#pragma unroll 4
            for (int s = 0; s < end; ++s) {
                const float* values = partials + (i * 32 + s) * numbers + 2 + lane;
                const float weight = __shfl_sync(0xffffffff, own, s);
                for (int part = 0; part < parts; ++part)
                    sums[part] += weight * values[part * 32];
            }
        }
        total = warpSum(total) + exp2f(sink - most);
    }
};

// One warp per token and head. Packing is for heads of whole runs.
template <int dims>
__global__ void combineDecodeKernel(CombineArguments a)
{
    letSuccessorStart();
    waitForPredecessor();
    const int lane = threadIdx.x, token = int(blockIdx.x) / a.shape.heads,
              head = int(blockIdx.x) % a.shape.heads;
    const WeighedStretches<dims / 32> all(
        a.partials + int64_t(blockIdx.x) * a.stretches * partialNumbers<dims>,
        Stretches::of(a.reach, token).count, sinkOf(a.shape, head) * log2OfE);
    const HeadSpan span(a.isRotated, head / (a.shape.heads / a.shape.kvHeads), a.shape.headDim);
    for (int run = 0; run < dims / 32; ++run) {
        float value = all.sums[run] / all.total;
        if (a.isRotated)
            value = rotatedAcrossWarp(value);
        const int own = run * 32 + lane - span.before;
        if (own >= 0 && own < a.shape.headDim)
            a.out[int64_t(blockIdx.x) * a.shape.headDim + own] = value;
        if (a.pieces && run * 32 < a.shape.headDim)
            packActivations(
                a.pieces + token * a.piecesPerRow, head * a.shape.headDim / 32 + run, value);
    }
}

int queryRowsOf(const AttentionShape& shape)
{
    return std::min(rows, shape.heads / shape.kvHeads);
}

template <int dims>
int sharedBytes(TensorView keys, TensorView values, const AttentionShape& shape, int stages)
{
    const int headDim = shape.headDim;
    const int atWork = 2 * HalfTile<dims>::bytes(queryRowsOf(shape))
        + warps
            * GroupRing<dims>::bytes(
                CacheSide::of<dims>(keys, headDim), CacheSide::of<dims>(values, headDim), stages);
    return std::max(atWork, warps * rows * partialNumbers<dims> * int(sizeof(float)));
}

// Two if there is room, so that a group is under way while another is multiplied; 0 if not even one
// fits.
template <int dims>
int stagesFor(
    const DeviceStream& stream, TensorView keys, TensorView values, const AttentionShape& shape)
{
    const auto most = int64_t(stream.properties().sharedMemPerBlockOptin);
    for (int stages : {2, 1})
        if (sharedBytes<dims>(keys, values, shape, stages) <= most)
            return stages;
    return 0;
}

bool isTaken(TensorView stored, int headDim)
{
    return isPacked(stored.dtype) || (stored.dtype == DType::F16 && headDim % 8 == 0);
}

} // namespace

bool canAttendDecode(
    const DeviceStream& stream, TensorView keys, TensorView values, const AttentionShape& shape)
{
    const int columns = columnsOf(keys, values, shape.headDim);
    if (!isTaken(keys, shape.headDim) || !isTaken(values, shape.headDim) || columns > 256)
        return false;
    return withWidth<64, 128, 256>(
        columns, [&](auto dims) { return stagesFor<dims>(stream, keys, values, shape) > 0; });
}

void attendDecode(DeviceStream& stream, PackedActivations& packed, TensorView out, TensorView q,
    TensorView keys, TensorView values, const RowReach& reach, int positions,
    const AttentionShape& shape)
{
    const int group = shape.heads / shape.kvHeads, chunks = (group + rows - 1) / rows;
    const int stretches = std::min((positions + leastStretch - 1) / leastStretch, mostStretches);
    ActivationPiece* pieces = shape.headDim % 32 == 0 ? packed.placeFor(out) : nullptr;
    withWidth<64, 128, 256>(columnsOf(keys, values, shape.headDim), [&](auto dims) {
        const int stages = stagesFor<dims>(stream, keys, values, shape);
        const auto shared = size_t(sharedBytes<dims>(keys, values, shape, stages));
        const int64_t bytesPerToken
            = int64_t(shape.heads) * stretches * partialNumbers<dims> * int64_t(sizeof(float));
        const int64_t atOnce = std::clamp<int64_t>(mostPartialBytes / bytesPerToken, 1, q.rows);
        auto* partials = static_cast<float*>(
            stream.scratch(DeviceStream::Scratch::Partials, atOnce * bytesPerToken));
        for (int64_t first = 0; first < q.rows; first += atOnce) {
            const int64_t tokens = std::min(atOnce, q.rows - first);
            const RowReach own = reach.from(first);
            launch(stream.get(),
                {dim3(unsigned(tokens), unsigned(shape.kvHeads * chunks), unsigned(stretches)),
                    warps * 32, shared, Start::WhilePredecessorEnds},
                attendDecodeKernel<dims>,
                DecodeArguments{partials, q.rowRange(first, tokens).data<float>(),
                    CacheSide::of<dims>(keys, shape.headDim),
                    CacheSide::of<dims>(values, shape.headDim), own, shape, chunks,
                    queryRowsOf(shape), stages});
            const int64_t perRow = PackedActivations::piecesOf(out);
            launch(stream.get(),
                {unsigned(tokens * shape.heads), 32, 0, Start::WhilePredecessorEnds},
                combineDecodeKernel<dims>,
                CombineArguments{out.rowRange(first, tokens).data<float>(), partials, own, shape,
                    stretches, isPacked(values.dtype), pieces ? pieces + first * perRow : nullptr,
                    perRow});
        }
    });
    checkLaunch("attention");
    if (pieces)
        packed.keep();
}

} // namespace kernels::cuda
