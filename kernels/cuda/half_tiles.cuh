#pragma once

#include "kernels/cuda/attention_reach.cuh"
#include "kernels/cuda/tensor_core.cuh"

// Tiles of keys and values in shared memory, in half precision, whatever they are stored as.

namespace kernels::cuda {

/// A tile of rows of `dims` numbers. The distance of rows is an odd multiple of 16 bytes, so that a
/// matrix of eight of them is read from all banks.
template <int dims>
struct HalfTile {
    static constexpr int stride = dims + 8;
    static_assert(dims % 16 == 0);
    __half* numbers;

    VIGNETTE_DEVICE static constexpr int bytes(int rows) { return rows * stride * 2; }
    __device__ __half* at(int row, int dim) const { return numbers + row * stride + dim; }
};

/// One head of `rows` rows of a cache as a tile, read by a block of `threads` threads. `cacheRows` is in
/// shared memory: the row of the cache of each row of the tile, −1 for zeros.
template <int dims, int rows, int threads>
class TileReader {
public:
    __device__ TileReader(const Stored& stored, int head, int headDim, const int* cacheRows)
        : m_stored(stored)
        , m_span(isPacked(stored.type), head, headDim)
        , m_headDim(headDim)
        , m_rows(cacheRows)
    {
    }

    /// Begins to read; the tile is complete after the copies are waited for and a barrier.
    __device__ void read(const HalfTile<dims>& tile) const
    {
        switch (m_stored.type) {
        case DType::CacheQ8:
            return unpack<BlockQ8_0>(tile);
        case DType::CacheQ6:
            return unpack<BlockCacheQ6>(tile);
        case DType::CacheQ4:
            return unpack<BlockIQ4_NL>(tile);
        default:
            if (m_stored.type == DType::F16 && m_headDim % 8 == 0)
                return copy(tile);
            return convert(tile);
        }
    }

private:
    __device__ const uint8_t* rowBytesAt(int row) const
    {
        return m_stored.rows + int64_t(max(m_rows[row], 0)) * m_stored.rowBytes;
    }

    // A thread copies 16 bytes at a time.
    __device__ void copy(const HalfTile<dims>& tile) const
    {
        constexpr int perRow = dims / 8;
        for (int i = threadIdx.x; i < rows * perRow; i += threads) {
            const int row = i / perRow, dim = i % perRow * 8;
            const bool exists = m_rows[row] >= 0 && dim < m_headDim;
            const int position = m_span.first + (exists ? dim : 0);
            copyAsync(tile.at(row, dim), rowBytesAt(row) + position * 2, exists);
        }
    }

    // A thread unpacks eight values at a time: one call of segmentWords(). It reads those of several
    // rows before it writes any, so that their latencies overlap.
    template <typename Block>
    __device__ void unpack(const HalfTile<dims>& tile) const
    {
        constexpr int perRow = (dims + 31) / 32 * 4, units = rows * perRow, atOnce = 4;
#pragma unroll 1
        for (int first = threadIdx.x; first < units; first += atOnce * threads) {
            SegmentWords words[atOnce];
            float scales[atOnce], offsets[atOnce];
#pragma unroll
            for (int k = 0; k < atOnce; ++k) {
                const int i = min(first + k * threads, units - 1);
                const int row = i / perRow, part = i % perRow / 4;
                const bool exists = m_rows[row] >= 0 && part < m_span.blocks(m_headDim);
                const auto* blocks = reinterpret_cast<const Block*>(rowBytesAt(row));
                const int64_t segment = m_span.first / 32 + (exists ? part : 0);
                words[k] = segmentWords(blocks, segment, i % 4);
                const SegmentScales both = segmentScales(blocks, segment);
                scales[k] = exists ? both.scale[0] : 0;
                offsets[k] = exists && SegmentTraits<Block>::hasOffset ? both.offset[0] : 0;
            }
#pragma unroll
            for (int k = 0; k < atOnce; ++k) {
                const int i = first + k * threads;
                const int row = i / perRow, dim = i % perRow / 4 * 32 + i % 4 * 4;
                if (i >= units)
                    break;
                put(tile, row, dim, words[k].low, scales[k], offsets[k]);
                put(tile, row, dim + 16, words[k].high, scales[k], offsets[k]);
            }
        }
    }

    __device__ static void put(
        const HalfTile<dims>& tile, int row, int dim, uint32_t word, float scale, float offset)
    {
        if (dim >= dims)
            return;
        float values[4];
        for (int k = 0; k < 4; ++k)
            values[k] = fmaf(scale, signedByte(word, k), offset);
        *reinterpret_cast<uint2*>(tile.at(row, dim))
            = make_uint2(twoHalves(values[0], values[1]), twoHalves(values[2], values[3]));
    }

    __device__ void convert(const HalfTile<dims>& tile) const
    {
        for (int i = threadIdx.x; i < rows * dims; i += threads) {
            const int row = i / dims, dim = i % dims;
            const bool exists = m_rows[row] >= 0 && dim < m_headDim;
            *tile.at(row, dim) = finiteHalf(
                exists ? storedNumber(m_stored.type, rowBytesAt(row), m_span.first + dim) : 0.0f);
        }
    }

    const Stored& m_stored;
    HeadSpan m_span;
    int m_headDim;
    const int* m_rows;
};

} // namespace kernels::cuda
