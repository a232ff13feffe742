// A plugin whose device is the CPU behind a fence: what it hands out as device memory cannot be
// read or written by the host. Whoever looks into a tensor without the backend dies at once, so
// that code written for a GPU is tried where there is none.
#include "kernels/cpu/cpu_backend.h"
#include "kernels/devices/device_plugin.h"
#include "tests/kernels/ops_adapter.h"

#include <map>
#include <sys/mman.h>
#include <unistd.h>

namespace {

using kernels::TensorView;

/// The same memory at two addresses, of which one may not be touched.
class FencedMemory {
public:
    void* allocate(int64_t bytes)
    {
        const auto size = size_t((bytes + 4095) / 4096 * 4096 + 4096);
        const int file = memfd_create("fenced", 0);
        CHECK(file >= 0 && ftruncate(file, off_t(size)) == 0);
        void* open = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        void* fenced = mmap(nullptr, size, PROT_NONE, MAP_SHARED, file, 0);
        close(file);
        CHECK(open != MAP_FAILED && fenced != MAP_FAILED);
        m_regions[static_cast<std::byte*>(fenced)] = {static_cast<std::byte*>(open), size};
        return fenced;
    }

    void release(void* memory)
    {
        const auto found = m_regions.find(static_cast<std::byte*>(memory));
        CHECK(found != m_regions.end());
        munmap(found->second.open, found->second.size);
        munmap(memory, found->second.size);
        m_regions.erase(found);
    }

    /// The address at which the host may touch the bytes at this address of the device.
    void* opened(void* address) const
    {
        auto* position = static_cast<std::byte*>(address);
        auto region = m_regions.upper_bound(position);
        CHECK(region != m_regions.begin());
        --region;
        CHECK(size_t(position - region->first) <= region->second.size); // else it is the host's
        return region->second.open + (position - region->first);
    }

    TensorView opened(TensorView view) const
    {
        if (!view.isEmpty())
            view.bytes = opened(view.bytes);
        return view;
    }

private:
    struct Region {
        std::byte* open;
        size_t size;
    };

    std::map<std::byte*, Region> m_regions;
};

class FencedOps : public tests::OpsAdapter {
public:
    FencedOps(kernels::Ops& ops, const FencedMemory& memory)
        : m_ops(ops)
        , m_memory(memory)
    {
    }

    void run(const Views& written, const Views& read,
        const std::function<void(kernels::Ops&)>& operation) override
    {
        for (const Views* views : {&written, &read})
            for (TensorView* view : *views)
                *view = m_memory.opened(*view);
        operation(m_ops);
    }

private:
    kernels::Ops& m_ops;
    const FencedMemory& m_memory;
};

class FencedBackend : public kernels::Backend {
public:
    FencedBackend()
        : m_cpu(kernels::cpu::chosenInstructionSet(), 0)
        , m_ops(m_cpu.ops(), m_memory)
    {
    }

    std::string name() const override { return "cuda:0"; }
    std::string description() const override { return "The processor behind a fence"; }
    void* allocate(int64_t bytes) override { return m_memory.allocate(bytes); }
    void release(void* memory, int64_t) override { m_memory.release(memory); }
    void upload(TensorView onDevice, const void* onHost) override
    {
        m_cpu.upload(m_memory.opened(onDevice), onHost);
    }
    void download(void* onHost, TensorView onDevice) override
    {
        m_cpu.download(onHost, m_memory.opened(onDevice));
    }
    void copy(TensorView to, TensorView from) override
    {
        m_cpu.copy(m_memory.opened(to), m_memory.opened(from));
    }
    kernels::Ops& ops() override { return m_ops; }
    void synchronize() override { m_cpu.synchronize(); }

private:
    FencedMemory m_memory;
    kernels::cpu::CpuBackend m_cpu;
    FencedOps m_ops;
};

int count(std::string&)
{
    return 1;
}

kernels::PluginDevice describe(int)
{
    return {"The processor behind a fence", "", 0, 0};
}

std::unique_ptr<kernels::Backend> open(int)
{
    return std::make_unique<FencedBackend>();
}

constexpr kernels::DevicePlugin plugin = {count, describe, open};

} // namespace

extern "C" {

const char* vignettePluginBuild()
{
    return kernels::pluginBuild;
}

const kernels::DevicePlugin* vignettePlugin()
{
    return &plugin;
}

} // extern "C"
