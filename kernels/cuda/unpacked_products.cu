#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cached_rows.cuh"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/unpacked_products.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace kernels::cuda {

namespace {

template <typename Block>
__device__ __forceinline__ RunScales scalesFor(const Block* row, int run)
{
    return runScales(row, run);
}

/// The beginning of a block of Q4_K or Q5_K, which is read as a whole: the compiler reads the
/// fields of a packed structure byte by byte.
struct alignas(16) GroupHeader {
    uint16_t scale, minimum;
    uint8_t groups[12];
};

template <typename Block>
__device__ __forceinline__ RunScales headerScales(const Block* row, int run)
{
    static_assert(blockAlignment<Block> == 16 && offsetof(Block, groups) == 4);
    const uint4 bytes = *reinterpret_cast<const uint4*>(row + run / 8);
    GroupHeader header;
    memcpy(&header, &bytes, sizeof header);
    return groupScales(header, run % 8);
}

__device__ __forceinline__ RunScales scalesFor(const BlockQ4_K* row, int run)
{
    return headerScales(row, run);
}

__device__ __forceinline__ RunScales scalesFor(const BlockQ5_K* row, int run)
{
    return headerScales(row, run);
}

constexpr unsigned unpackThreads = 256;

// Grid: rows, groups of runs. Four threads unpack a run of 32 numbers, each with one call of
// runWords(). Neighbors exchange a word, so that a thread stores eight neighboring numbers:
//
//   thread t of the run    0            1            2             3
//   reads the numbers      0–3, 16–19   4–7, 20–23   8–11, 24–27   12–15, 28–31
//   stores the numbers     0–7          16–23        8–15          24–31
template <typename Block>
__global__ void __launch_bounds__(unpackThreads)
    unpackKernel(__half* out, const uint8_t* weight, int runs, int64_t rowBytes)
{
    letSuccessorStart();
    const int i = int(blockIdx.y * blockDim.x + threadIdx.x);
    const int run = i / 4, t = i % 4;
    const bool exists = run < runs, isOdd = t % 2 != 0;
    const auto* blocks = reinterpret_cast<const Block*>(weight + int64_t(blockIdx.x) * rowBytes);
    RunWords words{};
    if (exists)
        words = runWords(blocks, run, t);
    const uint32_t received = __shfl_xor_sync(0xffffffff, isOdd ? words.low : words.high, 1);
    if (!exists)
        return waitForPredecessor();
    const uint32_t first = isOdd ? received : words.low, second = isOdd ? words.high : received;
    const RunScales scales = scalesFor(blocks, run);
    const bool takesSecond = RunTraits<Block>::hasTwoScales && isOdd;
    const float scale = takesSecond ? scales.scale[1] : scales.scale[0];
    float offset = 0;
    if constexpr (RunTraits<Block>::hasOffset)
        offset = takesSecond ? scales.offset[1] : scales.offset[0];
    const auto pair = [&](uint32_t word, int k) {
        return halfPair(
            fmaf(scale, signedByte(word, k), offset), fmaf(scale, signedByte(word, k + 1), offset));
    };
    const uint4 eight
        = make_uint4(pair(first, 0), pair(first, 2), pair(second, 0), pair(second, 2));
    const int64_t position = (int64_t(blockIdx.x) * runs + run) * 32 + (isOdd ? 16 : 0) + t / 2 * 8;
    waitForPredecessor(); // it may still read the weights that were unpacked before
    *reinterpret_cast<uint4*>(out + position) = eight;
}

} // namespace

// Unpacks and multiplies the weights part by part, because they may not all fit at once. `x` is
// f16.
void multiplyUnpacked(DeviceStream& stream, DenseProducts& dense, TensorView out, TensorView x,
    TensorView weight, const Epilogue& epilogue)
{
    constexpr int64_t maxNumbers = int64_t(64) << 20;
    constexpr int64_t tileRows = 256; // the last tile of each part would be partly empty otherwise
    int64_t part = std::clamp<int64_t>(maxNumbers / weight.columns, 1, weight.rows);
    if (part > tileRows && part < weight.rows)
        part -= part % tileRows;
    auto* unpacked = static_cast<__half*>(stream.scratch(
        DeviceStream::Scratch::Weights, part * weight.columns * int64_t(sizeof(__half))));
    for (int64_t first = 0; first < weight.rows; first += part) {
        const TensorView rows = weight.rowRange(first, std::min(part, weight.rows - first));
        withBlockType(weight.dtype, [&](auto* stored) {
            const auto perRow = unsigned(rows.columns / 8);
            const unsigned threads = std::min((perRow + 31) / 32 * 32, unpackThreads);
            const dim3 blocks(unsigned(rows.rows), (perRow + threads - 1) / threads);
            launch(stream.get(), {blocks, threads, 0, Start::WhilePredecessorEnds},
                unpackKernel<std::remove_pointer_t<decltype(stored)>>, unpacked,
                rows.data<uint8_t>(), rows.columns / 32, rows.rowStride());
        });
        checkLaunch("unpacking weights");
        Epilogue ofPart = epilogue;
        if (!epilogue.bias.isEmpty())
            ofPart.bias = {epilogue.bias.data<float>() + first, DType::F32, 1, rows.rows};
        dense.multiply(out, first, x, {unpacked, DType::F16, rows.rows, rows.columns}, ofPart);
    }
}

} // namespace kernels::cuda
