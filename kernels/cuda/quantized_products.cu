#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/few_row_products.cuh"
#include "kernels/cuda/quantized_tiles.cuh"

#include <algorithm>

namespace kernels::cuda {

namespace {

constexpr int maxFewTokens = 4;

int divideUp(int a, int b)
{
    return (a + b - 1) / b;
}

/// Gives the ring of weights three slots, or two if shared memory is small; more are no faster.
/// Returns whether there is room for them.
template <typename Block, int tiles>
bool fillSharedMemory(TilePlan& plan, int64_t limit)
{
    for (plan.weightSlots = 3; plan.weightSlots >= 2; --plan.weightSlots)
        if (tileSharedBytes<Block, tiles>(plan) <= limit)
            return true;
    return false;
}

/// Launches with blocks of up to `tiles` tiles of tokens, or less if shared memory is small.
template <typename Block, int tiles>
void launchTiles(DeviceStream& stream, ProductJob job, int units)
{
    const cudaDeviceProp& device = stream.properties();
    const int groups = divideUp(job.tokens, tiles * tileTokens); // groups of tokens
    TilePlan plan;
    plan.tokens = divideUp(divideUp(job.tokens, groups), tileTokens) * tileTokens;
    const int blocks = std::min(units, std::max(1, device.multiProcessorCount / groups));
    job.sharesPerBlock = units / blocks; // a share is one unit
    job.longerBlocks = units % blocks;
    const int share = divideUp(units, blocks); // of the longer blocks, taken in equal passes
    plan.passUnits = divideUp(share, divideUp(share, maxPassUnits));
    const auto limit = int64_t(device.sharedMemPerBlockOptin);
    // Up to 16 tokens, reading the weights takes most of the time, so it must never stop: while the
    // block waits for a chunk, another one is on its way.
    constexpr int minWeightSlots = tiles <= 2 ? 3 : 2;
    while (plan.passUnits > 1
        && !(fillSharedMemory<Block, tiles>(plan, limit) && plan.weightSlots >= minWeightSlots))
        --plan.passUnits;
    if (!fillSharedMemory<Block, tiles>(plan, limit)) {
        if constexpr (tiles > 1)
            return launchTiles<Block, tiles / 2>(stream, job, units);
        CHECK(!"shared memory for one tile of tokens");
    }
    launch(stream.get(),
        {dim3(unsigned(blocks), unsigned(groups)), tileThreads,
            size_t(tileSharedBytes<Block, tiles>(plan)), Start::WhilePredecessorEnds},
        multiplyTilesKernel<Block, tiles>, job, plan);
}

template <typename Block>
void launchTiles(DeviceStream& stream, ProductJob job)
{
    const int outputs = job.finish == Finish::Gate ? unitRows / 2 : unitRows; // outputs per unit
    int units = 0;
    for (int i = 0; i < (job.finish == Finish::Gate ? 1 : job.partCount); ++i) {
        job.parts[i].firstUnit = units;
        units += divideUp(job.parts[i].outputs, outputs);
    }
    if (job.tokens <= tileTokens)
        launchTiles<Block, 1>(stream, job, units);
    else if (job.tokens <= 2 * tileTokens)
        launchTiles<Block, 2>(stream, job, units);
    else
        launchTiles<Block, maxTiles>(stream, job, units);
}

constexpr int64_t fewStaticShared = 256; // bytes of multiplyFewKernel's static shared memory

// After the rows, shared memory contains the values of a norm first and then the outputs of a gate.
int64_t bytesBehindRows(const ProductJob& job)
{
    const int64_t gateBytes = job.packed
        ? int64_t(job.sharesPerBlock + 1) * job.unitsPerShare * job.tokens * int64_t(sizeof(float))
        : 0;
    const int64_t normBytes = job.norm.x ? NormalizedRow<fewWarps>::sharedBytes : 0;
    return std::max(gateBytes, normBytes);
}

// Launches at most one wave of blocks, fewer if there are not enough units. Returns false if there
// are too many tokens, or if the rows do not fit into a block's shared memory.
template <typename Block, typename Outputs = StoredOutputs>
bool tryLaunchFew(DeviceStream& stream, ProductJob job, const Outputs& outputs = {})
{
    if (job.tokens > (Outputs::areRotated ? 1 : maxFewTokens))
        return false;
    int units = 0;
    if (job.finish == Finish::Gate)
        units = job.parts[0].outputs;
    else
        for (int i = 0; i < job.partCount; ++i) {
            job.parts[i].firstUnit = units;
            units += (job.parts[i].outputs + 1) / 2;
        }
    constexpr int64_t reservedBytes = 1024; // reserved shared memory per block
    const cudaDeviceProp& device = stream.properties();
    int64_t sharedBytes = fewSharedBytes<Block>(job);
    const auto fitting = int64_t(device.sharedMemPerMultiprocessor) / (sharedBytes + reservedBytes);
    const auto perMultiprocessor
        = int(std::clamp<int64_t>(fitting, 1, fewBlocks(job, device.multiProcessorCount)));
    const int maxBlocks = device.multiProcessorCount * perMultiprocessor;
    // Blocks pack whole segments without waiting for others, if that divides the work evenly enough.
    const int segments = units / 32, maxSegments = (segments + maxBlocks - 1) / maxBlocks;
    if (job.packed && segments * 100 >= maxSegments * maxBlocks * 92)
        job.unitsPerShare = 32;
    const int shares = units / job.unitsPerShare, blocks = std::min(shares, maxBlocks);
    job.sharesPerBlock = shares / blocks;
    job.longerBlocks = shares % blocks;
    sharedBytes += bytesBehindRows(job);
    if (sharedBytes > int64_t(device.sharedMemPerBlockOptin) - fewStaticShared)
        return false;
    const auto launchWith = [&]<int tokens>() {
        launch(stream.get(),
            {unsigned(blocks), fewThreads, size_t(sharedBytes), Start::WhilePredecessorEnds},
            multiplyFewKernel<Block, tokens, Outputs>, job, outputs);
    };
    if constexpr (Outputs::areRotated)
        launchWith.template operator()<1>();
    else if (job.tokens == 1)
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
    CHECK(!job.norm.x && job.x.first == 0);
    launchTiles<Block>(stream, job);
}

} // namespace

void multiplyQuantized(DeviceStream& stream, DType type, const ProductJob& job)
{
    CHECK(job.tokens <= maxQuantizedRows && (job.finish != Finish::Gate || job.partCount == 2));
    withBlockType(type,
        [&](auto* stored) { launchJob<std::remove_pointer_t<decltype(stored)>>(stream, job); });
    checkLaunch("a product with quantized weights");
}

bool canMultiplyRotated(const DeviceStream& stream, DType type, const ProductJob& job)
{
    CHECK(job.tokens == 1 && job.finish == Finish::Store && !job.packed);
    bool isPossible = false;
    withBlockType(type, [&](auto* stored) {
        using Block = std::remove_pointer_t<decltype(stored)>;
        isPossible = fewSharedBytes<Block>(job) + bytesBehindRows(job)
            <= int64_t(stream.properties().sharedMemPerBlockOptin) - fewStaticShared;
    });
    return isPossible;
}

void multiplyRotated(
    DeviceStream& stream, DType type, const ProductJob& job, const RotatedOutputs& outputs)
{
    withBlockType(type, [&](auto* stored) {
        using Block = std::remove_pointer_t<decltype(stored)>;
        const bool isDone = tryLaunchFew<Block, RotatedOutputs>(stream, job, outputs);
        CHECK(isDone);
    });
    checkLaunch("rotated queries, keys and values");
}

} // namespace kernels::cuda
