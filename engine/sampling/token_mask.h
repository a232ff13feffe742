#pragma once

#include "engine/tokenizers/token.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// Which tokens of a vocabulary may be chosen: one bit per token, 64 to a word, the lowest bit
/// first.
class TokenMask {
public:
    /// Allows all tokens of the vocabulary, or none.
    TokenMask(int64_t vocabulary, bool allowed)
        : m_vocabulary(vocabulary)
        , m_words(size_t(vocabulary + 63) / 64, allowed ? ~uint64_t(0) : 0)
    {
        if (allowed && vocabulary % 64 != 0)
            m_words.back() >>= 64 - vocabulary % 64;
    }

    void allow(TokenId id) { m_words[size_t(id) / 64] |= bit(id); }
    void forbid(TokenId id) { m_words[size_t(id) / 64] &= ~bit(id); }
    bool allows(TokenId id) const
    {
        return id >= 0 && id < m_vocabulary && (m_words[size_t(id) / 64] & bit(id)) != 0;
    }

    /// Keeps the tokens that both masks allow. Both must be of the same vocabulary.
    TokenMask& operator&=(const TokenMask& other)
    {
        for (size_t i = 0; i < m_words.size(); ++i)
            m_words[i] &= other.m_words[i];
        return *this;
    }
    bool operator==(const TokenMask&) const = default;

    int64_t vocabulary() const { return m_vocabulary; }

    /// The bits themselves. Bits beyond the vocabulary must stay 0.
    std::span<uint64_t> words() { return m_words; }
    std::span<const uint64_t> words() const { return m_words; }

private:
    static uint64_t bit(TokenId id) { return uint64_t(1) << (uint64_t(id) % 64); }

    int64_t m_vocabulary;
    std::vector<uint64_t> m_words;
};

} // namespace engine
