// A library of products for the GPU on the host: what the backend calls of cuBLAS, by plain loops.
#include "kernels/half.h"
#include "tests/kernels/cuda_on_host/controls.h"
#include "tests/kernels/cuda_on_host/include/cublas_v2.h"
#include "tests/kernels/cuda_on_host/stream.h"

#include <vector>

struct cublasContext {
    cudaStream_t stream = nullptr;
};

namespace {

float numberAt(const void* matrix, cudaDataType type, size_t i)
{
    switch (type) {
    case CUDA_R_16F:
        return kernels::floatFromHalf(static_cast<const uint16_t*>(matrix)[i]);
    case CUDA_R_16BF:
        return kernels::floatFromBfloat(static_cast<const uint16_t*>(matrix)[i]);
    default:
        return static_cast<const float*>(matrix)[i];
    }
}

/// A factor whose columns are one after another, `leading` numbers apart.
struct Factor {
    const void* numbers;
    cudaDataType type;
    size_t leading;

    /// `count` columns of `length` numbers one after another.
    std::vector<float> columns(size_t count, size_t length) const
    {
        std::vector<float> result(count * length);
        for (size_t column = 0; column < count; ++column)
            for (size_t i = 0; i < length; ++i)
                result[column * length + i] = numberAt(numbers, type, column * leading + i);
        return result;
    }
};

// The only form the backend uses: c [m, n] = aᵀ · b, sums of f32.
void multiply(
    float* c, size_t leadingC, const Factor& a, const Factor& b, size_t m, size_t n, size_t k)
{
    const std::vector<float> left = a.columns(m, k), right = b.columns(n, k);
    for (size_t column = 0; column < n; ++column)
        for (size_t row = 0; row < m; ++row) {
            float sum = 0;
            for (size_t i = 0; i < k; ++i)
                sum += left[row * k + i] * right[column * k + i];
            c[column * leadingC + row] = sum;
        }
}

} // namespace

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle)
{
    if (!cuda_on_host::cublasExists())
        return CUBLAS_STATUS_NOT_INITIALIZED;
    *handle = new cublasContext;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
{
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream)
{
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t, void*, size_t)
{
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transposeA,
    cublasOperation_t transposeB, int m, int n, int k, const void* alpha, const void* a,
    cudaDataType aType, int lda, const void* b, cudaDataType bType, int ldb, const void* beta,
    void* c, cudaDataType cType, int ldc, cublasComputeType_t computeType, cublasGemmAlgo_t)
{
    if (m < 0 || n < 0 || k < 0 || lda < k || ldb < k || ldc < m || aType != bType)
        return CUBLAS_STATUS_INVALID_VALUE;
    const bool isKnown = transposeA == CUBLAS_OP_T && transposeB == CUBLAS_OP_N
        && *static_cast<const float*>(alpha) == 1 && *static_cast<const float*>(beta) == 0
        && cType == CUDA_R_32F && computeType == CUBLAS_COMPUTE_32F;
    if (!isKnown)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    const Factor left{a, aType, size_t(lda)}, right{b, bType, size_t(ldb)};
    const cudaError_t error = cuda_on_host::callInStream(handle->stream, [&](CUstream_st& stream) {
        cuda_on_host::put(stream, {nullptr, [=] {
                                       multiply(static_cast<float*>(c), size_t(ldc), left, right,
                                           size_t(m), size_t(n), size_t(k));
                                   }});
        return cudaSuccess;
    });
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
