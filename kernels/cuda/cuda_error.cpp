#include "kernels/cuda/cuda_error.h"

#include "base/error.h"

#include <string>

namespace kernels::cuda {

void check(cudaError_t result, const char* doing)
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

} // namespace kernels::cuda
