#pragma once

#include "kernels/backend.h"
#include "kernels/reference/reference_ops.h"

namespace kernels::reference {

/// The slow backend that defines the right results: plain loops on one thread, in host memory.
class ReferenceBackend : public Backend {
public:
    std::string name() const override { return "reference"; }
    std::string description() const override { return "CPU, plain loops, for comparison"; }

    void* allocate(int64_t bytes) override;
    void release(void* memory, int64_t bytes) override;
    void upload(TensorView onDevice, const void* onHost) override;
    void download(void* onHost, TensorView onDevice) override;
    TensorView borrow(TensorView onHost) override { return onHost; }
    Ops& ops() override { return m_ops; }
    void synchronize() override { }

private:
    ReferenceOps m_ops;
};

} // namespace kernels::reference
