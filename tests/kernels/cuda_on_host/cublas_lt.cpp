// cuBLASLt for the GPU on the host: the one kind of product that the backend describes to it.
#include "tests/kernels/cuda_on_host/controls.h"
#include "tests/kernels/cuda_on_host/host_product.h"
#include "tests/kernels/cuda_on_host/include/cublasLt.h"
#include "tests/kernels/cuda_on_host/stream.h"

#include <cstring>

struct cublasLtContext { };

struct cublasLtProduct {
    cublasOperation_t transposeA = CUBLAS_OP_N;
    cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    const float* bias = nullptr;
    int64_t biasDistance = 0; ///< between the products of a batch, in numbers
};

struct cublasLtLayout {
    cudaDataType type;
    uint64_t rows, columns;
    int64_t stride;
    int32_t count = 1; ///< of the matrices of a batch
    int64_t distance = 0; ///< between them, in numbers

    void* matrix(const void* first, int32_t i) const
    {
        const int64_t bytes = i * distance * (type == CUDA_R_32F ? 4 : 2);
        return const_cast<char*>(static_cast<const char*>(first)) + bytes;
    }
};

struct cublasLtPreference { };

namespace {

template <typename Value>
cublasStatus_t assign(Value& value, const void* from, size_t bytes)
{
    if (bytes != sizeof value)
        return CUBLAS_STATUS_INVALID_VALUE;
    std::memcpy(&value, from, bytes);
    return CUBLAS_STATUS_SUCCESS;
}

template <typename Object>
cublasStatus_t destroy(Object* object)
{
    delete object;
    return CUBLAS_STATUS_SUCCESS;
}

bool isKnown(const cublasLtProduct& product, const cublasLtLayout& a, const cublasLtLayout& b,
    const cublasLtLayout& c)
{
    return product.transposeA == CUBLAS_OP_T
        && (product.epilogue == CUBLASLT_EPILOGUE_BIAS) == (product.bias != nullptr)
        && a.count == c.count && b.count == c.count && a.type == b.type && c.type == CUDA_R_32F
        && a.rows == b.rows && c.rows == a.columns && c.columns == b.columns
        && a.stride >= int64_t(a.rows) && b.stride >= int64_t(b.rows)
        && c.stride >= int64_t(c.rows);
}

} // namespace

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle)
{
    if (!cuda_on_host::cublasExists())
        return CUBLAS_STATUS_NOT_INITIALIZED;
    *handle = new cublasLtContext;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle)
{
    return destroy(handle);
}

cublasStatus_t cublasLtMatmulDescCreate(
    cublasLtMatmulDesc_t* product, cublasComputeType_t computeType, cudaDataType_t scaleType)
{
    if (computeType != CUBLAS_COMPUTE_32F || scaleType != CUDA_R_32F)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    *product = new cublasLtProduct;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t product)
{
    return destroy(product);
}

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t product,
    cublasLtMatmulDescAttributes_t attribute, const void* value, size_t bytes)
{
    switch (attribute) {
    case CUBLASLT_MATMUL_DESC_TRANSA:
        return assign(product->transposeA, value, bytes);
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
        return assign(product->epilogue, value, bytes);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
        return assign(product->bias, value, bytes);
    case CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE:
        return assign(product->biasDistance, value, bytes);
    }
    return CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type,
    uint64_t rows, uint64_t columns, int64_t stride)
{
    *layout = new cublasLtLayout{type, rows, columns, stride};
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
    cublasLtMatrixLayoutAttribute_t attribute, const void* value, size_t bytes)
{
    switch (attribute) {
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
        return assign(layout->count, value, bytes);
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
        return assign(layout->distance, value, bytes);
    }
    return CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout)
{
    return destroy(layout);
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference)
{
    *preference = new cublasLtPreference;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference)
{
    return destroy(preference);
}

cublasStatus_t cublasLtMatmulPreferenceSetAttribute(
    cublasLtMatmulPreference_t, cublasLtMatmulPreferenceAttributes_t, const void*, size_t)
{
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t product,
    cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c,
    cublasLtMatrixLayout_t, cublasLtMatmulPreference_t, int requested,
    cublasLtMatmulHeuristicResult_t results[], int* count)
{
    if (requested < 1 || !isKnown(*product, *a, *b, *c))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    results[0] = {};
    *count = 1;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t product, const void* alpha,
    const void* a, cublasLtMatrixLayout_t aLayout, const void* b, cublasLtMatrixLayout_t bLayout,
    const void* beta, const void* c, cublasLtMatrixLayout_t cLayout, void* d,
    cublasLtMatrixLayout_t dLayout, const cublasLtMatmulAlgo_t*, void*, size_t, cudaStream_t stream)
{
    const float ownBeta = *static_cast<const float*>(beta);
    if (*static_cast<const float*>(alpha) != 1 || (ownBeta != 0 && ownBeta != 1) || c != d
        || cLayout != dLayout || !isKnown(*product, *aLayout, *bLayout, *cLayout))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    const auto work = [=, own = *product, left = *aLayout, right = *bLayout, out = *cLayout] {
        for (int32_t i = 0; i < out.count; ++i)
            cuda_on_host::multiply({out.matrix(d, i), out.type, size_t(out.stride)},
                {left.matrix(a, i), left.type, size_t(left.stride)},
                {right.matrix(b, i), right.type, size_t(right.stride)}, size_t(out.rows),
                size_t(out.columns), size_t(left.rows), ownBeta == 1,
                own.bias ? own.bias + i * own.biasDistance : nullptr);
    };
    const cudaError_t error = cuda_on_host::callInStream(stream, [&](CUstream_st& own) {
        cuda_on_host::put(own, {nullptr, work});
        return cudaSuccess;
    });
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
