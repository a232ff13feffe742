#pragma once

#include "kernels/cuda/quantized_products.h"
#include "kernels/cuda/tensor_core.cuh"

// How a block of threads reads quantised weights: sixteen rows of them, a chunk of 1,024 columns at
// a time, copied 16 bytes a lane into a ring of stages in shared memory while earlier chunks are
// multiplied. Rows begin wherever their blocks do, so a row is copied from the multiple of 16 bytes
// before it, and stands that much further in its slot.

namespace kernels::cuda {

constexpr int rowsOfBlock = 16;
constexpr int runsPerChunk = 32;
constexpr int stages = 3;

/// The bytes of a row in a chunk. Of all the types, those with 256 values per block are the ones with
/// longer blocks.
template <typename Block>
constexpr int chunkBytes = runsPerChunk / (sizeof(Block) > 40 ? 8 : 1) * int(sizeof(Block));

/// The rows of weights that a block multiplies: two times eight neighbours.
struct WeightRows {
    const uint8_t *upperWeights, *lowerWeights;
    int upperFirst, lowerFirst;
    int outputs;
    int64_t rowBytes;

    /// Rows behind the last one are the last one; their sums go nowhere.
    __device__ const uint8_t* start(int row) const
    {
        const int output = (row < 8 ? upperFirst : lowerFirst) + row % 8;
        return weights(row) + int64_t(min(output, outputs - 1)) * rowBytes;
    }
    __device__ const uint8_t* end(int row) const
    {
        return weights(row) + int64_t(outputs) * rowBytes;
    }

private:
    __device__ const uint8_t* weights(int row) const
    {
        return row < 8 ? upperWeights : lowerWeights;
    }
};

template <typename Block>
struct WeightStages {
    // An odd number of 16 bytes: the lanes of a warp read eight rows at once.
    static constexpr int copiesPerRow = (chunkBytes<Block> + 15 + 15) / 16 | 1;
    static constexpr int slotBytes = copiesPerRow * 16;
    static constexpr int stageBytes = rowsOfBlock * slotBytes;
    static constexpr int ringBytes = stages * stageBytes;

    uint8_t* ring;
    WeightRows rows;
    int chunks;

    __device__ WeightStages(uint8_t* shared, const WeightRows& weightRows, int runs)
        : ring(shared)
        , rows(weightRows)
        , chunks((runs + runsPerChunk - 1) / runsPerChunk)
    {
    }

    /// Begins to fetch the chunks that the ring has room for beside the one being multiplied.
    __device__ void begin()
    {
        for (int chunk = 0; chunk < stages - 1; ++chunk)
            fetch(chunk);
    }

    /// Waits for the chunk, which all threads then see, and begins to fetch a later one where the
    /// one before it was.
    __device__ void advanceTo(int chunk)
    {
        waitForCopies<stages - 2>();
        __syncthreads();
        fetch(chunk + stages - 1);
    }

    /// The part of a row that lies in the chunk; its first run is run 0.
    __device__ const Block* row(int row, int chunk) const
    {
        const auto shift = reinterpret_cast<uintptr_t>(placeOf(row, chunk)) % 16;
        return reinterpret_cast<const Block*>(
            ring + chunk % stages * stageBytes + row * slotBytes + shift);
    }

private:
    __device__ const uint8_t* placeOf(int row, int chunk) const
    {
        return rows.start(row) + int64_t(chunk) * chunkBytes<Block>;
    }

    __device__ void fetch(int chunk)
    {
        if (chunk < chunks)
            for (int i = threadIdx.x; i < rowsOfBlock * copiesPerRow; i += blockDim.x)
                copy(chunk, i / copiesPerRow, i % copiesPerRow * 16);
        commitCopies(); // also when empty: waiting counts groups
    }

    // Of the last bytes of a matrix less than sixteen may be its own.
    __device__ void copy(int chunk, int row, int offset)
    {
        const uint8_t* place = placeOf(row, chunk);
        const auto shift = reinterpret_cast<uintptr_t>(place) % 16;
        const int64_t left = rows.rowBytes - int64_t(chunk) * chunkBytes<Block>;
        if (offset >= int(shift) + int(left < chunkBytes<Block> ? left : chunkBytes<Block>))
            return;
        const uint8_t* from = place - shift + offset;
        uint8_t* to = ring + chunk % stages * stageBytes + row * slotBytes + offset;
        if (from + 16 <= rows.end(row))
            return copyAsync(to, from);
        for (int i = 0; from + i < rows.end(row); ++i)
            to[i] = from[i];
    }
};

} // namespace kernels::cuda
