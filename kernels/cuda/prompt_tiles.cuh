#pragma once

#include "kernels/cuda/half_tiles.cuh"
#include "kernels/cuda/prompt_rows.cuh"

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

namespace kernels::cuda {

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
            TileReader<dims, keyRows, threads>(
                stored, m_kvHead, m_source.headDim, m_rows[tile % 2])
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
