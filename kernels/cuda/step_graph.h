#pragma once

#include "kernels/backend.h"
#include "kernels/cuda/device_stream.h"

#include <cuda_runtime_api.h>

#include <functional>
#include <memory>

namespace kernels::cuda {

/// A recorded step as a CUDA graph: hundreds of kernels that the GPU starts one after the other
/// without the host.
class StepGraph final : public Recording {
public:
    /// Runs the step, which takes all the memory that it needs, and then runs it again while the
    /// stream is being captured. Returns null if the step cannot be recorded; the step has then run
    /// once. The stream must outlive the graph.
    static std::unique_ptr<StepGraph> record(
        DeviceStream& stream, const std::function<void()>& step);

    ~StepGraph() override;
    StepGraph(const StepGraph&) = delete;
    StepGraph& operator=(const StepGraph&) = delete;

    void replay() override;

private:
    StepGraph(DeviceStream& stream, cudaGraphExec_t graph)
        : m_stream(stream)
        , m_graph(graph)
    {
        m_stream.addRecording();
    }

    DeviceStream& m_stream;
    cudaGraphExec_t m_graph;
};

} // namespace kernels::cuda
