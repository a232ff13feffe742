#include "engine/files/fingerprint.h"

#include <algorithm>
#include <bit>

namespace engine {

namespace {

// The finishing step of splitmix64: every bit of the input moves about half the bits.
uint64_t mix(uint64_t bits)
{
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
    return bits ^ (bits >> 31);
}

// Little-endian, whatever the machine; what lacks to eight bytes is zero.
uint64_t wordOf(std::span<const std::byte> bytes)
{
    uint64_t word = 0;
    for (size_t i = 0; i < bytes.size(); ++i)
        word |= uint64_t(bytes[i]) << (8 * i);
    return word;
}

} // namespace

void FingerprintMaker::add(std::span<const std::byte> bytes)
{
    mixIn(bytes.size());
    for (size_t at = 0; at < bytes.size(); at += 8)
        mixIn(wordOf(bytes.subspan(at, std::min<size_t>(8, bytes.size() - at))));
}

void FingerprintMaker::add(std::string_view text)
{
    add(std::as_bytes(std::span(text)));
}

void FingerprintMaker::add(int64_t number)
{
    mixIn(uint64_t(number));
}

void FingerprintMaker::add(double number)
{
    mixIn(std::bit_cast<uint64_t>(number == 0 ? 0.0 : number));
}

void FingerprintMaker::add(const Fingerprint& fingerprint)
{
    mixIn(fingerprint.low);
    mixIn(fingerprint.high);
}

Fingerprint FingerprintMaker::value() const
{
    FingerprintMaker last = *this;
    last.mixIn(m_words);
    return last.m_state;
}

void FingerprintMaker::mixIn(uint64_t word)
{
    ++m_words;
    m_state.low = mix(m_state.low ^ word) + m_state.high;
    m_state.high = mix(std::rotl(m_state.high, 29) + word) ^ std::rotl(m_state.low, 17);
}

} // namespace engine
