#pragma once

#include <array>
#include <cstdint>

namespace engine {

/// Random numbers that are the same on every machine for the same seed: xoshiro256** (Blackman and
/// Vigna), its state filled by splitmix64.
class Random {
public:
    explicit Random(uint64_t seed);

    uint64_t next();

    /// Evenly from [0, 1), a multiple of 2⁻⁵³.
    double uniform();

private:
    std::array<uint64_t, 4> m_state;
};

/// A seed that no other call returns, for jobs that ask for none.
uint64_t freshSeed();

} // namespace engine
