#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace engine {

/// A set of byte values.
class ByteSet {
public:
    constexpr ByteSet() = default;

    static constexpr ByteSet of(uint8_t byte) { return range(byte, byte); }

    /// The bytes from `first` to `last`, both included.
    static constexpr ByteSet range(uint8_t first, uint8_t last)
    {
        ByteSet set;
        for (unsigned byte = first; byte <= last; ++byte)
            set.add(uint8_t(byte));
        return set;
    }
    static constexpr ByteSet all() { return range(0, 255); }

    constexpr void add(uint8_t byte) { m_words[byte / 64] |= uint64_t(1) << (byte % 64); }
    constexpr bool contains(uint8_t byte) const { return (m_words[byte / 64] >> (byte % 64)) & 1; }
    constexpr bool isEmpty() const { return *this == ByteSet(); }

    constexpr int count() const
    {
        int bits = 0;
        for (const uint64_t word : m_words)
            bits += std::popcount(word);
        return bits;
    }

    constexpr ByteSet& operator|=(const ByteSet& other)
    {
        for (size_t i = 0; i < m_words.size(); ++i)
            m_words[i] |= other.m_words[i];
        return *this;
    }
    constexpr ByteSet& operator&=(const ByteSet& other)
    {
        for (size_t i = 0; i < m_words.size(); ++i)
            m_words[i] &= other.m_words[i];
        return *this;
    }
    constexpr ByteSet operator~() const
    {
        ByteSet set;
        for (size_t i = 0; i < m_words.size(); ++i)
            set.m_words[i] = ~m_words[i];
        return set;
    }
    constexpr bool operator==(const ByteSet&) const = default;
    /// An arbitrary total order, so that sets can be keys of a map.
    constexpr bool operator<(const ByteSet& other) const { return m_words < other.m_words; }

    constexpr const std::array<uint64_t, 4>& words() const { return m_words; }

private:
    std::array<uint64_t, 4> m_words = {};
};

inline constexpr ByteSet operator|(ByteSet a, const ByteSet& b)
{
    return a |= b;
}
inline constexpr ByteSet operator&(ByteSet a, const ByteSet& b)
{
    return a &= b;
}

} // namespace engine
