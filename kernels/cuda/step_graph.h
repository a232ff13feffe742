#pragma once

#include "kernels/backend.h"
#include "kernels/cuda/device_stream.h"

#include <cuda_runtime_api.h>

#include <functional>
#include <memory>

namespace kernels::cuda {

/// A step as a CUDA graph: hundreds of kernels that the card starts one after the other by itself.
class StepGraph final : public Recording {
public:
    /// Runs the step, which takes all the memory it needs, then runs it again while the stream only
    /// writes down. Null where it could not be written down; it has run then, too. The stream must
    /// outlive the graph.
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
