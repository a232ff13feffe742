#pragma once

#include "kernels/backend.h"
#include "kernels/tensor.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace runtime {

/// How much a self-test computes, for how long, and by which clock; for tests, which have no time, and
/// for benchmarks on a machine that is busy.
struct SelfTestSize {
    double seconds = 18; ///< at least one pass of everything is measured, however long that takes
    int64_t weightBytes = 256 << 20; ///< at most: more than any cache of a CPU holds
    int64_t matrixBytes = 8 << 20; ///< of which the weights consist
    int64_t promptRows = 512; ///< of the matrices that many tokens pass; on a GPU 8 times as many
    int64_t widthRows = 128; ///< of those of other widths
    int64_t tokens = 512; ///< that are read at once
    int64_t past = 1024; ///< tokens that one token looks at
    int64_t layers = 32; ///< whose keys and values it looks at, each in turn
    int64_t patches = 1024; ///< of an image
    /// The clock that times passes, in seconds; null: the wall clock.
    double (*now)() = nullptr;
};

/// Synthetic weights in the host's memory, as those of a mapped file are there. Their bytes are
/// harmless numbers in every type, also as scales of blocks.
class MadeUpWeights {
public:
    /// Throws Error{OutOfMemory}.
    explicit MadeUpWeights(int64_t bytes);

    int64_t bytes() const { return m_size; }

    /// Bytes from `first` on, as a matrix; it must fit.
    kernels::TensorView matrix(
        kernels::DType type, int64_t rows, int64_t columns, int64_t first) const;

private:
    struct Release {
        void operator()(std::byte* memory) const;
    };
    int64_t m_size;
    std::unique_ptr<std::byte[], Release> m_memory;
};

/// A tensor of numbers between −1 and 1.
kernels::Tensor madeUpNumbers(kernels::Backend& device, int64_t rows, int64_t columns);

/// A row of these.
kernels::Tensor integersOn(kernels::Backend& device, const std::vector<int32_t>& values);

/// 0, 1, 2, …
std::vector<int32_t> rising(int64_t count);

/// Times passes of work on a device, so many of them in about so many seconds: what one takes less,
/// the others have. Uses the device's recordings, as models do.
class PassTimer {
public:
    using Progress = std::function<bool(double share)>;
    using Now = double (*)();

    /// Divides `seconds` among `count` calls of measureSeconds(). For `progress` see measureDevice().
    /// Passes are timed by `now`, in seconds; null: by the clock on the wall.
    PassTimer(
        kernels::Backend& device, double seconds, int count, Progress progress, Now now = nullptr);

    /// How many seconds `pass` takes, as the median of many. It may call operations of the device
    /// and nothing else. Throws Error{Cancelled}.
    double measureSeconds(const std::function<void()>& pass);

    /// The same for work that is not the device's.
    double secondsOnHost(const std::function<void()>& pass);

private:
    using Clock = std::chrono::steady_clock;
    double median(const std::function<void()>& pass);
    double share() const;
    void report();

    kernels::Backend& m_device;
    const int m_count;
    const Clock::time_point m_end;
    const Progress m_progress;
    const Now m_now;
    int m_done = 0;
};

} // namespace runtime
