#pragma once

#include "kernels/backend.h"
#include "kernels/cpu/cpu_features.h"
#include "kernels/cpu/cpu_ops.h"
#include "kernels/cpu/thread_pool.h"
#include "kernels/host_memory.h"

#include <functional>

namespace kernels::cpu {

/// The CPU as a device: host memory, the best inner loops that it can run, and a pool of threads.
class CpuBackend : public Backend {
public:
    /// `threads` = 0: one thread for each physical core that this process may use. `set` must be
    /// available.
    CpuBackend(InstructionSet set, int threads, Products products = Products::Exact);

    std::string name() const override { return "cpu"; }
    std::string description() const override;
    int threads() const override { return m_pool.threads(); }

    void* allocate(int64_t bytes) override;
    void release(void* memory, int64_t bytes) override;
    void upload(TensorView onDevice, const void* onHost) override;
    void download(void* onHost, TensorView onDevice) override;
    void copy(TensorView to, TensorView from) override;
    TensorView borrow(TensorView onHost) override { return onHost; }
    DType productType(DType stored, int64_t rows, int64_t columns,
        Fidelity fidelity = Fidelity::Kept) const override;
    void prepare(void* memory, int64_t bytes) override;
    void layOut(TensorView panels, TensorView stored, const FetchStored& fetch = {}) override;
    Ops& ops() override { return m_ops; }
    void synchronize() override { } // every operation has ended when its call returns

private:
    void forHugePages(
        void* memory, int64_t bytes, const std::function<void(void* part, int64_t bytes)>& work);

    InstructionSet m_set;
    const InterleavedKernels* m_interleaved; // null: weights are multiplied as they are stored
    ThreadPool m_pool;
    CpuOps m_ops;
    PageSupply m_pages;
};

} // namespace kernels::cpu
