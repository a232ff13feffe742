#include "base/error.h"
#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cached_rows.cuh"
#include "kernels/cuda/cublas_functions.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/dense_products.h"
#include "kernels/cuda/half_tiles.cuh"
#include "kernels/cuda/launch.h"

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
        copyAsync(tile.at(row, dim), matrix + (exists ? position * job.inputs + firstColumn + dim : 0),
            exists);
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
            "The GPU failed at a product of cuBLAS (status " + std::to_string(int(status))
                + ").");
    if (bias.isEmpty())
        return;
    const dim3 blocks(unsigned(x.rows), unsigned((bias.columns + 255) / 256));
    launch(m_stream.get(), {blocks, 256}, addBiasKernel, out.data<float>() + first,
        bias.data<float>(), int(bias.columns), out.columns);
    checkLaunch("adding a bias");
}

} // namespace kernels::cuda
