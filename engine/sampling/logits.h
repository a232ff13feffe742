#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// A token that may be chosen.
struct Candidate {
    TokenId id = 0;
    float logit = 0;
    double probability = 0; ///< set by Candidates::softmax()
};

/// Orders tokens from likely to unlikely, by their logits rather than by probabilities, which are
/// rounded; tokens with equal logits by id.
inline bool isLikelier(const Candidate& left, const Candidate& right)
{
    return left.logit != right.logit ? left.logit > right.logit : left.id < right.id;
}

/// Asks for the `count` highest logits of a row among the ids below `among`.
struct TopLogits {
    int64_t count = 0; ///< at most kernels::Ops::maxHighest; 0: all logits are wanted
    int64_t among = 0;
    /// Above 0: the weights of a softmax at this temperature are wanted, too.
    float temperature = 0;

    auto operator<=>(const TopLogits&) const = default;
};

/// What tokens are chosen from, for one row or several rows one after the other: all logits of the
/// vocabulary or, if that may be enough, the highest of them.
struct Logits {
    std::span<const float> all = {};
    /// The same number of each row, highest first, equal ones by id; if a row has fewer, the others
    /// have the id −1.
    std::span<const Candidate> highest = {};
    /// The result of kernels::Ops::weighBlocks over all logits of each row with a
    /// TopLogits::temperature.
    std::span<const float> weights = {};
};

/// The tokens of a vocabulary that may be chosen: one bit per token, 64 to a word, the lowest bit
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
