#pragma once

#include <cuda_runtime_api.h>

namespace kernels::cuda {

/// Does nothing if the call succeeded. Otherwise throws Error{OutOfMemory} or Error{DeviceLost}
/// with a message that contains `doing`.
void check(cudaError_t result, const char* doing);

/// Must be called after every launch of a kernel: throws if the kernel could not be started.
inline void checkLaunch(const char* kernel)
{
    check(cudaGetLastError(), kernel);
}

} // namespace kernels::cuda
