// The functions of the runtime about launches, streams, events and graphs.
#include "tests/kernels/cuda_on_host/include/cuda_runtime.h"
#include "tests/kernels/cuda_on_host/stream.h"

#include <map>

using namespace cuda_on_host;

struct CUgraph_st {
    std::shared_ptr<Tasks> tasks;
};

struct CUgraphExec_st {
    std::shared_ptr<Tasks> tasks;
};

namespace {

std::map<const void*, size_t>& allowedShared()
{
    static std::map<const void*, size_t> bytes; // by kernel
    return bytes;
}

// 48 KiB less what a kernel may have of static memory, which cannot be known here.
constexpr size_t plainShared = 40 << 10;

bool fits(const cudaLaunchConfig_t& config, const void* kernel)
{
    const dim3 blocks = config.gridDim, threads = config.blockDim;
    const auto allowed = allowedShared().find(kernel);
    const size_t mostShared = allowed == allowedShared().end() ? plainShared : allowed->second;
    return blocks.x > 0 && blocks.y > 0 && blocks.z > 0 && blocks.x <= 0x7fffffff
        && blocks.y <= 65535 && blocks.z <= 65535 && threads.x > 0 && threads.y > 0 && threads.z > 0
        && threads.x <= 1024 && threads.y <= 1024 && threads.z <= 64
        && uint64_t(threads.x) * threads.y * threads.z <= ThreadBlock::maxThreads
        && config.dynamicSmemBytes <= mostShared;
}

cudaError_t waitFor(CUevent_st& event)
{
    ++Machine::get().counts.waits;
    if (event.stream && event.stream->isCapturing())
        return cudaErrorStreamCaptureUnsupported;
    if (event.stream)
        event.stream->finish(event.tasksBefore);
    return cudaSuccess;
}

} // namespace

cudaError_t cuda_on_host::allowSharedBytes(const void* kernel, int bytes)
{
    return call([&] {
        cudaDeviceProp properties;
        cudaGetDeviceProperties(&properties, chosenDevice());
        if (bytes < 0 || size_t(bytes) > properties.sharedMemPerBlockOptin)
            return cudaErrorInvalidValue;
        allowedShared()[kernel] = size_t(bytes);
        return cudaSuccess;
    });
}

cudaError_t cuda_on_host::attributesOf(const void* kernel, cudaFuncAttributes& attributes)
{
    return call([&] {
        const Settings& settings = Machine::get().settings;
        const auto allowed = allowedShared().find(kernel);
        const size_t shared = allowed == allowedShared().end() ? plainShared : allowed->second;
        attributes = {
            int(ThreadBlock::maxThreads), settings.compiledFor, settings.capability, int(shared)};
        return cudaSuccess;
    });
}

cudaError_t cuda_on_host::launchKernel(
    const cudaLaunchConfig_t& config, const void* kernel, std::function<void()> body)
{
    return callInStream(config.stream, [&](CUstream_st& stream) {
        if (!fits(config, kernel))
            return cudaErrorInvalidConfiguration;
        if (stream.device != chosenDevice())
            return cudaErrorInvalidResourceHandle;
        Launch launch{.blocks = config.gridDim,
            .threads = config.blockDim,
            .sharedBytes = config.dynamicSmemBytes,
            .kernel = kernel,
            .body = std::move(body)};
        for (unsigned i = 0; i < config.numAttrs; ++i)
            if (config.attrs[i].id == cudaLaunchAttributeProgrammaticStreamSerialization)
                launch.mayOverlap = config.attrs[i].val.programmaticStreamSerializationAllowed != 0;
        Machine::get().counts.directLaunches += !stream.isCapturing();
        put(stream,
            {kernel, [launch = std::move(launch), gpu = &stream.gpu()] { gpu->run(launch); }});
        return cudaSuccess;
    });
}

cudaError_t cudaStreamCreate(cudaStream_t* stream)
{
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags)
{
    return call([&] {
        *stream = Streams::get().create(chosenDevice(), !(flags & cudaStreamNonBlocking));
        return cudaSuccess;
    });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    const std::lock_guard lock(Machine::get().lock);
    if (!stream || !Streams::get().find(stream))
        return cudaErrorInvalidResourceHandle;
    Streams::get().destroy(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    return callInStream(stream, [](CUstream_st& found) {
        if (found.isCapturing()) {
            found.invalidateCapture();
            return cudaErrorStreamCaptureUnsupported;
        }
        ++Machine::get().counts.waits;
        found.finish();
        return found.gpu().lasting();
    });
}

// The first query says "not ready", because a real GPU needs its time.
cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    return callInStream(stream, [](CUstream_st& found) {
        const bool isDone = found.isDone(found.added());
        found.finish();
        return isDone ? cudaSuccess : cudaErrorNotReady;
    });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned)
{
    return callInStream(stream, [&](CUstream_st& found) {
        CUstream_st* other = event->stream;
        if (!other || other == &found)
            return cudaSuccess;
        if (found.isCapturing() || other->isCapturing())
            return cudaErrorStreamCaptureUnsupported; // graphs of ours have one branch
        put(found, {nullptr, [other, count = event->tasksBefore] { other->finish(count); }});
        return cudaSuccess;
    });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data)
{
    return callInStream(stream, [&](CUstream_st& found) {
        put(found, {nullptr, [=] { function(data); }});
        return cudaSuccess;
    });
}

cudaError_t cudaEventCreate(cudaEvent_t* event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned)
{
    return call([&] {
        *event = new CUevent_st;
        return cudaSuccess;
    });
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    const std::lock_guard lock(Machine::get().lock);
    if (event && event->stream)
        event->stream->finish(event->tasksBefore);
    delete event;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    return callInStream(stream, [&](CUstream_st& found) {
        if (found.isCapturing()) { // an event of ours is one that the host waits for
            found.invalidateCapture();
            return cudaErrorStreamCaptureUnsupported;
        }
        put(found, {nullptr, [event] { event->time = std::chrono::steady_clock::now(); }});
        event->stream = &found;
        event->tasksBefore = found.added();
        return cudaSuccess;
    });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return call([&] { return waitFor(*event); });
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return call([&] {
        const bool isDone = !event->stream || event->stream->isDone(event->tasksBefore);
        const cudaError_t waited = waitFor(*event);
        return waited != cudaSuccess || isDone ? waited : cudaErrorNotReady;
    });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end)
{
    return call([&] {
        for (const CUevent_st* event : {begin, end})
            if (!event->stream || !event->stream->isDone(event->tasksBefore))
                return cudaErrorNotReady;
        *milliseconds = std::chrono::duration<float, std::milli>(end->time - begin->time).count();
        return cudaSuccess;
    });
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode)
{
    return callInStream(stream, [&](CUstream_st& found) {
        if (!stream || found.isCapturing())
            return cudaErrorStreamCaptureUnsupported;
        found.beginCapture(mode);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph)
{
    return callInStream(stream, [&](CUstream_st& found) {
        *graph = nullptr;
        if (!found.isCapturing())
            return cudaErrorInvalidValue;
        auto tasks = found.endCapture();
        if (!tasks)
            return cudaErrorStreamCaptureInvalidated;
        *graph = new CUgraph_st{std::move(tasks)};
        return cudaSuccess;
    });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status)
{
    return callInStream(stream, [&](CUstream_st& found) {
        *status = !found.isCapturing() ? cudaStreamCaptureStatusNone
            : found.isInvalidated()    ? cudaStreamCaptureStatusInvalidated
                                       : cudaStreamCaptureStatusActive;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count)
{
    return call([&] {
        if (nodes)
            return cudaErrorNotSupported;
        *count = graph->tasks->size();
        return cudaSuccess;
    });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    delete graph;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long)
{
    return call([&] {
        *executable = new CUgraphExec_st{graph->tasks};
        return cudaSuccess;
    });
}

cudaError_t cudaGraphExecUpdate(
    cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* result)
{
    return call([&] {
        const Tasks &before = *executable->tasks, &after = *graph->tasks;
        *result = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
        if (before.size() != after.size())
            result->result = cudaGraphExecUpdateErrorTopologyChanged;
        for (size_t i = 0; i < std::min(before.size(), after.size()); ++i)
            if (before[i].kernel != after[i].kernel)
                result->result = cudaGraphExecUpdateErrorFunctionChanged;
        if (result->result != cudaGraphExecUpdateSuccess)
            return cudaErrorGraphExecUpdateFailure;
        executable->tasks = graph->tasks;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t stream)
{
    return callInStream(stream, [](CUstream_st&) { return cudaSuccess; });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream)
{
    return callInStream(stream, [&](CUstream_st& found) {
        ++Machine::get().counts.graphLaunches;
        put(found, {nullptr, [tasks = executable->tasks, gpu = &found.gpu()] {
                        for (const Task& task : *tasks)
                            if (gpu->lasting() == cudaSuccess)
                                task.work();
                    }});
        return cudaSuccess;
    });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable)
{
    delete executable;
    return cudaSuccess;
}
