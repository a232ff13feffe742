#pragma once

#include "kernels/cuda/attention_launch.h"
#include "kernels/cuda/fours.cuh"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/pack_segment.cuh"
#include "kernels/cuda/prompt_tiles.cuh"

// Attention by online softmax over tiles of keys (FlashAttention-2, arXiv 2307.08691). Tiles begin
// at multiples of their length in their sequence, and a block takes the sequences of its rows one
// by one; so a token's numbers depend neither on other tokens nor on the kernel.
//
// A warp owns 16 or 32 rows. Its queries, scores, weights and sums stay in registers, in the
// fragments of tensor_core.cuh: the sums of q · kᵀ (16 rows × 8 keys) are, rounded to halves, half
// a factor of weights · v (16 rows × 16 keys). While one tile is multiplied, the next one is copied
// into a ring of two stages.

namespace kernels::cuda {

struct PromptArguments {
    float* out;
    HalfForm half; ///< the destination of the rounded copy of `out`
    const uint8_t* q; ///< halves or floats, see `hasHalfQueries`
    KeysAndValues source;
    AttentionShape shape;
    ExponentScale exponents;
    int tokens;
    int group; ///< query heads of a kv head
    int stages; ///< of the ring: 2, or 1 if shared memory is short
    bool hasHalfQueries;
};

// Dynamic shared memory of a block:
//
//   stage 0: keys [keyRows], values [keyRows]   rows of HalfTile
//   stage 1: the same, if there are two; before its first tile it holds the rows of queries
//   fragments of queries [warps][rowTiles][steps][32 lanes] of 16 bytes, unless registers hold them
//   RowTable, and what Tiles needs
template <int dims, Use use>
struct PromptBlock {
    static constexpr BlockSize size = blockSize(dims, use);
    static constexpr int rowTiles = size.rowTiles, warps = size.warps, threads = warps * 32;
    static constexpr int warpRows = 16 * rowTiles, rows = warps * warpRows;
    static constexpr int keyRows = dims > 128 ? 32 : 64; // keys per tile; the same for every use
    static constexpr int steps = dims / 16;
    static constexpr bool keepsQuery = size.keepsQuery, isContiguous = use != Use::Any;
    using Tiles = std::conditional_t<isContiguous, ContiguousTiles<dims, keyRows, threads>,
        AnyTiles<dims, keyRows, threads>>;
    using Softmax = PromptSoftmax<dims, rowTiles, keyRows>;
    using Scores = typename Softmax::Scores;
    using Tile = HalfTile<dims>;

    static constexpr int stageBytes = Tile::bytes(2 * keyRows);
    static constexpr int queryBytes = keepsQuery ? 0 : rows * dims * 2;
    static constexpr int sharedBytes(int stages)
    {
        return stages * stageBytes + queryBytes + int(sizeof(RowTable<rows>)) + Tiles::sharedBytes;
    }
    static_assert(isContiguous || (rows <= 2 * keyRows && rowTiles == 1));

    const PromptArguments& a;
    uint8_t* stage0;
    uint4* queryFragments; ///< this lane's
    RowTable<rows>& table;
    Tiles tiles;
    int lane, warp;

    Softmax softmax;
    uint32_t queryWords[keepsQuery ? rowTiles : 1][keepsQuery ? steps : 1][4];

    __device__ PromptBlock(const PromptArguments& arguments, uint8_t* shared)
        : a(arguments)
        , stage0(shared)
        , queryFragments(reinterpret_cast<uint4*>(shared + a.stages * stageBytes)
              + threadIdx.x / 32 * (rowTiles * steps * 32) + threadIdx.x % 32)
        , table(*reinterpret_cast<RowTable<rows>*>(shared + a.stages * stageBytes + queryBytes))
        , tiles(a.source, int(blockIdx.x), &table + 1)
        , lane(threadIdx.x % 32)
        , warp(threadIdx.x / 32)
    {
    }

    __device__ void run()
    {
        if (threadIdx.x < rows)
            table.fill(threadIdx.x, tokenIndex(threadIdx.x), a.tokens, a.source.reach);
        __syncthreads();
        Segment segment = Segment::at(table, 0);
        begin(segment);
        loadQuery();
        for (;;) {
            attend(segment);
            if (segment.end >= rows || table.sequence[segment.end] < 0)
                break;
            segment = Segment::at(table, segment.end);
            __syncthreads();
            begin(segment);
        }
        write();
    }

private:
    __device__ static int kvHead() { return int(blockIdx.x); }
    // The last tokens, which see the most positions, are computed first.
    __device__ static int firstRow() { return int(gridDim.y - 1 - blockIdx.y) * rows; }
    __device__ int tokenIndex(int row) const { return (firstRow() + row) / a.group; }
    __device__ int headIndex(int row) const
    {
        return kvHead() * a.group + (firstRow() + row) % a.group;
    }
    __device__ bool hasRow(int row) const { return tokenIndex(row) < a.tokens; }
    __device__ int64_t numberOffset(int row) const // of a row's first number in q and out
    {
        return (int64_t(tokenIndex(row)) * a.shape.heads + headIndex(row)) * a.shape.headDim;
    }
    __device__ Tile keyTile(int stage) const
    {
        return {reinterpret_cast<__half*>(stage0 + stage * stageBytes)};
    }
    __device__ Tile valueTile(int stage) const { return {keyTile(stage).at(keyRows, 0)}; }

    // ---- Queries ----

    __device__ void loadQuery()
    {
        if (a.hasHalfQueries)
            loadQueryAs<__half>();
        else
            loadQueryAs<float>();
    }

    template <typename Number>
    __device__ __forceinline__ void loadQueryAs()
    {
        if constexpr (isContiguous) {
#pragma unroll
            for (int m = 0; m < rowTiles; ++m)
                loadRowTile<Number>(m);
        } else {
            stageQuery<Number>();
            __syncwarp();
            const Tile staged = keyTile(a.stages - 1);
#pragma unroll
            for (int step = 0; step < steps; ++step) {
                uint32_t words[4];
                loadMatrix(words, staged.at(warp * 16 + lane % 16, step * 16 + lane / 16 * 8));
                keepQuery(0, step, words);
            }
        }
    }

    // Loads fragments directly from memory. Rows and columns that don't exist are read from others
    // and then set to zero, so that no load waits for a branch.
    template <typename Number>
    __device__ __forceinline__ void loadRowTile(int m)
    {
        using Pair = std::conditional_t<sizeof(Number) == 2, uint32_t, float2>;
        Pair pairs[2][2 * steps];
        bool exists[2];
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            const int row = warp * warpRows + m * 16 + half * 8 + lane / 4;
            exists[half] = hasRow(row);
            const auto* from
                = reinterpret_cast<const Number*>(a.q) + (exists[half] ? numberOffset(row) : 0);
#pragma unroll
            for (int i = 0; i < 2 * steps; ++i) {
                const int dim = (i * 8 < a.shape.headDim ? i * 8 : 0) + lane % 4 * 2;
                pairs[half][i] = *reinterpret_cast<const Pair*>(from + dim);
            }
        }
#pragma unroll
        for (int step = 0; step < steps; ++step) {
            uint32_t words[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) { // word i: rows of half i % 2, dims 8 (i / 2) …
                const int column = 2 * step + i / 2;
                const bool counts = exists[i % 2] && column * 8 < a.shape.headDim;
                words[i] = toHalves(pairs[i % 2][column]) & (counts ? ~0u : 0u);
            }
            keepQuery(m, step, words);
        }
    }

    __device__ static uint32_t toHalves(uint32_t pair)
    {
        return pair;
    }
    __device__ static uint32_t toHalves(float2 pair)
    {
        return twoHalves(pair.x, pair.y);
    }

    __device__ void keepQuery(int m, int step, const uint32_t (&words)[4])
    {
        if constexpr (keepsQuery)
            for (int i = 0; i < 4; ++i)
                queryWords[m][step][i] = words[i];
        else
            queryFragments[(m * steps + step) * 32]
                = make_uint4(words[0], words[1], words[2], words[3]);
    }

    __device__ void readQuery(uint32_t (&words)[4], int m, int step) const
    {
        if constexpr (keepsQuery) {
            for (int i = 0; i < 4; ++i)
                words[i] = queryWords[m][step][i];
        } else {
            const uint4 four = queryFragments[(m * steps + step) * 32];
            words[0] = four.x, words[1] = four.y, words[2] = four.z, words[3] = four.w;
        }
    }

    // A warp takes 32 numbers of one of its rows at a time, and rotates them where keys are stored
    // rotated. Four rows are read before the first is rotated.
    template <typename Number>
    __device__ __forceinline__ void stageQuery() const
    {
        constexpr int parts = (dims + 31) / 32, atOnce = 4;
        const Tile staged = keyTile(a.stages - 1);
        const bool isRotated = isPacked(a.source.keys.type);
        const HeadSpan span(isRotated, kvHead(), a.shape.headDim);
#pragma unroll 1
        for (int first = 0; first < 16; first += atOnce) {
            float x[atOnce][parts];
#pragma unroll
            for (int r = 0; r < atOnce; ++r) {
                const int row = warp * 16 + first + r;
                const bool exists = hasRow(row);
                const auto* from
                    = reinterpret_cast<const Number*>(a.q) + (exists ? numberOffset(row) : 0);
#pragma unroll
                for (int part = 0; part < parts; ++part) {
                    const int own = part * 32 + lane - span.before;
                    const bool counts = exists && own >= 0 && own < a.shape.headDim;
                    const auto number = float(from[counts ? own : 0]);
                    x[r][part] = counts ? number : 0.0f;
                }
            }
#pragma unroll
            for (int r = 0; r < atOnce; ++r)
#pragma unroll
                for (int part = 0; part < parts; ++part) {
                    const int dim = part * 32 + lane;
                    const float own = isRotated ? rotatedAcrossWarp(x[r][part]) : x[r][part];
                    if (dim < dims)
                        *staged.at(warp * 16 + first + r, dim) = finiteHalf(own);
                }
        }
    }

    // ---- The tiles of a segment ----

    __device__ void begin(const Segment& segment)
    {
        const int tile = segment.first / keyRows;
        tiles.begin(segment, tile);
        if (a.stages == 2)
            tiles.load(keyTile(0), valueTile(0), tile);
    }

    __device__ void attend(const Segment& segment)
    {
        const auto reach = WarpReach::of<warpRows>(table, segment, warp * warpRows);
        const int firstTile = segment.first / keyRows, lastTile = segment.last / keyRows;
        int stage = 0;
        for (int tile = firstTile; tile <= lastTile; ++tile) {
            if (a.stages == 1) {
                __syncthreads(); // The tile before, or the staged queries, may still be read.
                tiles.load(keyTile(0), valueTile(0), tile);
            }
            waitForCopies<0>();
            __syncthreads();
            const int firstKey = tile * keyRows;
            const Tile keys = keyTile(stage), values = valueTile(stage);
            if (a.stages == 2) {
                stage ^= 1;
                if (tile < lastTile)
                    tiles.load(keyTile(stage), valueTile(stage), tile + 1);
            }
            // Soft caps are rare; without them the code for whole tiles has one branch less.
            if (reach.seesAll(firstKey, keyRows) && !a.exponents.isTransformed)
                addTile<false>(keys, values, segment, firstKey, keyRows / 16);
            else if (reach.sees(firstKey, keyRows))
                addTile<true>(keys, values, segment, firstKey,
                    min(keyRows / 16, (reach.maxLast - firstKey) / 16 + 1));
        }
    }

    /// Adds the first 16 · groups keys of a tile. Unless it is partial, groups = keyRows / 16, and
    /// every row sees all of them.
    template <bool isPartial>
    __device__ __forceinline__ void addTile(
        const Tile& keys, const Tile& values, const Segment& segment, int firstKey, int groups)
    {
        Scores scores = {};
        if constexpr (!isPartial) {
            multiplyKeys(scores, keys);
        } else {
            multiplyFirstKeys(scores, keys, groups);
            if (a.exponents.isTransformed)
                transform(scores);
            mask(scores, segment, firstKey);
        }
        softmax.weigh(scores, a.exponents.factor);
        softmax.template addValues<isPartial>(scores, values, groups, lane);
    }

    // Neighboring products belong to different sums, so that none waits for the one before it.
    __device__ __forceinline__ void multiplyKeys(Scores& scores, const Tile& keys) const
    {
#pragma unroll
        for (int step = 0; step < steps; ++step) {
            uint32_t query[rowTiles][4];
#pragma unroll
            for (int m = 0; m < rowTiles; ++m)
                readQuery(query[m], m, step);
#pragma unroll
            for (int i = 0; i < keyRows / 16; ++i)
                multiplySixteenKeys(scores, query, keys, i, step);
        }
    }

    __device__ __forceinline__ void multiplyFirstKeys(
        Scores& scores, const Tile& keys, int groups) const
    {
#pragma unroll
        for (int i = 0; i < keyRows / 16; ++i) {
            if (i >= groups)
                break;
#pragma unroll
            for (int step = 0; step < steps; ++step) {
                uint32_t query[rowTiles][4];
#pragma unroll
                for (int m = 0; m < rowTiles; ++m)
                    readQuery(query[m], m, step);
                multiplySixteenKeys(scores, query, keys, i, step);
            }
        }
    }

    __device__ __forceinline__ void multiplySixteenKeys(Scores& scores,
        const uint32_t (&query)[rowTiles][4], const Tile& keys, int i, int step) const
    {
        uint32_t words[4];
        loadMatrix(words,
            keys.at(lane / 16 * 8 + lane % 8, lane / 8 % 2 * 8) + i * 16 * Tile::stride
                + step * 16);
#pragma unroll
        for (int m = 0; m < rowTiles; ++m) {
            multiplyAccumulate<__half>(scores[m][2 * i], query[m], {words[0], words[1]});
            multiplyAccumulate<__half>(scores[m][2 * i + 1], query[m], {words[2], words[3]});
        }
    }

    template <typename Change>
    __device__ __forceinline__ static void changeScores(Scores& scores, Change change)
    {
#pragma unroll
        for (int m = 0; m < rowTiles; ++m)
#pragma unroll
            for (int i = 0; i < keyRows / 8; ++i)
#pragma unroll
                for (int k = 0; k < 4; ++k)
                    change(scores[m][i][k], m, i, k);
    }

    __device__ __forceinline__ void transform(Scores& scores) const
    {
        const float scale = a.shape.scale, cap = a.shape.softCap;
        const float factor = a.exponents.capFactor;
        changeScores(scores, [&](float& score, int, int, int) {
            // cap · tanh(scale · score / cap), where tanh(x) = 1 − 2 / (exp(2x) + 1)
            score
                = cap > 0 ? cap - __fdividef(2 * cap, fastExp2(score * factor) + 1) : score * scale;
        });
    }

    __device__ __forceinline__ void mask(Scores& scores, const Segment& segment, int firstKey) const
    {
        int first[rowTiles][2], last[rowTiles][2];
#pragma unroll
        for (int m = 0; m < rowTiles; ++m)
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                const int row = warp * warpRows + m * 16 + half * 8 + lane / 4;
                const bool isOwn = segment.contains(row);
                const int lanes = firstKey + lane % 4 * 2;
                first[m][half] = (isOwn ? table.first[row] : INT_MAX) - lanes;
                last[m][half] = (isOwn ? table.last[row] : -1) - lanes;
            }
        changeScores(scores, [&](float& score, int m, int i, int k) {
            const int position = i * 8 + k % 2;
            if (position < first[m][k / 2] || position > last[m][k / 2])
                score = -INFINITY;
        });
    }

    // ---- The output ----

    __device__ void write()
    {
        if constexpr (!isContiguous)
            __syncthreads(); // Rows pass through the memory of stage 0.
#pragma unroll
        for (int m = 0; m < rowTiles; ++m)
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                const int row = warp * warpRows + m * 16 + half * 8 + lane / 4;
                softmax.finish(m, half, sinkScore(a.shape, headIndex(row)), a.exponents.factor);
                const float share = __fdividef(1, softmax.total[m][half]);
                if constexpr (isContiguous)
                    writeRow(row, m, half, share);
                else
                    writeStaged(half, share);
            }
    }

    __device__ void writeRow(int row, int m, int half, float share) const
    {
        if (!hasRow(row))
            return;
        const int64_t first = numberOffset(row);
#pragma unroll
        for (int i = 0; i < dims / 8; ++i) {
            const int dim = i * 8 + lane % 4 * 2;
            if (dim >= a.shape.headDim)
                break;
            const float2 two = make_float2(
                softmax.sums[m][i][2 * half] * share, softmax.sums[m][i][2 * half + 1] * share);
            *reinterpret_cast<float2*>(a.out + first + dim) = two;
            if (a.half.numbers)
                storePair(a.half, first + dim, two.x, two.y);
        }
    }

    // Writes eight rows of a warp as f32; row lane / 4 is this lane's. Rotates packed values back.
    __device__ void writeStaged(int half, float share) const
    {
        static_assert(isContiguous || warps * 8 * dims * 4 <= stageBytes);
        auto* staged = reinterpret_cast<float*>(stage0) + warp * 8 * dims;
        for (int i = 0; i < dims / 8; ++i)
            for (int column = 0; column < 2; ++column)
                staged[lane / 4 * dims + i * 8 + lane % 4 * 2 + column]
                    = softmax.sums[0][i][2 * half + column] * share;
        __syncwarp();
        const bool isRotated = isPacked(a.source.values.type);
        const HeadSpan span(isRotated, kvHead(), a.shape.headDim);
        for (int r = 0; r < 8 && hasRow(warp * 16 + half * 8 + r); ++r)
            for (int part = 0; part < span.blocks(a.shape.headDim); ++part) {
                const int dim = part * 32 + lane, own = dim - span.before;
                float x = dim < dims ? staged[r * dims + dim] : 0;
                if (isRotated)
                    x = rotatedAcrossWarp(x);
                if (own < 0 || own >= a.shape.headDim)
                    continue;
                const int64_t index = numberOffset(warp * 16 + half * 8 + r) + own;
                a.out[index] = x;
                if (a.half.numbers)
                    storeNumber(a.half, index, x);
            }
        __syncwarp();
    }
};

} // namespace kernels::cuda
