#include "kernels/check_ops.h"
#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/matvec.cuh"

#include <algorithm>

namespace kernels::cuda {

__global__ void packActivationsKernel(ActivationRun* out, const float* x, int64_t runs)
{
    const int64_t run = int64_t(blockIdx.x) * matvecWarps + threadIdx.x / 32;
    if (run >= runs)
        return;
    const int lane = threadIdx.x % 32;
    const float value = x[run * 32 + lane];
    const float largest = warpMost(fabsf(value));
    const float scale = largest / 127;
    const auto byte = int8_t(rintf(scale > 0 ? value / scale : 0.0f));
    const float sum = warpSum(float(byte)) * scale;
    out[run].bytes[lane] = byte;
    if (lane == 0) {
        out[run].scale = scale;
        out[run].sum = sum;
    }
}

namespace {

unsigned blocksOf(int64_t warps)
{
    return unsigned((warps + matvecWarps - 1) / matvecWarps);
}

/// Calls work(std::integral_constant) for 1 … maxMatvecRows.
template <int rows = 1, typename Work>
void withRows(int64_t wanted, Work work)
{
    if constexpr (rows <= maxMatvecRows) {
        if (wanted == rows)
            return work(std::integral_constant<int, rows>());
        withRows<rows + 1>(wanted, work);
    }
}

// Unpacks a matrix to half precision, one block per row.
template <typename Block>
__global__ void unpackKernel(__half* out, const uint8_t* weight, int64_t columns, int64_t rowBytes)
{
    const auto* row = reinterpret_cast<const Block*>(weight + int64_t(blockIdx.x) * rowBytes);
    out += int64_t(blockIdx.x) * columns;
    for (int64_t i = threadIdx.x; i < columns; i += blockDim.x)
        out[i] = __float2half_rn(storedValue(row, i));
}

void multiplyQuantized(DeviceStream& stream, TensorView out, TensorView x, TensorView weight)
{
    using Scratch = DeviceStream::Scratch;
    const int64_t runs = x.columns / 32;
    auto* packed = static_cast<ActivationRun*>(stream.scratch(
        Scratch::Activations, x.rows * runs * int64_t(sizeof(ActivationRun))));
    const cudaStream_t queue = stream.get();
    packActivationsKernel<<<blocksOf(x.rows * runs), matvecWarps * 32, 0, queue>>>(
        packed, x.data<float>(), x.rows * runs);
    withBlockType(weight.dtype, [&](auto* stored) {
        using Block = std::remove_pointer_t<decltype(stored)>;
        withRows(x.rows, [&](auto rows) {
            matvecQuantizedKernel<Block, rows>
                <<<blocksOf(out.columns), matvecWarps * 32, 0, queue>>>(out.data<float>(), packed,
                    weight.data<uint8_t>(), out.columns, runs, weight.rowStride());
        });
    });
    checkLaunch("a product with few rows");
}

void multiplyPlain(DeviceStream& stream, TensorView out, TensorView x, TensorView weight)
{
    withPlainType(weight.dtype, [&](auto* stored) {
        using Number = std::remove_pointer_t<decltype(stored)>;
        withRows(x.rows, [&](auto rows) {
            matvecPlainKernel<Number, rows>
                <<<blocksOf(out.columns), matvecWarps * 32, 0, stream.get()>>>(out.data<float>(),
                    x.data<float>(), static_cast<const Number*>(weight.bytes), out.columns,
                    x.columns);
        });
    });
    checkLaunch("a product with few rows");
}

} // namespace

// Weights with many rows are unpacked a part at a time: what is unpacked need not fit at once.
void CudaOps::matmul(TensorView out, TensorView x, TensorView weight)
{
    checkMatmul(out, x, weight);
    if (out.isEmpty())
        return;
    const bool isQuantized = isBlockType(weight.dtype);
    if (x.rows <= maxMatvecRows)
        return isQuantized ? multiplyQuantized(m_stream, out, x, weight)
                           : multiplyPlain(m_stream, out, x, weight);
    if (!isQuantized)
        return m_dense.multiply(out, 0, x, weight);

    constexpr int64_t mostNumbers = int64_t(64) << 20;
    const int64_t part = std::clamp<int64_t>(mostNumbers / weight.columns, 1, weight.rows);
    auto* unpacked = static_cast<__half*>(m_stream.scratch(
        DeviceStream::Scratch::Weights, part * weight.columns * int64_t(sizeof(__half))));
    for (int64_t first = 0; first < weight.rows; first += part) {
        const TensorView rows = weight.rowRange(first, std::min(part, weight.rows - first));
        withBlockType(weight.dtype, [&](auto* stored) {
            using Block = std::remove_pointer_t<decltype(stored)>;
            unpackKernel<Block><<<unsigned(rows.rows), 256, 0, m_stream.get()>>>(
                unpacked, rows.data<uint8_t>(), rows.columns, rows.rowStride());
        });
        checkLaunch("unpacking weights");
        m_dense.multiply(out, first, x, {unpacked, DType::F16, rows.rows, rows.columns});
    }
}

} // namespace kernels::cuda
