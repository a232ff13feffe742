#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/few_row_products.cuh"
#include "kernels/cuda/quantized_products.cuh"

#include <algorithm>

namespace kernels::cuda {

namespace {

constexpr int maxFewTokens = 4;

template <typename Block>
void launchTiles(DeviceStream& stream, ProductJob job)
{
    const int outputs = BlockOfOutputs::outputsOf(job.finish);
    int blocks = 0;
    for (int i = 0; i < (job.finish == Finish::Gate ? 1 : job.partCount); ++i) {
        job.parts[i].firstUnit = blocks;
        blocks += (job.parts[i].outputs + outputs - 1) / outputs;
    }
    const auto launchWith = [&]<int tiles>() {
        const auto groups = unsigned((job.tokens + tiles * tileTokens - 1) / (tiles * tileTokens));
        launch(stream.get(),
            {dim3(unsigned(blocks), groups), chains * 32, tileSharedBytes<Block, tiles>(),
                Start::WhilePredecessorEnds},
            multiplyTilesKernel<Block, tiles>, job);
    };
    if (job.tokens <= tileTokens)
        launchWith.template operator()<1>();
    else if (job.tokens <= 2 * tileTokens)
        launchWith.template operator()<2>();
    else
        launchWith.template operator()<mostTiles>();
}

// The grid is one wave of the device, as far as there are units for it. Returns false if a block's
// shared memory cannot hold the rows.
template <typename Block>
bool tryLaunchFew(DeviceStream& stream, ProductJob job)
{
    if (job.tokens > maxFewTokens)
        return false;
    int units = 0;
    if (job.finish == Finish::Gate)
        units = job.parts[0].outputs;
    else
        for (int i = 0; i < job.partCount; ++i) {
            job.parts[i].firstUnit = units;
            units += (job.parts[i].outputs + 1) / 2;
        }
    constexpr int64_t reservedBytes = 1024; // of shared memory, for each block
    const cudaDeviceProp& device = stream.properties();
    int64_t sharedBytes = fewSharedBytes<Block>(job);
    const auto fitting = int64_t(device.sharedMemPerMultiprocessor) / (sharedBytes + reservedBytes);
    const auto perMultiprocessor = int(std::clamp<int64_t>(fitting, 1, fewBlocks));
    const int maxBlocks = device.multiProcessorCount * perMultiprocessor;
    // Blocks pack whole runs without waiting for others, if that divides the work evenly enough.
    const int runs = units / 32, runsOfLongest = (runs + maxBlocks - 1) / maxBlocks;
    if (job.packed && runs * 100 >= runsOfLongest * maxBlocks * 92)
        job.unitsPerShare = 32;
    const int shares = units / job.unitsPerShare, blocks = std::min(shares, maxBlocks);
    job.sharesPerBlock = shares / blocks;
    job.longerBlocks = shares % blocks;
    // Behind the rows are first the values of a norm, then the outputs of a gate.
    const int64_t gateBytes = job.packed
        ? int64_t(job.sharesPerBlock + 1) * job.unitsPerShare * job.tokens * int64_t(sizeof(float))
        : 0;
    const int64_t normBytes = job.norm.x ? NormalizedRow<fewWarps>::sharedBytes : 0;
    sharedBytes += std::max(gateBytes, normBytes);
    if (sharedBytes > int64_t(device.sharedMemPerBlockOptin))
        return false;
    const auto launchWith = [&]<int tokens>() {
        launch(stream.get(),
            {unsigned(blocks), fewThreads, size_t(sharedBytes), Start::WhilePredecessorEnds},
            multiplyFewKernel<Block, tokens>, job);
    };
    if (job.tokens == 1)
        launchWith.template operator()<1>();
    else if (job.tokens == 2)
        launchWith.template operator()<2>();
    else
        launchWith.template operator()<maxFewTokens>();
    return true;
}

template <typename Block>
void launchJob(DeviceStream& stream, const ProductJob& job)
{
    if (tryLaunchFew<Block>(stream, job))
        return;
    CHECK(!job.norm.x);
    launchTiles<Block>(stream, job);
}

} // namespace

void multiplyQuantized(DeviceStream& stream, DType type, const ProductJob& job)
{
    CHECK(job.tokens <= mostQuantizedRows && (job.finish != Finish::Gate || job.partCount == 2));
    withBlockType(type,
        [&](auto* stored) { launchJob<std::remove_pointer_t<decltype(stored)>>(stream, job); });
    checkLaunch("a product with quantized weights");
}

} // namespace kernels::cuda
