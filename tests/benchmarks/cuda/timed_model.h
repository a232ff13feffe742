#pragma once

#include "engine/cache/paged_cache.h"
#include "engine/models/model.h"
#include "tests/benchmarks/cuda/gpu.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace bench {

/// A device whose waits are timed: what of a step is left without them is the host's own work.
class WatchedBackend final : public kernels::Backend {
public:
    explicit WatchedBackend(kernels::Backend& device)
        : m_device(device)
    {
    }

    double secondsWaited = 0; ///< for numbers to come to the host

    std::string name() const override { return m_device.name(); }
    std::string description() const override { return m_device.description(); }
    void* allocate(int64_t bytes) override { return m_device.allocate(bytes); }
    void release(void* memory, int64_t bytes) override { m_device.release(memory, bytes); }
    void upload(kernels::TensorView onDevice, const void* onHost) override
    {
        m_device.upload(onDevice, onHost);
    }
    void download(void* onHost, kernels::TensorView onDevice) override;
    void copy(kernels::TensorView to, kernels::TensorView from) override
    {
        m_device.copy(to, from);
    }
    kernels::Ops& ops() override { return m_device.ops(); }
    void synchronize() override { m_device.synchronize(); }
    std::unique_ptr<kernels::Recording> record(const std::function<void()>& step) override
    {
        return m_device.record(step);
    }
    bool isAccelerator() const override { return m_device.isAccelerator(); }
    kernels::DeviceMemory memory() const override { return m_device.memory(); }
    int threads() const override { return m_device.threads(); }
    kernels::TensorView borrow(kernels::TensorView onHost) override
    {
        return m_device.borrow(onHost);
    }
    kernels::DType productType(kernels::DType stored, int64_t rows, int64_t columns,
        kernels::Fidelity fidelity) const override
    {
        return m_device.productType(stored, rows, columns, fidelity);
    }
    void prepare(void* memory, int64_t bytes) override { m_device.prepare(memory, bytes); }
    void layOut(kernels::TensorView panels, kernels::TensorView stored,
        const kernels::FetchStored& fetch) override
    {
        m_device.layOut(panels, stored, fetch);
    }

private:
    kernels::Backend& m_device;
};

/// A model on a GPU with sequences that continue from a depth, whatever their pages hold there: for
/// speed that is the same.
class TimedModel {
public:
    /// `host` computes the routed experts; null: the GPU does. It must outlive the model.
    TimedModel(Gpu& gpu, std::shared_ptr<const engine::WeightFile> weights,
        const engine::ModelConfig& config, engine::CacheType type, int64_t cacheTokens,
        kernels::Backend* host = nullptr);

    /// The time of a pass that gives each of `sequences` one token more.
    double decodeSeconds(int64_t sequences, int64_t depth);

    /// What the host does in such a pass.
    double hostSeconds(int64_t depth);

    /// The time to read a prompt in one pass.
    double promptSeconds(int64_t tokens);

private:
    void pass(int64_t sequences, int64_t depth, int64_t tokens);

    Gpu& m_gpu;
    WatchedBackend m_device;
    engine::ModelConfig m_config;
    std::unique_ptr<engine::Model> m_model;
    engine::PagedCache m_cache;
    std::vector<int32_t> m_pages;
    engine::TokenIds m_ids;
};

} // namespace bench
