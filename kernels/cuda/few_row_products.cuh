#pragma once

#include "kernels/cuda/launch.h"
#include "kernels/cuda/normalized_row.cuh"
#include "kernels/cuda/pack_segment.cuh"
#include "kernels/cuda/product_stages.cuh"
#include "kernels/cuda/rotated_outputs.cuh"

// Products of at most four rows with quantized weights. Reading the weights takes most of the time,
// so the kernel keeps reads in flight all the time:
//
//   - The grid is one wave. A block has a contiguous share of the units of work; a unit is two rows
//     of weights, one per half warp: neighbors, a row of either matrix of a gate, or a pair of
//     columns that are rotated (rotated_outputs.cuh).
//   - A half warp copies its rows through a ring in shared memory of its own, a chunk of 1,024
//     columns per slot. The ring is filled before waitForPredecessor(), because weights never change,
//     and the successor may start at once; so reads continue from one kernel to the next.
//   - Lane i of a half warp multiplies pair 16 c + i of chunk c. Blocks copy the packed rows to
//     shared memory once, in a layout without bank conflicts.

namespace kernels::cuda {

constexpr int fewWarps = 16; // per block
constexpr int fewThreads = fewWarps * 32;

/// The blocks for which the registers of a multiprocessor must suffice: with one row for two, because
/// the successor's blocks start alongside the running ones.
template <int tokens>
constexpr int minFewBlocks = tokens == 1 ? 2 : 1;

/// Blocks per multiprocessor. A gate of one row computes much at the end of each of its rows, so it
/// is faster with more warps; so is a large matrix, which keeps all of them busy. Others are faster
/// if fewer blocks copy x.
inline int fewBlocks(const ProductJob& job, int multiprocessors)
{
    constexpr int64_t largeBytes = 512 * 1024; // per multiprocessor
    int64_t bytes = 0;
    for (int i = 0; i < job.partCount; ++i)
        bytes += job.parts[i].outputs * job.rowBytes;
    const bool isLarge = bytes > largeBytes * multiprocessors;
    return job.tokens == 1 && (job.finish == Finish::Gate || isLarge) ? 2 : 1;
}

/// The ring through which half a warp reads rows of weights. Only the lanes of its own warp use it.
template <typename Block, typename Outputs>
class RowRing {
public:
    /// Whether rows start at multiples of 16 bytes, and all their chunks with them. If not, a chunk is
    /// copied from the multiple of 16 before it, and starts that much later in its slot.
    static constexpr bool isAligned = blockAlignment<Block> == 16;
    static constexpr int copies = (chunkBytes<Block> + (isAligned ? 0 : 15) + 15) / 16;
    static constexpr int slotBytes = copies * 16;
    /// At least three, so that two chunks are in flight while one is multiplied.
    static constexpr int fitting = 2432 / slotBytes;
    static constexpr int slots = fitting < 3 ? 3 : fitting > 8 ? 8 : fitting;
    static constexpr int bytes = slots * slotBytes;

    /// The rows of the units first, first + fewWarps, … before `end`.
    __device__ RowRing(
        const ProductJob& job, const Outputs& outputs, uint8_t* memory, int first, int end)
        : m_job(job)
        , m_outputs(outputs)
        , m_memory(memory)
        , m_target(sharedAddress(memory + laneBytes()))
        , m_unit(first)
        , m_end(end)
    {
        enterUnit();
#pragma unroll 1
        for (int slot = 0; slot < slots; ++slot)
            fetch();
    }

    /// Waits for the oldest of the chunks that are being fetched; afterwards it is visible to all
    /// lanes. Its first segment is segment 0.
    __device__ const Block* front() const
    {
        waitForCopies<slots - 1>();
        __syncwarp();
        return reinterpret_cast<const Block*>(__builtin_assume_aligned(
            m_memory + m_slot + (isAligned ? 0 : m_shifts & 15), blockAlignment<Block>));
    }

    /// Replaces the oldest chunk by the next one that has not been fetched.
    __device__ void replaceFront()
    {
        __syncwarp(); // all lanes have read it
        fetch();
    }

private:
    static __device__ int laneBytes()
    {
        return int(threadIdx.x) % 16 * 16;
    }

    // The row that half a warp multiplies in a unit. Rows after the last one are the last one; their
    // sums are not written.
    __device__ void enterUnit()
    {
        if (m_unit >= m_end)
            return;
        const int half = threadIdx.x % 32 / 16;
        const ProductJob::Part part = partOfUnit(m_job, m_unit);
        const bool isGate = m_job.finish == Finish::Gate;
        const uint8_t* weight = isGate && half == 1 ? m_job.parts[1].weight : part.weight;
        const int last = part.outputs - 1;
        const int row = min(m_outputs.row(m_job, part, m_unit, half), last);
        m_left = int(m_job.rowBytes);
        m_from = weight + int64_t(row) * m_job.rowBytes + laneBytes();
        m_bytesBehind = row == last ? 0 : 15;
    }

    // Fetches into the oldest slot and advances to the next slot and chunk.
    __device__ void fetch()
    {
        unsigned shift = 0;
        if (m_unit < m_end) {
            shift = isAligned ? 0 : unsigned(uintptr_t(m_from)) % 16;
            const bool isEnd = m_left <= chunkBytes<Block>;
            copy(m_from - shift, int(shift) + (isEnd ? m_left : chunkBytes<Block>)-laneBytes(),
                isEnd ? m_bytesBehind : 15);
            m_from += chunkBytes<Block>;
            m_left -= chunkBytes<Block>;
            if (m_left <= 0) {
                m_unit += fewWarps;
                enterUnit();
            }
        }
        commitCopies(); // also if it is empty, because waiting counts groups
        m_shifts = m_shifts >> 4 | shift << 4 * (slots - 1);
        m_slot = m_slot + slotBytes == bytes ? 0 : m_slot + slotBytes;
    }

    // Copies every sixteenth 16 bytes of the `count` from `from` on. `behind` more can be read, or 15.
    __device__ void copy(const uint8_t* from, int count, int behind)
    {
#pragma unroll
        for (int offset = 0; offset < slotBytes; offset += 256) {
            if (isAligned ? offset < count : offset + 16 <= count + behind) {
                copyAsync(m_target + m_slot + offset, from + offset);
            } else if (offset < count) {
                for (int i = offset; i < count; ++i)
                    m_memory[m_slot + laneBytes() + i] = from[i];
            }
        }
    }

    const ProductJob& m_job;
    const Outputs& m_outputs;
    uint8_t* m_memory;
    SharedAddress m_target; // of the lane's first copy
    int m_slot = 0; // the oldest chunk, in bytes
    uint32_t m_shifts = 0; // of the chunks in the ring, 4 bits each, the oldest in the lowest bits
    int m_unit, m_end; // to be fetched next
    const uint8_t* m_from = nullptr; // the lane's first bytes of the chunk to be fetched next
    int m_left = 0,
        m_bytesBehind = 0; // of its row from there on; of the matrix after the row, or 15
};

/// The packed rows of a job in shared memory, in units of 16 bytes per pair of segments:
///
///     unit 0, 1   bytes of the first segment, as in ActivationTile
///     unit 2, 3   bytes of the second segment
///     unit 4      scale and sum of the first segment, scale and sum of the second
///     unit 5      the sums of the halves of both segments, if the type needs them
///
/// A pair takes an odd number of units: eight lanes that read the same unit of neighboring pairs use
/// all banks once.
template <typename Block>
struct StagedRows {
    static constexpr int unitsPerPair = needsHalves<Block> ? 7 : 5;

    uint4* memory;
    int pairsPerRow;

    static int64_t bytes(const ProductJob& job)
    {
        return int64_t(job.tokens) * ((job.segments + 1) / 2) * unitsPerPair * 16;
    }

    __device__ StagedRows(const ProductJob& job, uint8_t* shared)
        : memory(reinterpret_cast<uint4*>(shared))
        , pairsPerRow((job.segments + 1) / 2)
    {
    }

    /// Copies the rows; all threads of the block, which must synchronize before the first use.
    __device__ void copy(const ProductJob& job)
    {
        constexpr int batch = 2; // segments that a thread has in flight
        for (int row = 0; row < job.tokens; ++row)
            for (int first = threadIdx.x; first < job.segments; first += batch * fewThreads) {
                uint4 values[batch][3];
#pragma unroll
                for (int i = 0; i < batch; ++i)
                    if (const int segment = first + i * fewThreads; segment < job.segments)
                        load(job.x.tile(row, segment), row, values[i]);
#pragma unroll
                for (int i = 0; i < batch; ++i)
                    if (const int segment = first + i * fewThreads; segment < job.segments)
                        store(row, segment, values[i]);
            }
    }

    /// Stores the values that eight lanes have packed as a segment of the only row.
    __device__ void storeSegment(int segment, const PackedFour& packed)
    {
        uint4* to = memory + segment / 2 * unitsPerPair;
        reinterpret_cast<uint32_t*>(to + segment % 2 * 2)[packed.word] = packed.bytes;
        if (threadIdx.x % 8 != 0)
            return;
        reinterpret_cast<float2*>(to + 4)[segment % 2]
            = make_float2(packed.scale, packed.sums[0] + packed.sums[1]);
        if constexpr (needsHalves<Block>)
            reinterpret_cast<float2*>(to + 5)[segment % 2]
                = make_float2(packed.sums[0], packed.sums[1]);
    }

    /// The shared memory after the rows.
    __device__ void* end(int rows) const
    {
        return memory + rows * pairsPerRow * unitsPerPair;
    }

    struct Pair {
        uint4 bytes[2][2];
        SegmentNumbers numbers[2];
    };

    __device__ Pair pair(int row, int index) const
    {
        const uint4* from = memory + (row * pairsPerRow + index) * unitsPerPair;
        const auto* numbers = reinterpret_cast<const float4*>(from + 4);
        const float4 whole = numbers[0];
        float4 halves{};
        if constexpr (needsHalves<Block>)
            halves = numbers[1];
        return {{{from[0], from[1]}, {from[2], from[3]}},
            {{whole.x, whole.y, {halves.x, halves.y}}, {whole.z, whole.w, {halves.z, halves.w}}}};
    }

private:
    static __device__ void load(const ActivationTile& tile, int row, uint4 (&values)[3])
    {
        const auto* bytes = reinterpret_cast<const uint4*>(tile.bytes[row]);
        values[0] = __ldcg(bytes);
        values[1] = __ldcg(bytes + 1);
        values[2] = __ldcg(reinterpret_cast<const uint4*>(&tile.numbers[row]));
    }

    __device__ void store(int row, int segment, const uint4 (&values)[3])
    {
        uint4* to = memory + (row * pairsPerRow + segment / 2) * unitsPerPair;
        to[segment % 2 * 2] = values[0];
        to[segment % 2 * 2 + 1] = values[1];
        reinterpret_cast<uint2*>(to + 4)[segment % 2] = make_uint2(values[2].x, values[2].y);
        if constexpr (needsHalves<Block>)
            reinterpret_cast<uint2*>(to + 5)[segment % 2] = make_uint2(values[2].z, values[2].w);
    }
};

/// The sums of the products of a segment's halves.
struct HalfDots {
    int first = 0, second = 0;

    __device__ HalfDots(const SegmentWords (&words)[4], const uint4 (&x)[2])
    {
        first = dotOfBytes(int(words[0].low), int(x[0].x), 0);
        first = dotOfBytes(int(words[1].low), int(x[0].z), first);
        first = dotOfBytes(int(words[2].low), int(x[1].x), first);
        first = dotOfBytes(int(words[3].low), int(x[1].z), first);
        second = dotOfBytes(int(words[0].high), int(x[0].y), 0);
        second = dotOfBytes(int(words[1].high), int(x[0].w), second);
        second = dotOfBytes(int(words[2].high), int(x[1].y), second);
        second = dotOfBytes(int(words[3].high), int(x[1].w), second);
    }
};

/// Adds the products of a segment of weights with the same segment of activations.
template <typename Block>
__device__ __forceinline__ void addProducts(float& sum, const SegmentWords (&words)[4],
    const SegmentScales& scales, const uint4 (&x)[2], const SegmentNumbers& numbers)
{
    HalfDots dots(words, x);
    if constexpr (!SegmentTraits<Block>::hasTwoScales)
        dots.first += dots.second;
    addSegment<Block>(sum, scales, numbers, dots.first, dots.second);
}

/// The units that a block computes.
struct UnitsOfBlock {
    int first, end;

    __device__ explicit UnitsOfBlock(const ProductJob& job)
    {
        const int block = blockIdx.x;
        first = (block * job.sharesPerBlock + min(block, job.longerBlocks)) * job.unitsPerShare;
        const int shares = job.sharesPerBlock + (block < job.longerBlocks ? 1 : 0);
        end = first + shares * job.unitsPerShare;
    }
};

/// The outputs of a unit. The first lane of each half warp writes its sums; for a gate, only the
/// first half warp writes.
struct UnitOutput {
    const ProductJob& job;
    float* out; // of the first token
    int index, outputs;
    bool isWriter;

    template <typename Outputs>
    __device__ UnitOutput(
        const ProductJob& ofJob, const Outputs& all, const ProductJob::Part& part, int unit)
        : job(ofJob)
    {
        const int half = threadIdx.x % 32 / 16;
        const bool isGate = job.finish == Finish::Gate;
        index = all.row(job, part, unit, half);
        out = part.out + index;
        outputs = part.outputs;
        isWriter = threadIdx.x % 16 == 0 && index < outputs && (half == 0 || !isGate);
    }

    __device__ bool writes(int token) const { return isWriter && token < job.tokens; }

    /// The number to which the sum of a token is added.
    __device__ float before(int token) const
    {
        const bool isAdded = job.finish == Finish::Add && writes(token);
        return isAdded ? out[int64_t(token) * outputs] : 0.0f;
    }

    /// Writes a token's sum, which all lanes of a half warp have. Returns the number written.
    __device__ float finish(float sum, float before, int token) const
    {
        if (job.finish == Finish::Gate)
            sum = activated(sum, job.activation) * __shfl_xor_sync(0xffffffff, sum, 16);
        else if (job.finish == Finish::Add)
            sum += before;
        if (writes(token))
            out[int64_t(token) * outputs] = sum;
        return sum;
    }
};

/// Packs the outputs of a gate, which the block has written and which `values` contains, too
/// ([token][unit of the block]). All threads call it after a barrier. A segment that several blocks
/// compute is packed by the one that completes it.
__device__ __forceinline__ void packGate(
    const ProductJob& job, const UnitsOfBlock& units, const float* values)
{
    const int lane = threadIdx.x % 32, ownUnits = units.end - units.first;
    for (int segment = units.first / 32 + int(threadIdx.x) / 32; segment * 32 < units.end;
         segment += fewWarps) {
        const int own = min(units.end, segment * 32 + 32) - max(units.first, segment * 32);
        if (own < 32) {
            int others = 0; // the outputs that other blocks have finished
            if (lane == 0) {
                __threadfence();
                others = atomicAdd(job.counters + segment, own);
            }
            if (__shfl_sync(0xffffffff, others, 0) + own < 32)
                continue;
            __threadfence();
            if (lane == 0)
                job.counters[segment] = 0;
        }
        for (int token = 0; token < job.tokens; ++token) {
            const float* out = job.parts[0].out + int64_t(token) * job.parts[0].outputs;
            const int unit = segment * 32 + lane;
            const float value
                = own == 32 ? values[token * ownUnits + unit - units.first] : __ldcg(out + unit);
            packActivations(job.packed, token, segment, value);
        }
    }
}

template <typename Block, int tokens, typename Outputs>
__global__ void __launch_bounds__(fewThreads, minFewBlocks<tokens>)
    multiplyFewKernel(ProductJob job, Outputs outputs)
{
    static_assert(tokens == 1 || !Outputs::areRotated);
    letSuccessorStart();
    auto* memory = sharedMemory<uint8_t>();
    const int lane = threadIdx.x % 16;
    const UnitsOfBlock units(job);
    const int first = units.first + int(threadIdx.x) / 32;
    using Ring = RowRing<Block, Outputs>;
    Ring weights(job, outputs, memory + threadIdx.x / 16 * Ring::bytes, first, units.end);
    StagedRows<Block> rows(job, memory + 2 * fewWarps * Ring::bytes);
    RotatedOutputs::Place place{};
    const auto findPlace = [&] {
        if constexpr (Outputs::areRotated)
            place = outputs.place();
    };
    if (tokens == 1 && job.norm.x) {
        NormalizedRow<fewWarps> row(job.norm);
        waitForPredecessor();
        findPlace();
        row.compute(static_cast<float*>(rows.end(1)), [&](int segment, const PackedFour& packed) {
            rows.storeSegment(segment, packed);
            if (blockIdx.x == 0)
                storeSegment(job.norm.packed, segment, packed);
        });
    } else {
        waitForPredecessor();
        findPlace();
        rows.copy(job);
    }
    __syncthreads();

    float* values = reinterpret_cast<float*>(rows.end(job.tokens));
    for (int unit = first; unit < units.end; unit += fewWarps) {
        const ProductJob::Part part = partOfUnit(job, unit);
        const UnitOutput output(job, outputs, part, unit);
        const auto rotated = [&] {
            if constexpr (Outputs::areRotated)
                return RotatedOutputs::Unit(outputs, part, unit, place);
            else
                return 0;
        }();
        float sums[tokens] = {}, before[tokens];
#pragma unroll
        for (int token = 0; token < tokens; ++token)
            before[token] = output.before(token);
        for (int chunk = 0; chunk * segmentsPerChunk < job.segments; ++chunk) {
            const Block* blocks = weights.front();
            const int segment = chunk * segmentsPerChunk + 2 * lane;
            if (segment + 1 < job.segments) {
                SegmentWords words[2][4];
                SegmentScales scales[2];
                readPair(blocks, 2 * lane, words, scales);
#pragma unroll
                for (int token = 0; token < tokens; ++token) {
                    const auto x
                        = rows.pair(tokens == 1 ? 0 : min(token, job.tokens - 1), segment / 2);
                    for (int i = 0; i < 2; ++i)
                        addProducts<Block>(
                            sums[token], words[i], scales[i], x.bytes[i], x.numbers[i]);
                }
            } else if (segment < job.segments) {
                SegmentWords words[4];
                wordsOfSegment(blocks, 2 * lane, words);
                const SegmentScales scales = segmentScales(blocks, 2 * lane);
#pragma unroll
                for (int token = 0; token < tokens; ++token) {
                    const auto x
                        = rows.pair(tokens == 1 ? 0 : min(token, job.tokens - 1), segment / 2);
                    addProducts<Block>(sums[token], words, scales, x.bytes[0], x.numbers[0]);
                }
            }
            weights.replaceFront();
        }
#pragma unroll
        for (int token = 0; token < tokens; ++token) {
            for (int distance = 1; distance < 16; distance *= 2)
                sums[token] += __shfl_xor_sync(0xffffffff, sums[token], distance);
            if constexpr (Outputs::areRotated) {
                sums[token] = rotated.finished(sums[token]);
                if (output.isWriter)
                    rotated.cache(output.index, sums[token]);
            }
            const float value = output.finish(sums[token], before[token], token);
            if (job.packed && threadIdx.x % 32 == 0 && token < job.tokens)
                values[token * (units.end - units.first) + unit - units.first] = value;
        }
    }
    if (job.packed) {
        __syncthreads();
        packGate(job, units, values);
    }
}

/// The dynamic shared memory of multiplyFewKernel, without the part behind the rows.
template <typename Block>
int64_t fewSharedBytes(const ProductJob& job)
{
    return 2 * fewWarps * RowRing<Block, StoredOutputs>::bytes + StagedRows<Block>::bytes(job);
}

} // namespace kernels::cuda
