#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/half_tiles.cuh"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/online_softmax.cuh"
#include "kernels/cuda/pack_run.cuh"
#include "kernels/cuda/prompt_attention.h"

#include <climits>

// Attention by online softmax over tiles of keys (FlashAttention-2, arXiv 2307.08691). The query
// heads of a kv head share its keys, so a row of a tile of queries is a token and one of these
// heads: row p of a kv head is head p % group of token p / group. Keys are taken from tiles that
// begin at multiples of the tile's length in their sequence, one sequence after the other if a tile
// of queries has tokens of several; so a token's numbers do not depend on its company.

namespace kernels::cuda {

namespace {

constexpr int warps = 4;
constexpr int queryRows = 64; // of a block, sixteen a warp

/// What a block needs to know of its rows, in shared memory.
struct RowTable {
    int sequence[queryRows]; ///< −1 behind the last token
    int last[queryRows], first[queryRows]; ///< the positions that a row sees
};

/// Rows of a block's table that belong to one sequence, and the positions they see.
struct Segment {
    int begin, end;
    int sequence;
    int first, last;

    __device__ Segment(const RowTable& table, int beginRow)
        : begin(beginRow)
        , end(beginRow)
        , sequence(table.sequence[beginRow])
        , first(INT_MAX)
        , last(-1)
    {
        for (; end < queryRows && table.sequence[end] == sequence; ++end) {
            first = min(first, table.first[end]);
            last = max(last, table.last[end]);
        }
    }
};

struct PromptArguments {
    float* out;
    const float* q;
    Stored keys, values;
    RowReach reach;
    AttentionShape shape;
    int tokens;
};

template <int dims>
struct PromptBlock {
    static constexpr int keyRows = dims > 128 ? 32 : 64; // of a tile
    static constexpr int steps = dims / 16;
    static constexpr int sharedBytes
        = HalfTile<dims>::bytes(queryRows + 2 * keyRows) + int(sizeof(RowTable)) + 2 * keyRows * 4;
    static constexpr bool keepsQuery = dims <= 128; // in registers

    const PromptArguments& a;
    HalfTile<dims> query, key, value;
    RowTable& table;
    int (&rowOf)[2][keyRows];
    int kvHead, group, firstRow, lane, warp;

    OnlineSoftmax<dims> softmax;
    uint32_t queryWords[keepsQuery ? steps : 1][4];

    __device__ PromptBlock(const PromptArguments& arguments, uint8_t* shared)
        : a(arguments)
        , query{reinterpret_cast<__half*>(shared)}
        , key{query.at(queryRows, 0)}
        , value{key.at(keyRows, 0)}
        , table(*reinterpret_cast<RowTable*>(value.at(keyRows, 0)))
        , rowOf(*reinterpret_cast<int (*)[2][keyRows]>(&table + 1))
        , kvHead(blockIdx.y)
        , group(a.shape.heads / a.shape.kvHeads)
        , firstRow(int(gridDim.x - 1 - blockIdx.x) * queryRows) // the longest sequences first
        , lane(threadIdx.x % 32)
        , warp(threadIdx.x / 32)
    {
    }

    __device__ void run()
    {
        fillTable();
        loadQuery();
        __syncthreads();
        if constexpr (keepsQuery)
            for (int step = 0; step < steps; ++step)
                loadQueryWords(queryWords[step], step);
        for (int row = 0; row < queryRows && table.sequence[row] >= 0;) {
            const Segment segment(table, row);
            attend(segment);
            row = segment.end;
        }
        write();
    }

private:
    __device__ int64_t placeOf(int row) const // of a row's first number in q and out
    {
        const int packed = firstRow + row;
        return (int64_t(packed / group) * a.shape.heads + kvHead * group + packed % group)
            * a.shape.headDim;
    }
    __device__ int headOf(int row) const { return kvHead * group + (firstRow + row) % group; }
    __device__ bool hasRow(int row) const { return (firstRow + row) / group < a.tokens; }

    __device__ void fillTable()
    {
        const int row = threadIdx.x;
        if (row >= queryRows)
            return;
        const bool exists = hasRow(row);
        const int token = exists ? (firstRow + row) / group : 0;
        table.sequence[row] = exists ? a.reach.sequence(token) : -1;
        table.last[row] = a.reach.last(token);
        table.first[row] = a.reach.first(token);
    }

    // A warp takes 32 numbers of a row at a time, and rotates them where keys are stored rotated.
    __device__ void loadQuery()
    {
        constexpr int parts = (dims + 31) / 32;
        const HeadSpan span(isPacked(a.keys.type), kvHead, a.shape.headDim);
        for (int i = warp; i < queryRows * parts; i += warps) {
            const int row = i / parts, dim = i % parts * 32 + lane, own = dim - span.before;
            const bool exists = hasRow(row) && own >= 0 && own < a.shape.headDim;
            float x = exists ? a.q[placeOf(row) + own] : 0.0f;
            if (isPacked(a.keys.type))
                x = rotatedAcrossWarp(x);
            if (dim < dims)
                *query.at(row, dim) = finiteHalf(x);
        }
    }

    __device__ void loadQueryWords(uint32_t (&words)[4], int step) const
    {
        const int row = warp * 16 + lane % 16, dim = step * 16 + lane / 16 * 8;
        loadMatrix(words, query.at(row, dim));
    }

    __device__ void findRows(const Segment& segment, int tile)
    {
        const int i = threadIdx.x, position = tile * keyRows + i;
        if (i < keyRows)
            rowOf[tile % 2][i]
                = position <= segment.last ? int(a.reach.row(segment.sequence, position)) : -1;
    }

    __device__ void read(const Stored& stored, const HalfTile<dims>& to, int tile) const
    {
        TileReader<dims>(stored, kvHead, a.shape.headDim, rowOf[tile % 2], keyRows).read(to);
        commitCopies();
    }

    // Values are under way while scores are computed, the next keys while values are added.
    __device__ void attend(const Segment& segment)
    {
        const int firstTile = segment.first / keyRows, lastTile = segment.last / keyRows;
        findRows(segment, firstTile);
        __syncthreads();
        read(a.keys, key, firstTile);
        for (int tile = firstTile; tile <= lastTile; ++tile) {
            read(a.values, value, tile);
            findRows(segment, tile + 1);
            waitForCopies<1>();
            __syncthreads();

            float scores[keyRows / 8][4] = {};
            multiplyKeys(scores);
            __syncthreads();
            if (tile < lastTile)
                read(a.keys, key, tile + 1);
            else
                commitCopies(); // an empty group, for waiting counts them
            weigh(scores, segment, tile * keyRows);
            waitForCopies<1>();
            __syncthreads();

            addValues(scores);
            __syncthreads();
        }
    }

    __device__ void multiplyKeys(float (&scores)[keyRows / 8][4])
    {
#pragma unroll
        for (int step = 0; step < steps; ++step) {
            uint32_t loaded[4];
            if constexpr (!keepsQuery)
                loadQueryWords(loaded, step);
            const auto& words = keepsQuery ? queryWords[keepsQuery ? step : 0] : loaded;
#pragma unroll
            for (int i = 0; i < keyRows / 16; ++i) {
                const int row = i * 16 + lane / 16 * 8 + lane % 8,
                          dim = step * 16 + lane / 8 % 2 * 8;
                uint32_t keys[4];
                loadMatrix(keys, key.at(row, dim));
                multiplyAccumulate<__half>(scores[2 * i], words, {keys[0], keys[1]});
                multiplyAccumulate<__half>(scores[2 * i + 1], words, {keys[2], keys[3]});
            }
        }
    }

    __device__ void weigh(float (&scores)[keyRows / 8][4], const Segment& segment, int firstKey)
    {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            const int row = warp * 16 + lane / 4 + 8 * half;
            const bool isOwn = row >= segment.begin && row < segment.end;
            const int first = isOwn ? table.first[row] : INT_MAX, last = table.last[row];
            softmax.weigh(scores, half, firstKey, first, last, a.shape);
        }
    }

    __device__ void addValues(const float (&weights)[keyRows / 8][4])
    {
#pragma unroll
        for (int step = 0; step < keyRows / 16; ++step) {
            const float(&left)[4] = weights[2 * step], (&right)[4] = weights[2 * step + 1];
            const uint32_t words[4] = {twoHalves(left[0], left[1]), twoHalves(left[2], left[3]),
                twoHalves(right[0], right[1]), twoHalves(right[2], right[3])};
#pragma unroll
            for (int i = 0; i < steps; ++i) {
                const int row = step * 16 + lane % 16, dim = i * 16 + lane / 16 * 8;
                uint32_t values[4];
                loadMatrixTransposed(values, value.at(row, dim));
                multiplyAccumulate<__half>(softmax.sums[2 * i], words, {values[0], values[1]});
                multiplyAccumulate<__half>(softmax.sums[2 * i + 1], words, {values[2], values[3]});
            }
        }
    }

    // By way of shared memory, where the tiles were: rows of f32, a warp its own sixteen.
    __device__ void write()
    {
        auto* rows = reinterpret_cast<float*>(query.numbers) + warp * 16 * dims;
        __syncthreads();
        for (int half = 0; half < 2; ++half) {
            softmax.finishTotal(half);
            softmax.addSink(half, sinkOf(a.shape, headOf(warp * 16 + lane / 4 + 8 * half)));
            float* row = rows + (lane / 4 + 8 * half) * dims;
            for (int i = 0; i < dims / 8; ++i)
                for (int column = 0; column < 2; ++column)
                    row[i * 8 + lane % 4 * 2 + column]
                        = softmax.sums[i][2 * half + column] / softmax.total[half];
        }
        __syncwarp();
        const HeadSpan span(isPacked(a.values.type), kvHead, a.shape.headDim);
        for (int row = 0; row < 16 && hasRow(warp * 16 + row); ++row)
            for (int part = 0; part < span.runs(a.shape.headDim); ++part) {
                const int dim = part * 32 + lane, own = dim - span.before;
                float x = dim < dims ? rows[row * dims + dim] : 0;
                if (isPacked(a.values.type))
                    x = rotatedAcrossWarp(x);
                if (own >= 0 && own < a.shape.headDim)
                    a.out[placeOf(warp * 16 + row) + own] = x;
            }
    }
};

// Grid: tile of queries, kv head.
template <int dims>
__global__ void __launch_bounds__(warps * 32) attendPromptKernel(PromptArguments arguments)
{
    PromptBlock<dims>(arguments, sharedMemory<uint8_t>()).run();
}

} // namespace

bool canAttendPrompt(
    const DeviceStream& stream, TensorView keys, TensorView values, const AttentionShape& shape)
{
    const int columns = columnsOf(keys, values, shape.headDim);
    if (columns > 256)
        return false;
    return withWidth<64, 80, 96, 128, 256>(columns, [&](auto dims) {
        return size_t(PromptBlock<dims>::sharedBytes) <= stream.properties().sharedMemPerBlockOptin;
    });
}

void attendPrompt(DeviceStream& stream, TensorView out, TensorView q, TensorView keys,
    TensorView values, const RowReach& reach, const AttentionShape& shape)
{
    const PromptArguments arguments{out.data<float>(), q.data<float>(), Stored::of(keys),
        Stored::of(values), reach, shape, int(q.rows)};
    const int64_t rows = q.rows * (shape.heads / shape.kvHeads);
    const dim3 blocks(unsigned((rows + queryRows - 1) / queryRows), unsigned(shape.kvHeads));
    withWidth<64, 80, 96, 128, 256>(columnsOf(keys, values, shape.headDim), [&](auto dims) {
        launch(stream.get(), {blocks, warps * 32, size_t(PromptBlock<dims>::sharedBytes)},
            attendPromptKernel<dims>, arguments);
    });
    checkLaunch("the attention of a prompt");
}

} // namespace kernels::cuda
