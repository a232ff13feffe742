#include "kernels/cache_rows.h"
#include "kernels/check_ops.h"
#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cached_rows.cuh"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/pack_segment.cuh"

// Operations that move rows, with one block per row.

namespace kernels::cuda {

namespace {

constexpr int threads = 256;

// One block per token; the rows of quantized tables are unpacked value by value.
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

// Does the same for packed rows of a cache; a warp rotates the blocks of 32 numbers back.
template <typename Stored>
__global__ void gatherPackedKernel(
    float* out, const void* table, const int32_t* ids, int64_t columns, int64_t rowBytes)
{
    const auto* row = reinterpret_cast<const Stored*>(
        static_cast<const uint8_t*>(table) + int64_t(ids[blockIdx.x]) * rowBytes);
    out += int64_t(blockIdx.x) * columns;
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        out[i] = rotatedAcrossWarp(storedValue(row, i));
}

template <typename Stored>
__global__ void scatterRowsKernel(Stored* out, const float* in, const int32_t* ids, int64_t columns)
{
    out += int64_t(ids[blockIdx.x]) * columns;
    in += int64_t(blockIdx.x) * columns;
    for (int64_t i = threadIdx.x; i < columns; i += threads)
        storeValue(out + i, in[i]);
}

// The parts of deal().
struct Parts {
    float* each[Ops::maxParts];
    int count;
};

// One block per row.
__global__ void dealKernel(Parts parts, const float* x, int64_t chunk, int64_t columns)
{
    x += blockIdx.x * columns;
    for (int64_t i = threadIdx.x; i < columns; i += threads) {
        const int64_t turn = i / chunk, column = turn / parts.count * chunk + i % chunk;
        parts.each[turn % parts.count][blockIdx.x * (columns / parts.count) + column] = x[i];
    }
}

} // namespace

void CudaOps::deal(std::span<const TensorView> parts, TensorView x, int64_t chunk)
{
    checkDeal(parts, x, chunk);
    if (x.isEmpty())
        return;
    Parts each{{}, int(parts.size())};
    for (size_t part = 0; part < parts.size(); ++part)
        each.each[part] = parts[part].data<float>();
    launch(m_stream.get(), {unsigned(x.rows), threads}, dealKernel, each, x.data<float>(), chunk,
        x.columns);
    checkLaunch("deal");
}

void CudaOps::gatherRows(TensorView out, TensorView table, TensorView ids)
{
    checkGatherRows(out, table, ids);
    if (out.isEmpty())
        return;
    const auto gather = [&](auto kernel) {
        launch(m_stream.get(), {unsigned(out.rows), threads}, kernel, out.data<float>(),
            static_cast<const void*>(table.bytes), ids.data<int32_t>(), out.columns,
            table.rowStride());
    };
    if (isCacheBlockType(table.dtype))
        withPackedType(table.dtype, [&](auto* stored) {
            gather(gatherPackedKernel<std::remove_pointer_t<decltype(stored)>>);
        });
    else
        withWeightType(table.dtype, [&](auto* stored) {
            gather(gatherRowsKernel<std::remove_pointer_t<decltype(stored)>>);
        });
    checkLaunch("gatherRows");
}

void CudaOps::scatterRows(TensorView out, TensorView in, TensorView ids)
{
    checkScatterRows(out, in, ids);
    if (in.isEmpty())
        return;
    withPlainType(out.dtype, [&](auto* stored) {
        launch(m_stream.get(), {unsigned(in.rows), threads},
            scatterRowsKernel<std::remove_pointer_t<decltype(stored)>>,
            static_cast<decltype(stored)>(out.bytes), in.data<float>(), ids.data<int32_t>(),
            in.columns);
    });
    checkLaunch("scatterRows");
}

} // namespace kernels::cuda
