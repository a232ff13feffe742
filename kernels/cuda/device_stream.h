#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace kernels::cuda {

/// One device as the backend uses it: a stream in which everything runs in order, and memory that
/// operations need between their kernels. Belongs to the backend's thread.
class DeviceStream {
public:
    enum class Scratch { Activations, Weights, Partials, Output, Count };

    /// Throws Error{DeviceLost}.
    explicit DeviceStream(int device);
    ~DeviceStream();
    DeviceStream(const DeviceStream&) = delete;
    DeviceStream& operator=(const DeviceStream&) = delete;

    int device() const { return m_device; }
    const cudaDeviceProp& properties() const { return m_properties; }

    /// The stream to launch into; makes the device the thread's current one.
    cudaStream_t get() const;

    /// At least so many bytes whose contents end with the next call for the same use. Throws
    /// Error{OutOfMemory}.
    void* scratch(Scratch use, int64_t bytes);

private:
    struct Buffer {
        void* memory = nullptr;
        int64_t bytes = 0;
    };

    int m_device;
    cudaDeviceProp m_properties{};
    cudaStream_t m_stream = nullptr;
    std::array<Buffer, size_t(Scratch::Count)> m_buffers;
};

} // namespace kernels::cuda
