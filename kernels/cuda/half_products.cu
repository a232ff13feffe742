#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/few_half_products.cuh"
#include "kernels/cuda/half_products.h"
#include "kernels/cuda/many_half_products.cuh"

#include <algorithm>

namespace kernels::cuda {

namespace {

HalfJob jobFor(
    std::span<const Ops::Product> products, TensorView x, Finish finish, Activation activation)
{
    CHECK(x.rows <= maxQuantizedRows && products.size() <= HalfJob::maxParts
        && (finish != Finish::Gate || products.size() == 2));
    HalfJob job;
    job.x = x.data<float>();
    job.columns = int(x.columns);
    job.chunks = int((x.columns + chunkColumns - 1) / chunkColumns);
    job.tokens = int(x.rows);
    job.finish = finish;
    job.activation = activation;
    const int outputs = outputsOfGroup(finish);
    for (const auto& [out, weight, bias] : products) { // the caller adds the bias
        job.parts[job.partCount++] = {reinterpret_cast<const uint4*>(weight.bytes),
            out.data<float>(), int(weight.rows), job.groups};
        if (finish != Finish::Gate || job.partCount == 1)
            job.groups += int(weight.rows + outputs - 1) / outputs;
    }
    return job;
}

// Returns false if the rows don't fit into a block's shared memory.
template <typename Number, bool isPacked, int slots>
bool tryLaunchFew(DeviceStream& stream, const HalfJob& job)
{
    constexpr int64_t reservedBytes = 2 * 1024; // static and reserved shared memory per block
    const cudaDeviceProp& device = stream.properties();
    const int64_t shared = fewHalfSharedBytes<Number, isPacked, slots>(job);
    if (shared + reservedBytes > int64_t(device.sharedMemPerBlockOptin))
        return false;
    const int blocks = std::min(job.groups, device.multiProcessorCount);
    launch(stream.get(),
        {unsigned(blocks), fewHalfThreads, size_t(shared), Start::WhilePredecessorEnds},
        multiplyFewHalvesKernel<Number, isPacked, slots>, job);
    return true;
}

template <typename Number, bool isPacked>
bool tryMultiplyFew(DeviceStream& stream, const HalfJob& job)
{
    return tryLaunchFew<Number, isPacked, fewSlots>(stream, job)
        || tryLaunchFew<Number, isPacked, minFewSlots>(stream, job);
}

// Returns false if there are too many rows, or if they are too long.
template <typename Number>
bool tryMultiplyFew(DeviceStream& stream, const HalfJob& job)
{
    constexpr int64_t maxSplitBytes = 100 * 1024; // more are faster if another kernel splits them
    if (job.tokens > maxFewHalfTokens || splitBytes<Number>(job) > maxSplitBytes)
        return false;
    return isPacked<Number>(job) ? tryMultiplyFew<Number, true>(stream, job)
                                 : tryMultiplyFew<Number, false>(stream, job);
}

template <typename Number, int groups, int tiles>
void launchMany(
    DeviceStream& stream, const dim3& blocks, const HalfJob& job, const SplitRows<Number>& rows)
{
    launch(stream.get(),
        {blocks, manyThreads, size_t(manySharedBytes<Number, groups, tiles>()),
            Start::WhilePredecessorEnds},
        multiplyManyHalvesKernel<Number, groups, tiles>, job, rows);
}

template <typename Number, int tiles>
void multiplyMany(DeviceStream& stream, const HalfJob& job)
{
    // Blocks with more rows read x less often; but all multiprocessors need work.
    const int wanted = stream.properties().multiProcessorCount * 3 / 4;
    const int tokenBlocks = (job.tokens + tiles * halfTileTokens - 1) / (tiles * halfTileTokens);
    const auto rowBlocks = [&](int groups) {
        return (job.groups + manyRowWarps * groups - 1) / (manyRowWarps * groups);
    };
    const int groups = rowBlocks(2) * tokenBlocks >= wanted ? 2 : 1;
    int columnBlocks = 1;
    while (groups == 1 && columnBlocks < maxColumnBlocks
        && rowBlocks(1) * tokenBlocks * columnBlocks < wanted)
        columnBlocks *= 2;
    const dim3 blocks(unsigned(tokenBlocks), unsigned(rowBlocks(groups)), unsigned(columnBlocks));

    // The kernel that splits x writes these numbers, and sets the arrivals to zero.
    const int arrivals = columnBlocks > 1 ? int(blocks.x * blocks.y) : 0;
    const int64_t numbers = int64_t(job.chunks) * job.tokens * splitParts<Number> * chunkColumns;
    auto* memory = static_cast<std::byte*>(stream.scratch(DeviceStream::Scratch::Activations,
        numbers * int64_t(sizeof(Number)) + (job.tokens + arrivals) * int64_t(sizeof(int))));
    SplitRows<Number> rows{};
    rows.numbers = reinterpret_cast<Number*>(memory);
    rows.factors = reinterpret_cast<float*>(memory + numbers * int64_t(sizeof(Number)));
    rows.arrivals = reinterpret_cast<int*>(rows.factors + job.tokens);
    if (arrivals > 0)
        rows.partials = static_cast<float*>(stream.scratch(DeviceStream::Scratch::Partials,
            int64_t(arrivals) * columnBlocks * BlockSums<1, tiles>::count
                * int64_t(sizeof(float))));
    const int pieces = job.chunks * (chunkColumns / 8);
    launch(stream.get(),
        {dim3(unsigned((pieces + splitThreads - 1) / splitThreads), unsigned(job.tokens)),
            splitThreads, 0, Start::WhilePredecessorEnds},
        splitRowsKernel<Number>, rows, job, arrivals);
    if (groups == 2)
        launchMany<Number, 2, tiles>(stream, blocks, job, rows);
    else
        launchMany<Number, 1, tiles>(stream, blocks, job, rows);
}

template <typename Number>
void multiplyMany(DeviceStream& stream, const HalfJob& job)
{
    const auto shared = int(stream.properties().sharedMemPerBlockOptin);
    if (job.tokens <= halfTileTokens)
        multiplyMany<Number, 1>(stream, job);
    else if (job.tokens <= 2 * halfTileTokens
        || manySharedBytes<Number, 2, maxManyTiles>() > shared)
        multiplyMany<Number, 2>(stream, job);
    else
        multiplyMany<Number, maxManyTiles>(stream, job);
}

template <typename Number>
void multiply(DeviceStream& stream, const HalfJob& job)
{
    if (!tryMultiplyFew<Number>(stream, job)) {
        CHECK(!job.norm.x);
        multiplyMany<Number>(stream, job);
    }
    checkLaunch("a product with weights of two bytes");
}

} // namespace

bool canMultiplyHalves(const DeviceStream& stream, TensorView weight)
{
    if (weight.columns % 8 != 0)
        return false;
    return weight.dtype == DType::F16
        || (weight.dtype == DType::BF16 && stream.properties().major >= 8);
}

void multiplyHalves(DeviceStream& stream, std::span<const Ops::Product> products, TensorView x,
    Finish finish, Activation activation, const NormOfRow& norm)
{
    HalfJob job = jobFor(products, x, finish, activation);
    job.norm = norm;
    if (products.front().weight.dtype == DType::F16)
        multiply<__half>(stream, job);
    else
        multiply<__nv_bfloat16>(stream, job);
}

} // namespace kernels::cuda
