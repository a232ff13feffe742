#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/dense_products.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/stored_rows.cuh"
#include "kernels/cuda/tile_products.h"
#include "kernels/error.h"

#include <cublas_v2.h>
#include <dlfcn.h>
#include <string>
#include <utility>

namespace kernels::cuda {

namespace {

// cuBLAS is large and not always installed, so nothing is linked against it.
template <typename Function>
bool find(void* library, const char* name, Function*& function)
{
    function = reinterpret_cast<Function*>(dlsym(library, name));
    return function != nullptr;
}

// Named, for the header overloads it.
using MultiplyFunction = cublasStatus_t(cublasHandle_t, cublasOperation_t, cublasOperation_t, int,
    int, int, const void*, const void*, cudaDataType, int, const void*, cudaDataType, int,
    const void*, void*, cudaDataType, int, cublasComputeType_t, cublasGemmAlgo_t);

__device__ __forceinline__ float heldBy(__half*, float x)
{
    return withinHalf(x);
}

__device__ __forceinline__ float heldBy(void*, float x)
{
    return x;
}

template <typename Number>
__global__ void convertKernel(Number* out, const float* x, int64_t elements)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < elements)
        storeValue(out + i, heldBy(out, x[i]));
}

cudaDataType typeOf(DType type)
{
    return type == DType::F32 ? CUDA_R_32F : type == DType::F16 ? CUDA_R_16F : CUDA_R_16BF;
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
{
}

DenseProducts::~DenseProducts() = default;

// Null if there is none that fits.
DenseProducts::Library* DenseProducts::library()
{
    if (std::exchange(m_isLookedFor, true))
        return m_library.get();
    const std::string name = "libcublas.so." + std::to_string(CUBLAS_VER_MAJOR);
    void* opened = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!opened)
        return nullptr;
    auto library = std::make_unique<Library>();
    decltype(&cublasCreate_v2) create = nullptr;
    decltype(&cublasSetStream_v2) setStream = nullptr;
    const bool isWhole = find(opened, "cublasCreate_v2", create)
        && find(opened, "cublasSetStream_v2", setStream)
        && find(opened, "cublasDestroy_v2", library->destroy)
        && find(opened, "cublasGemmEx", library->multiply);
    const cudaStream_t stream = m_stream.get();
    if (!isWhole || create(&library->handle) != CUBLAS_STATUS_SUCCESS
        || setStream(library->handle, stream) != CUBLAS_STATUS_SUCCESS)
        return nullptr;
    m_library = std::move(library);
    return m_library.get();
}

TensorView DenseProducts::factor(TensorView x, DType type)
{
    if (type == DType::F32)
        return x;
    void* converted = m_stream.scratch(DeviceStream::Scratch::Activations, x.elements() * 2);
    withPlainType(type, [&](auto* stored) {
        launch(m_stream.get(), {unsigned((x.elements() + 255) / 256), 256},
            convertKernel<std::remove_pointer_t<decltype(stored)>>,
            static_cast<decltype(stored)>(converted), x.data<float>(), x.elements());
    });
    checkLaunch("converting activations");
    return {converted, type, x.rows, x.columns};
}

// cuBLAS counts columns first: its outᵀ = weight · xᵀ is our out.
void DenseProducts::multiply(TensorView out, int64_t first, TensorView x, TensorView weight)
{
    CHECK(x.dtype == weight.dtype);
    Library* cublas = library();
    if (!cublas)
        return multiplyTiles(m_stream, out, first, x, weight);
    m_stream.get(); // the device, and a use of the stream, which the library does not tell of
    const float one = 1, none = 0;
    const cublasStatus_t status
        = cublas->multiply(cublas->handle, CUBLAS_OP_T, CUBLAS_OP_N, int(weight.rows), int(x.rows),
            int(x.columns), &one, weight.bytes, typeOf(weight.dtype), int(weight.columns), x.bytes,
            typeOf(x.dtype), int(x.columns), &none, out.data<float>() + first, CUDA_R_32F,
            int(out.columns), CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    if (status != CUBLAS_STATUS_SUCCESS)
        throw Error(ErrorKind::DeviceLost,
            "The graphics card failed at a product of cuBLAS (status " + std::to_string(int(status))
                + ").");
}

} // namespace kernels::cuda
