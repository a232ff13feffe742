#pragma once

#include "kernels/backend.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/device_stream.h"

namespace kernels::cuda {

/// An NVIDIA GPU of compute capability 7.5 or higher. All operations run in order in one stream.
class CudaBackend : public Backend {
public:
    /// Throws Error{DeviceLost} with a message if the GPU cannot be used.
    explicit CudaBackend(int device);

    std::string name() const override;
    std::string description() const override;

    void* allocate(int64_t bytes) override;
    void release(void* memory, int64_t bytes) override;
    void upload(TensorView onDevice, const void* onHost) override;
    void download(void* onHost, TensorView onDevice) override;
    void copy(TensorView to, TensorView from) override;
    Ops& ops() override { return m_ops; }
    void synchronize() override;

    std::unique_ptr<Recording> record(const std::function<void()>& step) override;
    bool isAccelerator() const override { return true; }
    DeviceMemory memory() const override;
    void limitMemory(int64_t bytes) override { m_stream.pool().limit(bytes); }

private:
    DeviceStream m_stream;
    CudaOps m_ops;
};

} // namespace kernels::cuda
