#pragma once

#include "kernels/cuda/decode_segments.cuh"
#include "kernels/cuda/head_ring.cuh"

// The work of a thread block of decode attention: the attention of some query heads of one kv head
// to a segment of the positions that a token sees. Each of its warps takes every fourth or eighth
// group of sixteen positions, with a ring of copies of its own. Both products have the positions or
// the values' dimensions as rows (cached_fragments.cuh) and the query heads as columns, each head
// several times. With halves, these are the columns of a tile of four heads h:
//
//   column 2 (h % 4)         the query, or the weight, rounded to half precision
//   column 2 (h % 4) + 1     the remainder of the rounding
//
// A query of packed keys is an integer of 23 bits in units of a power of two, that is, three digits
// of base 256, the first and second of which take the places of the two halves. Another tile has the
// third digits: of head h % 4 of the first tile in column 2 (h % 4), of the second tile in the next one.
//
// So one product has the precision of f32, and lane t holds all sums of the heads t and 4 + t.

namespace kernels::cuda {

template <int dims, int tiles, CacheFormat keyFormat, CacheFormat valueFormat>
class DecodeBlock {
public:
    static constexpr int warps = decodeWarps(dims, tiles);
    static constexpr int heads = tiles * headsPerTile;
    static constexpr int mergedStride = dims + 8;
    /// The kernel supports these kinds of queries.
    static constexpr bool hasHalves
        = keyFormat == CacheFormat::F16 || keyFormat == CacheFormat::Any;
    static constexpr bool hasDigits = keyFormat != CacheFormat::F16;
    static constexpr int queryPasses = heads * dims / 32 / warps;

    // Digits are [digit, head, digitStride] bytes, followed by the largest number of each 32 dimensions
    // of a head.
    static constexpr int digitStride = dims + 32;
    static constexpr int queryBytes()
    {
        const int halves = 2 * heads * dims * int(sizeof(__half));
        const int digits = 3 * heads * digitStride + heads * dims / 32 * int(sizeof(int));
        return halves > digits ? halves : digits;
    }
    static constexpr int mergeBytes()
    {
        return warps * heads * (mergedStride + 2) * int(sizeof(float));
    }

    __device__ DecodeBlock(const DecodeArguments& arguments, int ownSequence, uint8_t* shared)
        : a(arguments)
        , token(blockIdx.x)
        , kvHead(a.chunks == 1 ? int(blockIdx.y) : int(blockIdx.y) / a.chunks)
        , lane(threadIdx.x % 32)
        , warp(__shfl_sync(0xffffffff, threadIdx.x / 32, 0)) // known to be the same in all lanes
        , group(lane / 4)
        , inGroup(lane % 4)
        , query(reinterpret_cast<__half*>(shared))
        , merged(reinterpret_cast<float*>(shared + queryBytes()))
        , keys(a.keys, kvHead, a.shape.headDim)
        , values(a.values, kvHead, a.shape.headDim)
        , ring(sharedAddress(shared) + queryBytes()
                  + warp * a.stages * stageBytes(dims, keys.type, values.type),
              a.stages, stageBytes(dims, keys.type, values.type))
        , constants(a.segments)
        , sequence(ownSequence)
        , scoreFactor(a.shape.softCap > 0 ? a.shape.scale : a.shape.scale * log2OfE)
    {
        const int chunk = (int(blockIdx.y) - kvHead * a.chunks) * heads;
        firstHead = kvHead * a.group + chunk;
        ownHeads = min(heads, a.group - chunk);
        keyOffset = isPacked(keys.type) ? group * slotBytes(dims, keys.type) + keys.shift(group)
                                        : lane % 16 * slotBytes(dims, DType::F16) + lane / 16 * 16;
        if (isPacked(values.type)) {
            const int slot = slotBytes(dims, values.type);
            scaleOffset = group * slot + values.shift(group);
            for (int i = 0; i < 2; ++i)
                valueOffsets[i]
                    = (2 * inGroup + i) * slot + values.shift(2 * inGroup + i) + 2 * group;
        } else
            valueOffsets[0]
                = (lane / 16 * 8 + lane % 8) * slotBytes(dims, DType::F16) + lane / 8 % 2 * 16;
    }

    /// Attends to every gridDim.z-th segment; the last block of a token and chunk to finish
    /// combines all segments.
    __device__ void run(const KeySegments& segments)
    {
        const DecodeOutput<dims> output(a, firstHead);
        const int ownParts = ownHeads * output.parts;
        int done = 0;
#pragma unroll 1
        for (int segment = blockIdx.z; segment < segments.count; segment += gridDim.z, ++done) {
            if (done > 0)
                __syncthreads(); // the merged sums have been read
            attend(segments, segment, done == 0);
            if (segments.count > 1) {
#pragma unroll 1
                for (int part = warp; part < ownParts; part += warps)
                    output.writePartial(part, segment, mergedPart(part));
            }
        }
        if (segments.count > 1
            && !output.isLast(done, segments.count, reinterpret_cast<int*>(merged)))
            return;
#pragma unroll 1
        for (int part = warp; part < ownParts; part += warps) {
            const PartSums all
                = segments.count == 1 ? mergedPart(part) : output.combined(part, segments.count);
            output.write(part, all, values.span, isPacked(values.type));
        }
    }

private:
    // The sums of the warps for a segment are in shared memory after this.
    __device__ __forceinline__ void attend(const KeySegments& segments, int segment, bool isFirst)
    {
        float numbers[queryPasses];
        if (isFirst)
            readQuery(numbers);
        begin(segments, segment);
        if (isFirst)
            splitQuery(numbers);
        DecodeSoftmax<dims, tiles> softmax;
#pragma unroll 1
        for (; ownGroup <= lastGroup; ownGroup += warps) {
            const int position = ownGroup * groupKeys;
            const bool isWhole = position >= first && position + groupKeys - 1 <= last;
            fetchKeys();
            waitForStage();
            float scores[tiles][2] = {};
            multiplyKeys(scores);
            ring.release();
            prepareScores(scores, isWhole);
            softmax.weigh(scores);
            fetchValues();
            waitForStage();
            addValues(softmax, scores, isWhole);
            ring.release();
        }
        waitForCopies<0>();
        __syncthreads(); // the rings may be reused
        store(softmax);
        __syncthreads();
    }

    // --- Copying ---

    // Groups are numbered from the beginning of the sequence.
    __device__ __forceinline__ void begin(const KeySegments& segments, int segment)
    {
        first = max(segments.firstSeen, segments.begin(segment));
        last = min(segments.lastSeen, segments.begin(segment + 1) - 1);
        const int firstGroup = int(unsigned(first) / groupKeys);
        ownGroup = firstGroup + ((warp - firstGroup) & (warps - 1));
        lastGroup = first <= last ? int(unsigned(last) / groupKeys) : -1;
        nextGroup = ownGroup;
        fetched = 0;
        findRows();
        ring.restart();
#pragma unroll 1
        for (int ahead = 1; ahead < a.stages; ahead += 2) {
            fetchKeys();
            fetchValues();
        }
    }

    // Finds the rows of the cache at which the next 32 groups of the warp begin, one per lane. The
    // pages of groups exist.
    __device__ __forceinline__ void findRows()
    {
        const int ofLane = nextGroup + lane * warps;
        rows = 0;
        if (ofLane > lastGroup)
            return;
        const Slots& slots = a.reach.slots;
        const int position = ofLane * groupKeys, pageSize = slots.pageSize;
        const int page = a.pageShift >= 0 ? position >> a.pageShift : position / pageSize;
        rows = slots.pageTables[int64_t(sequence) * slots.tableColumns + page] * pageSize
            + (position - page * pageSize);
    }

    // Keys and values of the next group are fetched one after the other, so that every stage of the
    // ring is in use.
    __device__ __forceinline__ void fetchKeys()
    {
        if (nextGroup <= lastGroup) {
            const int position = nextGroup * groupKeys;
            nextRow = __shfl_sync(0xffffffff, rows, fetched % 32);
            keys.copy(nextRow, first - position, last - position, ring.next());
        }
        commitCopies();
    }
    __device__ __forceinline__ void fetchValues()
    {
        if (nextGroup <= lastGroup) {
            const int position = nextGroup * groupKeys;
            values.copy(nextRow, first - position, last - position, ring.next());
            nextGroup += warps;
            if (++fetched % 32 == 0)
                findRows();
        }
        commitCopies();
    }

    // Waits for the oldest stage.
    __device__ __forceinline__ void waitForStage() const
    {
        if (a.stages >= 5)
            waitForCopies<4>();
        else if (a.stages >= 3)
            waitForCopies<2>();
        else
            waitForCopies<0>();
        __syncwarp();
    }

    // --- Queries ---

    // A warp takes 32 dimensions of a head at a time.
    __device__ __forceinline__ void readQuery(float (&numbers)[queryPasses]) const
    {
#pragma unroll
        for (int pass = 0; pass < queryPasses; ++pass) {
            const int i = pass * warps + warp, head = i / (dims / 32);
            const int own = i % (dims / 32) * 32 + lane - keys.span.before;
            const int64_t row = int64_t(token) * a.shape.heads + firstHead + head;
            const bool exists = head < ownHeads && own >= 0 && own < a.shape.headDim;
            numbers[pass] = exists ? a.q[row * a.shape.headDim + own] : 0.0f;
        }
    }

    __device__ __forceinline__ void splitQuery(const float (&numbers)[queryPasses])
    {
        if constexpr (hasDigits) {
            if (isPacked(keys.type))
                return splitIntoDigits(numbers);
        }
        if constexpr (hasHalves)
            splitIntoHalves(numbers);
    }

    // Distributes the halves of the queries and their remainders among all lanes.
    __device__ __forceinline__ void splitIntoHalves(const float (&numbers)[queryPasses])
    {
#pragma unroll
        for (int pass = 0; pass < queryPasses; ++pass) {
            const int i = pass * warps + warp, head = i / (dims / 32);
            const float x = withinHalf(numbers[pass] * scoreFactor);
            const int column = head / headsPerTile * 8 + head % headsPerTile * 2;
            const int index = queryIndex(i % (dims / 32) * 32 + lane);
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

    // Distributes the digits of the queries among all lanes. The unit of a head is such that its
    // largest number has 22 bits and a sign. It is NaN if the head has a number that is not finite.
    __device__ __forceinline__ void splitIntoDigits(const float (&numbers)[queryPasses])
    {
        constexpr int blocks = dims / 32;
        auto* digits = reinterpret_cast<int8_t*>(query);
        int* largest = reinterpret_cast<int*>(digits + 3 * heads * digitStride);
        float rotated[queryPasses];
#pragma unroll
        for (int pass = 0; pass < queryPasses; ++pass) {
            rotated[pass] = rotatedAcrossWarp(numbers[pass] * scoreFactor);
            // The bits of numbers without a sign have the same order as the numbers.
            const int bits = warpMax(__float_as_int(fabsf(rotated[pass])));
            if (lane == 0)
                largest[pass * warps + warp] = bits;
        }
        __syncthreads();
        const auto exponentOf = [&](int head) {
            int bits = largest[head * blocks];
            for (int block = 1; block < blocks; ++block)
                bits = max(bits, largest[head * blocks + block]);
            return max(bits >> 23, 32);
        };
#pragma unroll
        for (int pass = 0; pass < queryPasses; ++pass) {
            const int i = pass * warps + warp, head = i / blocks;
            const float inverseUnit = __int_as_float((275 - exponentOf(head)) << 23);
            int rest = __float2int_rn(rotated[pass] * inverseUnit);
            int8_t* own
                = digits + head * digitStride + digitIndex(keys.type, i % blocks * 32 + lane);
            for (int digit = 2; digit >= 0; --digit) { // the last one first
                const auto last = int8_t(rest);
                own[digit * heads * digitStride] = last;
                rest = (rest - last) >> 8;
            }
        }
        __syncthreads();
        for (int tile = 0; tile < tiles; ++tile) {
            const int exponent = exponentOf(tile * headsPerTile + inGroup);
            units[tile] = exponent < 255 ? __int_as_float((exponent - 21) << 23) : NAN;
        }
        for (int tile = 0; tile <= tiles; ++tile) {
            const int digit = tile < tiles ? group % 2 : 2;
            const int head = tile < tiles ? tile * headsPerTile + group / 2
                                          : group % 2 * (tiles - 1) * headsPerTile + group / 2;
            const int8_t* own = digits + (digit * heads + head) * digitStride + inGroup * 8;
            for (int block = 0; block < blocks; ++block) {
                const auto words = *reinterpret_cast<const uint2*>(own + block * 32);
                queries[tile][block][0] = words.x;
                queries[tile][block][1] = words.y;
            }
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
        if constexpr (hasHalves) {
            if (!isPacked(keys.type))
                return multiplyPlainKeys(scores);
        }
        if constexpr (hasDigits) {
            withCacheBlock(keys.type, [&](auto* block) {
                multiplyPackedKeys<std::remove_pointer_t<decltype(block)>>(scores);
            });
        }
    }

    __device__ __forceinline__ void multiplyPlainKeys(float (&scores)[tiles][2])
    {
        const SharedAddress row = ring.oldest() + keyOffset;
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
        constexpr int eightSlots = 8 * slotBytes(dims, typeOfBlock<Block>);
        const SharedAddress row = ring.oldest() + keyOffset; // of key g
        const EvenWords<isAligned(keyFormat)> words(ring.oldest(), keyOffset + 4 * inGroup);
#pragma unroll
        for (int index = 0; index < dims / 32; ++index) {
            const int block = index * int(sizeof(Block));
            uint32_t ofRow[2][2];
            for (int half = 0; half < 2; ++half)
                PackedFragments<Block>::keys(
                    ofRow[half], words, half * eightSlots + block, inGroup, constants);
            const uint32_t bytes[4] = {ofRow[0][0], ofRow[1][0], ofRow[0][1], ofRow[1][1]};
            int products[tiles + 1][4];
            for (int tile = 0; tile <= tiles; ++tile)
                multiplyFrom(products[tile], bytes, queries[tile][index], constants.start);
            for (int half = 0; half < 2; ++half) {
                const float scale
                    = index < keys.blocks ? scaleAt(row + half * eightSlots + block) : 0;
                for (int tile = 0; tile < tiles; ++tile) {
                    float product = integerOfSum(products[tile][2 * half]);
                    product = fmaf(product, 256, integerOfSum(products[tile][2 * half + 1]));
                    product = fmaf(product, 256, integerOfSum(products[tiles][2 * half + tile]));
                    scores[tile][half] = fmaf(scale, product, scores[tile][half]);
                }
            }
        }
        for (int tile = 0; tile < tiles; ++tile)
            for (float& score : scores[tile])
                score *= units[tile] * (1 / PackedFragments<Block>::keyFactor);
    }

    // Caps the scores, if the model does, and multiplies them by log2OfE; scores outside the segment
    // become −∞. Otherwise the query contains all factors.
    __device__ __forceinline__ void prepareScores(float (&scores)[tiles][2], bool isWhole) const
    {
        if (a.shape.softCap > 0)
            for (int tile = 0; tile < tiles; ++tile)
                for (float& score : scores[tile])
                    score = a.shape.softCap * tanhf(score / a.shape.softCap) * log2OfE;
        if (isWhole)
            return;
        for (int half = 0; half < 2; ++half)
            for (int tile = 0; tile < tiles; ++tile)
                if (!isInside(half))
                    scores[tile][half] = -INFINITY;
    }

    __device__ bool isInside(int half) const
    {
        const int position = ownGroup * groupKeys + group + 8 * half;
        return position >= first && position <= last;
    }

    // --- Values ---

    __device__ __forceinline__ void addValues(
        DecodeSoftmax<dims, tiles>& softmax, const float (&weights)[tiles][2], bool isWhole)
    {
        if (!isPacked(values.type))
            return addPlainValues(softmax, weights);
        withCacheBlock(values.type, [&](auto* block) {
            addPackedValues<std::remove_pointer_t<decltype(block)>>(softmax, weights, isWhole);
        });
    }

    __device__ __forceinline__ void addPlainValues(
        DecodeSoftmax<dims, tiles>& softmax, const float (&weights)[tiles][2])
    {
        uint32_t factors[tiles][2];
        for (int tile = 0; tile < tiles; ++tile)
            for (int half = 0; half < 2; ++half)
                factors[tile][half] = transposedMatrix(splitHalves(weights[tile][half]));
        const SharedAddress row = ring.oldest() + valueOffsets[0];
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
        DecodeSoftmax<dims, tiles>& softmax, const float (&weights)[tiles][2], bool isWhole)
    {
        constexpr int blocks = dims / 32, eightSlots = 8 * slotBytes(dims, typeOfBlock<Block>);
        float scales[2][blocks], largest = 0;
        for (int half = 0; half < 2; ++half) {
            const SharedAddress row = ring.oldest() + scaleOffset + half * eightSlots;
#pragma unroll
            for (int index = 0; index < blocks; ++index) {
                const float scale = scaleAt(row + index * int(sizeof(Block)));
                scales[half][index] = index < values.blocks ? scale : 0;
            }
        }
        if (!isWhole)
            for (int half = 0; half < 2; ++half)
                if (!isInside(half))
                    for (float& scale : scales[half])
                        scale = 0;
        for (const auto& row : scales)
            for (float scale : row)
                largest = fmaxf(largest, fabsf(scale));
        softmax.cover(largest);
        float relative[tiles][2];
        for (int tile = 0; tile < tiles; ++tile)
            for (int half = 0; half < 2; ++half)
                relative[tile][half] = weights[tile][half] * softmax.inverseUnit;
        SharedAddress pairs[2][2]; // rows of the positions 2t, 2t + 1, 2t + 8, 2t + 9
        for (int half = 0; half < 2; ++half)
            for (int i = 0; i < 2; ++i)
                pairs[half][i] = ring.oldest() + valueOffsets[i] + half * eightSlots;
#pragma unroll
        for (int index = 0; index < blocks; ++index) {
            uint32_t factors[tiles][2];
            for (int tile = 0; tile < tiles; ++tile)
                for (int half = 0; half < 2; ++half)
                    factors[tile][half]
                        = transposedMatrix(splitHalves(relative[tile][half] * scales[half][index]));
            uint32_t words[2][4];
            for (int half = 0; half < 2; ++half)
                PackedFragments<Block>::values(words[half], pairs[half][0], pairs[half][1],
                    index * int(sizeof(Block)), group, constants);
            for (int i = 0; i < 2; ++i) {
                const uint32_t numbers[4]
                    = {words[0][2 * i], words[0][2 * i + 1], words[1][2 * i], words[1][2 * i + 1]};
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
        return reinterpret_cast<float2*>(merged + warps * heads * mergedStride) + ofWarp * heads
            + head;
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
            for (int step = 0; step < dims / 16; ++step) {
                const float(&sums)[4] = softmax.sums[tile][step];
                const float2 both
                    = make_float2((sums[0] + sums[1]) * unit, (sums[2] + sums[3]) * unit);
                if (isPacked(values.type)) {
                    *reinterpret_cast<float2*>(own + valueDim(true, step, 0, group)) = both;
                } else {
                    own[valueDim(false, step, 0, group)] = both.x;
                    own[valueDim(false, step, 1, group)] = both.y;
                }
            }
        }
    }

    // Combines the sums of the warps for a part of a head, in the order of the warps.
    __device__ __forceinline__ PartSums mergedPart(int part) const
    {
        const int head = part / DecodeOutput<dims>::parts;
        const int dim = part % DecodeOutput<dims>::parts * partDims + lane;
        PartSums all;
        for (int w = 0; w < warps; ++w)
            all.base = fmaxf(all.base, headerAt(w, head)->x);
        for (int w = 0; w < warps; ++w) {
            const float2 header = *headerAt(w, head);
            const float weight = relativeWeight(header.x, all.base);
            const float* sums = sumsAt(w, head) + dim;
            all.total = fmaf(weight, header.y, all.total);
            all.add(weight, make_float2(sums[0], sums[32]));
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
    const Constants constants;
    const int sequence;
    const float scoreFactor; // by which the query is multiplied
    // Offsets in a stage at which the lane reads: its row of keys; the scales of its row of values,
    // if they are packed; its first rows of values.
    int keyOffset, scaleOffset = 0, valueOffsets[2] = {};
    int first, last; // positions of the segment that the token sees
    int ownGroup, lastGroup; // of this warp
    int nextGroup, nextRow; // to be copied
    int fetched, rows; // groups that were copied; see findRows()
    // Words of `b`: halves, [tile, k-step], or digits, [tile, block]; the units of digits.
    uint32_t queries[tiles + hasDigits][hasHalves ? dims / 16 : dims / 32][2];
    float units[tiles];
};

} // namespace kernels::cuda
