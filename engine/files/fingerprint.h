#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace engine {

/// 128 bits that tell contents apart: equal contents have equal fingerprints on every machine, and
/// different ones differ but for chance. No protection against somebody who wants two to agree.
struct Fingerprint {
    uint64_t low = 0, high = 0;

    bool operator==(const Fingerprint&) const = default;
};

/// Makes a fingerprint of what is added, in order. Every piece counts with its length or width, so
/// "ab", "c" and "a", "bc" differ.
class FingerprintMaker {
public:
    void add(std::span<const std::byte> bytes);
    void add(std::string_view text);
    void add(int64_t number);
    void add(double number); ///< by its bits, but −0 as 0
    void add(const Fingerprint& fingerprint);

    /// Of everything added so far.
    Fingerprint value() const;

private:
    void mixIn(uint64_t word);
    std::span<const std::byte> mixInLanes(std::span<const std::byte> bytes);

    Fingerprint m_state{0x243F6A8885A308D3, 0x13198A2E03707344}; // digits of pi
    uint64_t m_words = 0;
};

} // namespace engine
