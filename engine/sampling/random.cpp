#include "engine/sampling/random.h"

#include <bit>
#include <random>

namespace engine {

namespace {

uint64_t splitmix64(uint64_t& state)
{
    state += 0x9e3779b97f4a7c15;
    uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
}

} // namespace

Random::Random(uint64_t seed)
{
    for (uint64_t& word : m_state)
        word = splitmix64(seed);
}

uint64_t Random::next()
{
    const uint64_t result = std::rotl(m_state[1] * 5, 7) * 9;
    const uint64_t shifted = m_state[1] << 17;
    m_state[2] ^= m_state[0];
    m_state[3] ^= m_state[1];
    m_state[1] ^= m_state[2];
    m_state[0] ^= m_state[3];
    m_state[2] ^= shifted;
    m_state[3] = std::rotl(m_state[3], 45);
    return result;
}

double Random::uniform()
{
    return double(next() >> 11) * 0x1p-53;
}

uint64_t freshSeed()
{
    std::random_device device;
    return uint64_t(device()) << 32 | device();
}

} // namespace engine
