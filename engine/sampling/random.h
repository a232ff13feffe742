#pragma once

#include <array>
#include <cstdint>

namespace engine {

/// Random numbers that are the same on every machine for the same seed: xoshiro256** (Blackman and
/// Vigna, 2018, arXiv:1805.01407), whose state splitmix64 fills.
class Random {
public:
    explicit Random(uint64_t seed);

    uint64_t next();

    /// A number from [0, 1), all multiples of 2⁻⁵³ equally likely.
    double uniform();

private:
    std::array<uint64_t, 4> m_state;
};

/// Returns a different seed with each call, for jobs that name none.
uint64_t freshSeed();

} // namespace engine
