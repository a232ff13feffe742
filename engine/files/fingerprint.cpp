#include "engine/files/fingerprint.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

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
uint64_t readWord(std::span<const std::byte> bytes)
{
    uint64_t word = 0;
    if (std::endian::native == std::endian::little && bytes.size() == sizeof word) {
        std::memcpy(&word, bytes.data(), sizeof word);
        return word;
    }
    for (size_t i = 0; i < bytes.size(); ++i)
        word |= uint64_t(bytes[i]) << (8 * i);
    return word;
}

// Long pieces are dealt out to lanes, which do not wait for each other. A step of a lane is
// one-to-one, so that a single word that differs leaves it different.
constexpr size_t laneCount = 8, laneBytes = 8 * laneCount;
constexpr size_t longPiece = 1024;
constexpr uint64_t laneFactor = 0x9E3779B97F4A7C15; // odd

} // namespace

void FingerprintMaker::add(std::span<const std::byte> bytes)
{
    mixIn(bytes.size());
    if (bytes.size() >= longPiece)
        bytes = mixInLanes(bytes);
    for (size_t at = 0; at < bytes.size(); at += 8)
        mixIn(readWord(bytes.subspan(at, std::min<size_t>(8, bytes.size() - at))));
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

// Returns what is less than a word for every lane.
std::span<const std::byte> FingerprintMaker::mixInLanes(std::span<const std::byte> bytes)
{
    std::array<uint64_t, laneCount> lanes{};
    for (; bytes.size() >= laneBytes; bytes = bytes.subspan(laneBytes))
        for (size_t lane = 0; lane < laneCount; ++lane)
            lanes[lane]
                = std::rotl((lanes[lane] ^ readWord(bytes.subspan(8 * lane, 8))) * laneFactor, 29);
    for (const uint64_t lane : lanes)
        mixIn(lane);
    return bytes;
}

void FingerprintMaker::mixIn(uint64_t word)
{
    ++m_words;
    m_state.low = mix(m_state.low ^ word) + m_state.high;
    m_state.high = mix(std::rotl(m_state.high, 29) + word) ^ std::rotl(m_state.low, 17);
}

} // namespace engine
