#include "kernels/cuda/launch.h"
#include "kernels/cuda/tensor_core.cuh"
#include "tests/kernels/cuda_on_host/tensor_core_kernels.h"

#include <utility>

namespace cuda_on_host {

namespace {

using namespace kernels::cuda;

// Rows of 16 bytes to shared memory, a lane a row at a time.
__device__ void copyRows(void* to, const void* from, int rows)
{
    for (int row = threadIdx.x; row < rows; row += 32)
        copyAsync(static_cast<uint4*>(to) + row, static_cast<const uint4*>(from) + row);
    commitCopies();
    waitForCopies<0>();
    __syncwarp();
}

template <typename Sum>
__device__ void store(Sum* out, const Sum (&sums)[4])
{
    const int lane = threadIdx.x;
    for (int i = 0; i < 4; ++i)
        out[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = sums[i];
}

/// Tiles of matrices with rows of 32 bytes: 16 rows of a, then 8 rows of b.
struct Tiles {
    uint32_t a[4], b[2];

    __device__ Tiles(const void* from, const void* others)
    {
        auto* shared = sharedMemory<uint4>();
        copyRows(shared, from, 32);
        copyRows(shared + 32, others, 16);
        const int lane = threadIdx.x;
        loadMatrix(a, shared + lane % 16 * 2 + lane / 16);
        loadMatrix(b, shared + 32 + lane % 8 * 2 + lane / 8 % 2);
    }
};

template <typename Number>
__global__ void multiplyHalvesKernel(float* out, const uint16_t* a, const uint16_t* b)
{
    const Tiles tiles(a, b);
    float sums[4] = {};
    multiplyAccumulate<Number>(sums, tiles.a, tiles.b);
    store(out, sums);
}

__global__ void multiplyTransposedKernel(float* out, const uint16_t* a, const uint16_t* b)
{
    auto* shared = sharedMemory<uint4>();
    copyRows(shared, a, 32);
    copyRows(shared + 32, b, 16);
    const int lane = threadIdx.x;
    uint32_t left[4], right[2];
    loadMatrix(left, shared + lane % 16 * 2 + lane / 16);
    loadMatrixTransposed(right, shared + 32 + lane % 16);
    float sums[4] = {};
    multiplyAccumulate<__half>(sums, left, right);
    store(out, sums);
}

__global__ void multiplyBytesKernel(int* out, const int8_t* a, const int8_t* b)
{
    const Tiles tiles(a, b);
    int sums[4] = {};
    multiplyAccumulate(sums, tiles.a, tiles.b);
    store(out, sums);
}

// Lanes hold rows of b as transposedMatrix() takes them, so that its result is `right` of the kernel
// above.
__global__ void transposeInRegistersKernel(float* out, const uint16_t* a, const uint16_t* b)
{
    auto* shared = sharedMemory<uint4>();
    copyRows(shared, a, 32);
    copyRows(shared + 32, b, 16);
    const int lane = threadIdx.x;
    uint32_t left[4], rows[2];
    loadMatrix(left, shared + lane % 16 * 2 + lane / 16);
    loadMatrix(rows, shared + 32 + lane % 16);
    const uint32_t right[2] = {transposedMatrix(rows[0]), transposedMatrix(rows[1])};
    float sums[4] = {};
    multiplyAccumulate<__half>(sums, left, right);
    store(out, sums);
}

template <typename Kernel, typename... Arguments>
int run(Kernel* kernel, Arguments... arguments)
{
    constexpr size_t sharedBytes = 48 * sizeof(uint4);
    launch(nullptr, {1, 32, sharedBytes}, kernel, arguments...);
    return cudaDeviceSynchronize();
}

} // namespace

int multiplyHalves(float* out, const uint16_t* a, const uint16_t* b, bool areBfloats)
{
    return areBfloats ? run(multiplyHalvesKernel<__nv_bfloat16>, out, a, b)
                      : run(multiplyHalvesKernel<__half>, out, a, b);
}

int multiplyTransposed(float* out, const uint16_t* a, const uint16_t* b)
{
    return run(multiplyTransposedKernel, out, a, b);
}

int multiplyTransposedInRegisters(float* out, const uint16_t* a, const uint16_t* b)
{
    return run(transposeInRegistersKernel, out, a, b);
}

int multiplyBytes(int* out, const int8_t* a, const int8_t* b)
{
    return run(multiplyBytesKernel, out, a, b);
}

} // namespace cuda_on_host
