#pragma once

#include "kernels/ops.h"
#include "kernels/tensor.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace kernels {

/// Returns where as many bytes as `memory` has can be read that are stored at `stored`: there or,
/// if they are in a file, in `memory`, into which they were read. Any thread may call it, several
/// at a time; it must not throw.
using FetchStored
    = std::function<const std::byte*(const std::byte* stored, std::span<std::byte> memory)>;

/// How products with quantized weights are computed.
enum class Products {
    Exact, ///< with the values that dequantization gives, in f32
    /// The fastest products of the device: it may repack weights and round the rows that they are
    /// multiplied with. The order of sums is fixed here as well.
    Fast,
};

/// What laying out a weight may do to its values. Numbers of sixteen bits may always be rounded to
/// thirteen, by blocks: that costs no more than rounding what they are multiplied with to F16.
enum class Fidelity {
    Kept, ///< numbers of 32 bits stay what they are
    /// These may be rounded as well. For weights whose results nothing is chosen by, digit by digit:
    /// those of towers and encoders.
    Rounded,
};

/// Work of a device that was recorded and can be repeated with one call. Belongs to the thread of
/// its backend and must be destroyed before it.
class Recording {
public:
    virtual ~Recording() = default;

    /// Repeats the work with the present content of the memory that it reads. Throws
    /// Error{DeviceLost}.
    virtual void replay() = 0;
};

/// The memory of a device, in bytes.
struct DeviceMemory {
    int64_t total = 0; ///< 0 if it is not known
    int64_t free = 0; ///< that any program can still take
    int64_t limit = 0; ///< that this backend may take at most; 0: no limit
    int64_t used = 0; ///< that this backend has taken, if it counts

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
    /// A description for users: "CPU, AVX-512, 8 threads".
    virtual std::string description() const = 0;
    virtual int threads() const { return 1; }

    /// Returns `bytes` bytes of the device's memory, aligned to 64, with undefined content. Throws
    /// Error{OutOfMemory} with the size. Tensor allocates and releases by itself.
    virtual void* allocate(int64_t bytes) = 0;
    virtual void release(void* memory, int64_t bytes) = 0;

    /// Says that a part of what allocate() returned, not used so far, is about to be filled.
    virtual void prepare(void* /*memory*/, int64_t /*bytes*/) { }

    virtual void upload(TensorView onDevice, const void* onHost) = 0;
    virtual void download(void* onHost, TensorView onDevice) = 0;

    /// Copies a matrix, bit for bit, to another of the same type and shape on this device. This
    /// default copies via the host; a backend overrides it if it has a faster way.
    virtual void copy(TensorView to, TensorView from)
    {
        CHECK(to.dtype == from.dtype && to.sameShape(from));
        std::vector<std::byte> bytes(size_t(from.sizeInBytes()));
        download(bytes.data(), from);
        upload(to, bytes.data());
    }

    /// Returns a view of host memory that operations can read in place if the device can do that
    /// (the CPU), and an empty view otherwise. The memory must outlive every use of the view.
    virtual TensorView borrow(TensorView onHost) { return {nullptr, onHost.dtype, 0, 0}; }

    /// The type in which this device multiplies with a weight [rows, columns] best: `stored`, or one
    /// that layOut() makes of it.
    virtual DType productType(DType stored, int64_t /*rows*/, int64_t /*columns*/,
        Fidelity /*fidelity*/ = Fidelity::Kept) const
    {
        return stored;
    }

    /// Fills a weight of that other type, of the same shape, from the host's memory, whose bytes are
    /// asked of `fetch` if there is one. Products and Ops::gatherRows() take it; its rows cannot be had
    /// by themselves.
    virtual void layOut(
        TensorView /*onDevice*/, TensorView /*stored*/, const FetchStored& /*fetch*/ = {})
    {
        CHECK(!"a device with layouts of its own");
    }

    virtual Ops& ops() = 0;
    virtual void synchronize() = 0;

    /// Runs `step`, which may call operations of this device and nothing else. Then runs it once
    /// more without computing anything, and records the operations that it calls. The memory of
    /// every view that it uses the second time must stay where it is as long as the recording
    /// exists. Returns null if the device cannot record this step; `step` has then run once.
    virtual std::unique_ptr<Recording> record(const std::function<void()>& step)
    {
        step();
        return nullptr;
    }

    /// True if starting operations takes so long that steps are worth recording, and if copying to
    /// the host takes so long that only the numbers that are needed should be copied.
    virtual bool isAccelerator() const { return false; }

    virtual DeviceMemory memory() const { return {}; }

    /// Sets how many bytes this backend may take, including those already taken; 0: no limit.
    /// Taking more throws Error{OutOfMemory}. A device that does not count ignores the limit.
    virtual void limitMemory(int64_t /*bytes*/) { }
};

} // namespace kernels
