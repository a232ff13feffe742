#pragma once

#include "kernels/ops.h"
#include "kernels/tensor.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace kernels {

/// What a device was told to do, written down to be done again at a word. Belongs to the thread of
/// its backend and goes before it.
class Recording {
public:
    virtual ~Recording() = default;

    /// Does it all again, with what the memory it reads holds now. Throws Error{DeviceLost}.
    virtual void replay() = 0;
};

/// The memory of a device, in bytes.
struct DeviceMemory {
    int64_t total = 0; ///< 0: not known
    int64_t free = 0; ///< that anybody can still take
    int64_t limit = 0; ///< that this backend may take at the most; 0: all there is
    int64_t used = 0; ///< that it has taken, where it counts

    /// What this backend may still take.
    int64_t available() const
    {
        const int64_t allowed = limit > 0 ? limit - used : free;
        return std::max<int64_t>(0, std::min(allowed, free));
    }
};

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

    /// Runs `step`, which calls operations of this device and nothing else, and then once more,
    /// when nothing is computed but all it asks for is written down. Every view it gives the second
    /// time must stay where it is while the recording lives. Null where the device cannot write
    /// this step down; `step` has run then, too.
    virtual std::unique_ptr<Recording> record(const std::function<void()>& step)
    {
        step();
        return nullptr;
    }

    /// Whether telling this device what to do takes so long that steps are worth recording, and
    /// bringing numbers to the host so long that only those needed should come.
    virtual bool isAccelerator() const { return false; }

    virtual DeviceMemory memory() const { return {}; }

    /// Bytes that may be taken from now on, those taken already counted in; 0: no limit of ours.
    /// More than that is Error{OutOfMemory}. A device that does not count takes no notice.
    virtual void limitMemory(int64_t /*bytes*/) { }
};

} // namespace kernels
