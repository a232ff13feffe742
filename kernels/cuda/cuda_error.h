#pragma once

#include "base/error.h"

#include <cuda_runtime_api.h>

#include <string>

namespace kernels::cuda {

/// Does nothing if the call succeeded. Otherwise throws Error{OutOfMemory} or Error{DeviceLost}
/// with a message that contains `doing`.
inline void check(cudaError_t result, const char* doing)
{
    if (result == cudaSuccess)
        return;
    const bool isFull = result == cudaErrorMemoryAllocation;
    const std::string reason = std::string(doing) + ": " + cudaGetErrorString(result);
    if (isFull) {
        cudaGetLastError(); // this one leaves the device usable
        throw base::outOfMemory(reason + " on the GPU");
    }
    throw base::Error(base::ErrorKind::DeviceLost, "The GPU failed at " + reason + ".");
}

/// Must be called after every launch of a kernel: throws if the kernel could not be started.
inline void checkLaunch(const char* kernel)
{
    check(cudaGetLastError(), kernel);
}

} // namespace kernels::cuda
