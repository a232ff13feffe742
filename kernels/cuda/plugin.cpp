// The functions that libvignette_cuda.so exports.
#include "kernels/cuda/cuda_backend.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/devices/device_plugin.h"

namespace kernels::cuda {

namespace {

constexpr int minCapability = 75; // major · 10 + minor: the lowest that CUDA 13 compiles for

std::string whyNone(cudaError_t result)
{
    int driver = 0;
    cudaDriverGetVersion(&driver);
    if (result == cudaErrorInsufficientDriver && driver > 0)
        return "The NVIDIA driver is too old: it supports CUDA " + std::to_string(driver / 1000)
            + "." + std::to_string(driver % 1000 / 10) + ", and "
            + std::to_string(CUDART_VERSION / 1000) + " is needed.";
    if (result == cudaErrorInsufficientDriver || result == cudaErrorSystemDriverMismatch
        || result == cudaErrorUnknown)
        return "There is no NVIDIA driver on this computer.";
    if (result == cudaErrorNoDevice)
        return "There is no NVIDIA GPU in this computer.";
    return std::string("The NVIDIA driver answers: ") + cudaGetErrorString(result) + ".";
}

int countDevices(std::string& problem)
{
    int devices = 0;
    const cudaError_t result = cudaGetDeviceCount(&devices);
    if (result == cudaSuccess && devices > 0)
        return devices;
    problem = whyNone(result == cudaSuccess ? cudaErrorNoDevice : result);
    return 0;
}

PluginDevice describe(int device)
{
    PluginDevice described;
    cudaDeviceProp properties{};
    const cudaError_t result = cudaGetDeviceProperties(&properties, device);
    if (result != cudaSuccess) {
        described.problem = whyNone(result);
        return described;
    }
    described.name = properties.name;
    described.totalBytes = int64_t(properties.totalGlobalMem);
    if (properties.major * 10 + properties.minor < minCapability) {
        described.problem = described.name + " is too old: compute capability "
            + std::to_string(properties.major) + "." + std::to_string(properties.minor)
            + ", and 7.5 is needed.";
        return described;
    }
    size_t free = 0, total = 0;
    if (const cudaError_t answer = DeviceStream::wake(device); answer != cudaSuccess)
        described.problem = described.name + " does not answer (" + cudaGetErrorString(answer)
            + "). If it did before, start the program again.";
    else if (cudaMemGetInfo(&free, &total) == cudaSuccess)
        described.freeBytes = int64_t(free);
    return described;
}

std::unique_ptr<Backend> open(int device)
{
    return std::make_unique<CudaBackend>(device);
}

constexpr DevicePlugin plugin = {countDevices, describe, open};

} // namespace

} // namespace kernels::cuda

extern "C" {

__attribute__((visibility("default"))) const char* vignettePluginBuild()
{
    return kernels::pluginBuild;
}

__attribute__((visibility("default"))) const kernels::DevicePlugin* vignettePlugin()
{
    return &kernels::cuda::plugin;
}

} // extern "C"
