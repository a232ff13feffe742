#pragma once

#include "kernels/cuda/attention_reach.cuh"
#include "kernels/cuda/half_tiles.cuh"
#include "kernels/cuda/reduce.cuh"
#include "kernels/cuda/tensor_core.cuh"

#include <climits>

// The rows of a block of prompt attention, and the positions that they see.
//
// The query heads of a kv head share its keys, so a row is a token and one of these heads: row p of
// a kv head is head p % group of token p / group, where group = heads / kvHeads.

namespace kernels::cuda {

/// The rows of a block, in shared memory.
template <int rows>
struct RowTable {
    int sequence[rows]; ///< −1 behind the last token
    int first[rows], last[rows]; ///< the positions that a row sees

    /// Every thread calls this with its own number. A barrier must follow.
    __device__ void fill(int row, int token, int tokens, const RowReach& reach)
    {
        const bool exists = token < tokens, isCached = reach.isCached();
        const int i = reach.firstToken + (exists ? token : 0);
        const int own = isCached ? reach.slots.sequences[i] : 0;
        const int from = reach.firsts[i], to = reach.lasts[i];
        // See RowReach: without a cache, positions count from the first row that the token sees.
        const int base = isCached ? 0 : from;
        sequence[row] = !exists ? -1 : isCached ? own : from;
        first[row] = from - base;
        last[row] = exists ? to - base : -1;
    }
};

/// Consecutive rows of a block that belong to one sequence, and the positions that any of them sees.
struct Segment {
    int begin, end; ///< rows of the block
    int sequence; ///< −1 behind the last token
    int first, last; ///< positions

    /// The segment that begins at `begin`. A whole warp calls this.
    template <int rows>
    __device__ static Segment at(const RowTable<rows>& table, int begin)
    {
        const int lane = threadIdx.x % 32, sequence = table.sequence[begin];
        int end = rows, first = INT_MAX, last = -1;
        for (int row = lane; row < rows; row += 32)
            if (row > begin && table.sequence[row] != sequence)
                end = min(end, row);
        end = warpMin(end);
        for (int row = lane; row < rows; row += 32)
            if (row >= begin && row < end) {
                first = min(first, table.first[row]);
                last = max(last, table.last[row]);
            }
        return {begin, end, sequence, warpMin(first), warpMax(last)};
    }

    __device__ bool contains(int row) const { return row >= begin && row < end; }
};

/// The positions that the rows of one warp see. They decide which tiles of keys the warp needs, and
/// in which of these it must mask positions that some row must not see.
struct WarpReach {
    int minFirst, maxLast; ///< of all rows together; a warp without rows sees nothing
    int maxFirst, minLast; ///< every row sees the positions from maxFirst to minLast

    /// Rows behind the last token do not count. A row of another segment sees nothing of this one.
    /// A whole warp calls this; it has at most 32 rows, from `firstRow` on.
    template <int warpRows, int rows>
    __device__ static WarpReach of(
        const RowTable<rows>& table, const Segment& segment, int firstRow)
    {
        static_assert(warpRows <= 32);
        const int row = firstRow + int(threadIdx.x) % 32 % warpRows;
        const bool isOwn = segment.contains(row), isForeign = !isOwn && table.sequence[row] >= 0;
        const int first = table.first[row], last = table.last[row];
        return {warpMin(isOwn ? first : INT_MAX), warpMax(isOwn ? last : -1),
            warpMax(isForeign ? INT_MAX
                    : isOwn   ? first
                              : 0),
            warpMin(isOwn ? last : INT_MAX)};
    }

    __device__ bool sees(int firstKey, int keys) const
    {
        return firstKey <= maxLast && firstKey + keys > minFirst;
    }
    __device__ bool seesAll(int firstKey, int keys) const
    {
        return firstKey >= maxFirst && firstKey + keys - 1 <= minLast;
    }
};

// The softmax of prompt attention. It computes little per score: one multiply-add and one power, and
// sums are rescaled only when the maximum has grown much.

/// How scores become exponents of two: exponent = factor · score, where score is q · k, unless
/// `isTransformed`; then the scale and the soft cap are applied first, see scaledScore().
struct ExponentScale {
    float factor; ///< positive
    bool isTransformed;
    float capFactor; ///< 2 log2(e) · scale / cap, if there is a cap

    static ExponentScale of(const AttentionShape& shape)
    {
        const bool hasCap = shape.softCap > 0, isTransformed = hasCap || shape.scale <= 0;
        return {isTransformed ? log2OfE : shape.scale * log2OfE, isTransformed,
            hasCap ? 2 * log2OfE * shape.scale / shape.softCap : 0};
    }
};

/// The running softmax and output of a warp's 16 · rowTiles rows. A lane stores, of row tile m, the
/// rows 16 m + lane / 4 (half 0) and 16 m + lane / 4 + 8 (half 1), see tensor_core.cuh.
template <int dims, int rowTiles, int keys>
struct PromptSoftmax {
    static constexpr int keyTiles = keys / 8;
    using Scores = float[rowTiles][keyTiles][4];

    float sums[rowTiles][dims / 8][4] = {}; ///< Σ weight · value so far
    float total[rowTiles][2] = {}; ///< Σ weight of this lane's columns
    /// Weights are 2^(factor · (score − reference)). The reference is a score between the largest
    /// one so far and that minus maxGrowth / factor, −∞ before the first score. Weights are so at
    /// most 2^maxGrowth, far from the largest half, and of the same relative precision.
    float reference[rowTiles][2];
    static constexpr float maxGrowth = 8;

    __device__ PromptSoftmax()
    {
        for (int m = 0; m < rowTiles; ++m)
            reference[m][0] = reference[m][1] = -INFINITY;
    }

    /// Replaces scores by their weights. Scores that don't count are −∞.
    __device__ __forceinline__ void weigh(Scores& scores, float factor)
    {
        float before[rowTiles][2];
        bool isRescaled = false;
#pragma unroll
        for (int m = 0; m < rowTiles; ++m)
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                float highest = fmaxf(scores[m][0][2 * half], scores[m][0][2 * half + 1]);
#pragma unroll
                for (int i = 1; i < keyTiles; ++i)
                    highest
                        = fmaxf(highest, fmaxf(scores[m][i][2 * half], scores[m][i][2 * half + 1]));
                highest = fmaxf(highest, __shfl_xor_sync(0xffffffff, highest, 1));
                highest = fmaxf(highest, __shfl_xor_sync(0xffffffff, highest, 2));
                float& own = reference[m][half];
                const bool grows = (highest - own) * factor > maxGrowth; // false if both are −∞
                before[m][half] = grows ? fastExp2((own - highest) * factor) : 1.0f;
                own = grows ? highest : own;
                isRescaled = isRescaled || grows;
            }
#pragma unroll
        for (int m = 0; m < rowTiles; ++m)
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                const float own = reference[m][half];
                const float offset = own == -INFINITY ? 0.0f : -own * factor;
                float sum = 0;
#pragma unroll
                for (int i = 0; i < keyTiles; ++i)
#pragma unroll
                    for (int column = 0; column < 2; ++column) {
                        float& score = scores[m][i][2 * half + column];
                        score = fastExp2(fmaf(score, factor, offset));
                        sum += score;
                    }
                total[m][half] = fmaf(total[m][half], before[m][half], sum);
            }
        if (__any_sync(0xffffffff, isRescaled))
            rescale(before);
    }

    /// Adds the values of a tile, multiplied by the weights of its rows; of a partial tile, only of
    /// its first `groups` groups of sixteen rows.
    template <bool isPartial, typename Tile>
    __device__ __forceinline__ void addValues(
        const Scores& weights, const Tile& values, int groups, int lane)
    {
#pragma unroll
        for (int step = 0; step < keys / 16; ++step) {
            if (isPartial && step >= groups)
                break;
            uint32_t words[rowTiles][4];
#pragma unroll
            for (int m = 0; m < rowTiles; ++m)
#pragma unroll
                for (int i = 0; i < 4; ++i)
                    words[m][i] = halfPair(weights[m][2 * step + i / 2][i % 2 * 2],
                        weights[m][2 * step + i / 2][i % 2 * 2 + 1]);
#pragma unroll
            for (int i = 0; i < (dims + 15) / 16; ++i) {
                uint32_t loaded[4];
                loadMatrixTransposed(loaded,
                    values.at(lane % 16, lane / 16 * 8) + step * 16 * Tile::stride + i * 16);
#pragma unroll
                for (int m = 0; m < rowTiles; ++m) {
                    multiplyAccumulate<__half>(sums[m][2 * i], words[m], {loaded[0], loaded[1]});
                    if (2 * i + 1 < dims / 8) // dims may be an odd multiple of eight
                        multiplyAccumulate<__half>(sums[m][min(2 * i + 1, dims / 8 - 1)], words[m],
                            {loaded[2], loaded[3]});
                }
            }
        }
    }

    /// Adds up the totals of whole rows and adds the sink. Must be called once, after the last
    /// keys.
    __device__ __forceinline__ void finish(int m, int half, float sink, float factor)
    {
        float& own = total[m][half];
        own += __shfl_xor_sync(0xffffffff, own, 1);
        own += __shfl_xor_sync(0xffffffff, own, 2);
        if (sink != -INFINITY)
            own += fastExp2(sink * log2OfE - reference[m][half] * factor);
    }

private:
    __device__ __forceinline__ void rescale(const float (&before)[rowTiles][2])
    {
#pragma unroll
        for (int m = 0; m < rowTiles; ++m)
#pragma unroll
            for (int i = 0; i < dims / 8; ++i)
#pragma unroll
                for (int k = 0; k < 4; ++k)
                    sums[m][i][k] *= before[m][k / 2];
    }
};

// Loads the tiles of keys and values of a segment into shared memory. The two classes have the same
// interface:
//
//   begin(segment, tile)        before the first tile of a segment. All threads of the block call it
//                               after a barrier behind the last load() of the segment before.
//   load(keys, values, tile)    begins to load a tile; the tiles come in order. Between two calls
//                               there is a barrier.
//
// A tile is complete after waitForCopies() and a barrier. Tile i holds the positions from keyRows · i
// on; positions behind the segment's last one become zeros.

/// Keys and values, and which of them the tokens see.
struct KeysAndValues {
    Stored keys, values;
    RowReach reach;
    int headDim;
};

/// Tiles of halves whose rows follow one another in memory: those of matrices, and of a cache whose
/// pages contain whole tiles. A thread copies the same 16 bytes of every rowsPerPass-th row:
///
///   thread t:  row t / perRow + rowsPerPass · pass,  numbers 8 (t % perRow) …  of the head
template <int dims, int keyRows, int threads>
class ContiguousTiles {
public:
    static constexpr int sharedBytes = 0;

    __device__ ContiguousTiles(const KeysAndValues& source, int kvHead, void*)
        : m_source(source)
        , m_hasNumbers(chunk() * 8 < source.headDim)
        , m_offset(row() * int(source.keys.rowBytes)
              + (kvHead * source.headDim + (m_hasNumbers ? chunk() * 8 : 0)) * 2)
    {
    }

    __device__ void begin(const Segment& segment, int tile)
    {
        const Slots& slots = m_source.reach.slots;
        m_end = segment.last + 1;
        if (m_source.reach.isCached()) {
            const int tilesOfPage = slots.pageSize / keyRows, page = tile / tilesOfPage;
            m_page = slots.pageTables + int64_t(segment.sequence) * slots.tableColumns + page;
            m_tilesLeft = tilesOfPage - tile % tilesOfPage;
            m_nextRow = *m_page * slots.pageSize + tile % tilesOfPage * keyRows;
        } else {
            m_tilesLeft = INT_MAX;
            m_nextRow = segment.sequence + tile * keyRows;
        }
    }

    __device__ void load(const HalfTile<dims>& keys, const HalfTile<dims>& values, int tile)
    {
        const int64_t offset = m_nextRow * m_source.keys.rowBytes + m_offset;
        const int count = m_end - tile * keyRows; // of existing rows
        copy(keys, m_source.keys.rows + offset, count);
        copy(values, m_source.values.rows + offset, count);
        commitCopies();
        m_nextRow += keyRows;
        // The page table is read a tile ahead, for its latency.
        if (--m_tilesLeft == 0 && count > keyRows) {
            const int pageSize = m_source.reach.slots.pageSize;
            m_tilesLeft = pageSize / keyRows;
            m_nextRow = *++m_page * pageSize;
        }
    }

private:
    static constexpr int perRow = dims / 8;
    static constexpr int rowsPerPass = threads / perRow;
    static constexpr int passes = (keyRows + rowsPerPass - 1) / rowsPerPass;

    __device__ static int row() { return int(threadIdx.x) / perRow; }
    __device__ static int chunk() { return int(threadIdx.x) % perRow; }

    __device__ void copy(const HalfTile<dims>& tile, const uint8_t* from, int count) const
    {
        if (threads % perRow != 0 && row() >= rowsPerPass)
            return;
        __half* to = tile.at(row(), chunk() * 8);
#pragma unroll
        for (int pass = 0; pass < passes; ++pass) {
            const int i = row() + pass * rowsPerPass;
            if (keyRows % rowsPerPass == 0 || i < keyRows)
                copyAsync(to + pass * rowsPerPass * HalfTile<dims>::stride, from,
                    m_hasNumbers && i < count);
            from += rowsPerPass * m_source.keys.rowBytes;
        }
    }

    const KeysAndValues& m_source;
    bool m_hasNumbers; ///< false in the padding of a head
    int m_offset; ///< of this thread's first bytes from those of the tile's first row
    int m_end = 0; ///< the position behind the segment's last one
    int m_nextRow = 0; ///< the matrix's row of the next tile's first position
    int m_tilesLeft = 0; ///< from the next one on in its page
    const int32_t* m_page = nullptr; ///< its entry in the page table
};

/// Tiles of any type and from pages of any length.
template <int dims, int keyRows, int threads>
class AnyTiles {
public:
    static constexpr int sharedBytes = 2 * keyRows * int(sizeof(int));

    __device__ AnyTiles(const KeysAndValues& source, int kvHead, void* shared)
        : m_source(source)
        , m_kvHead(kvHead)
        , m_rows(*static_cast<int (*)[2][keyRows]>(shared))
    {
    }

    __device__ void begin(const Segment& segment, int tile)
    {
        m_sequence = segment.sequence;
        m_last = segment.last;
        findRows(tile);
        __syncthreads();
    }

    __device__ void load(const HalfTile<dims>& keys, const HalfTile<dims>& values, int tile)
    {
#pragma unroll 1 // The code that reads a tile is long.
        for (int i = 0; i < 2; ++i) {
            const Stored& stored = i ? m_source.values : m_source.keys;
            TileReader<dims, keyRows, threads>(stored, m_kvHead, m_source.headDim, m_rows[tile % 2])
                .read(i ? values : keys);
        }
        commitCopies();
        findRows(tile + 1);
    }

private:
    __device__ void findRows(int tile)
    {
        const int i = threadIdx.x, position = tile * keyRows + i;
        if (i < keyRows)
            m_rows[tile % 2][i]
                = position <= m_last ? int(m_source.reach.row(m_sequence, position)) : -1;
    }

    const KeysAndValues& m_source;
    int m_kvHead;
    int (&m_rows)[2][keyRows]; ///< the row of each position of a tile, −1 for zeros
    int m_sequence = 0, m_last = 0;
};

} // namespace kernels::cuda
