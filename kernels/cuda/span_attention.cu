#include "kernels/cuda/attention_launch.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/span_block.cuh"

// Chooses the blocks that compute the attention of equally long spans, and starts them.

namespace kernels::cuda {

namespace {

// Grid: query head, tile of rows of a span.
template <typename Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks)
    attendSpansKernel(SpanArguments arguments)
{
    letSuccessorStart();
    waitForPredecessor();
    SpanBlock<Shape>(arguments, sharedMemory<uint8_t>()).run();
}

int64_t tilesFor(int64_t rows, int perTile)
{
    return (rows + perTile - 1) / perTile;
}

template <typename Shape>
void launchShape(DeviceStream& stream, SpanArguments arguments, int64_t spans)
{
    arguments.tilesPerSpan = int(tilesFor(arguments.length, Shape::rows));
    launch(stream.get(),
        {dim3(unsigned(arguments.heads), unsigned(arguments.tilesPerSpan * spans)), Shape::threads,
            size_t(Shape::sharedBytes), Start::WhilePredecessorEnds},
        attendSpansKernel<Shape>, arguments);
}

// Many rows: warps of 32 rows, which read keys from shared memory half as often. Few rows: the warps
// of a block share the keys, so that a multiprocessor has more warps, and blocks are as large as
// leaves the fewest rows to the multiprocessor that has the most.
template <int dims>
void launchFor(DeviceStream& stream, const SpanArguments& arguments, int64_t spans)
{
    using Large = SpanShape<dims, 2, 4, 1, 2>;
    using Medium = SpanShape<dims, 1, 6, 2, 1>;
    using Small = SpanShape<dims, 1, 5, 2, 1>;
    const int64_t multiprocessors = stream.properties().multiProcessorCount;
    const auto blocks
        = [&](int rows) { return arguments.heads * spans * tilesFor(arguments.length, rows); };
    const auto rowsOfBusiest
        = [&](int rows) { return rows * ((blocks(rows) + multiprocessors - 1) / multiprocessors); };
    if (blocks(Large::rows) >= multiprocessors * Large::blocks)
        return launchShape<Large>(stream, arguments, spans);
    if (rowsOfBusiest(Medium::rows) < rowsOfBusiest(Small::rows))
        return launchShape<Medium>(stream, arguments, spans);
    launchShape<Small>(stream, arguments, spans);
}

// Longer heads would not leave enough registers to warps of 32 rows.
constexpr int maxDims = 96;

/// Calls work(std::integral_constant) for the dimensions that have room for such heads.
template <typename Work>
auto withDims(int headDim, Work work)
{
    return withWidth<64, 72, 80, maxDims>(headDim, work);
}

} // namespace

bool canAttendEqualSpans(
    const DeviceStream& stream, const Reach& spans, const AttentionShape& shape)
{
    const size_t available = stream.properties().sharedMemPerBlockOptin;
    return spans.spanRows > 0 && shape.headDim % 8 == 0 && shape.headDim <= maxDims
        && shape.softCap == 0 && shape.scale > 0 && shape.sinks.isEmpty()
        && shape.relative.isEmpty() && withDims(shape.headDim, [&](auto dims) {
               return size_t(SpanShape<dims, 1, 6, 2, 1>::sharedBytes) <= available;
           });
}

void attendEqualSpans(DeviceStream& stream, const SpanRows& rows, const Reach& spans,
    const AttentionShape& shape, const HalfForm& half)
{
    CHECK(rows.keys.dtype == DType::F16 && rows.values.dtype == DType::F16);
    const SpanArguments arguments{rows.out.data<float>(), half, rows.q.data<uint8_t>(),
        rows.keys.data<__half>(), rows.values.data<__half>(), int(rows.queryStride),
        int(rows.keyStride), rows.queryBias.data<float>(), rows.valueBias.data<float>(),
        int(spans.spanRows), 0, shape.heads, shape.heads / shape.kvHeads, shape.headDim,
        shape.scale * log2OfE, rows.q.dtype == DType::F16};
    const int64_t count = rows.q.rows / spans.spanRows;
    withDims(shape.headDim, [&](auto dims) { launchFor<dims>(stream, arguments, count); });
    checkLaunch("the attention of spans");
}

} // namespace kernels::cuda
