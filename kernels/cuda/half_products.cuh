#pragma once

#include "kernels/cuda/half_products.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/pack_segment.cuh"
#include "kernels/cuda/reduce.cuh"
#include "kernels/cuda/tensor_core.cuh"

#include <cstring>
#include <type_traits>

// Code that the kernels for products with f16 and bf16 weights share.
//
// Columns are divided into chunks of 64, one line of memory per row of weights. Chunks are divided
// into eight chains of neighbors. A row of x is split: x = (part 0 + part 1 + ...) * factor.
// Whichever kernel computes a product, and however many rows there are, a sum is taken in one order:
// the tensor cores add the products of a chain and a part one after the other, the sums of the parts
// are added to that of the chain, (0 + 1) + 2, and the sums of the chains are added in pairs,
// ((0 + 1) + (2 + 3)) + ((4 + 5) + (6 + 7)).
//
// Split rows are stored as
//   [chunk][token][part][64 columns]
// where column 32 h + i of the chunk, i < 32, is number 32 (h ^ (token + part) % 2) + i. The eight
// lanes that read shared memory together, 16 bytes each, read 64 bytes of a part of two neighboring
// tokens, or of two neighboring parts; so these are in different banks.
//
// A lane reads eight neighboring columns of a row of weights or x at once. The tensor cores take
// them as columns 2t, 2t + 1, 2t + 8, 2t + 9 of two steps, so they see the columns in another order,
// which is the same for both factors:
//   half h, step s, word w of lane t: columns 32 h + 8 t + 4 s + 2 w and the next

namespace kernels::cuda {

constexpr int halfChains = 8;
constexpr int chunkColumns = 64;
constexpr int groupRows = 16; // rows of weights in one operand of the tensor cores
constexpr int halfTileTokens = 8;

/// The number of parts of a split number: 2 * 11 or 3 * 8 bits, for the 24 of f32.
template <typename Number>
constexpr int splitParts = std::is_same_v<Number, __half> ? 2 : 3;

struct HalfJob {
    static constexpr int maxParts = ProductJob::maxParts;

    struct Part {
        const uint4* weight = nullptr; ///< [outputs, columns], eight numbers an element
        float* out = nullptr; ///< [tokens, outputs]
        int outputs = 0;
        int firstGroup = 0; ///< the first group of rows that belongs to this part
    };

    const float* x = nullptr; ///< [tokens, columns]
    NormOfRow norm; ///< computes x if it is one row; its packed form is not written
    int columns = 0; ///< a multiple of 8
    int chunks = 0;
    int tokens = 0;
    Finish finish = Finish::Store;
    Activation activation = Activation::Silu;
    int partCount = 0;
    int groups = 0; ///< groups of rows in all parts; a gate's contain rows of both matrices
    Part parts[maxParts];
};

/// The number of outputs of a group. A group of a gate has eight rows of either matrix.
__host__ __device__ constexpr int outputsOfGroup(Finish finish)
{
    return finish == Finish::Gate ? groupRows / 2 : groupRows;
}

/// The first chunk of a chain; that of chain `halfChains` is the end of the last one.
__device__ __forceinline__ int firstChunkOfChain(int chunks, int chain)
{
    return chunks * chain / halfChains;
}

/// Sixteen rows of weights: rows 0 to 7 and 8 to 15 are the upper and lower halves of an operand of
/// the tensor cores. In a gate they are the same eight rows of the two matrices.
struct RowGroup {
    HalfJob::Part part;
    int firstOutput;

    __device__ __forceinline__ RowGroup(const HalfJob& job, int group)
        : part(job.parts[0])
    {
#pragma unroll
        for (int i = 1; i < HalfJob::maxParts; ++i)
            if (job.finish != Finish::Gate && i < job.partCount && group >= job.parts[i].firstGroup)
                part = job.parts[i];
        firstOutput = (group - part.firstGroup) * outputsOfGroup(job.finish);
    }

    /// Rows behind the last one of the matrix are that one; their sums aren't written.
    __device__ __forceinline__ const uint4* upperRow(const HalfJob& job, int row) const
    {
        return part.weight + rowOffset(job, firstOutput + row);
    }
    __device__ __forceinline__ const uint4* lowerRow(const HalfJob& job, int row) const
    {
        if (job.finish == Finish::Gate)
            return job.parts[1].weight + rowOffset(job, firstOutput + row);
        return part.weight + rowOffset(job, firstOutput + groupRows / 2 + row);
    }

private:
    __device__ __forceinline__ int64_t rowOffset(const HalfJob& job, int output) const
    {
        return int64_t(min(output, part.outputs - 1)) * (job.columns / 8);
    }
};

/// One output of a group: `index` counts the outputs of all tokens of a tile.
struct GroupOutput {
    int token; ///< within the tile
    int row; ///< within the group
    float* address; ///< null if there is no such output

    __device__ __forceinline__ GroupOutput(
        const HalfJob& job, const RowGroup& group, int firstToken, int index)
    {
        const int outputs = outputsOfGroup(job.finish); // a power of two
        token = index >> (job.finish == Finish::Gate ? 3 : 4);
        row = index & (outputs - 1);
        const int output = group.firstOutput + row;
        address = firstToken + token < job.tokens && output < group.part.outputs
            ? group.part.out + int64_t(firstToken + token) * group.part.outputs + output
            : nullptr;
    }

    /// Writes the output. sumNumbers(row) is the sum of a row of the group for the token.
    template <typename SumOf>
    __device__ __forceinline__ void write(
        const HalfJob& job, float before, float factor, SumOf sumNumbers) const
    {
        float sum = sumNumbers(row) * factor;
        if (job.finish == Finish::Add)
            sum += before;
        if (job.finish == Finish::Gate)
            sum = activated(sum, job.activation) * (sumNumbers(row + groupRows / 2) * factor);
        *address = sum;
    }
};

/// A lane's part of a chunk of sixteen rows of weights: [half of the columns][row g, row g + 8].
struct ChunkWeights {
    uint4 words[2][2];

    /// Weights behind the last column are those of another column; there x is zero.
    __device__ __forceinline__ void load(
        const uint4* upper, const uint4* lower, int chunk, int columns)
    {
        const int own = chunk * (chunkColumns / 8) + int(threadIdx.x % 4), last = columns / 8 - 1;
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            words[half][0] = loadOnce(upper + min(own + 4 * half, last));
            words[half][1] = loadOnce(lower + min(own + 4 * half, last));
        }
    }
};

/// Adds the products of a chunk of `groups` groups of rows with `tiles` tiles of eight rows of x,
/// each for `parts` parts. `x` is the lane's row of the chunk in the first tile, in shared memory;
/// `isOdd` is true if the sum of its token and its part is odd. Rows of two tiles are `tileStride`
/// numbers apart.
template <typename Number, int groups, int tiles, int parts>
__device__ __forceinline__ void multiplyChunk(float (&sums)[groups][tiles][parts][4],
    const ChunkWeights (&weights)[groups], const Number* x, bool isOdd, int tileStride,
    int usedTiles)
{
    const int t = threadIdx.x % 4;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        uint32_t a[2][groups][4];
#pragma unroll
        for (int group = 0; group < groups; ++group) {
            const uint4 upper = weights[group].words[half][0];
            const uint4 lower = weights[group].words[half][1];
            const uint32_t steps[2][4]
                = {{upper.x, lower.x, upper.y, lower.y}, {upper.z, lower.z, upper.w, lower.w}};
#pragma unroll
            for (int i = 0; i < 8; ++i)
                a[i / 4][group][i % 4] = steps[i / 4][i % 4];
        }
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile) {
            if (tiles > 1 && tile >= usedTiles)
                break;
            uint4 b[parts];
#pragma unroll
            for (int part = 0; part < parts; ++part)
                b[part] = *reinterpret_cast<const uint4*>(x + tile * tileStride
                    + part * chunkColumns + (half ^ int(isOdd) ^ part % 2) * 32 + 8 * t);
#pragma unroll
            for (int group = 0; group < groups; ++group)
#pragma unroll
                for (int part = 0; part < parts; ++part)
                    multiplyAccumulate<Number>(
                        sums[group][tile][part], a[0][group], {b[part].x, b[part].y});
#pragma unroll
            for (int group = 0; group < groups; ++group)
#pragma unroll
                for (int part = 0; part < parts; ++part)
                    multiplyAccumulate<Number>(
                        sums[group][tile][part], a[1][group], {b[part].z, b[part].w});
        }
    }
}

/// The sum of a chain, of the sums of its parts.
template <int parts>
__device__ __forceinline__ float sumOfParts(const float (&sums)[parts])
{
    float sum = sums[0];
#pragma unroll
    for (int part = 1; part < parts; ++part)
        sum += sums[part];
    return sum;
}

/// A power of two that brings numbers of at most that size to where f16 has most of its bits; bf16
/// has the exponents of f32 and needs none.
__device__ __forceinline__ float splitFactor(float largest)
{
    if (!(largest > 0 && largest < INFINITY))
        return 1;
    int exponent;
    frexpf(largest, &exponent);
    return ldexpf(1, max(exponent - 14, -100));
}

/// Splits two neighboring numbers; words[part] has those of a part. The two parts of f16 are
/// rounded. The three parts of bf16 are the bits of the significand, eight by eight, so their sum
/// is exact; if a number isn't finite, one of its parts is NaN.
__device__ __forceinline__ void splitPair(uint32_t (&words)[2], float x, float y, __half*)
{
#pragma unroll
    for (int part = 0; part < 2; ++part) {
        const __half2 pair = __floats2half2_rn(x, y);
        memcpy(&words[part], &pair, sizeof pair);
        x -= __low2float(pair);
        y -= __high2float(pair);
    }
}

__device__ __forceinline__ void splitPair(uint32_t (&words)[3], float x, float y, __nv_bfloat16*)
{
#pragma unroll
    for (int part = 0; part < 3; ++part) {
        words[part] = __byte_perm(__float_as_uint(x), __float_as_uint(y), 0x7632); // upper halves
        x -= __uint_as_float(__float_as_uint(x) & 0xffff0000);
        y -= __uint_as_float(__float_as_uint(y) & 0xffff0000);
    }
}

/// Eight neighboring columns of x.
struct EightColumns {
    float4 low, high;

    /// Zeros behind the last column.
    __device__ __forceinline__ void load(const float* row, int column, int columns)
    {
        const auto* four = reinterpret_cast<const float4*>(row + column);
        low = column < columns ? __ldcg(four) : make_float4(0, 0, 0, 0);
        high = column < columns ? __ldcg(four + 1) : make_float4(0, 0, 0, 0);
    }

    __device__ __forceinline__ void store(float* row, int column, int columns) const
    {
        if (column >= columns)
            return;
        auto* four = reinterpret_cast<float4*>(row + column);
        four[0] = low;
        four[1] = high;
    }

    /// Multiplies all by `scale`, and then each by its factor.
    __device__ __forceinline__ void multiply(float scale, const EightColumns& factors)
    {
        const auto multiplyFour = [=](float4& x, const float4& y) {
            x = make_float4(__fmul_rn(x.x * scale, y.x), __fmul_rn(x.y * scale, y.y),
                __fmul_rn(x.z * scale, y.z), __fmul_rn(x.w * scale, y.w));
        };
        multiplyFour(low, factors.low);
        multiplyFour(high, factors.high);
    }

    __device__ __forceinline__ float largest() const
    {
        const float ofLow
            = fmaxf(fmaxf(fabsf(low.x), fabsf(low.y)), fmaxf(fabsf(low.z), fabsf(low.w)));
        return fmaxf(
            ofLow, fmaxf(fmaxf(fabsf(high.x), fabsf(high.y)), fmaxf(fabsf(high.z), fabsf(high.w))));
    }

    /// Writes the parts to split rows of `tokens` tokens. `inverse` is 1 / factor.
    template <typename Number>
    __device__ __forceinline__ void split(
        Number* numbers, int tokens, int token, int column, float inverse) const
    {
        constexpr int parts = splitParts<Number>;
        const float x[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
        uint32_t words[4][parts];
#pragma unroll
        for (int i = 0; i < 4; ++i) // the rounded product must not be fused with a subtraction
            splitPair(words[i], __fmul_rn(x[2 * i], inverse), __fmul_rn(x[2 * i + 1], inverse),
                static_cast<Number*>(nullptr));
        const int chunk = column / chunkColumns, within = column % chunkColumns;
        Number* to = numbers + (chunk * tokens + token) * (parts * chunkColumns);
#pragma unroll
        for (int part = 0; part < parts; ++part)
            *reinterpret_cast<uint4*>(to + part * chunkColumns + (within ^ (token + part) % 2 * 32))
                = make_uint4(words[0][part], words[1][part], words[2][part], words[3][part]);
    }
};

} // namespace kernels::cuda
