#pragma once

#include "cuda_runtime_api.h"
#include "device_intrinsics.h"
#include <functional>
#include <tuple>
#include <utility>

// The additions of the CUDA compiler to plain C++. A block's threads take turns on one thread of
// the CPU, and one block runs at a time, so that shared memory is static memory.

#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__ static
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __align__(bytes) alignas(bytes)

namespace cuda_on_host {

/// Puts a kernel into the stream; `body` is what each of its threads does.
cudaError_t launchKernel(
    const cudaLaunchConfig_t& config, const void* kernel, std::function<void()> body);

cudaError_t attributesOf(const void* kernel, cudaFuncAttributes& attributes);

/// Lets a kernel have so much dynamic shared memory.
cudaError_t allowSharedBytes(const void* kernel, int bytes);

} // namespace cuda_on_host

template <typename... Parameters, typename... Arguments>
cudaError_t cudaLaunchKernelEx(
    const cudaLaunchConfig_t* config, void (*kernel)(Parameters...), Arguments&&... arguments)
{
    return cuda_on_host::launchKernel(*config, reinterpret_cast<const void*>(kernel),
        [kernel, values = std::tuple<Parameters...>(std::forward<Arguments>(arguments)...)] {
            std::apply(kernel, values);
        });
}

template <typename Kernel>
cudaError_t cudaFuncSetAttribute(Kernel* kernel, cudaFuncAttribute attribute, int value)
{
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout)
        return value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue;
    return cuda_on_host::allowSharedBytes(reinterpret_cast<const void*>(kernel), value);
}

template <typename Kernel>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel* kernel)
{
    return cuda_on_host::attributesOf(reinterpret_cast<const void*>(kernel), *attributes);
}
