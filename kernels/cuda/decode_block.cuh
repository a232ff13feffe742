#pragma once

#include "kernels/cuda/decode_segments.cuh"
#include "kernels/cuda/head_ring.cuh"

// The work of a thread block of decode attention: the attention of some query heads of one kv head
// to a segment of the positions that a token sees. Each of its warps takes every fourth group of
// sixteen positions, with a ring of copies of its own. Both products have the positions or the
// values' dimensions as rows (cached_fragments.cuh) and the query heads as columns, each head
// twice:
//
//   column 2 (h % 4) of tile h / 4      the query, or the weight, rounded to half precision
//   column 2 (h % 4) + 1                the remainder of the rounding
//
// So one product has the precision of f32, and lane t holds both sums of the heads t and 4 + t.

namespace kernels::cuda {

template <int dims, int tiles, CacheFormat keyFormat, CacheFormat valueFormat>
class DecodeBlock {
public:
    static constexpr int heads = tiles * headsPerTile;
    static constexpr int mergedStride = dims + 8;
    static constexpr int queryPasses = heads * dims / 32 / decodeWarps;

    static constexpr int queryBytes() { return 2 * heads * dims * int(sizeof(__half)); }
    static constexpr int mergeBytes()
    {
        return decodeWarps * heads * (mergedStride + 2) * int(sizeof(float));
    }

    __device__ DecodeBlock(const DecodeArguments& arguments, int ownSequence, uint8_t* shared)
        : a(arguments)
        , token(blockIdx.x)
        , kvHead(int(blockIdx.y) / a.chunks)
        , lane(threadIdx.x % 32)
        , warp(threadIdx.x / 32)
        , group(lane / 4)
        , inGroup(lane % 4)
        , query(reinterpret_cast<__half*>(shared))
        , merged(reinterpret_cast<float*>(shared + queryBytes()))
        , keys(a.keys, kvHead, a.shape.headDim)
        , values(a.values, kvHead, a.shape.headDim)
        , ring(shared + queryBytes() + warp * a.stages * stageBytes(dims, keys.type, values.type),
              a.stages, stageBytes(dims, keys.type, values.type))
        , codes(a.segments)
        , sequence(ownSequence)
        , scoreFactor(a.shape.scale * log2OfE)
    {
        const int perKvHead = a.shape.heads / a.shape.kvHeads;
        const int chunk = int(blockIdx.y) % a.chunks * heads;
        firstHead = kvHead * perKvHead + chunk;
        ownHeads = min(heads, perKvHead - chunk);
    }

    /// Attends to every gridDim.z-th segment; the last block of a token and chunk to finish
    /// combines all segments.
    __device__ void run(const KeySegments& segments)
    {
        const DecodeOutput<dims> output(a, firstHead);
        // The queries are in registers by then.
        float* lanes = reinterpret_cast<float*>(query) + warp * dims;
        static_assert(decodeWarps * dims * int(sizeof(float)) <= queryBytes());
        int done = 0;
        for (int segment = blockIdx.z; segment < segments.count; segment += gridDim.z, ++done) {
            if (done > 0)
                __syncthreads(); // the merged sums have been read
            attend(segments, segment, done == 0);
            if (segments.count > 1)
                for (int head = warp; head < ownHeads; head += decodeWarps)
                    output.writePartial(head, segment, mergedHead(head));
        }
        if (segments.count > 1
            && !output.isLast(done, segments.count, reinterpret_cast<bool*>(merged)))
            return;
        for (int head = warp; head < ownHeads; head += decodeWarps) {
            const HeadSums<dims> all
                = segments.count == 1 ? mergedHead(head) : output.combined(head, segments.count);
            output.write(head, all, values.span, isPacked(values.type), lanes);
        }
    }

private:
    // The sums of the warps for a segment are in shared memory after this.
    __device__ void attend(const KeySegments& segments, int segment, bool isFirst)
    {
        float numbers[queryPasses];
        if (isFirst)
            readQuery(numbers);
        begin(segments, segment);
        if (isFirst)
            splitQuery(numbers);
        DecodeSoftmax<dims, tiles> softmax;
        for (; ownGroup <= lastGroup; ownGroup += decodeWarps) {
            fetch();
            waitForCopies(a.stages - 1);
            __syncwarp();
            float scores[tiles][2] = {};
            multiplyKeys(scores);
            prepareScores(scores);
            softmax.weigh(scores);
            addValues(softmax, scores);
            ring.release();
        }
        waitForCopies<0>();
        __syncthreads(); // the rings may be reused
        store(softmax);
        __syncthreads();
    }

    // --- Copying ---

    // Groups are numbered from the beginning of the sequence.
    __device__ void begin(const KeySegments& segments, int segment)
    {
        first = max(a.reach.first(token), segments.begin(segment));
        last = min(a.reach.last(token), segments.begin(segment + 1) - 1);
        const int firstGroup = first / groupKeys;
        ownGroup = firstGroup + ((warp - firstGroup) % decodeWarps + decodeWarps) % decodeWarps;
        lastGroup = first <= last ? last / groupKeys : -1;
        nextGroup = ownGroup;
        nextPage = nextGroupPage(nextGroup);
        ring.restart();
        for (int ahead = 0; ahead < a.stages - 1; ++ahead)
            fetch();
    }

    // The page of the group's positions, which exists if the group does.
    __device__ int nextGroupPage(int ofGroup) const
    {
        if (ofGroup > lastGroup)
            return 0;
        const Slots& slots = a.reach.slots;
        const int position = ofGroup * groupKeys;
        const int page = a.pageShift >= 0 ? position >> a.pageShift : position / slots.pageSize;
        return slots.pageTables[int64_t(sequence) * slots.tableColumns + page];
    }

    __device__ __forceinline__ void fetch()
    {
        if (nextGroup <= lastGroup) {
            const int position = nextGroup * groupKeys, pageSize = a.reach.slots.pageSize;
            const int row = a.pageShift >= 0
                ? (nextPage << a.pageShift) + (position & (pageSize - 1))
                : nextPage * pageSize + position % pageSize;
            uint8_t* stage = ring.next();
            keys.copy(row, first - position, last - position, stage);
            values.copy(row, first - position, last - position,
                stage + groupKeys * slotBytes(dims, keys.type));
            nextGroup += decodeWarps;
            nextPage = nextGroupPage(nextGroup); // is not used before the next call
        }
        commitCopies();
    }

    // --- Queries ---

    // A warp takes 32 dimensions of a head at a time.
    __device__ __forceinline__ void readQuery(float (&numbers)[queryPasses]) const
    {
#pragma unroll
        for (int pass = 0; pass < queryPasses; ++pass) {
            const int i = pass * decodeWarps + warp, head = i / (dims / 32);
            const int own = i % (dims / 32) * 32 + lane - keys.span.before;
            const int64_t row = int64_t(token) * a.shape.heads + firstHead + head;
            const bool exists = head < ownHeads && own >= 0 && own < a.shape.headDim;
            numbers[pass] = exists ? a.q[row * a.shape.headDim + own] : 0.0f;
        }
    }

    // Distributes the halves of the queries and their rests among all lanes.
    __device__ __forceinline__ void splitQuery(const float (&numbers)[queryPasses])
    {
#pragma unroll
        for (int pass = 0; pass < queryPasses; ++pass) {
            const int i = pass * decodeWarps + warp, head = i / (dims / 32);
            const float x = withinHalf(
                isPacked(keys.type) ? rotatedAcrossWarp(numbers[pass]) : numbers[pass]);
            const int column = head / headsPerTile * 8 + head % headsPerTile * 2;
            const int index = queryIndex(keys.type, i % (dims / 32) * 32 + lane);
            const __half nearest = __float2half_rn(x);
            *queryAt(column, index) = nearest;
            *queryAt(column + 1, index) = __float2half_rn(x - __half2float(nearest));
        }
        __syncthreads();
        for (int tile = 0; tile < tiles; ++tile)
            for (int step = 0; step < dims / 16; ++step) {
                const auto words = *reinterpret_cast<const uint2*>(
                    queryAt(tile * 8 + group, step * 16 + inGroup * 4));
                queries[tile][step][0] = words.x;
                queries[tile][step][1] = words.y;
            }
    }

    // The address of a number of a query. The steps of sixteen numbers are permuted differently in
    // each column, so that the same step of eight columns is read from all banks.
    __device__ __half* queryAt(int column, int index) const
    {
        constexpr int steps = dims / 16 < 8 ? dims / 16 : 8;
        return query + column * dims + (index ^ column % steps * 16);
    }

    // --- Keys ---

    __device__ __forceinline__ void multiplyKeys(float (&scores)[tiles][2])
    {
        if (!isPacked(keys.type))
            return multiplyPlainKeys(scores);
        withCacheBlock(keys.type, [&](auto* block) {
            multiplyPackedKeys<std::remove_pointer_t<decltype(block)>>(scores);
        });
    }

    __device__ __forceinline__ void multiplyPlainKeys(float (&scores)[tiles][2])
    {
        const uint8_t* row
            = ring.oldest() + lane % 16 * slotBytes(dims, DType::F16) + lane / 16 * 16;
        float products[2][tiles][4] = {}; // of even and odd steps
#pragma unroll
        for (int step = 0; step < dims / 16; ++step) {
            uint32_t numbers[4];
            loadMatrix(numbers, row + step * 32);
            for (int tile = 0; tile < tiles; ++tile)
                multiplyAccumulate<__half>(products[step % 2][tile], numbers, queries[tile][step]);
        }
        for (int tile = 0; tile < tiles; ++tile)
            for (int half = 0; half < 2; ++half)
                scores[tile][half] = (products[0][tile][2 * half] + products[1][tile][2 * half])
                    + (products[0][tile][2 * half + 1] + products[1][tile][2 * half + 1]);
    }

    template <typename Block>
    __device__ __forceinline__ void multiplyPackedKeys(float (&scores)[tiles][2])
    {
        const uint8_t* stage = ring.oldest();
        constexpr int eightSlots = 8 * slotBytes(dims, typeOfBlock<Block>);
        const int begin = group * slotBytes(dims, typeOfBlock<Block>) + keys.shift(group);
        const EvenWords words(stage, begin + 4 * inGroup); // of row g
#pragma unroll
        for (int index = 0; index < dims / 32; ++index) {
            const int block = index * int(sizeof(Block));
            uint32_t pairs[2][4];
            for (int half = 0; half < 2; ++half)
                PackedFragments<Block>::keys(
                    pairs[half], words, half * eightSlots + block, inGroup, codes);
            float products[tiles][4] = {};
            for (int step = 0; step < 2; ++step) {
                const uint32_t numbers[4] = {pairs[0][2 * step], pairs[1][2 * step],
                    pairs[0][2 * step + 1], pairs[1][2 * step + 1]};
                for (int tile = 0; tile < tiles; ++tile)
                    multiplyAccumulate<__half>(
                        products[tile], numbers, queries[tile][2 * index + step]);
            }
            for (int half = 0; half < 2; ++half) {
                const float scale
                    = index < keys.blocks ? scaleAt(stage + begin + half * eightSlots + block) : 0;
                for (int tile = 0; tile < tiles; ++tile)
                    scores[tile][half]
                        = fmaf(scale, products[tile][2 * half] + products[tile][2 * half + 1],
                            scores[tile][half]);
            }
        }
    }

    // Scales and caps the scores and multiplies them by log2OfE; scores outside the segment become
    // −∞.
    __device__ __forceinline__ void prepareScores(float (&scores)[tiles][2]) const
    {
        for (int half = 0; half < 2; ++half) {
            const bool exists = isInside(half);
            for (int tile = 0; tile < tiles; ++tile) {
                float& score = scores[tile][half];
                score = a.shape.softCap > 0 ? scaledScore(score, a.shape) * log2OfE
                                            : score * scoreFactor;
                score = exists ? score : -INFINITY;
            }
        }
    }

    __device__ bool isInside(int half) const
    {
        const int position = ownGroup * groupKeys + group + 8 * half;
        return position >= first && position <= last;
    }

    // --- Values ---

    __device__ __forceinline__ void addValues(
        DecodeSoftmax<dims, tiles>& softmax, const float (&weights)[tiles][2])
    {
        if (!isPacked(values.type))
            return addPlainValues(softmax, weights);
        withCacheBlock(values.type, [&](auto* block) {
            addPackedValues<std::remove_pointer_t<decltype(block)>>(softmax, weights);
        });
    }

    __device__ const uint8_t* oldestValues() const
    {
        return ring.oldest() + groupKeys * slotBytes(dims, keys.type);
    }

    __device__ __forceinline__ void addPlainValues(
        DecodeSoftmax<dims, tiles>& softmax, const float (&weights)[tiles][2])
    {
        uint32_t factors[tiles][2];
        for (int tile = 0; tile < tiles; ++tile)
            for (int half = 0; half < 2; ++half)
                factors[tile][half] = transposedMatrix(splitHalves(weights[tile][half]));
        const uint8_t* row = oldestValues()
            + (lane / 16 * 8 + lane % 8) * slotBytes(dims, DType::F16) + lane / 8 % 2 * 16;
#pragma unroll
        for (int step = 0; step < dims / 16; ++step) {
            uint32_t numbers[4];
            loadMatrixTransposed(numbers, row + step * 32);
            for (int tile = 0; tile < tiles; ++tile)
                multiplyAccumulate<__half>(softmax.sums[tile][step], numbers, factors[tile]);
        }
    }

    // Weights take the scales of the values with them, divided by the unit of the sums.
    template <typename Block>
    __device__ __forceinline__ void addPackedValues(
        DecodeSoftmax<dims, tiles>& softmax, const float (&weights)[tiles][2])
    {
        constexpr int blocks = dims / 32, slot = slotBytes(dims, typeOfBlock<Block>);
        const uint8_t* slots = oldestValues();
        float scales[2][blocks], largest = 0;
        for (int half = 0; half < 2; ++half) {
            const uint8_t* row = slots + (group + 8 * half) * slot + values.shift(group);
            const bool exists = isInside(half);
#pragma unroll
            for (int index = 0; index < blocks; ++index) {
                const float scale = scaleAt(row + index * int(sizeof(Block)));
                scales[half][index] = exists && index < values.blocks ? scale : 0;
                largest = fmaxf(largest, fabsf(scales[half][index]));
            }
        }
        softmax.cover(largest);
        float relative[tiles][2];
        for (int tile = 0; tile < tiles; ++tile)
            for (int half = 0; half < 2; ++half)
                relative[tile][half] = weights[tile][half] * softmax.inverseUnit;
        const uint8_t* rows[4]; // positions 2t, 2t + 1, 2t + 8, 2t + 9
        for (int i = 0; i < 4; ++i)
            rows[i] = slots + (2 * inGroup + i % 2 + i / 2 * 8) * slot
                + values.shift(2 * inGroup + i % 2) + 2 * group;
#pragma unroll
        for (int index = 0; index < blocks; ++index) {
            uint32_t factors[tiles][2];
            for (int tile = 0; tile < tiles; ++tile)
                for (int half = 0; half < 2; ++half)
                    factors[tile][half]
                        = transposedMatrix(splitHalves(relative[tile][half] * scales[half][index]));
            uint32_t pairs[2][4];
            for (int half = 0; half < 2; ++half)
                PackedFragments<Block>::values(pairs[half], rows[2 * half], rows[2 * half + 1],
                    index * int(sizeof(Block)), group, codes);
            for (int i = 0; i < 2; ++i) {
                const uint32_t numbers[4]
                    = {pairs[0][2 * i], pairs[0][2 * i + 1], pairs[1][2 * i], pairs[1][2 * i + 1]};
                for (int tile = 0; tile < tiles; ++tile)
                    multiplyAccumulate<__half>(
                        softmax.sums[tile][2 * index + i], numbers, factors[tile]);
            }
        }
    }

    // --- Merging ---

    __device__ float* sumsAt(int ofWarp, int head) const
    {
        return merged + (ofWarp * heads + head) * mergedStride;
    }
    __device__ float2* headerAt(int ofWarp, int head) const
    {
        return reinterpret_cast<float2*>(merged + decodeWarps * heads * mergedStride)
            + ofWarp * heads + head;
    }

    __device__ void store(const DecodeSoftmax<dims, tiles>& softmax) const
    {
        const float unit = isPacked(values.type) ? softmax.unit : 1;
        for (int tile = 0; tile < tiles; ++tile) {
            const int head = tile * headsPerTile + inGroup;
            float total = softmax.total[tile];
            for (int distance = 4; distance < 32; distance *= 2)
                total += __shfl_xor_sync(0xffffffff, total, distance);
            if (group == 0)
                *headerAt(warp, head) = make_float2(softmax.base[tile], total);
            float* own = sumsAt(warp, head);
            for (int step = 0; step < dims / 16; ++step)
                for (int upper = 0; upper < 2; ++upper) {
                    const float(&sums)[4] = softmax.sums[tile][step];
                    own[valueDim(isPacked(values.type), step, upper, group)]
                        = (sums[2 * upper] + sums[2 * upper + 1]) * unit;
                }
        }
    }

    // Combines the sums of the warps in the order of the warps.
    __device__ HeadSums<dims> mergedHead(int head) const
    {
        float2 headers[decodeWarps];
        HeadSums<dims> all;
        for (int w = 0; w < decodeWarps; ++w) {
            headers[w] = *headerAt(w, head);
            all.base = fmaxf(all.base, headers[w].x);
        }
        for (int w = 0; w < decodeWarps; ++w) {
            const float weight = relativeWeight(headers[w].x, all.base);
            all.total = fmaf(weight, headers[w].y, all.total);
            for (int vector = 0; vector < all.vectors; ++vector)
                all.add(weight, vector,
                    *reinterpret_cast<const float4*>(sumsAt(w, head) + all.firstDim(vector, lane)));
        }
        return all;
    }

    const DecodeArguments& a;
    const int token, kvHead, lane, warp;
    const int group, inGroup; // g and t of the fragments
    int firstHead, ownHeads; // of the chunk
    __half* const query; // see queryAt()
    float* const merged; // sums, then headers; shares its memory with the rings
    const HeadRows<dims, keyFormat> keys;
    const HeadRows<dims, valueFormat> values;
    StageRing ring;
    const CodeTables codes;
    const int sequence;
    const float scoreFactor;
    int first, last; // positions of the segment that the token sees
    int ownGroup, lastGroup; // of this warp
    int nextGroup, nextPage; // to be copied
    uint32_t queries[tiles][dims / 16][2];
};

} // namespace kernels::cuda
