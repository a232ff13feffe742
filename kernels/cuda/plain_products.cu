#include "kernels/cuda/plain_products.h"

#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cached_rows.cuh"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/reduce.cuh"
#include "kernels/cuda/tensor_core.cuh"

#include <cmath>

namespace kernels::cuda {

namespace {

constexpr int warps = 4; // of a block
constexpr int atOnce = 4; // numbers of a row that a lane takes together

/// Four numbers of a row from the i-th on, zeros where it has ended. `isAligned`: rows are a
/// multiple of four long, so that the four are one access.
template <typename Number>
__device__ __forceinline__ void loadFour(
    float (&out)[atOnce], const Number* row, int64_t i, int64_t columns, bool isAligned)
{
    struct alignas(sizeof(Number) * atOnce) Four {
        Number numbers[atOnce];
    };
    if (isAligned) {
        const Four four = *reinterpret_cast<const Four*>(row + i);
        for (int k = 0; k < atOnce; ++k)
            out[k] = storedValue(four.numbers, k);
        return;
    }
    for (int k = 0; k < atOnce; ++k)
        out[k] = i + k < columns ? storedValue(row, i + k) : 0;
}

// One warp per output and group of tokens; its lanes take four neighbours of a row in turn, and
// those meet all tokens of the group.
template <typename Number, int tokens>
__global__ void __launch_bounds__(warps * 32) multiplyPlainKernel(
    float* out, const float* x, const Number* weight, int64_t outputs, int64_t inputs, int rows)
{
    const int64_t output = int64_t(blockIdx.x) * warps + threadIdx.x / 32;
    if (output >= outputs)
        return;
    const int first = blockIdx.y * tokens;
    const Number* row = weight + output * inputs;
    const bool isAligned = inputs % atOnce == 0;
    float sums[tokens] = {};
#pragma unroll 2
    for (int64_t i = threadIdx.x % 32 * atOnce; i < inputs; i += 32 * atOnce) {
        float weights[atOnce], values[atOnce];
        loadFour(weights, row, i, inputs, isAligned);
        for (int token = 0; token < tokens; ++token) {
            loadFour(values, x + min(first + token, rows - 1) * inputs, i, inputs, isAligned);
            for (int k = 0; k < atOnce; ++k)
                sums[token] = fmaf(weights[k], values[k], sums[token]);
        }
    }
    for (int token = 0; token < tokens; ++token) {
        const float sum = warpSum(sums[token]);
        if (threadIdx.x % 32 == 0 && first + token < rows)
            out[(first + token) * outputs + output] = sum;
    }
}

template <typename Number, int tokens>
void launchPlain(cudaStream_t stream, TensorView out, TensorView x, TensorView weight)
{
    const dim3 blocks(
        unsigned((out.columns + warps - 1) / warps), unsigned((x.rows + tokens - 1) / tokens));
    launch(stream, {blocks, warps * 32}, multiplyPlainKernel<Number, tokens>, out.data<float>(),
        x.data<float>(), static_cast<const Number*>(weight.bytes), out.columns, x.columns,
        int(x.rows));
}

} // namespace

void multiplyPlain(DeviceStream& stream, TensorView out, TensorView x, TensorView weight)
{
    withPlainType(weight.dtype, [&](auto* stored) {
        using Number = std::remove_pointer_t<decltype(stored)>;
        if (x.rows == 1)
            launchPlain<Number, 1>(stream.get(), out, x, weight);
        else if (x.rows <= 4)
            launchPlain<Number, 4>(stream.get(), out, x, weight);
        else
            launchPlain<Number, 8>(stream.get(), out, x, weight);
    });
    checkLaunch("a product with few rows");
}

namespace {

constexpr int halfWarps = 8; // of a block; they share the columns
constexpr int rowsOfBlock = 16; // of weights
constexpr int tileTokens = 8;
constexpr int mostTiles = 4; // of a block
constexpr int chunk = 32; // columns that a warp multiplies at once
constexpr int ahead = 4; // chunks whose weights a warp reads at once

/// How many numbers of the type make one of f32: 11 or 8 bits each, for 24.
template <typename Number>
constexpr int parts = std::is_same_v<Number, __half> ? 2 : 3;

/// A row split: x = (part 0 + part 1 + …) · factor.
template <typename Number>
struct SplitRows {
    Number* numbers; ///< [parts][tokens, columns]
    float* factors; ///< [tokens]
    int64_t perPart; ///< numbers

    static int64_t bytes(TensorView x)
    {
        return x.elements() * parts<Number> * int64_t(sizeof(Number))
            + x.rows * int64_t(sizeof(float));
    }
    SplitRows(void* memory, TensorView x)
        : numbers(static_cast<Number*>(memory))
        , factors(reinterpret_cast<float*>(numbers + x.elements() * parts<Number>))
        , perPart(x.elements())
    {
    }
};

/// A power of two that brings numbers of at most that size to where half precision has most of its
/// bits; bf16 has the exponents of f32 and needs none.
__device__ __forceinline__ float factorFor(__half*, float largest)
{
    if (!(largest > 0 && largest < INFINITY))
        return 1;
    int exponent;
    frexpf(largest, &exponent);
    return ldexpf(1, max(exponent - 14, -100));
}

__device__ __forceinline__ float factorFor(__nv_bfloat16*, float)
{
    return 1;
}

constexpr int splitThreads = 256;

// One block per token.
template <typename Number>
__global__ void __launch_bounds__(splitThreads)
    splitKernel(SplitRows<Number> rows, const float* x, int64_t columns)
{
    letSuccessorStart();
    waitForPredecessor();
    const int64_t first = blockIdx.x * columns;
    float largest = 0;
    for (int64_t i = threadIdx.x; i < columns; i += splitThreads)
        largest = fmaxf(largest, fabsf(x[first + i]));
    const float factor = factorFor(rows.numbers, blockMost(largest));
    if (threadIdx.x == 0)
        rows.factors[blockIdx.x] = factor;
    for (int64_t i = threadIdx.x; i < columns; i += splitThreads) {
        float rest = x[first + i] / factor;
        for (int part = 0; part < parts<Number>; ++part) {
            Number* place = rows.numbers + part * rows.perPart + first + i;
            storeValue(place, rest);
            rest -= storedValue(place, 0);
        }
    }
}

/// Eight neighbouring numbers of a row as four words, zeros if they are not `wanted`.
template <typename Number>
__device__ __forceinline__ void loadEight(uint32_t (&words)[4], const Number* place, bool wanted)
{
    const uint4 four = wanted ? *reinterpret_cast<const uint4*>(place) : make_uint4(0, 0, 0, 0);
    words[0] = four.x;
    words[1] = four.y;
    words[2] = four.z;
    words[3] = four.w;
}

/// Weights of two rows that a lane reads at once.
struct WeightsAhead {
    uint32_t words[ahead][2][4];

    template <typename Number>
    __device__ __forceinline__ void load(
        const Number* upper, const Number* lower, int64_t column, int64_t columns)
    {
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            const int64_t own = column + i * halfWarps * chunk;
            loadEight(words[i][0], upper + own, own < columns);
            loadEight(words[i][1], lower + own, own < columns);
        }
    }
};

// Grid: sixteen rows of weights, so many tiles of tokens. A warp takes every eighth chunk of 32
// columns. A lane has eight neighbours of two rows of weights and of a token, so columns meet the
// tensor cores in an order of their own, the same for both factors.
template <typename Number, int tiles>
__global__ void __launch_bounds__(halfWarps * 32) multiplyHalvesKernel(
    float* out, SplitRows<Number> x, const Number* weight, int outputs, int64_t columns, int tokens)
{
    constexpr int mostTokens = tileTokens * tiles;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, g = lane / 4, t = lane % 4;
    const int firstOutput = blockIdx.x * rowsOfBlock, firstToken = blockIdx.y * mostTokens;
    const int ownTokens = min(mostTokens, tokens - firstToken);
    const Number* upper = weight + min(firstOutput + g, outputs - 1) * columns;
    const Number* lower = weight + min(firstOutput + g + 8, outputs - 1) * columns;
    const auto rowOf = [&](int token) { return int64_t(min(firstToken + token, tokens - 1)); };
    WeightsAhead next;
    next.load(upper, lower, warp * chunk + 8 * t, columns);
    letSuccessorStart();
    waitForPredecessor();

    float sums[tiles][4] = {};
    for (int64_t first = warp * chunk; first < columns; first += ahead * halfWarps * chunk) {
        const WeightsAhead now = next;
        next.load(upper, lower, first + ahead * halfWarps * chunk + 8 * t, columns);
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            const int64_t column = first + i * halfWarps * chunk + 8 * t;
            const bool exists = column < columns;
            const auto& words = now.words[i];
#pragma unroll
            for (int tile = 0; tile < tiles; ++tile) {
                if (tile * tileTokens >= ownTokens)
                    break;
                const int64_t place = rowOf(tile * tileTokens + g) * columns + column;
                for (int part = 0; part < parts<Number>; ++part) {
                    uint32_t b[4];
                    loadEight(b, x.numbers + part * x.perPart + place, exists);
                    for (int step = 0; step < 2; ++step)
                        multiplyAccumulate<Number>(sums[tile],
                            {words[0][2 * step], words[1][2 * step], words[0][2 * step + 1],
                                words[1][2 * step + 1]},
                            {b[2 * step], b[2 * step + 1]});
                }
            }
        }
    }

    __shared__ float shared[halfWarps][mostTokens][rowsOfBlock];
    for (int tile = 0; tile < tiles; ++tile)
        for (int i = 0; i < 4; ++i)
            shared[warp][tile * tileTokens + 2 * t + i % 2][g + i / 2 * 8] = sums[tile][i];
    __syncthreads();
    for (int i = threadIdx.x; i < ownTokens * rowsOfBlock; i += halfWarps * 32) {
        const int token = i / rowsOfBlock, output = firstOutput + i % rowsOfBlock;
        float sum = 0;
        for (int w = 0; w < halfWarps; ++w)
            sum += shared[w][token][i % rowsOfBlock];
        if (output < outputs)
            out[rowOf(token) * outputs + output] = sum * x.factors[rowOf(token)];
    }
}

template <typename Number, int tiles>
void multiplyTiles(
    DeviceStream& stream, const Ops::Product& product, const SplitRows<Number>& rows, TensorView x)
{
    const TensorView out = product.out;
    const dim3 blocks(unsigned((out.columns + rowsOfBlock - 1) / rowsOfBlock),
        unsigned((x.rows + tiles * tileTokens - 1) / (tiles * tileTokens)));
    launch(stream.get(), {blocks, halfWarps * 32, 0, Start::WhilePredecessorEnds},
        multiplyHalvesKernel<Number, tiles>, out.data<float>(), rows,
        static_cast<const Number*>(product.weight.bytes), int(out.columns), x.columns, int(x.rows));
}

template <typename Number>
void multiply(DeviceStream& stream, std::span<const Ops::Product> products, TensorView x)
{
    const SplitRows<Number> rows(
        stream.scratch(DeviceStream::Scratch::Activations, SplitRows<Number>::bytes(x)), x);
    launch(stream.get(), {unsigned(x.rows), splitThreads, 0, Start::WhilePredecessorEnds},
        splitKernel<Number>, rows, x.data<float>(), x.columns);
    for (const Ops::Product& product : products) {
        if (x.rows <= tileTokens)
            multiplyTiles<Number, 1>(stream, product, rows, x);
        else
            multiplyTiles<Number, mostTiles>(stream, product, rows, x);
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

void multiplyHalves(DeviceStream& stream, std::span<const Ops::Product> products, TensorView x)
{
    if (products.front().weight.dtype == DType::F16)
        multiply<__half>(stream, products, x);
    else
        multiply<__nv_bfloat16>(stream, products, x);
}

} // namespace kernels::cuda
