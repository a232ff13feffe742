// A library of products for the GPU on the host: what the backend calls of cuBLAS, by plain loops.
#include "tests/kernels/cuda_on_host/controls.h"
#include "tests/kernels/cuda_on_host/host_product.h"
#include "tests/kernels/cuda_on_host/include/cublas_v2.h"
#include "tests/kernels/cuda_on_host/stream.h"

struct cublasContext {
    cudaStream_t stream = nullptr;
};

using cuda_on_host::Factor;

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

cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t)
{
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
    const float ownBeta = *static_cast<const float*>(beta);
    const bool isKnown = transposeA == CUBLAS_OP_T && transposeB == CUBLAS_OP_N
        && *static_cast<const float*>(alpha) == 1 && (ownBeta == 0 || ownBeta == 1)
        && (cType == CUDA_R_32F || cType == CUDA_R_16F) && computeType == CUBLAS_COMPUTE_32F;
    if (!isKnown)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    const Factor left{a, aType, size_t(lda)}, right{b, bType, size_t(ldb)};
    const cuda_on_host::Result result{c, cType, size_t(ldc)};
    const auto work = [=] {
        cuda_on_host::multiply(result, left, right, size_t(m), size_t(n), size_t(k), ownBeta == 1);
    };
    const cudaError_t error = cuda_on_host::callInStream(handle->stream, [&](CUstream_st& stream) {
        cuda_on_host::put(stream, {nullptr, work});
        return cudaSuccess;
    });
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
