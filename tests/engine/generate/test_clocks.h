#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <random>

// Clocks for GeneratorOptions::now, so that no test depends on how fast the machine is.
namespace tests {

using ClockFunction = std::function<std::chrono::steady_clock::time_point()>;

/// Stands still until it is told that time has passed.
class TestClock {
public:
    using Seconds = std::chrono::duration<double>;

    void pass(Seconds time) { m_now += std::chrono::duration_cast<Duration>(time); }
    Seconds now() const { return m_now; }

    /// The clock must outlive the function.
    ClockFunction function() const
    {
        return [this] { return std::chrono::steady_clock::time_point(m_now); };
    }

private:
    using Duration = std::chrono::steady_clock::duration;

    Duration m_now{};
};

/// Whenever it is looked at, up to 200 ms have passed; equal seeds pass alike. Chunks of prompts get
/// all sizes with it.
inline ClockFunction randomClock(uint64_t seed)
{
    return
        [random = std::mt19937_64(seed), now = std::chrono::steady_clock::time_point()]() mutable {
            return now += std::chrono::microseconds(random() % 200'000);
        };
}

} // namespace tests
