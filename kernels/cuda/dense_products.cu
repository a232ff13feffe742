#include "base/error.h"
#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cached_rows.cuh"
#include "kernels/cuda/cublas_functions.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/dense_products.h"
#include "kernels/cuda/half_tiles.cuh"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/reduce.cuh"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

namespace kernels::cuda {

namespace {

/// The arguments of the kernels of this file.
template <typename Number>
struct TileJob {
    float* out;
    __half* halves; ///< null, or the matrix that receives rounded sums instead of `out`
    const Number *x, *weight;
    int tokens, outputs;
    int64_t inputs, outStride;
    const float* bias; ///< may be null
    bool adds;

    __device__ void store(int token, int output, float sum) const
    {
        const int64_t i = token * outStride + output;
        if (halves)
            return storeValue(halves + i, withinHalf(sum));
        float& position = out[i];
        if (bias)
            sum += bias[output];
        position = adds ? position + sum : sum;
    }
};

constexpr int plainSide = 16;

// One thread per output, one block per tile of 16 × 16; tiles of both factors pass through shared
// memory.
template <typename Number>
__global__ void multiplyPlainTilesKernel(TileJob<Number> job)
{
    __shared__ float left[plainSide][plainSide], right[plainSide][plainSide + 1];
    const int token = blockIdx.y * plainSide + threadIdx.y;
    const int output = blockIdx.x * plainSide + threadIdx.x;
    const int row = blockIdx.x * plainSide + threadIdx.y; // of the weights
    float sum = 0;
    for (int64_t first = 0; first < job.inputs; first += plainSide) {
        const int64_t i = first + threadIdx.x;
        left[threadIdx.y][threadIdx.x]
            = token < job.tokens && i < job.inputs ? storedValue(job.x, token * job.inputs + i) : 0;
        right[threadIdx.y][threadIdx.x] = row < job.outputs && i < job.inputs
            ? storedValue(job.weight, row * job.inputs + i)
            : 0;
        __syncthreads();
        for (int k = 0; k < plainSide; ++k)
            sum += left[threadIdx.y][k] * right[threadIdx.x][k];
        __syncthreads();
    }
    if (token < job.tokens && output < job.outputs)
        job.store(token, output, sum);
}

constexpr int warps = 8; // two of tokens times four of outputs
constexpr int side = 128; // of a block's tile, tokens and outputs
constexpr int depth = 32; // columns at a time
constexpr int stages = 3;
constexpr int warpTokens = 64, warpOutputs = 32;

/// A tile of both factors in shared memory: `side` rows of x, then of the weights.
using FactorTile = HalfTile<depth>;
constexpr int stageBytes = FactorTile::bytes(2 * side);

// Begins to copy a stage, 16 bytes per lane, with zeros beyond the end of a matrix.
template <typename Number>
__device__ __forceinline__ void fetch(
    const TileJob<Number>& job, const FactorTile& tile, int64_t firstColumn)
{
    constexpr int perRow = depth / 8;
    for (int i = threadIdx.x; i < 2 * side * perRow; i += warps * 32) {
        const int row = i / perRow, dim = i % perRow * 8;
        const bool isWeight = row >= side;
        const int position = isWeight ? blockIdx.y * side + row - side : blockIdx.x * side + row;
        const bool exists
            = position < (isWeight ? job.outputs : job.tokens) && firstColumn + dim < job.inputs;
        const Number* matrix = isWeight ? job.weight : job.x;
        copyAsync(tile.at(row, dim),
            matrix + (exists ? position * job.inputs + firstColumn + dim : 0), exists);
    }
    commitCopies();
}

// A warp multiplies 64 tokens by 32 outputs.
template <typename Number>
__device__ __forceinline__ void multiplyStage(
    float (&sums)[warpTokens / 16][warpOutputs / 8][4], const FactorTile& tile)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int firstToken = warp % 2 * warpTokens, firstOutput = side + warp / 2 * warpOutputs;
#pragma unroll
    for (int step = 0; step < depth; step += 16) {
        uint32_t weights[warpOutputs / 16][4];
        for (int i = 0; i < warpOutputs / 16; ++i)
            loadMatrix(weights[i],
                tile.at(firstOutput + i * 16 + lane / 16 * 8 + lane % 8, step + lane / 8 % 2 * 8));
        for (int m = 0; m < warpTokens / 16; ++m) {
            uint32_t tokens[4];
            loadMatrix(tokens, tile.at(firstToken + m * 16 + lane % 16, step + lane / 16 * 8));
            for (int i = 0; i < warpOutputs / 8; ++i) {
                const uint32_t(&four)[4] = weights[i / 2];
                multiplyAccumulate<Number>(
                    sums[m][i], tokens, {four[i % 2 * 2], four[i % 2 * 2 + 1]});
            }
        }
    }
}

// Grid: tiles of tokens, tiles of outputs. Neighboring blocks share weights.
template <typename Number>
__global__ void __launch_bounds__(warps * 32) multiplyTilesKernel(TileJob<Number> job)
{
    auto* shared = sharedMemory<uint8_t>();
    const auto stageTile = [&](int64_t stage) {
        return FactorTile{reinterpret_cast<__half*>(shared + stage % stages * stageBytes)};
    };
    const int64_t steps = (job.inputs + depth - 1) / depth;
    for (int stage = 0; stage < stages - 1; ++stage)
        fetch(job, stageTile(stage), int64_t(stage) * depth);

    float sums[warpTokens / 16][warpOutputs / 8][4] = {};
    for (int64_t step = 0; step < steps; ++step) {
        waitForCopies<stages - 2>();
        __syncthreads();
        fetch(job, stageTile(step + stages - 1), (step + stages - 1) * depth);
        multiplyStage<Number>(sums, stageTile(step));
    }

    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int m = 0; m < warpTokens / 16; ++m)
        for (int n = 0; n < warpOutputs / 8; ++n)
            for (int i = 0; i < 4; ++i) {
                const int token
                    = blockIdx.x * side + warp % 2 * warpTokens + m * 16 + lane / 4 + i / 2 * 8;
                const int output
                    = blockIdx.y * side + warp / 2 * warpOutputs + n * 8 + lane % 4 * 2 + i % 2;
                if (token < job.tokens && output < job.outputs)
                    job.store(token, output, sums[m][n][i]);
            }
}

template <typename Number>
void launchTiles(DeviceStream& stream, const TileJob<Number>& job)
{
    const auto tiles = [](int64_t count, int side) { return unsigned((count + side - 1) / side); };
    if constexpr (!std::is_same_v<Number, float>) {
        const bool hasCores = std::is_same_v<Number, __half> || stream.properties().major >= 8;
        if (hasCores && job.inputs % 8 == 0)
            return launch(stream.get(),
                {dim3(tiles(job.tokens, side), tiles(job.outputs, side)), warps * 32,
                    size_t(stages * stageBytes)},
                multiplyTilesKernel<Number>, job);
    }
    launch(stream.get(),
        {dim3(tiles(job.outputs, plainSide), tiles(job.tokens, plainSide)),
            dim3(plainSide, plainSide)},
        multiplyPlainTilesKernel<Number>, job);
}

} // namespace

void multiplyTiles(DeviceStream& stream, TensorView out, int64_t first, TensorView x,
    TensorView weight, const Epilogue& epilogue)
{
    withPlainType(weight.dtype, [&](auto* stored) {
        using Number = std::remove_pointer_t<decltype(stored)>;
        launchTiles<Number>(stream,
            {out.data<float>() + first,
                out.dtype == DType::F16 ? out.data<__half>() + first : nullptr, x.data<Number>(),
                weight.data<Number>(), int(x.rows), int(weight.rows), x.columns, out.columns,
                epilogue.bias.data<float>(), epilogue.adds});
    });
    checkLaunch("a product");
}

namespace {

// The type is needed because the header overloads the function.
using MultiplyFunction = cublasStatus_t(cublasHandle_t, cublasOperation_t, cublasOperation_t, int,
    int, int, const void*, const void*, cudaDataType, int, const void*, cudaDataType, int,
    const void*, void*, cudaDataType, int, cublasComputeType_t, cublasGemmAlgo_t);

// Grid: rows, groups of columns. Adds the bias after products for which the library could not do
// so.
__global__ void addBiasKernel(float* out, const float* bias, int outputs, int64_t outStride)
{
    const int output = int(blockIdx.y * blockDim.x + threadIdx.x);
    if (output < outputs)
        out[blockIdx.x * outStride + output] += bias[output];
}

} // namespace

struct DenseProducts::Library {
    cublasHandle_t handle = nullptr;
    decltype(&cublasDestroy_v2) destroy = nullptr;
    MultiplyFunction* multiply = nullptr;

    ~Library()
    {
        if (handle)
            destroy(handle);
    }
};

DenseProducts::DenseProducts(DeviceStream& stream)
    : m_stream(stream)
    , m_epilogues(stream)
{
}

DenseProducts::~DenseProducts() = default;

// Returns null if no suitable version can be opened.
DenseProducts::Library* DenseProducts::library()
{
    if (std::exchange(m_wasSearched, true))
        return m_library.get();
    void* opened = openCublas("cublas");
    if (!opened)
        return nullptr;
    auto library = std::make_unique<Library>();
    decltype(&cublasCreate_v2) create = nullptr;
    decltype(&cublasSetStream_v2) setStream = nullptr;
    const bool isWhole = findFunction(opened, "cublasCreate_v2", create)
        && findFunction(opened, "cublasSetStream_v2", setStream)
        && findFunction(opened, "cublasDestroy_v2", library->destroy)
        && findFunction(opened, "cublasGemmEx", library->multiply);
    const cudaStream_t stream = m_stream.get();
    if (!isWhole || create(&library->handle) != CUBLAS_STATUS_SUCCESS
        || setStream(library->handle, stream) != CUBLAS_STATUS_SUCCESS)
        return nullptr;
    // Partial sums of f16 outputs are added in f32, too.
    decltype(&cublasSetMathMode) setMathMode = nullptr;
    if (findFunction(opened, "cublasSetMathMode", setMathMode))
        setMathMode(library->handle, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION);
    m_library = std::move(library);
    return m_library.get();
}

// cuBLAS counts columns first: its outᵀ = weight · xᵀ is our out.
void DenseProducts::multiply(
    TensorView out, int64_t first, TensorView x, TensorView weight, const Epilogue& epilogue)
{
    CHECK(x.dtype == weight.dtype);
    CHECK(out.dtype == DType::F32 || (epilogue.bias.isEmpty() && !epilogue.adds));
    Library* cublas = library();
    if (!cublas)
        return multiplyTiles(m_stream, out, first, x, weight, epilogue);
    const TensorView bias = epilogue.bias;
    if (!bias.isEmpty() && m_epilogues.multiply(out, first, x, weight, epilogue))
        return;
    m_stream.get(); // selects the device, and counts this use of the stream
    const float one = 1, beta = epilogue.adds ? 1 : 0;
    const cublasStatus_t status = cublas->multiply(cublas->handle, CUBLAS_OP_T, CUBLAS_OP_N,
        int(weight.rows), int(x.rows), int(x.columns), &one, weight.bytes, cublasType(weight.dtype),
        int(weight.columns), x.bytes, cublasType(x.dtype), int(x.columns), &beta,
        static_cast<std::byte*>(out.bytes) + rowBytes(out.dtype, first), cublasType(out.dtype),
        int(out.columns), CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    if (status != CUBLAS_STATUS_SUCCESS)
        throw base::Error(base::ErrorKind::DeviceLost,
            "The GPU failed at a product of cuBLAS (status " + std::to_string(int(status)) + ").");
    if (bias.isEmpty())
        return;
    const dim3 blocks(unsigned(x.rows), unsigned((bias.columns + 255) / 256));
    launch(m_stream.get(), {blocks, 256}, addBiasKernel, out.data<float>() + first,
        bias.data<float>(), int(bias.columns), out.columns);
    checkLaunch("adding a bias");
}

namespace {

constexpr int plainWarps = 4; // per block
constexpr int atOnce = 4; // numbers of a row that a lane takes together

/// Loads four numbers of a row from the i-th on, with zeros beyond its end. If `isAligned`, the
/// length of rows is a multiple of four, so the four numbers are one access.
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

// One warp per output and group of tokens; its lanes take turns with four neighboring weights of a
// row, and multiply them with all tokens of the group.
template <typename Number, int tokens>
__global__ void __launch_bounds__(plainWarps * 32) multiplyPlainKernel(
    float* out, const float* x, const Number* weight, int64_t outputs, int64_t inputs, int rows)
{
    const int64_t output = int64_t(blockIdx.x) * plainWarps + threadIdx.x / 32;
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
    const dim3 blocks(unsigned((out.columns + plainWarps - 1) / plainWarps),
        unsigned((x.rows + tokens - 1) / tokens));
    launch(stream, {blocks, plainWarps * 32}, multiplyPlainKernel<Number, tokens>,
        out.data<float>(), x.data<float>(), static_cast<const Number*>(weight.bytes), out.columns,
        x.columns, int(x.rows));
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

template <typename Block>
__device__ __forceinline__ SegmentScales scalesFor(const Block* row, int segment)
{
    return segmentScales(row, segment);
}

/// The beginning of a block of Q4_K or Q5_K, which is read as a whole: the compiler reads the
/// fields of a packed structure byte by byte.
struct alignas(16) GroupHeader {
    uint16_t scale, minimum;
    uint8_t groups[12];
};

template <typename Block>
__device__ __forceinline__ SegmentScales headerScales(const Block* row, int segment)
{
    static_assert(blockAlignment<Block> == 16 && offsetof(Block, groups) == 4);
    const uint4 bytes = *reinterpret_cast<const uint4*>(row + segment / 8);
    GroupHeader header;
    memcpy(&header, &bytes, sizeof header);
    return groupScales(header, segment % 8);
}

__device__ __forceinline__ SegmentScales scalesFor(const BlockQ4_K* row, int segment)
{
    return headerScales(row, segment);
}

__device__ __forceinline__ SegmentScales scalesFor(const BlockQ5_K* row, int segment)
{
    return headerScales(row, segment);
}

constexpr unsigned unpackThreads = 256;

// Grid: rows, groups of segments. Four threads unpack a segment of 32 numbers, each with one call of
// segmentWords(). Neighbors exchange a word, so that a thread stores eight neighboring numbers:
//
//   thread t of the segment    0            1            2             3
//   reads the numbers      0–3, 16–19   4–7, 20–23   8–11, 24–27   12–15, 28–31
//   stores the numbers     0–7          16–23        8–15          24–31
template <typename Block>
__global__ void __launch_bounds__(unpackThreads)
    unpackKernel(__half* out, const uint8_t* weight, int segments, int64_t rowBytes)
{
    letSuccessorStart();
    const int i = int(blockIdx.y * blockDim.x + threadIdx.x);
    const int segment = i / 4, t = i % 4;
    const bool exists = segment < segments, isOdd = t % 2 != 0;
    const auto* blocks = reinterpret_cast<const Block*>(weight + int64_t(blockIdx.x) * rowBytes);
    SegmentWords words{};
    if (exists)
        words = segmentWords(blocks, segment, t);
    const uint32_t received = __shfl_xor_sync(0xffffffff, isOdd ? words.low : words.high, 1);
    if (!exists)
        return waitForPredecessor();
    const uint32_t first = isOdd ? received : words.low, second = isOdd ? words.high : received;
    const SegmentScales scales = scalesFor(blocks, segment);
    const bool takesSecond = SegmentTraits<Block>::hasTwoScales && isOdd;
    const float scale = takesSecond ? scales.scale[1] : scales.scale[0];
    float offset = 0;
    if constexpr (SegmentTraits<Block>::hasOffset)
        offset = takesSecond ? scales.offset[1] : scales.offset[0];
    const auto pair = [&](uint32_t word, int k) {
        return halfPair(
            fmaf(scale, signedByte(word, k), offset), fmaf(scale, signedByte(word, k + 1), offset));
    };
    const uint4 eight
        = make_uint4(pair(first, 0), pair(first, 2), pair(second, 0), pair(second, 2));
    const int64_t position
        = (int64_t(blockIdx.x) * segments + segment) * 32 + (isOdd ? 16 : 0) + t / 2 * 8;
    waitForPredecessor(); // it may still read the weights that were unpacked before
    *reinterpret_cast<uint4*>(out + position) = eight;
}

} // namespace

// Unpacks and multiplies the weights part by part, because they may not all fit at once. `x` is
// f16.
void multiplyUnpacked(DeviceStream& stream, DenseProducts& dense, TensorView out, TensorView x,
    TensorView weight, const Epilogue& epilogue)
{
    constexpr int64_t maxNumbers = int64_t(64) << 20;
    constexpr int64_t tileRows = 256; // the last tile of each part would be partly empty otherwise
    int64_t part = std::clamp<int64_t>(maxNumbers / weight.columns, 1, weight.rows);
    if (part > tileRows && part < weight.rows)
        part -= part % tileRows;
    auto* unpacked = static_cast<__half*>(stream.scratch(
        DeviceStream::Scratch::Weights, part * weight.columns * int64_t(sizeof(__half))));
    for (int64_t first = 0; first < weight.rows; first += part) {
        const TensorView rows = weight.rowRange(first, std::min(part, weight.rows - first));
        withBlockType(weight.dtype, [&](auto* stored) {
            const auto perRow = unsigned(rows.columns / 8);
            const unsigned threads = std::min((perRow + 31) / 32 * 32, unpackThreads);
            const dim3 blocks(unsigned(rows.rows), (perRow + threads - 1) / threads);
            launch(stream.get(), {blocks, threads, 0, Start::WhilePredecessorEnds},
                unpackKernel<std::remove_pointer_t<decltype(stored)>>, unpacked,
                rows.data<uint8_t>(), rows.columns / 32, rows.rowStride());
        });
        checkLaunch("unpacking weights");
        Epilogue ofPart = epilogue;
        if (!epilogue.bias.isEmpty())
            ofPart.bias = {epilogue.bias.data<float>() + first, DType::F32, 1, rows.rows};
        dense.multiply(out, first, x, {unpacked, DType::F16, rows.rows, rows.columns}, ofPart);
    }
}

} // namespace kernels::cuda
