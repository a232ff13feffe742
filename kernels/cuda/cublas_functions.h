#pragma once

#include "kernels/dtype.h"

#include <cublas_v2.h>
#include <dlfcn.h>
#include <string>

// cuBLAS and cuBLASLt are large and not always installed, so nothing is linked against them: they are
// opened at run time.

namespace kernels::cuda {

/// Opens lib<name>.so of the version whose headers were compiled. Returns null if there is none.
inline void* openCublas(const char* name)
{
    const std::string file = std::string("lib") + name + ".so." + std::to_string(CUBLAS_VER_MAJOR);
    return dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
}

/// Sets `function` to the function of that name. Returns false if the library has none.
template <typename Function>
bool findFunction(void* library, const char* name, Function*& function)
{
    function = reinterpret_cast<Function*>(dlsym(library, name));
    return function != nullptr;
}

/// The library's name of f32, f16 or bf16.
inline cudaDataType cublasType(DType type)
{
    return type == DType::F32 ? CUDA_R_32F : type == DType::F16 ? CUDA_R_16F : CUDA_R_16BF;
}

} // namespace kernels::cuda
