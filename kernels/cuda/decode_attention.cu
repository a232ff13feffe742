#include "kernels/cuda/attention_launch.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/decode_block.cuh"
#include "kernels/cuda/launch.h"

#include <algorithm>
#include <bit>

// A block takes a token, some query heads of one kv head and a segment of the positions that the
// token sees (split-K, arXiv 2307.08691), or several segments one after the other. The order of a
// sum depends only on the token's own reach. The last block of a token and its heads to finish
// combines the segments.

namespace kernels::cuda {

namespace {

constexpr int64_t maxPartialBytes = int64_t(128) << 20; // if tokens need more, they take turns

// Grid: token, chunk of heads, segment. A block takes every gridDim.z-th segment. Kernels for any
// type need more registers, so that fewer blocks are resident than shared memory has room for.
template <int dims, int tiles, CacheFormat keys, CacheFormat values>
__global__ void __launch_bounds__(decodeWarps(dims, tiles) * 32,
    blocksPerMultiprocessor(dims, tiles) - (keys == CacheFormat::Any && dims <= 128))
    attendDecodeKernel(DecodeArguments arguments)
{
    letSuccessorStart();
    waitForPredecessor();
    // Loaded together with the reach.
    const int sequence
        = arguments.reach.slots.sequences[arguments.reach.firstToken + int(blockIdx.x)];
    const KeySegments segments(arguments.reach, int(blockIdx.x), dims, tiles);
    if (int(blockIdx.z) >= segments.count)
        return;
    DecodeBlock<dims, tiles, keys, values>(arguments, sequence, sharedMemory<uint8_t>())
        .run(segments);
}

/// The kernel of a number of dimensions and of tiles of four query heads, which supports tensors of
/// any stored types, and its sizes.
template <int dims, int tiles>
class DecodeKernel {
public:
    DecodeKernel(TensorView keys, TensorView values)
        : m_keys(keys.dtype)
        , m_values(values.dtype)
    {
    }

    static constexpr int heads = tiles * headsPerTile; // per block
    static constexpr int warps = decodeWarps(dims, tiles);

    int sharedBytes(int stages) const
    {
        using Block = DecodeBlock<dims, tiles, CacheFormat::Any, CacheFormat::Any>;
        const int rings = warps * stages * stageBytes(dims, m_keys, m_values);
        return Block::queryBytes() + std::max(rings, Block::mergeBytes());
    }

    /// The stages of a warp's ring: as many as fit if multiprocessors are to hold as many blocks as
    /// registers allow, at least three if there is room, so that a group is under way while another
    /// is multiplied; 0 if not even one fits. One of them is being read, and there are as many of
    /// keys as of values among the others.
    int stages(const cudaDeviceProp& gpu) const
    {
        constexpr int maxStages = 5;
        const auto perBlock = int64_t(gpu.sharedMemPerBlockOptin);
        const int64_t share
            = int64_t(gpu.sharedMemPerMultiprocessor) / blocksPerMultiprocessor(dims, tiles) - 1024;
        for (int stages = maxStages; stages > 0; stages -= 2)
            if (sharedBytes(stages) <= (stages > 3 ? std::min(share, perBlock) : perBlock))
                return stages;
        return 0;
    }

    void launch(cudaStream_t stream, LaunchShape shape, const DecodeArguments& arguments) const
    {
        shape.sharedBytes = size_t(sharedBytes(arguments.stages));
        const CacheFormat format = cacheFormat(m_keys);
        const bool isSpecial = dims <= 128 && m_keys == m_values;
        const bool isAligned = arguments.shape.headDim == dims && arguments.keys.rowBytes % 4 == 0
            && arguments.values.rowBytes % 4 == 0;
        if (isSpecial && format == CacheFormat::F16)
            launchFor<CacheFormat::F16>(stream, shape, arguments);
        else if (!isSpecial || !isAligned)
            launchFor<CacheFormat::Any>(stream, shape, arguments);
        else if (format == CacheFormat::Q8)
            launchFor<CacheFormat::Q8>(stream, shape, arguments);
        else if (format == CacheFormat::Q6)
            launchFor<CacheFormat::Q6>(stream, shape, arguments);
        else
            launchFor<CacheFormat::Q4>(stream, shape, arguments);
    }

private:
    // For long heads and mixed types, the kernel checks the types at run time, so most of the
    // combinations need no kernel of their own.
    template <CacheFormat wanted>
    static void launchFor(
        cudaStream_t stream, const LaunchShape& shape, const DecodeArguments& arguments)
    {
        constexpr CacheFormat format = dims > 128 ? CacheFormat::Any : wanted;
        cuda::launch(stream, shape, attendDecodeKernel<dims, tiles, format, format>, arguments);
    }

    DType m_keys, m_values;
};

// Groups of sixteen rows must be aligned, see head_ring.cuh.
bool isSupported(TensorView stored, int headDim)
{
    return (isPacked(stored.dtype) || (stored.dtype == DType::F16 && headDim % 8 == 0))
        && stored.rows % groupKeys == 0 && reinterpret_cast<uintptr_t>(stored.bytes) % 16 == 0;
}

/// Calls work(kernel) for a shape that the kernels support. Registers have room for eight heads of
/// at most 128 dimensions, or four.
template <typename Work>
auto withKernel(TensorView keys, TensorView values, const AttentionShape& shape, Work work)
{
    const int columns = attentionColumns(keys, values, shape.headDim);
    return withWidth<64, 128, 256>(columns, [&](auto dims) {
        if constexpr (dims <= 128) {
            if (shape.heads / shape.kvHeads > headsPerTile)
                return work(DecodeKernel<dims, 2>(keys, values));
        }
        return work(DecodeKernel<dims, 1>(keys, values));
    });
}

// Blocks of a token and chunk of heads: enough that every multiprocessor gets a few, so that no
// token of a batch is left to one of them alone, but as few as process the same number of segments.
int blocksPerChunk(const cudaDeviceProp& gpu, int64_t chunks, int segments, int warps)
{
    constexpr int64_t warpsPerMultiprocessor = 48;
    const int64_t wanted = warpsPerMultiprocessor / warps * gpu.multiProcessorCount;
    const int perBlock = int(std::clamp<int64_t>(chunks * segments / wanted, 1, segments));
    return (segments + perBlock - 1) / perBlock;
}

} // namespace

bool canAttendDecode(const DeviceStream& stream, TensorView keys, TensorView values,
    const RowReach& reach, const AttentionShape& shape)
{
    if (shape.valueWidth() != shape.headDim || reach.slots.pageSize % groupKeys != 0
        || !isSupported(keys, shape.headDim) || !isSupported(values, shape.headDim)
        || attentionColumns(keys, values, shape.headDim) > 256)
        return false;
    return withKernel(keys, values, shape,
        [&](const auto& kernel) { return kernel.stages(stream.properties()) > 0; });
}

void attendDecode(DeviceStream& stream, PackedActivations& packed, TensorView out, TensorView q,
    TensorView keys, TensorView values, const RowReach& reach, int positions,
    const AttentionShape& shape)
{
    const auto pageSize = unsigned(reach.slots.pageSize);
    const int pageShift = std::has_single_bit(pageSize) ? std::countr_zero(pageSize) : -1;
    stream.get(); // does postponed work, which packs rows, too
    const PackedRows buffer = shape.headDim % 32 == 0 ? packed.bufferFor(out) : PackedRows{};
    withKernel(
        keys, values, shape, [&]<int dims, int tiles>(const DecodeKernel<dims, tiles>& kernel) {
            const int segments = std::min(
                (positions + minSegmentLength - 1) / minSegmentLength, maxSegments(dims, tiles));
            const int group = shape.heads / shape.kvHeads;
            const int chunks = (group + kernel.heads - 1) / kernel.heads;
            const int64_t bytesPerToken = int64_t(shape.heads) * (dims / partDims) * segments
                * partialNumbers * int64_t(sizeof(float));
            const int64_t atOnce = std::clamp<int64_t>(maxPartialBytes / bytesPerToken, 1, q.rows);
            auto* partials = static_cast<float*>(
                stream.scratch(DeviceStream::Scratch::Partials, atOnce * bytesPerToken));
            auto* counters = static_cast<int*>(stream.scratch(DeviceStream::Scratch::Counters,
                atOnce * shape.kvHeads * chunks * int64_t(sizeof(int))));
            for (int64_t first = 0; first < q.rows; first += atOnce) {
                const int64_t tokens = std::min(atOnce, q.rows - first);
                const int64_t allChunks = tokens * shape.kvHeads * chunks;
                const int blocks
                    = blocksPerChunk(stream.properties(), allChunks, segments, kernel.warps);
                kernel.launch(stream.get(),
                    {dim3(unsigned(tokens), unsigned(shape.kvHeads * chunks), unsigned(blocks)),
                        unsigned(kernel.warps) * 32, 0, Start::WhilePredecessorEnds},
                    {out.rowRange(first, tokens).data<float>(), buffer.from(first), partials,
                        counters, q.rowRange(first, tokens).data<float>(), Stored::of(keys),
                        Stored::of(values), reach.from(first), shape, group, chunks, segments,
                        kernel.stages(stream.properties()), pageShift});
            }
        });
    checkLaunch("attention");
    if (buffer)
        packed.keep();
}

} // namespace kernels::cuda
