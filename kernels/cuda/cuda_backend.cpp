#include "kernels/cuda/cuda_backend.h"

#include "base/error.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/devices/device_plugin.h"

namespace kernels::cuda {

CudaBackend::CudaBackend(int device)
    : m_stream(device)
    , m_ops(m_stream)
{
}

std::string CudaBackend::name() const
{
    return "cuda:" + std::to_string(m_stream.device());
}

std::string CudaBackend::description() const
{
    const cudaDeviceProp& properties = m_stream.properties();
    return std::string(properties.name) + ", CUDA " + std::to_string(properties.major) + "."
        + std::to_string(properties.minor);
}

void* CudaBackend::allocate(int64_t bytes)
{
    m_stream.get();
    return m_stream.pool().take(bytes);
}

void CudaBackend::release(void* memory, int64_t bytes)
{
    m_stream.release(memory, bytes);
}

void CudaBackend::upload(TensorView onDevice, const void* onHost)
{
    m_stream.get();
    m_stream.ring().upload(onDevice.bytes, onHost, onDevice.sizeInBytes());
}

void CudaBackend::download(void* onHost, TensorView onDevice)
{
    m_stream.get();
    m_stream.ring().download(onHost, onDevice.bytes, onDevice.sizeInBytes());
}

void CudaBackend::copy(TensorView to, TensorView from)
{
    CHECK(to.sameShape(from) && to.dtype == from.dtype);
    check(cudaMemcpyAsync(to.bytes, from.bytes, size_t(to.sizeInBytes()), cudaMemcpyDeviceToDevice,
              m_stream.get()),
        "copying on the device");
}

void CudaBackend::synchronize()
{
    check(cudaStreamSynchronize(m_stream.get()), "computing");
}

std::unique_ptr<Recording> CudaBackend::record(const std::function<void()>& step)
{
    return StepGraph::record(m_stream, step);
}

DeviceMemory CudaBackend::memory() const
{
    m_stream.get();
    return m_stream.pool().memory();
}

// The functions that libvignette_cuda.so exports follow.

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
