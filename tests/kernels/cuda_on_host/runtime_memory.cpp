// The functions of the runtime about memory.
#include "tests/kernels/cuda_on_host/stream.h"

#include <cstring>
#include <map>
#include <memory>

using namespace cuda_on_host;

struct CUmemPoolHandle_st {
    int device;
};

namespace {

/// Memory of the host that a GPU reads and writes at its own time.
std::map<const std::byte*, std::pair<size_t, std::unique_ptr<std::byte[]>>>& pinned()
{
    static std::map<const std::byte*, std::pair<size_t, std::unique_ptr<std::byte[]>>> memory;
    return memory;
}

bool isPinned(const void* address, size_t bytes)
{
    const auto* position = static_cast<const std::byte*>(address);
    auto after = pinned().upper_bound(position);
    if (after == pinned().begin())
        return false;
    --after;
    return size_t(position - after->first) + bytes <= after->second.first;
}

cudaError_t allocate(void** memory, size_t bytes, Gpu& gpu)
{
    Machine& machine = Machine::get();
    ++machine.counts.allocations;
    const bool isLater = machine.allocationsToFailure > 1;
    machine.allocationsToFailure -= isLater;
    const bool fails = !isLater && machine.failingAllocations > 0;
    machine.failingAllocations -= fails;
    *memory = fails ? nullptr : gpu.memory.allocate(bytes, machine.settings.memoryBytes);
    return *memory ? cudaSuccess : cudaErrorMemoryAllocation;
}

void release(void* memory, Gpu& gpu)
{
    if (!gpu.memory.isAllocation(memory))
        gpu.lose(cudaErrorIllegalAddress,
            "what was given back is " + gpu.memory.describe(memory) + ", not its begin");
    else if (const std::string what = gpu.memory.describe(memory); !gpu.memory.release(memory))
        gpu.lose(cudaErrorIllegalAddress, "memory was written around " + what);
}

bool isOnGpu(const void* memory, size_t bytes)
{
    for (const Gpu& gpu : Machine::get().gpus)
        if (gpu.memory.holds(memory, bytes))
            return true;
    return false;
}

bool isHost(const void* memory)
{
    for (const Gpu& gpu : Machine::get().gpus)
        if (gpu.memory.isNear(memory))
            return false;
    return true;
}

bool isValid(const void* to, const void* from, size_t bytes, cudaMemcpyKind kind)
{
    const bool toGpu = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool fromGpu = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    return (toGpu ? isOnGpu(to, bytes) : isHost(to))
        && (fromGpu ? isOnGpu(from, bytes) : isHost(from));
}

// Memory that is not pinned is read at once, and written before the call returns.
cudaError_t copy(CUstream_st& stream, void* to, const void* from, size_t bytes, cudaMemcpyKind kind)
{
    if (bytes == 0)
        return cudaSuccess;
    if (!isValid(to, from, bytes, kind))
        return cudaErrorInvalidValue;
    Counts& counts = Machine::get().counts;
    counts.copiesToDevice += kind == cudaMemcpyHostToDevice;
    counts.copiesToHost += kind == cudaMemcpyDeviceToHost;
    const bool isStaged = (kind == cudaMemcpyHostToDevice && !isPinned(from, bytes))
        || (kind == cudaMemcpyDeviceToHost && !isPinned(to, bytes));
    if (stream.isCapturing() && isStaged) {
        stream.invalidateCapture();
        return cudaErrorStreamCaptureUnsupported;
    }
    if (isStaged && kind == cudaMemcpyHostToDevice) {
        std::shared_ptr<std::byte[]> staged(new std::byte[bytes]);
        std::memcpy(staged.get(), from, bytes);
        put(stream, {nullptr, [=] { std::memcpy(to, staged.get(), bytes); }});
        constexpr size_t large = size_t(16) << 20;
        if (bytes >= large) // or the host would hold two copies of a whole model
            stream.finish();
        return cudaSuccess;
    }
    put(stream, {nullptr, [=] { std::memmove(to, from, bytes); }});
    if (isStaged)
        stream.finish();
    return cudaSuccess;
}

} // namespace

cudaError_t cudaMalloc(void** memory, size_t bytes)
{
    return call([&] {
        if (Streams::get().forbids())
            return cudaErrorStreamCaptureUnsupported;
        return allocate(memory, bytes, chosenGpu());
    });
}

cudaError_t cudaFree(void* memory)
{
    return call([&] {
        if (!memory)
            return cudaSuccess;
        if (Streams::get().forbids())
            return cudaErrorStreamCaptureUnsupported;
        Streams::get().finishAll(chosenDevice());
        release(memory, chosenGpu());
        return cudaSuccess;
    });
}

// A graph of ours neither takes nor gives back memory.
cudaError_t cudaMallocAsync(void** memory, size_t bytes, cudaStream_t stream)
{
    return callInStream(stream, [&](CUstream_st& found) {
        if (found.isCapturing()) {
            found.invalidateCapture();
            return cudaErrorStreamCaptureUnsupported;
        }
        return allocate(memory, bytes, found.gpu());
    });
}

cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream)
{
    return callInStream(stream, [&](CUstream_st& found) {
        if (!memory)
            return cudaSuccess;
        if (found.isCapturing()) {
            found.invalidateCapture();
            return cudaErrorStreamCaptureUnsupported;
        }
        if (!found.gpu().memory.isAllocation(memory))
            return cudaErrorInvalidValue;
        put(found, {nullptr, [memory, gpu = &found.gpu()] { release(memory, *gpu); }});
        return cudaSuccess;
    });
}

cudaError_t cudaMallocHost(void** memory, size_t bytes)
{
    return call([&] {
        auto* allocated = new (std::nothrow) std::byte[bytes];
        *memory = allocated;
        if (!allocated)
            return cudaErrorMemoryAllocation;
        pinned()[allocated] = {bytes, std::unique_ptr<std::byte[]>(allocated)};
        return cudaSuccess;
    });
}

cudaError_t cudaHostAlloc(void** memory, size_t bytes, unsigned)
{
    return cudaMallocHost(memory, bytes);
}

// Frees the memory after an error as well, or the program would keep it.
cudaError_t cudaFreeHost(void* memory)
{
    const std::lock_guard lock(Machine::get().lock);
    for (int device = 0; device < Machine::get().settings.gpus; ++device)
        Streams::get().finishAll(device);
    const bool isKnown = pinned().erase(static_cast<const std::byte*>(memory)) > 0;
    return isKnown || !memory ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device)
{
    static std::map<int, CUmemPoolHandle_st> pools;
    return call([&] {
        if (device < 0 || device >= Machine::get().settings.gpus)
            return cudaErrorInvalidDevice;
        *pool = &pools.emplace(device, CUmemPoolHandle_st{device}).first->second;
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*)
{
    return call([] { return cudaSuccess; });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value)
{
    return call([&] {
        if (attribute == cudaMemPoolAttrReleaseThreshold)
            return cudaErrorNotSupported;
        *static_cast<uint64_t*>(value)
            = Machine::get().gpus[size_t(pool->device)].memory.usedBytes();
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t)
{
    return call([] { return cudaSuccess; });
}

cudaError_t cudaMemcpyAsync(
    void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
    return callInStream(
        stream, [&](CUstream_st& found) { return copy(found, to, from, bytes, kind); });
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind)
{
    return callInStream(nullptr, [&](CUstream_st& found) {
        if (Streams::get().forbids())
            return cudaErrorStreamCaptureUnsupported;
        return copy(found, to, from, bytes, kind);
    });
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t toPitch, const void* from, size_t fromPitch,
    size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    return callInStream(stream, [&](CUstream_st& found) {
        if (width > toPitch || width > fromPitch)
            return cudaErrorInvalidValue;
        for (size_t row = 0; row < height; ++row)
            if (const cudaError_t error = copy(found, static_cast<std::byte*>(to) + row * toPitch,
                    static_cast<const std::byte*>(from) + row * fromPitch, width, kind))
                return error;
        return cudaSuccess;
    });
}

cudaError_t cudaMemsetAsync(void* memory, int byte, size_t bytes, cudaStream_t stream)
{
    return callInStream(stream, [&](CUstream_st& found) {
        if (!isOnGpu(memory, bytes))
            return cudaErrorInvalidValue;
        put(found, {nullptr, [=] { std::memset(memory, byte, bytes); }});
        return cudaSuccess;
    });
}
