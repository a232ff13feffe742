#pragma once

#include "kernels/backend.h"
#include "kernels/cuda/device_memory.h"

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace kernels::cuda {

/// A device as the backend uses it: a stream in which everything runs in order, the device's
/// memory, and the part of it that operations need between their kernels. Belongs to the backend's
/// thread.
class DeviceStream {
public:
    /// Counters are zeros whenever no kernel that counts is running: they are zeros after
    /// allocation, and every kernel that counts resets them.
    enum class Scratch {
        Activations,
        Packed,
        PackedSecond,
        Weights,
        Partials,
        Products,
        Counters,
        Count
    };

    /// Throws Error{DeviceLost} if the device cannot be used.
    explicit DeviceStream(int device);
    ~DeviceStream();
    DeviceStream(const DeviceStream&) = delete;
    DeviceStream& operator=(const DeviceStream&) = delete;

    int device() const { return m_device; }
    const cudaDeviceProp& properties() const { return m_properties; }

    /// The stream to launch into. Also makes the device the current one of this thread.
    cudaStream_t get() const;

    /// Postpones work to the next call of get(), which does it first. Work that is already postponed is
    /// done before.
    void postpone(std::function<void()> work);

    /// Whether work is postponed and has not been done.
    bool hasPostponed() const { return bool(m_postponed); }

    /// Drops the postponed work, because the caller does it in another way.
    void takePostponed() { m_postponed = nullptr; }

    /// How often get() was called. Callers that keep data only for the very next operation compare
    /// this number to detect that another operation ran in between.
    uint64_t uses() const { return m_uses; }

    /// Returns memory to the pool. Never throws.
    void release(void* memory, int64_t bytes);

    DevicePool& pool() { return *m_pool; }
    const DevicePool& pool() const { return *m_pool; }
    PinnedRing& ring() { return *m_ring; }

    /// Memory of at least `bytes` bytes, whose content is lost with the next call for the same use
    /// (but see Scratch::Counters).
    /// Throws Error{OutOfMemory}.
    void* scratch(Scratch use, int64_t bytes);

    /// While an object of this class exists, a step is being prepared for recording: scratch memory
    /// is taken from a separate part that keeps its address as long as recordings exist, because
    /// they refer to it.
    class Preparing {
    public:
        explicit Preparing(DeviceStream& stream);
        ~Preparing();
        Preparing(const Preparing&) = delete;
        Preparing& operator=(const Preparing&) = delete;

        /// Makes scratch() throw Error{Unsupported} from now on if memory would have to grow.
        void capture();

    private:
        DeviceStream& m_stream;
    };

    /// Counts recordings that refer to scratch memory. When the last one is gone, the memory that
    /// only recordings needed is released.
    void addRecording() { ++m_recordings; }
    void removeRecording();

    /// Checks whether a device answers. A device that stopped after an error is reset, unless a
    /// backend of this program still exists.
    static cudaError_t wake(int device);

private:
    enum class Mode { Running, Preparing, Capturing };
    struct Buffer {
        void* memory = nullptr;
        int64_t bytes = 0;
    };
    using Buffers = std::array<Buffer, size_t(Scratch::Count)>;

    void grow(Buffer& buffer, Scratch use, int64_t bytes);

    int m_device;
    cudaDeviceProp m_properties{};
    cudaStream_t m_stream = nullptr;
    std::optional<DevicePool> m_pool;
    std::optional<PinnedRing> m_ring;
    Buffers m_buffers, m_recordedBuffers;
    std::vector<Buffer> m_outgrown; // buffers that recordings still use
    int m_recordings = 0; // the number of existing recordings
    Mode m_mode = Mode::Running;
    mutable uint64_t m_uses = 0;
    mutable std::function<void()> m_postponed;
};

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
