#pragma once

#include <cstdint>
#include <numeric>

namespace cuda_on_host {

/// The order in which blocks, and threads that may all run, take their turns. A correct program
/// gives the same numbers in each.
struct Order {
    enum class Kind { Forward, Reverse, Shuffled };

    Kind kind = Kind::Forward;
    uint32_t seed = 0; ///< of Shuffled
};

/// A permutation of 0 … count − 1.
class Turns {
public:
    /// `state` is a random number, renewed for the next permutation.
    Turns(Order::Kind kind, uint32_t count, uint32_t& state)
        : m_count(count)
    {
        if (kind == Order::Kind::Reverse && count > 0) {
            m_stride = count - 1;
            m_first = count - 1;
        } else if (kind == Order::Kind::Shuffled && count > 1) {
            m_first = next(state) % count;
            m_stride = 1 + next(state) % (count - 1);
            while (std::gcd(m_stride, count) != 1)
                m_stride = m_stride % (count - 1) + 1;
        }
    }

    uint32_t operator[](uint32_t turn) const
    {
        return uint32_t((m_first + uint64_t(turn) * m_stride) % m_count);
    }

    static uint32_t next(uint32_t& state) // a linear congruential generator, its better half
    {
        state = state * 1664525 + 1013904223;
        return state >> 8;
    }

private:
    uint32_t m_count;
    uint32_t m_first = 0, m_stride = 1;
};

} // namespace cuda_on_host
