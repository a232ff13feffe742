#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace engine {

/// 128 bits that identify a content: equal contents have equal fingerprints on every machine, and
/// different contents have different ones except by chance. The mixing is not cryptographic:
/// whoever wants two contents with one fingerprint can make them.
struct Fingerprint {
    uint64_t low = 0, high = 0;

    bool operator==(const Fingerprint&) const = default;
};

/// Computes the fingerprint of a sequence of values. The order counts, and so does the length of
/// every value: "ab", "c" and "a", "bc" have different fingerprints.
class FingerprintMaker {
public:
    void add(std::span<const std::byte> bytes);
    void add(std::string_view text);
    void add(int64_t number);
    void add(double number); ///< adds its bits; −0 counts as 0
    void add(const Fingerprint& fingerprint);

    /// The fingerprint of everything added so far. More may be added afterwards.
    Fingerprint value() const;

private:
    void mixIn(uint64_t word);
    std::span<const std::byte> mixInLanes(std::span<const std::byte> bytes);

    Fingerprint m_state{0x243F6A8885A308D3, 0x13198A2E03707344}; // digits of pi
    uint64_t m_words = 0;
};

} // namespace engine
