#include "kernels/cuda/step_graph.h"

#include "kernels/cuda/cuda_error.h"

namespace kernels::cuda {

namespace {

// What the stream writes down while `step` runs, or null. An error of the step is none of the
// job's, for nothing is computed here.
cudaGraph_t captured(const DeviceStream& ofDevice, const std::function<void()>& step)
{
    const cudaStream_t stream = ofDevice.get();
    if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
        return nullptr;
    bool isWhole = true;
    try {
        step();
        ofDevice.get(); // does what the step postponed
    } catch (...) { // whatever it was, the capture must end
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
    stream.get(); // does what was postponed before the step
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
    cudaGetLastError(); // of what could not be written down
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
