#pragma once

#include "kernels/cuda/device_pool.h"
#include "kernels/cuda/pinned_ring.h"

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kernels::cuda {

/// One device as the backend uses it: a stream in which everything runs in order, its memory, and
/// what of it operations need between their kernels. Belongs to the backend's thread.
class DeviceStream {
public:
    enum class Scratch { Activations, Packed, Weights, Partials, Count };

    /// Throws Error{DeviceLost}.
    explicit DeviceStream(int device);
    ~DeviceStream();
    DeviceStream(const DeviceStream&) = delete;
    DeviceStream& operator=(const DeviceStream&) = delete;

    int device() const { return m_device; }
    const cudaDeviceProp& properties() const { return m_properties; }

    /// The stream to launch into; makes the device the thread's current one.
    cudaStream_t get() const;

    /// How often the stream was used, for whatever: what is kept for the very next operation is
    /// stale once this has moved on by more than the keeper's own uses.
    uint64_t uses() const { return m_uses; }

    /// Gives memory of the pool back; throws nothing.
    void release(void* memory, int64_t bytes);

    DevicePool& pool() { return *m_pool; }
    const DevicePool& pool() const { return *m_pool; }
    PinnedRing& ring() { return *m_ring; }

    /// At least so many bytes whose contents end with the next call for the same use. Throws
    /// Error{OutOfMemory}.
    void* scratch(Scratch use, int64_t bytes);

    /// While a step is made ready to be recorded, scratch memory is taken from a part of its own,
    /// which stays where it is while recordings live: they hold on to it.
    class Preparing {
    public:
        explicit Preparing(DeviceStream& stream);
        ~Preparing();
        Preparing(const Preparing&) = delete;
        Preparing& operator=(const Preparing&) = delete;

        void capture(); ///< scratch memory may not grow from now on: Error{Unsupported}

    private:
        DeviceStream& m_stream;
    };

    /// A recording that holds on to scratch memory lives from now on, or no longer: with the last
    /// one goes what only recordings needed.
    void addRecording() { ++m_recordings; }
    void removeRecording();

    /// Asks a device whether it answers. One that stopped after an error is set up anew, unless a
    /// backend of this program still lives.
    static cudaError_t wake(int device);

private:
    enum class Mode { Running, Preparing, Capturing };
    struct Buffer {
        void* memory = nullptr;
        int64_t bytes = 0;
    };
    using Buffers = std::array<Buffer, size_t(Scratch::Count)>;

    void grow(Buffer& buffer, int64_t bytes);

    int m_device;
    cudaDeviceProp m_properties{};
    cudaStream_t m_stream = nullptr;
    std::optional<DevicePool> m_pool;
    std::optional<PinnedRing> m_ring;
    Buffers m_buffers, m_recordedBuffers;
    std::vector<Buffer> m_outgrown; // that recordings hold on to
    int m_recordings = 0; // that live
    Mode m_mode = Mode::Running;
    mutable uint64_t m_uses = 0;
};

} // namespace kernels::cuda
