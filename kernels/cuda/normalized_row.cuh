#pragma once

#include "kernels/cuda/launch.h"
#include "kernels/cuda/pack_segment.cuh"
#include "kernels/cuda/quantized_products.h"

// The norm of one row, computed by every block of the product that reads it: that takes less time
// than a kernel of its own. The sum of squares has the order that rmsNormKernel gives it, so the
// numbers are the same, bit for bit:
//
//   segment r of the row (32 values, one per lane)   is added to partial sum r % 32, lane by lane
//   partial sum v                                is added up over its 32 lanes
//   the 32 partial sums                          are added up in the same way
//
// A warp of the block takes the segments w, w + warps, …; so it has all segments of its partial sums.

namespace kernels::cuda {

/// Four neighboring values of a segment as bytes, and the numbers of the segment. Eight lanes share a segment:
/// lane q has the values 4q … 4q + 3.
struct PackedFour {
    uint32_t bytes;
    int word; ///< the position of the bytes in the segment of an ActivationTile, in words
    float scale;
    float sums[2]; ///< of the halves; valid in lane 0 of the eight

    __device__ explicit PackedFour(const float4& values)
    {
        const float own[4] = {values.x, values.y, values.z, values.w};
        const int q = threadIdx.x % 8;
        float highest = 0;
        for (float value : own)
            highest = fmaxf(highest, activationMagnitude(value));
        for (int distance = 4; distance > 0; distance /= 2)
            highest = fmaxf(highest, __shfl_xor_sync(0xffffffff, highest, distance));
        scale = activationScale(highest);
        bytes = 0;
        int sum = 0;
        for (int i = 0; i < 4; ++i) {
            const int byte = activationByte(own[i], scale);
            bytes |= uint32_t(uint8_t(byte)) << 8 * i;
            sum += byte;
        }
        for (int distance = 2; distance > 0; distance /= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, distance);
        sums[0] = float(sum) * scale;
        sums[1] = __shfl_xor_sync(0xffffffff, sums[0], 4);
        word = q % 4 * 2 + q / 4;
    }
};

/// The values of a row that a lane of a block of `warps` warps normalizes.
template <int warps>
class NormalizedRow {
public:
    static constexpr int segmentsPerWarp = NormOfRow::maxColumns / 32 / warps;
    static constexpr int partials = 32 / warps; // per warp
    static constexpr int sharedBytes = warps * 4 * 32 * int(sizeof(float));
    static_assert(32 % warps == 0 && segmentsPerWarp % 4 == 0 && NormOfRow::minColumns == 32 * 32);

    /// Reads the weights, which may happen before waitForPredecessor().
    __device__ explicit NormalizedRow(const NormOfRow& norm)
        : m_norm(norm)
    {
#pragma unroll
        for (int j = 0; j < segmentsPerWarp; ++j)
            m_weights[j] = has(j) ? norm.weight[index(j)] : 0.0f;
    }

    /// Reads and normalizes the row, and calls store(segment, PackedFour) for every segment of it, eight lanes
    /// at a time. All threads of the block; `shared` has sharedBytes. Block 0 also writes the row.
    template <typename Store>
    __device__ void compute(float* shared, Store store)
    {
        __shared__ float sums[32];
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        float values[segmentsPerWarp], squares[partials] = {};
#pragma unroll
        for (int j = 0; j < segmentsPerWarp; ++j)
            values[j] = has(j) ? __ldcg(m_norm.x + index(j)) : 0.0f;
#pragma unroll
        for (int j = 0; j < segmentsPerWarp; ++j)
            squares[j % partials] = fmaf(values[j], values[j], squares[j % partials]);
#pragma unroll
        for (int i = 0; i < partials; ++i) {
            squares[i] = warpSum(squares[i]);
            if (lane == 0)
                sums[warp + i * warps] = squares[i];
        }
        __syncthreads();
        const float scale = normScale(warpSum(sums[lane]), m_norm.columns, m_norm.epsilon);
#pragma unroll
        for (int j = 0; j < segmentsPerWarp; ++j) {
            values[j] = values[j] * scale * m_weights[j];
            if (blockIdx.x == 0 && has(j))
                m_norm.out[index(j)] = values[j];
        }
        float* own = shared + warp * 4 * 32;
#pragma unroll
        for (int j = 0; j < segmentsPerWarp; j += 4) {
            if (!has(j))
                break;
            __syncwarp(); // the values before have been read
#pragma unroll
            for (int i = 0; i < 4; ++i)
                own[i * 32 + lane] = values[j + i];
            __syncwarp();
            const PackedFour packed(reinterpret_cast<const float4*>(own)[lane]);
            const int segment = (j + lane / 8) * warps + warp;
            if (segment * 32 < m_norm.columns)
                store(segment, packed);
        }
    }

private:
    static __device__ int index(int j)
    {
        return (j * warps * 32) + int(threadIdx.x);
    }
    __device__ bool has(int j) const
    {
        return index(j) < m_norm.columns;
    }

    const NormOfRow& m_norm;
    float m_weights[segmentsPerWarp];
};

/// Stores the values that eight lanes have packed as a segment of the first row.
__device__ __forceinline__ void storeSegment(
    const PackedRows& rows, int segment, const PackedFour& packed)
{
    ActivationTile& tile = rows.tile(0, segment);
    reinterpret_cast<uint32_t*>(tile.bytes[0])[packed.word] = packed.bytes;
    if (threadIdx.x % 8 == 0)
        tile.numbers[0]
            = {packed.scale, packed.sums[0] + packed.sums[1], {packed.sums[0], packed.sums[1]}};
}

} // namespace kernels::cuda
