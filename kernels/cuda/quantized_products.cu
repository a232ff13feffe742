#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/quantized_products.cuh"

namespace kernels::cuda {

namespace {

constexpr int mostFewTokens = 4;

template <typename Block, int tokens>
void launchFew(cudaStream_t stream, unsigned blocks, const ProductJob& job)
{
    launch(stream, {blocks, fewWarps * 32, 0, Start::WhilePredecessorEnds},
        multiplyFewKernel<Block, tokens>, job);
}

template <typename Block, int tiles>
void launchTiles(cudaStream_t stream, unsigned blocks, const ProductJob& job)
{
    const auto groups = unsigned((job.tokens + tiles * tileTokens - 1) / (tiles * tileTokens));
    launch(stream,
        {dim3(blocks, groups), chains * 32, tileSharedBytes<Block, tiles>(),
            Start::WhilePredecessorEnds},
        multiplyTilesKernel<Block, tiles>, job);
}

template <typename Block>
void launchJob(cudaStream_t stream, unsigned blocks, const ProductJob& job)
{
    if (job.tokens == 1)
        return launchFew<Block, 1>(stream, blocks, job);
    if (job.tokens == 2)
        return launchFew<Block, 2>(stream, blocks, job);
    if (job.tokens <= mostFewTokens)
        return launchFew<Block, mostFewTokens>(stream, blocks, job);
    if (job.tokens <= tileTokens)
        return launchTiles<Block, 1>(stream, blocks, job);
    if (job.tokens <= 2 * tileTokens)
        return launchTiles<Block, 2>(stream, blocks, job);
    launchTiles<Block, mostTiles>(stream, blocks, job);
}

} // namespace

void multiplyQuantized(DeviceStream& stream, DType type, ProductJob job)
{
    CHECK(job.tokens <= mostQuantizedRows && (job.finish != Finish::Gate || job.partCount == 2));
    const int outputs = job.tokens <= mostFewTokens ? RowOfHalfWarp::outputsOfBlock(job.finish)
                                                    : BlockOfOutputs::outputsOf(job.finish);
    int blocks = 0;
    for (int i = 0; i < (job.finish == Finish::Gate ? 1 : job.partCount); ++i) {
        job.parts[i].firstBlock = blocks;
        blocks += (job.parts[i].outputs + outputs - 1) / outputs;
    }
    withBlockType(type, [&](auto* stored) {
        launchJob<std::remove_pointer_t<decltype(stored)>>(stream.get(), unsigned(blocks), job);
    });
    checkLaunch("a product with quantised weights");
}

} // namespace kernels::cuda
