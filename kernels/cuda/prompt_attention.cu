#include "kernels/cuda/attention_launch.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/prompt_block.cuh"

// Chooses the blocks that compute the attention of a prompt, and starts them.

namespace kernels::cuda {

namespace {

// Grid: kv head, tile of rows.
template <int dims, Use use>
__global__ void __launch_bounds__(blockSize(dims, use).warps * 32, blockSize(dims, use).blocks)
    attendPromptKernel(PromptArguments arguments)
{
    letSuccessorStart();
    waitForPredecessor();
    PromptBlock<dims, use>(arguments, sharedMemory<uint8_t>()).run();
}

/// Calls work(std::integral_constant) for the number of columns.
template <typename Work>
auto withColumns(TensorView keys, TensorView values, int headDim, Work work)
{
    return withWidth<64, 80, 96, 128, 256>(attentionColumns(keys, values, headDim), work);
}

/// The stages of the ring for which the device has shared memory; 0: it has too little.
template <int dims, Use use>
int stageCount(const DeviceStream& stream)
{
    const size_t available = stream.properties().sharedMemPerBlockOptin;
    for (int stages : {2, 1})
        if (size_t(PromptBlock<dims, use>::sharedBytes(stages)) <= available)
            return stages;
    return 0;
}

template <int dims, Use use>
bool tryAttend(DeviceStream& stream, PromptArguments arguments, int minBlocks)
{
    using Block = PromptBlock<dims, use>;
    arguments.stages = stageCount<dims, use>(stream);
    if (arguments.stages == 0)
        return false;
    const int64_t rows = int64_t(arguments.tokens) * arguments.group;
    const int64_t blocks = (rows + Block::rows - 1) / Block::rows;
    if (blocks * arguments.shape.kvHeads < minBlocks)
        return false;
    launch(stream.get(),
        {dim3(unsigned(arguments.shape.kvHeads), unsigned(blocks)), Block::threads,
            size_t(Block::sharedBytes(arguments.stages)), Start::WhilePredecessorEnds},
        attendPromptKernel<dims, use>, arguments);
    return true;
}

/// Whether whole tiles of keys and values are consecutive rows of halves, with aligned heads.
bool isContiguous(const KeysAndValues& source, int keyRows)
{
    const Slots& slots = source.reach.slots;
    return source.keys.type == DType::F16 && source.values.type == DType::F16
        && source.headDim % 8 == 0 && (!slots.pageTables || slots.pageSize % keyRows == 0);
}

} // namespace

bool canAttendPrompt(
    const DeviceStream& stream, TensorView keys, TensorView values, const AttentionShape& shape)
{
    return shape.valueWidth() == shape.headDim
        && attentionColumns(keys, values, shape.headDim) <= 256
        && withColumns(keys, values, shape.headDim,
            [&](auto dims) { return stageCount<dims, Use::Any>(stream) > 0; });
}

void attendPrompt(DeviceStream& stream, TensorView out, TensorView q, TensorView keys,
    TensorView values, const RowReach& reach, const AttentionShape& shape, const HalfForm& half)
{
    const KeysAndValues source{Stored::of(keys), Stored::of(values), reach, shape.headDim};
    const PromptArguments arguments{out.data<float>(), half, q.data<uint8_t>(), source, shape,
        ExponentScale::of(shape), int(q.rows), shape.heads / shape.kvHeads, 0,
        q.dtype == DType::F16};
    const int multiprocessors = stream.properties().multiProcessorCount;
    withColumns(keys, values, shape.headDim, [&](auto dims) {
        if (!isContiguous(source, PromptBlock<dims, Use::Any>::keyRows))
            return tryAttend<dims, Use::Any>(stream, arguments, 0);
        if constexpr (dims <= 128) {
            const int minBlocks = multiprocessors * blockSize(dims, Use::Large).blocks;
            if (tryAttend<dims, Use::Large>(stream, arguments, minBlocks))
                return true;
        }
        return tryAttend<dims, Use::Small>(stream, arguments, 0);
    });
    checkLaunch("the attention of a prompt");
}

} // namespace kernels::cuda
