#include "kernels/cuda/step_graph.h"

#include "kernels/cuda/cuda_error.h"

namespace kernels::cuda {

namespace {

// Returns the graph of the work that `step` adds to the stream, or null. An error of the step is
// not an error of the job, because nothing is computed here.
cudaGraph_t captured(const DeviceStream& ofDevice, const std::function<void()>& step)
{
    const cudaStream_t stream = ofDevice.get();
    if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
        return nullptr;
    bool isWhole = true;
    try {
        step();
        ofDevice.get(); // runs the work that the step postponed
    } catch (...) { // the capture must end after any exception
        isWhole = false;
    }
    cudaGraph_t graph = nullptr;
    const bool hasEnded = cudaStreamEndCapture(stream, &graph) == cudaSuccess;
    if (isWhole && hasEnded)
        return graph;
    if (graph)
        cudaGraphDestroy(graph);
    return nullptr;
}

} // namespace

std::unique_ptr<StepGraph> StepGraph::record(
    DeviceStream& stream, const std::function<void()>& step)
{
    stream.get(); // runs the work that was postponed before the step
    DeviceStream::Preparing preparing(stream);
    step();
    stream.get();
    preparing.capture();
    cudaGraphExec_t executable = nullptr;
    if (cudaGraph_t graph = captured(stream, step)) {
        if (cudaGraphInstantiate(&executable, graph, 0) != cudaSuccess)
            executable = nullptr;
        cudaGraphDestroy(graph);
    }
    if (executable)
        return std::unique_ptr<StepGraph>(new StepGraph(stream, executable));
    cudaGetLastError(); // clears the error of a step that could not be recorded
    return nullptr;
}

StepGraph::~StepGraph()
{
    cudaGraphExecDestroy(m_graph);
    m_stream.removeRecording();
}

void StepGraph::replay()
{
    check(cudaGraphLaunch(m_graph, m_stream.get()), "a recorded step");
}

} // namespace kernels::cuda
