#include "runtime/planner/pass_timer.h"

#include "kernels/error.h"

#include <algorithm>
#include <vector>

namespace runtime {

namespace {

using Seconds = std::chrono::duration<double>;
constexpr size_t mostPasses = 100'000;

double wallSeconds()
{
    return Seconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace

PassTimer::PassTimer(
    kernels::Backend& device, double seconds, int count, Progress progress, Now now)
    : m_device(device)
    , m_count(count)
    , m_end(Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(seconds)))
    , m_progress(std::move(progress))
    , m_now(now ? now : wallSeconds)
{
    report();
}

double PassTimer::secondsOf(const std::function<void()>& pass)
{
    const auto recording = m_device.isAccelerator() ? m_device.record(pass) : nullptr;
    m_device.synchronize();
    return median([&] {
        recording ? recording->replay() : pass();
        m_device.synchronize();
    });
}

double PassTimer::secondsOnHost(const std::function<void()>& pass)
{
    return median(pass);
}

// The first pass also wakes what sleeps; it counts only where there is no time for another.
double PassTimer::median(const std::function<void()>& pass)
{
    const Clock::time_point end
        = Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(share()));
    std::vector<double> times;
    do {
        const double begin = m_now();
        pass();
        times.push_back(m_now() - begin);
    } while (Clock::now() < end && times.size() < mostPasses);
    if (times.size() > 1)
        times.erase(times.begin());
    const auto middle = times.begin() + std::ptrdiff_t(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    ++m_done;
    report();
    return *middle;
}

double PassTimer::share() const
{
    const double left = Seconds(m_end - Clock::now()).count();
    return std::max(0.0, left) / std::max(1, m_count - m_done);
}

void PassTimer::report()
{
    if (m_progress && !m_progress(std::min(1.0, double(m_done) / m_count)))
        throw kernels::Error(kernels::ErrorKind::Cancelled, "Measuring was cancelled.");
}

} // namespace runtime
