#include "kernels/check_ops.h"
#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/stored_rows.cuh"

namespace kernels::cuda {

namespace {

constexpr int threads = 256;

// One block per token; the rows of quantised tables are unpacked value by value.
template <typename Stored>
__global__ void gatherRowsKernel(
    float* out, const void* table, const int32_t* ids, int64_t columns, int64_t rowBytes)
{
    const auto* row = reinterpret_cast<const Stored*>(
        static_cast<const uint8_t*>(table) + int64_t(ids[blockIdx.x]) * rowBytes);
    out += int64_t(blockIdx.x) * columns;
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        out[i] = storedValue(row, i);
}

template <typename Stored>
__global__ void scatterRowsKernel(
    Stored* out, const float* in, const int32_t* ids, int64_t columns)
{
    out += int64_t(ids[blockIdx.x]) * columns;
    in += int64_t(blockIdx.x) * columns;
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        storeValue(out + i, in[i]);
}

} // namespace

void CudaOps::gatherRows(TensorView out, TensorView table, TensorView ids)
{
    checkGatherRows(out, table, ids);
    if (out.isEmpty())
        return;
    withWeightType(table.dtype, [&](auto* stored) {
        using Stored = std::remove_pointer_t<decltype(stored)>;
        gatherRowsKernel<Stored><<<unsigned(out.rows), threads, 0, m_stream.get()>>>(
            out.data<float>(), table.bytes, ids.data<int32_t>(), out.columns, table.rowStride());
    });
    checkLaunch("gatherRows");
}

void CudaOps::scatterRows(TensorView out, TensorView in, TensorView ids)
{
    checkScatterRows(out, in, ids);
    if (in.isEmpty())
        return;
    withPlainType(out.dtype, [&](auto* stored) {
        scatterRowsKernel<<<unsigned(in.rows), threads, 0, m_stream.get()>>>(
            static_cast<decltype(stored)>(out.bytes), in.data<float>(), ids.data<int32_t>(),
            in.columns);
    });
    checkLaunch("scatterRows");
}

} // namespace kernels::cuda
