// The functions of the runtime about devices and errors.
#include "tests/kernels/cuda_on_host/stream.h"

#include <cstdio>
#include <unistd.h>

using namespace cuda_on_host;

namespace {

struct ErrorText {
    cudaError_t error;
    const char *name, *text;
};

constexpr ErrorText errorTexts[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration",
        "invalid configuration argument"},
    {cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress",
        "an illegal memory access was encountered"},
    {cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {cudaErrorMisalignedAddress, "cudaErrorMisalignedAddress", "misaligned address"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
    {cudaErrorStreamCaptureUnsupported, "cudaErrorStreamCaptureUnsupported",
        "operation not permitted when stream is capturing"},
    {cudaErrorStreamCaptureInvalidated, "cudaErrorStreamCaptureInvalidated",
        "operation failed due to a previous error during capture"},
    {cudaErrorGraphExecUpdateFailure, "cudaErrorGraphExecUpdateFailure",
        "the graph update was not performed because it included changes which violated "
        "constraints specific to instantiated graph update"},
};

const ErrorText& textOf(cudaError_t error)
{
    static constexpr ErrorText unknown{cudaErrorUnknown, "cudaErrorUnknown", "unknown error"};
    for (const ErrorText& text : errorTexts)
        if (text.error == error)
            return text;
    return unknown;
}

// The limits by compute capability, from the CUDA Programming Guide.
size_t mostSharedOf(int capability)
{
    switch (capability) {
    case 75:
        return 64 << 10;
    case 80:
        return 163 << 10;
    case 86:
    case 89:
        return 99 << 10;
    default:
        return 227 << 10;
    }
}

} // namespace

const char* cudaGetErrorName(cudaError_t error)
{
    return textOf(error).name;
}

const char* cudaGetErrorString(cudaError_t error)
{
    thread_local std::string text;
    text = textOf(error).text;
    const std::lock_guard lock(Machine::get().lock);
    for (const Gpu& gpu : Machine::get().gpus)
        if (error != cudaSuccess && gpu.lasting() == error)
            text += " (" + gpu.sentence() + ")";
    return text.c_str();
}

cudaError_t cudaDriverGetVersion(int* version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int* count)
{
    *count = Machine::get().settings.gpus;
    return *count > 0 ? cudaSuccess : cudaErrorNoDevice;
}

cudaError_t cudaGetDevice(int* device)
{
    *device = chosenDevice();
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    if (device < 0 || device >= Machine::get().settings.gpus)
        return cudaErrorInvalidDevice;
    chosenDevice() = device;
    return call([] { return cudaSuccess; });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device)
{
    const Settings& settings = Machine::get().settings;
    if (device < 0 || device >= settings.gpus)
        return cudaErrorInvalidDevice;
    *properties = {};
    std::snprintf(properties->name, sizeof properties->name, "This CPU as a GPU");
    properties->totalGlobalMem = settings.memoryBytes;
    properties->sharedMemPerBlock = 48 << 10;
    properties->sharedMemPerBlockOptin = mostSharedOf(settings.capability);
    properties->sharedMemPerMultiprocessor = mostSharedOf(settings.capability) + 1024;
    properties->regsPerBlock = 65536;
    properties->warpSize = 32;
    properties->maxThreadsPerBlock = int(ThreadBlock::maxThreads);
    properties->multiProcessorCount = 8;
    properties->major = settings.capability / 10;
    properties->minor = settings.capability % 10;
    properties->l2CacheSize = 32 << 20;
    properties->memoryBusWidth = 128;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device)
{
    cudaDeviceProp properties;
    if (const cudaError_t error = cudaGetDeviceProperties(&properties, device))
        return error;
    switch (attribute) {
    case cudaDevAttrMultiProcessorCount:
        *value = properties.multiProcessorCount;
        return cudaSuccess;
    case cudaDevAttrComputeCapabilityMajor:
        *value = properties.major;
        return cudaSuccess;
    case cudaDevAttrComputeCapabilityMinor:
        *value = properties.minor;
        return cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
        *value = int(properties.sharedMemPerBlockOptin);
        return cudaSuccess;
    case cudaDevAttrGlobalMemoryBusWidth:
        *value = properties.memoryBusWidth;
        return cudaSuccess;
    case cudaDevAttrClockRate:
    case cudaDevAttrMemoryClockRate:
        *value = 1'000'000; // kHz
        return cudaSuccess;
    }
    return cudaErrorInvalidValue;
}

cudaError_t cudaDeviceSynchronize()
{
    return call([] {
        if (Streams::get().forbids())
            return cudaErrorStreamCaptureUnsupported;
        ++Machine::get().counts.waits;
        Streams::get().finishAll(chosenDevice());
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceReset()
{
    const std::lock_guard lock(Machine::get().lock);
    chosenGpu().reset();
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total)
{
    return call([&] {
        *total = Machine::get().settings.memoryBytes;
        *free = *total - chosenGpu().memory.usedBytes();
        return cudaSuccess;
    });
}
