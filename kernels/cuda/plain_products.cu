#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cached_rows.cuh"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/plain_products.h"
#include "kernels/cuda/reduce.cuh"

namespace kernels::cuda {

namespace {

constexpr int warps = 4; // per block
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

} // namespace kernels::cuda
