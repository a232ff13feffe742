#pragma once

#include "kernels/cuda/attention_launch.h"
#include "kernels/cuda/fours.cuh"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/prompt_tiles.cuh"

// Attention over spans of equal length whose rows all see each other: the tiles of an image in a
// vision tower. It is the online softmax of prompt_block.cuh without tables, masks and pages, and with
// biases that it adds itself:
//
//   softmax((q + qBias) · (k + kBias)ᵀ) · (v + vBias) = softmax((q + qBias) · kᵀ) · v + vBias
//
// because kBias adds the same number to all scores of a row, and the weights of a row add up to 1.
//
// A block has `rowWarps` × `keyGroups` warps. The warps of a key group have 16 · rowTiles rows each and
// take every keyGroups-th tile of 64 keys; the groups combine their results at the end:
//
//   stage s of the ring    keys 64 · keyGroups · s …
//   key group g            the 64 keys from 64 · g on in each stage
//   warp w                 rows 16 · rowTiles · (w % rowWarps) …, key group w / rowWarps

namespace kernels::cuda {

/// Queries, keys and values of a call, in the types that the kernel reads.
struct SpanArguments {
    float* out; ///< may be null
    HalfForm half; ///< the destination of the rounded copy of `out`, if there is one
    const uint8_t* q; ///< halves or floats, see `hasHalfQueries`
    const __half *keys, *values;
    int queryStride, keyStride; ///< numbers from one row to the next
    const float *queryBias, *valueBias; ///< of all heads; may be null
    int length; ///< rows of a span
    int tilesPerSpan; ///< blocks that share a span and a head
    int heads, group, headDim; ///< query heads, those of a kv head, and their numbers
    float factor; ///< scores become exponents of two: exponent = factor · score
    bool hasHalfQueries;
};

/// How the warps of a block divide its work; `blocks` is for how many blocks the registers of a
/// multiprocessor suffice.
template <int ofDims, int ofRowTiles, int ofRowWarps, int ofKeyGroups, int ofBlocks>
struct SpanShape {
    static constexpr int dims = ofDims, rowTiles = ofRowTiles, rowWarps = ofRowWarps;
    static constexpr int keyGroups = ofKeyGroups, blocks = ofBlocks;
    static constexpr int threads = rowWarps * keyGroups * 32;
    static constexpr int warpRows = 16 * rowTiles, rows = rowWarps * warpRows;
    static constexpr int keyRows = 64, stageKeys = keyRows * keyGroups, stages = 2;
    static constexpr int steps = (dims + 15) / 16, columns = steps * 16;
    static constexpr int stageBytes = HalfTile<columns>::bytes(2 * stageKeys);
    static constexpr int sharedBytes = stages * stageBytes;
    static_assert(dims % 8 == 0);
};

template <typename Shape>
class SpanBlock {
public:
    __device__ SpanBlock(const SpanArguments& arguments, uint8_t* shared)
        : a(arguments)
        , m_shared(shared)
        , m_lane(threadIdx.x % 32)
        , m_rowWarp(threadIdx.x / 32 % Shape::rowWarps)
        , m_keyGroup(threadIdx.x / 32 / Shape::rowWarps)
        , m_head(blockIdx.x)
        , m_span(int(blockIdx.y) / a.tilesPerSpan)
        , m_firstRow(int(blockIdx.y) % a.tilesPerSpan * Shape::rows + m_rowWarp * Shape::warpRows)
    {
    }

    __device__ void run()
    {
        clearPadding();
        const int stages = (a.length + Shape::stageKeys - 1) / Shape::stageKeys;
        load(0);
        loadQuery();
        const bool hasRows = m_firstRow < a.length;
        for (int stage = 0; stage < stages; ++stage) {
            waitForCopies<0>();
            __syncthreads();
            if (stage + 1 < stages)
                load(stage + 1);
            const int keys = a.length - stage * Shape::stageKeys - m_keyGroup * Shape::keyRows;
            if (!hasRows)
                continue;
            const Tile tile = keyTile(stage).from(m_keyGroup * Shape::keyRows);
            const Tile values = tile.from(Shape::stageKeys);
            if (keys >= Shape::keyRows)
                addTile<false>(tile, values, Shape::keyRows);
            else if (keys > 0)
                addTile<true>(tile, values, keys);
        }
        if constexpr (Shape::keyGroups > 1)
            combine();
        if (m_keyGroup == 0 && hasRows)
            write();
    }

private:
    static constexpr int rowTiles = Shape::rowTiles, keyRows = Shape::keyRows;
    static constexpr int steps = Shape::steps, dims = Shape::dims;
    using Softmax = PromptSoftmax<dims, rowTiles, keyRows>;
    using Scores = typename Softmax::Scores;

    struct Tile : HalfTile<Shape::columns> {
        __device__ Tile from(int row) const { return {{this->at(row, 0)}}; }
    };

    __device__ Tile keyTile(int stage) const
    {
        return {{reinterpret_cast<__half*>(m_shared + stage % Shape::stages * Shape::stageBytes)}};
    }
    __device__ int rowOf(int m, int half) const
    {
        return m_firstRow + m * 16 + half * 8 + m_lane / 4;
    }
    __device__ int64_t token(int row) const { return int64_t(m_span) * a.length + row; }

    // ---- Keys and values ----

    // The columns from headDim on are zeros in all rows, and are never written again.
    __device__ void clearPadding() const
    {
        const int chunks = Shape::columns / 8 - a.headDim / 8;
        constexpr int rows = Shape::stages * 2 * Shape::stageKeys;
        for (int i = threadIdx.x; i < chunks * rows; i += Shape::threads)
            *reinterpret_cast<uint4*>(keyTile(0).at(i % rows, a.headDim + i / rows * 8))
                = make_uint4(0, 0, 0, 0);
    }

    // A thread copies the same 16 bytes of every rowsPerPass-th row. Rows behind the span's last one
    // become zeros.
    __device__ void load(int stage) const
    {
        constexpr int perRow = dims / 8, rowsPerPass = Shape::threads / perRow;
        constexpr int passes = (Shape::stageKeys + rowsPerPass - 1) / rowsPerPass;
        const int row = int(threadIdx.x) / perRow, dim = int(threadIdx.x) % perRow * 8;
        if (row < rowsPerPass && dim < a.headDim) {
            const int first = stage * Shape::stageKeys, count = a.length - first;
            const int64_t offset
                = (token(first) + row) * a.keyStride + m_head / a.group * a.headDim + dim;
            const __half *keys = a.keys + offset, *values = a.values + offset;
            __half* to = keyTile(stage).at(row, dim);
#pragma unroll
            for (int pass = 0; pass < passes; ++pass) {
                const int i = row + pass * rowsPerPass;
                if (Shape::stageKeys % rowsPerPass == 0 || i < Shape::stageKeys) {
                    copyAsync(to, keys, i < count);
                    copyAsync(to + Shape::stageKeys * Tile::stride, values, i < count);
                }
                keys += int64_t(rowsPerPass) * a.keyStride;
                values += int64_t(rowsPerPass) * a.keyStride;
                to += rowsPerPass * Tile::stride;
            }
        }
        commitCopies();
    }

    // ---- Queries ----

    // Loads fragments directly from memory. Rows and columns that don't exist are read from others
    // and then set to zero, so that no load waits for a branch.
    __device__ void loadQuery()
    {
        if (a.hasHalfQueries)
            loadQueryAs<__half2>();
        else
            loadQueryAs<float2>();
    }

    template <typename Pair>
    __device__ __forceinline__ void loadQueryAs()
    {
#pragma unroll
        for (int m = 0; m < rowTiles; ++m) {
            Pair pairs[2][2 * steps];
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                const int row = min(rowOf(m, half), a.length - 1);
                const auto* from = reinterpret_cast<const Pair*>(a.q)
                    + (token(row) * a.queryStride + m_head * a.headDim) / 2;
#pragma unroll
                for (int i = 0; i < 2 * steps; ++i)
                    pairs[half][i] = from[columnOf(i) / 2];
            }
#pragma unroll
            for (int i = 0; i < 2 * steps; ++i) {
                const float2 bias = a.queryBias ? *reinterpret_cast<const float2*>(
                                        a.queryBias + m_head * a.headDim + columnOf(i))
                                                : make_float2(0, 0);
#pragma unroll
                for (int half = 0; half < 2; ++half) {
                    const float2 x = toFloats(pairs[half][i]);
                    const bool counts = rowOf(m, half) < a.length && i * 8 < a.headDim;
                    m_query[m][i / 2][i % 2 * 2 + half]
                        = twoHalves(x.x + bias.x, x.y + bias.y) & (counts ? ~0u : 0u);
                }
            }
        }
    }

    __device__ int columnOf(int i) const
    {
        return (i * 8 < a.headDim ? i * 8 : 0) + m_lane % 4 * 2;
    }
    __device__ static float2 toFloats(__half2 pair)
    {
        return __half22float2(pair);
    }
    __device__ static float2 toFloats(float2 pair)
    {
        return pair;
    }

    // ---- A tile of keys ----

    template <bool isPartial>
    __device__ __forceinline__ void addTile(const Tile& keys, const Tile& values, int count)
    {
        const int groups = isPartial ? (count + 15) / 16 : keyRows / 16;
        Scores scores = {};
#pragma unroll
        for (int i = 0; i < keyRows / 16; ++i) {
            if (isPartial && i >= groups)
                break;
#pragma unroll
            for (int step = 0; step < steps; ++step) {
                uint32_t words[4];
                loadMatrix(words,
                    keys.at(m_lane / 16 * 8 + m_lane % 8, m_lane / 8 % 2 * 8)
                        + i * 16 * Tile::stride + step * 16);
#pragma unroll
                for (int m = 0; m < rowTiles; ++m) {
                    multiplyAccumulate<__half>(
                        scores[m][2 * i], m_query[m][step], {words[0], words[1]});
                    multiplyAccumulate<__half>(
                        scores[m][2 * i + 1], m_query[m][step], {words[2], words[3]});
                }
            }
        }
        if constexpr (isPartial)
            mask(scores, count);
        m_softmax.weigh(scores, a.factor);
        m_softmax.template addValues<isPartial>(scores, values, groups, m_lane);
    }

    __device__ __forceinline__ void mask(Scores& scores, int count) const
    {
#pragma unroll
        for (int m = 0; m < rowTiles; ++m)
#pragma unroll
            for (int i = 0; i < keyRows / 8; ++i)
#pragma unroll
                for (int k = 0; k < 4; ++k)
                    if (i * 8 + m_lane % 4 * 2 + k % 2 >= count)
                        scores[m][i][k] = -INFINITY;
    }

    // ---- The output ----

    // Adds the results of the other key groups to those of the first one, group by group through
    // the memory of the ring: of each row warp, [number][32 lanes].
    __device__ void combine()
    {
        constexpr int numbers = rowTiles * (dims / 2 + 4);
        static_assert(Shape::rowWarps * numbers * 32 * 4 <= Shape::sharedBytes);
        float* own = reinterpret_cast<float*>(m_shared) + m_rowWarp * numbers * 32 + m_lane;
        for (int group = 1; group < Shape::keyGroups; ++group) {
            __syncthreads(); // The memory may still be read.
            if (m_keyGroup == group) {
                int n = 0;
                forEachState([&](float& x) { own[n++ * 32] = x; });
            }
            __syncthreads();
            if (m_keyGroup == 0)
                add(own);
        }
    }

    template <typename Use>
    __device__ __forceinline__ void forEachState(Use use)
    {
#pragma unroll
        for (int m = 0; m < rowTiles; ++m) {
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                use(m_softmax.reference[m][half]);
                use(m_softmax.total[m][half]);
            }
#pragma unroll
            for (int i = 0; i < dims / 8; ++i)
#pragma unroll
                for (int k = 0; k < 4; ++k)
                    use(m_softmax.sums[m][i][k]);
        }
    }

    // A group without keys has the reference −∞ and adds nothing. The first one has keys.
    __device__ __forceinline__ void add(const float* other)
    {
#pragma unroll
        for (int m = 0; m < rowTiles; ++m) {
            float scales[2], otherScales[2];
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                float &reference = m_softmax.reference[m][half], &total = m_softmax.total[m][half];
                const float otherReference = other[half * 64],
                            highest = fmaxf(reference, otherReference);
                scales[half] = fastExp2((reference - highest) * a.factor);
                otherScales[half] = fastExp2((otherReference - highest) * a.factor);
                reference = highest;
                total = total * scales[half] + other[half * 64 + 32] * otherScales[half];
            }
            other += 4 * 32;
#pragma unroll
            for (int i = 0; i < dims / 8; ++i)
#pragma unroll
                for (int k = 0; k < 4; ++k) {
                    float& sum = m_softmax.sums[m][i][k];
                    sum = sum * scales[k / 2] + *other * otherScales[k / 2];
                    other += 32;
                }
        }
    }

    __device__ void write()
    {
        const int firstColumn = m_head * a.headDim + m_lane % 4 * 2;
        const int kvColumn = m_head / a.group * a.headDim + m_lane % 4 * 2;
#pragma unroll
        for (int m = 0; m < rowTiles; ++m)
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                m_softmax.finish(m, half, -INFINITY, a.factor);
                const float share = __fdividef(1, m_softmax.total[m][half]);
                if (rowOf(m, half) >= a.length)
                    continue;
                const int64_t first = token(rowOf(m, half)) * (a.heads * a.headDim) + firstColumn;
#pragma unroll
                for (int i = 0; i < dims / 8; ++i) {
                    if (i * 8 >= a.headDim)
                        break;
                    const float2 bias = a.valueBias
                        ? *reinterpret_cast<const float2*>(a.valueBias + kvColumn + i * 8)
                        : make_float2(0, 0);
                    const float2 two
                        = make_float2(fmaf(m_softmax.sums[m][i][2 * half], share, bias.x),
                            fmaf(m_softmax.sums[m][i][2 * half + 1], share, bias.y));
                    if (a.out)
                        *reinterpret_cast<float2*>(a.out + first + i * 8) = two;
                    if (a.half.numbers)
                        storePair(a.half, first + i * 8, two.x, two.y);
                }
            }
    }

    const SpanArguments& a;
    uint8_t* const m_shared;
    const int m_lane, m_rowWarp, m_keyGroup;
    const int m_head, m_span;
    const int m_firstRow; ///< of the warp, in its span
    Softmax m_softmax;
    uint32_t m_query[rowTiles][steps][4];
};

} // namespace kernels::cuda
