#pragma once

#include <cuda_runtime_api.h>

namespace kernels::cuda {

/// Throws Error{OutOfMemory} or Error{DeviceLost} with a sentence that names what was being done,
/// unless the call succeeded.
void check(cudaError_t result, const char* doing);

/// After a kernel was launched: whether it could be.
inline void checkLaunch(const char* kernel)
{
    check(cudaGetLastError(), kernel);
}

} // namespace kernels::cuda
