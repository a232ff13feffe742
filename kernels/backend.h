#pragma once

#include "kernels/ops.h"
#include "kernels/tensor.h"

#include <cstdint>
#include <memory>
#include <string>

namespace kernels {

/// One device: its memory and its operations. Belongs to one thread at a time.
class Backend {
public:
    virtual ~Backend() = default;

    virtual std::string name() const = 0; ///< "cpu", "cuda:0", "reference"
    virtual std::string description() const = 0; ///< for people: "CPU, AVX-512, 8 threads"
    virtual int threads() const { return 1; }

    /// Bytes on the device, aligned to 64, contents undefined. Throws Error{OutOfMemory} with the
    /// size asked for. Prefer Tensor.
    virtual void* allocate(int64_t bytes) = 0;
    virtual void release(void* memory, int64_t bytes) = 0;

    virtual void upload(TensorView onDevice, const void* onHost) = 0;
    virtual void download(void* onHost, TensorView onDevice) = 0;

    /// Copies between matrices of the same type and shape on this device, bit for bit. The body is
    /// the meaning, by way of the host; a backend overrides it where there is a shorter way.
    virtual void copy(TensorView to, TensorView from);

    /// A view of host memory if this device can read it in place (the CPU), else a null view.
    /// The memory must outlive every use of the view.
    virtual TensorView borrow(TensorView onHost) { return {nullptr, onHost.dtype, 0, 0}; }

    virtual Ops& ops() = 0;
    virtual void synchronize() = 0;
};

} // namespace kernels
