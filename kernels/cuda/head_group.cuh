#pragma once

#include "kernels/cuda/half_tiles.cuh"

// Sixteen keys and values of one head as a warp reads them: copied as they are stored, 16 bytes a
// lane, into a ring of its own in shared memory; packed ones are unpacked there, as whole numbers,
// with their scales beside them.

namespace kernels::cuda {

constexpr int groupKeys = 16;

/// Keys or values, and how a ring holds a head of them.
struct CacheSide {
    Stored stored;
    const uint8_t* end;
    int blockBytes; ///< of a run, if packed
    int slotBytes; ///< of a row in the ring; an odd number of 16
    bool isPacked;

    template <int dims>
    static CacheSide of(TensorView matrix, int headDim)
    {
        const bool packed = kernels::cuda::isPacked(matrix.dtype);
        const int block = packed ? info(matrix.dtype).blockBytes : 0;
        const int spanBytes = HeadSpan::mostColumns(true, headDim) / 32 * block;
        return {Stored::of(matrix), matrix.data<uint8_t>() + matrix.sizeInBytes(), block,
            packed ? ((spanBytes + 15 + 15) / 16 | 1) * 16 : HalfTile<dims>::stride * 2, packed};
    }

    VIGNETTE_DEVICE HeadSpan span(int head, int headDim) const { return {isPacked, head, headDim}; }
};

/// A warp's ring of groups.
template <int dims>
class GroupRing {
public:
    static constexpr int runs = dims / 32;

    /// Bytes of shared memory of a warp.
    VIGNETTE_DEVICE static int bytes(const CacheSide& keys, const CacheSide& values, int stages)
    {
        const int stage = groupKeys * (keys.slotBytes + values.slotBytes + 2 * int(sizeof(int)));
        return stages * stage + unpackedBytes(keys, values)
            + (groupKeys + 4) * runs * int(sizeof(float));
    }

    __device__ GroupRing(const CacheSide& keys, const CacheSide& values, int head, int headDim,
        int stages, uint8_t* shared, int warp)
        : m_keys(keys)
        , m_values(values)
        , m_keySpan(keys.span(head, headDim))
        , m_valueSpan(values.span(head, headDim))
        , m_headDim(headDim)
        , m_stages(stages)
        , m_lane(threadIdx.x % 32)
    {
        m_slots = shared + warp * bytes(keys, values, stages);
        m_shifts = reinterpret_cast<int*>(slot(stages, 0, false));
        uint8_t* unpacked = reinterpret_cast<uint8_t*>(m_shifts + stages * 2 * groupKeys);
        m_unpacked.numbers = reinterpret_cast<__half*>(unpacked);
        m_shares = reinterpret_cast<float*>(unpacked + unpackedBytes(keys, values));
        m_scales = m_shares + groupKeys * runs;
    }

    /// Begins to copy the next group; rowOf(key) is the row of a key of it, −1 for none.
    template <typename RowOf>
    __device__ void fetch(RowOf rowOf)
    {
        const int row = m_lane < groupKeys ? int(rowOf(m_lane)) : -1;
        const int stage = m_fetched++ % m_stages;
        for (int pass = 0; pass < groupKeys / 4; ++pass) {
            const int key = pass * 4 + m_lane / 8;
            const int ofKey = __shfl_sync(0xffffffff, row, key);
            copyRow(m_keys, m_keySpan, ofKey, slot(stage, key, false), shift(stage, key, false));
            copyRow(m_values, m_valueSpan, ofKey, slot(stage, key, true), shift(stage, key, true));
        }
        commitCopies();
    }

    /// Until all but the groups fetched last, as many as the ring has stages less one, are there.
    __device__ void wait() const
    {
        if (m_stages == 2)
            waitForCopies<1>();
        else
            waitForCopies<0>();
        __syncwarp();
    }

    /// The tile of keys, or of values, of the stage-th group fetched; share() and scale() are then
    /// theirs.
    __device__ HalfTile<dims> keys(int stage) { return tile(m_keys, m_keySpan, stage, false); }
    __device__ HalfTile<dims> values(int stage) { return tile(m_values, m_valueSpan, stage, true); }

    /// What a number of the tile is worth: share(key, run) · scale(run), with shares from −1 to 1.
    __device__ float share(int key, int run) const
    {
        return m_isPlain ? 1 : m_shares[key * runs + run];
    }
    __device__ float scale(int run) const { return m_isPlain ? 1 : m_scales[run]; }

private:
    VIGNETTE_DEVICE static int unpackedBytes(const CacheSide& keys, const CacheSide& values)
    {
        return keys.isPacked || values.isPacked ? HalfTile<dims>::bytes(groupKeys) : 0;
    }

    __device__ uint8_t* slot(int stage, int key, bool ofValues) const
    {
        const int keyBytes = groupKeys * m_keys.slotBytes;
        uint8_t* first = m_slots + stage * (keyBytes + groupKeys * m_values.slotBytes);
        return ofValues ? first + keyBytes + key * m_values.slotBytes
                        : first + key * m_keys.slotBytes;
    }

    // How far into its slot a packed row begins; −1 if there is no row.
    __device__ int& shift(int stage, int key, bool ofValues) const
    {
        return m_shifts[(stage * 2 + (ofValues ? 1 : 0)) * groupKeys + key];
    }

    // Eight lanes a row.
    __device__ void copyRow(
        const CacheSide& side, const HeadSpan& span, int row, uint8_t* to, int& shift) const
    {
        const uint8_t* begin = side.stored.rows + int64_t(max(row, 0)) * side.stored.rowBytes;
        if (!side.isPacked) {
            begin += span.first * 2;
            for (int dim = m_lane % 8 * 8; dim < dims; dim += 64) {
                const bool exists = row >= 0 && dim < m_headDim;
                copyAsync(to + dim * 2, exists ? begin + dim * 2 : begin, exists);
            }
            return;
        }
        begin += span.first / 32 * side.blockBytes;
        const int before = int(reinterpret_cast<uintptr_t>(begin) % 16);
        if (m_lane % 8 == 0)
            shift = row < 0 ? -1 : before;
        const int bytes = row < 0 ? 0 : before + span.runs(m_headDim) * side.blockBytes;
        for (int i = m_lane % 8 * 16; i < bytes; i += 128) {
            const uint8_t* from = begin - before + i;
            if (from + 16 <= side.end)
                copyAsync(to + i, from);
            else
                for (int k = 0; from + k < side.end; ++k)
                    to[i + k] = from[k];
        }
    }

    __device__ HalfTile<dims> tile(
        const CacheSide& side, const HeadSpan& span, int stage, bool ofValues)
    {
        stage %= m_stages;
        m_isPlain = !side.isPacked;
        if (m_isPlain)
            return {reinterpret_cast<__half*>(slot(stage, 0, ofValues))};
        __syncwarp(); // what was unpacked before is done with
        if (side.stored.type == DType::CacheQ8)
            unpack<BlockQ8_0>(span, stage, ofValues);
        else if (side.stored.type == DType::CacheQ6)
            unpack<BlockCacheQ6>(span, stage, ofValues);
        else
            unpack<BlockIQ4_NL>(span, stage, ofValues);
        __syncwarp();
        return m_unpacked;
    }

    template <typename Block>
    __device__ void unpack(const HeadSpan& span, int stage, bool ofValues)
    {
        const int ownRuns = span.runs(m_headDim);
        const auto blocksOf = [&](int key) {
            const int begin = max(shift(stage, key, ofValues), 0);
            return reinterpret_cast<const Block*>(slot(stage, key, ofValues) + begin);
        };
        const auto exists
            = [&](int key, int run) { return shift(stage, key, ofValues) >= 0 && run < ownRuns; };
        for (int i = m_lane; i < groupKeys * runs * 4; i += 32) {
            const int key = i / (runs * 4), run = i / 4 % runs, t = i % 4;
            RunWords words{};
            if (exists(key, run))
                words = runWords(blocksOf(key), run, t);
            const int bias = exists(key, run) && RunTraits<Block>::hasOffset ? -32 : 0;
            put(key, run * 32 + 4 * t, words.low, bias);
            put(key, run * 32 + 4 * t + 16, words.high, bias);
        }
        const int key = m_lane % 16;
        for (int run = m_lane / 16; run < runs; run += 2) {
            const float scale = exists(key, run) ? runScales(blocksOf(key), run).scale[0] : 0;
            float most = fabsf(scale);
            for (int distance = 8; distance > 0; distance /= 2)
                most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, distance));
            m_shares[key * runs + run] = most > 0 ? scale / most : 0;
            if (key == 0)
                m_scales[run] = most;
        }
    }

    // Whole numbers of seven bits and a sign: exact in half precision.
    __device__ void put(int key, int dim, uint32_t word, int bias) const
    {
        const auto two = [&](int k) {
            return twoHalves(byteOf(word, k) + float(bias), byteOf(word, k + 1) + float(bias));
        };
        *reinterpret_cast<uint2*>(m_unpacked.at(key, dim)) = make_uint2(two(0), two(2));
    }

    const CacheSide &m_keys, &m_values;
    HeadSpan m_keySpan, m_valueSpan;
    int m_headDim, m_stages, m_lane;
    int m_fetched = 0;
    bool m_isPlain = true;
    uint8_t* m_slots;
    int* m_shifts;
    HalfTile<dims> m_unpacked;
    float *m_shares, *m_scales;
};

} // namespace kernels::cuda
