#pragma once

#include "kernels/backend.h"
#include "tests/kernels/ops_adapter.h"

#include <memory>
#include <utility>
#include <vector>

// A GPU behind the operations of a CPU: what tests hand over is in the memory of the host, is
// copied to the GPU for each operation, and what it wrote is copied back.
namespace tests {

class OpsOnHost : public OpsAdapter {
public:
    explicit OpsOnHost(kernels::Backend& device)
        : m_device(device)
    {
    }

    // Views of the same memory share their copy, for an operation may write over its input.
    void run(const Views& written, const Views& read,
        const std::function<void(kernels::Ops&)>& operation) override
    {
        std::vector<kernels::Tensor> copies;
        std::vector<std::pair<void*, TensorView*>> hosts;
        Views all = written;
        all.insert(all.end(), read.begin(), read.end());
        for (TensorView* view : all) {
            void* host = view->bytes;
            if (!view->isEmpty() && !shareCopy(hosts, *view)) {
                copies.emplace_back(m_device, view->dtype, view->rows, view->columns);
                m_device.upload(copies.back(), host);
                view->bytes = copies.back().view().bytes;
            }
            hosts.emplace_back(host, view);
        }
        operation(m_device.ops());
        for (size_t i = 0; i < written.size(); ++i)
            if (!written[i]->isEmpty())
                m_device.download(hosts[i].first, *written[i]);
    }

private:
    static bool shareCopy(const std::vector<std::pair<void*, TensorView*>>& hosts, TensorView& view)
    {
        for (const auto& [host, earlier] : hosts)
            if (host == view.bytes) {
                view.bytes = earlier->bytes;
                return true;
            }
        return false;
    }

    kernels::Backend& m_device;
};

class DeviceOnHost : public kernels::Backend {
public:
    using TensorView = kernels::TensorView;

    explicit DeviceOnHost(std::unique_ptr<kernels::Backend> device)
        : m_device(std::move(device))
        , m_ops(*m_device)
    {
    }

    std::string name() const override { return m_device->name(); }
    std::string description() const override { return m_device->description(); }
    void* allocate(int64_t bytes) override { return m_device->allocate(bytes); }
    void release(void* memory, int64_t bytes) override { m_device->release(memory, bytes); }
    void upload(TensorView onDevice, const void* onHost) override
    {
        m_device->upload(onDevice, onHost);
    }
    void download(void* onHost, TensorView onDevice) override
    {
        m_device->download(onHost, onDevice);
    }
    kernels::Ops& ops() override { return m_ops; }
    void synchronize() override { m_device->synchronize(); }

private:
    std::unique_ptr<kernels::Backend> m_device;
    OpsOnHost m_ops;
};

} // namespace tests
