#pragma once

#include "kernels/backend.h"

#include <chrono>
#include <functional>

namespace runtime {

/// Times passes of work on a device, so many of them in about so many seconds: what one takes less,
/// the others have. Uses the device's recordings, as models do.
class PassTimer {
public:
    using Progress = std::function<bool(double share)>;
    using Now = double (*)();

    /// Divides `seconds` among `count` calls of secondsOf(). For `progress` see measureDevice().
    /// Passes are timed by `now`, in seconds; null: by the clock on the wall.
    PassTimer(
        kernels::Backend& device, double seconds, int count, Progress progress, Now now = nullptr);

    /// How many seconds `pass` takes, as the median of many. It may call operations of the device
    /// and nothing else. Throws Error{Cancelled}.
    double secondsOf(const std::function<void()>& pass);

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
