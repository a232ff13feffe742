#pragma once

#include "kernels/cuda/half_products.cuh"
#include "kernels/cuda/split_rows.cuh"

// Products of at most eight rows of x. Reading the weights takes most of the time, so the kernel
// keeps reads in flight all the time:
//
//   - There is one block per multiprocessor, which computes every gridDim.x-th group of rows. It has
//     a warp for each chain.
//   - A warp copies the weights of its chain of all these groups through a ring in shared memory of
//     its own. The ring is filled before waitForPredecessor(), and the successor may start at once;
//     so reads continue from one kernel to the next. The blocks of both fit on a multiprocessor if
//     x is short.
//   - A block splits x and keeps it in shared memory. It can compute x as the norm of a single row.
//
// Dynamic shared memory contains the rings of all warps, split x, and the sums of the chains.

namespace kernels::cuda {

constexpr int fewHalfThreads = halfChains * 32;
constexpr int fewSlots = 4; // 64 KiB per block
constexpr int minFewSlots = 2; // if shared memory is small
constexpr int fewResident = 3; // blocks for which a multiprocessor's registers suffice
constexpr int fewSumsStride = groupRows + 4; // lanes of a warp write to different banks

/// True if all parts of all tokens are one tile of the tensor cores.
template <typename Number>
bool isPacked(const HalfJob& job)
{
    return job.tokens * splitParts<Number> <= halfTileTokens;
}

/// The columns of the tensor cores' sums that a chain stores: one per part of a token, or per token.
template <typename Number, bool isPacked>
__host__ __device__ constexpr int storedColumns(int tokens)
{
    return isPacked ? tokens * splitParts<Number> : tokens;
}

/// The ring through which a warp reads its chain of one group of rows after the other. A slot
/// contains a chunk, [row][eight pieces of 16 bytes]:
///
///     piece p of row r  is number  8 r + (p ^ 4 (r % 2))  of the slot
///
/// Lane 8 i + p copies piece p of the rows i, i + 4, i + 8 and i + 12, so a warp requests whole lines
/// of memory. The eight lanes that read shared memory together read 64 bytes of two neighboring
/// rows, which are in different banks.
template <int slots>
class WeightRing {
public:
    static constexpr int rowBytes = chunkColumns * 2;
    static constexpr int slotBytes = groupRows * rowBytes;
    static constexpr int bytes = slots * slotBytes;

    /// Starts to fill the ring. The chain has the chunks [firstChunk, endChunk).
    __device__ __forceinline__ WeightRing(
        const HalfJob& job, uint8_t* memory, int firstChunk, int endChunk)
        : m_job(job)
        , m_firstChunk(firstChunk)
        , m_endChunk(endChunk)
    {
        const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, row = lane / 8;
        m_target = sharedAddress(memory + row * rowBytes + (lane % 8 ^ row % 2 * 4) * 16);
        m_source = memory + g * rowBytes + (t ^ g % 2 * 4) * 16;
        m_otherHalf = g % 2 == 0 ? rowBytes / 2 : -rowBytes / 2;
        m_next.enter(job, firstChunk < endChunk ? int(blockIdx.x) : job.groups, firstChunk);
#pragma unroll 1
        for (int slot = 0; slot < slots; ++slot)
            replaceFront();
    }

    /// Waits for the oldest chunk and reads it.
    __device__ __forceinline__ void readFront(ChunkWeights& weights) const
    {
        waitForCopies<slots - 1>();
        __syncwarp();
        const uint8_t* front = m_source + m_slot;
#pragma unroll
        for (int half = 0; half < 2; ++half)
#pragma unroll
            for (int row = 0; row < 2; ++row)
                weights.words[half][row] = *reinterpret_cast<const uint4*>(
                    front + half * m_otherHalf + row * (groupRows / 2 * rowBytes));
        __syncwarp(); // all lanes have read it before replaceFront()
    }

    /// Starts to copy the next chunk, if there is one, to the slot of the oldest chunk.
    __device__ __forceinline__ void replaceFront()
    {
        if (m_next.group < m_job.groups) {
            // Weights behind the last column are those of another column; there x is zero.
            const int piece = min(m_next.chunk * 8 + int(threadIdx.x % 8), m_job.columns / 8 - 1);
#pragma unroll
            for (int quarter = 0; quarter < 4; ++quarter)
                copyAsync(
                    m_target + (m_slot + quarter * 4 * rowBytes), m_next.rows[quarter] + piece);
            if (++m_next.chunk == m_endChunk)
                m_next.enter(m_job, m_next.group + int(gridDim.x), m_firstChunk);
        }
        commitCopies(); // also if it is empty, because waiting counts groups
        m_slot = m_slot + slotBytes == bytes ? 0 : m_slot + slotBytes;
    }

private:
    struct Cursor {
        int group, chunk;
        const uint4* rows[4]; // those that the lane copies

        __device__ __forceinline__ void enter(const HalfJob& job, int newGroup, int firstChunk)
        {
            group = newGroup;
            chunk = firstChunk;
            if (group >= job.groups)
                return;
            const RowGroup entered(job, group);
            const int row = threadIdx.x % 32 / 8;
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                rows[i] = entered.upperRow(job, 4 * i + row);
                rows[i + 2] = entered.lowerRow(job, 4 * i + row);
            }
        }
    };

    const HalfJob& m_job;
    int m_firstChunk, m_endChunk;
    int m_slot = 0; // the oldest one, in bytes
    SharedAddress m_target; // of the lane's first copy to slot 0
    const uint8_t* m_source; // the lane's first half of the columns of row g in slot 0
    int m_otherHalf; // the distance to the second half
    Cursor m_next; // the chunk to be fetched next
};

template <typename Number>
int64_t splitBytes(const HalfJob& job)
{
    return int64_t(job.tokens) * job.chunks * splitParts<Number> * chunkColumns
        * int64_t(sizeof(Number));
}

/// The dynamic shared memory of multiplyFewHalvesKernel.
template <typename Number, bool isPacked, int slots>
int64_t fewHalfSharedBytes(const HalfJob& job)
{
    const int sums = 2 * halfChains * storedColumns<Number, isPacked>(job.tokens) * fewSumsStride;
    return halfChains * WeightRing<slots>::bytes + splitBytes<Number>(job)
        + sums * int64_t(sizeof(float));
}

// The rows of a tile of the tensor cores are parts of tokens: part p of token i is row
// `parts` i + p where these are at most eight (isPacked), else there is a tile of eight tokens for
// each part.
template <typename Number, bool isPacked, int slots>
__global__ void __launch_bounds__(fewHalfThreads, fewResident) multiplyFewHalvesKernel(HalfJob job)
{
    constexpr bool hasFactors = std::is_same_v<Number, __half>;
    constexpr int parts = splitParts<Number>;
    constexpr int tiles = isPacked ? 1 : parts;
    __shared__ int largest[maxFewHalfTokens];
    __shared__ float factors[maxFewHalfTokens], inverses[maxFewHalfTokens];
    auto* memory = sharedMemory<uint8_t>();
    const int lane = threadIdx.x % 32, chain = threadIdx.x / 32, g = lane / 4, t = lane % 4;
    const int firstChunk = firstChunkOfChain(job.chunks, chain);
    const int endChunk = firstChunkOfChain(job.chunks, chain + 1);

    WeightRing<slots> ring(job, memory + chain * WeightRing<slots>::bytes, firstChunk, endChunk);
    letSuccessorStart();
    auto* x = reinterpret_cast<Number*>(memory + halfChains * WeightRing<slots>::bytes);
    const int chunkStride = job.tokens * (parts * chunkColumns);
    // Sums of the chains, [buffer][chain][column][row]. There are two buffers, so that one barrier
    // per group is enough.
    const int columns = storedColumns<Number, isPacked>(job.tokens);
    const int chainStride = columns * fewSumsStride;
    float* sumsOfChains = reinterpret_cast<float*>(x + job.chunks * chunkStride);
    const SplitFactors splitFactors{largest, factors, inverses};
    bool isNorm = false;
    if constexpr (isPacked)
        isNorm = job.norm.x;
    if (isNorm) {
        NormalizedColumns columnsOfNorm(job, firstChunk, endChunk);
        waitForPredecessor();
        columnsOfNorm.split(splitFactors, x);
    } else {
        waitForPredecessor();
        splitTokens(job, firstChunk, endChunk, splitFactors, x);
    }

    // Sums of rows that don't exist aren't used.
    const int ownRow = isPacked ? min(g, job.tokens * parts - 1) : min(g, job.tokens - 1) * parts;
    const Number* ownX = x + ownRow * chunkColumns;
    const bool isOdd = (ownRow / parts + ownRow % parts) % 2 != 0;
    int buffer = 0;
    for (int group = blockIdx.x; group < job.groups; group += int(gridDim.x)) {
        const RowGroup rows(job, group);
        const GroupOutput output(job, rows, 0, int(threadIdx.x));
        float before = 0;
        if (job.finish == Finish::Add && output.address)
            before = *output.address;
        float sums[1][1][tiles][4] = {};
        for (int chunk = firstChunk; chunk < endChunk; ++chunk) {
            ChunkWeights weights[1];
            ring.readFront(weights[0]);
            multiplyChunk<Number>(sums, weights, ownX + chunk * chunkStride, isOdd, 0, 1);
            ring.replaceFront();
        }
        float* shared = sumsOfChains + buffer * halfChains * chainStride;
        buffer ^= 1;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float ofTiles[tiles];
#pragma unroll
            for (int tile = 0; tile < tiles; ++tile)
                ofTiles[tile] = sums[0][0][tile][i];
            const int column = 2 * t + i % 2;
            if (column < columns)
                shared[chain * chainStride + column * fewSumsStride + g + i / 2 * 8]
                    = sumOfParts(ofTiles);
        }
        __syncthreads();
        const auto sumNumbers = [&](int row) {
            float s[halfChains];
#pragma unroll
            for (int i = 0; i < halfChains; ++i) {
                const float* own = shared + i * chainStride + row;
                if constexpr (isPacked) {
                    float ofParts[parts];
#pragma unroll
                    for (int part = 0; part < parts; ++part)
                        ofParts[part] = own[(output.token * parts + part) * fewSumsStride];
                    s[i] = sumOfParts(ofParts);
                } else {
                    s[i] = own[output.token * fewSumsStride];
                }
            }
            return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
        };
        if (output.address)
            output.write(job, before, hasFactors ? factors[output.token] : 1, sumNumbers);
    }
}

} // namespace kernels::cuda
