#pragma once

#include "kernels/cuda/attention_reach.cuh"
#include "kernels/cuda/reduce.cuh"

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

} // namespace kernels::cuda
