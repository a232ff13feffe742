#include "runtime/planner/pass_timer.h"

#include "base/error.h"
#include "kernels/backend.h"
#include "kernels/host_memory.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace runtime {

using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

namespace {

// Fills with bytes that are neither huge nor nearly 0 as numbers of any type.
void fill(std::byte* memory, int64_t bytes)
{
    uint32_t state = 1;
    for (int64_t i = 0; i < bytes; ++i) {
        state = state * 1664525 + 1013904223;
        memory[i] = std::byte(0x30 + (state >> 24) % 8);
    }
}

} // namespace

void MadeUpWeights::Release::operator()(std::byte* memory) const
{
    kernels::releaseHostMemory(memory);
}

MadeUpWeights::MadeUpWeights(int64_t bytes)
    : m_size(bytes)
    , m_memory(static_cast<std::byte*>(kernels::allocateHostMemory(bytes)))
{
    fill(m_memory.get(), bytes);
}

TensorView MadeUpWeights::matrix(DType type, int64_t rows, int64_t columns, int64_t first) const
{
    const TensorView view{m_memory.get() + first, type, rows, columns};
    CHECK(first >= 0 && first + view.sizeInBytes() <= m_size);
    return view;
}

Tensor madeUpNumbers(kernels::Backend& device, int64_t rows, int64_t columns)
{
    std::vector<float> values(size_t(rows * columns), 0);
    for (size_t i = 0; i < values.size(); ++i)
        values[i] = float(i * 7919 % 256) / 128 - 1;
    Tensor tensor(device, DType::F32, rows, columns);
    device.upload(tensor, values.data());
    device.synchronize(); // before the values go
    return tensor;
}

Tensor integersOn(kernels::Backend& device, const std::vector<int32_t>& values)
{
    Tensor tensor(device, DType::I32, 1, int64_t(values.size()));
    device.upload(tensor, values.data());
    device.synchronize(); // before the values go
    return tensor;
}

std::vector<int32_t> rising(int64_t count)
{
    std::vector<int32_t> values(size_t(count), 0);
    std::iota(values.begin(), values.end(), 0);
    return values;
}

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

double PassTimer::measureSeconds(const std::function<void()>& pass)
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
        throw base::Error(base::ErrorKind::Cancelled, "The benchmark was canceled.");
}

} // namespace runtime
