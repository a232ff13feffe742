#pragma once

#include "engine/tokenizers/piece_trie.h"
#include "engine/tokenizers/tokenizer.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A token that is found in the text before anything else is done to it.
struct AddedToken {
    std::string content;
    TokenId id = -1;
    bool special = false; ///< has a meaning for the model, which a user's text must not have
    bool singleWord = false; ///< not inside a word
    bool takesSpaceBefore = false, takesSpaceAfter = false; ///< whitespace around belongs to it
};

/// Cuts a text at its added tokens. Needs time proportional to the text.
class AddedTokens {
public:
    /// Which of two overlapping tokens counts.
    enum class Order {
        Leftmost, ///< the one that begins first, of these the longest: Hugging Face
        Longest, ///< the longest anywhere in the text: llama.cpp
    };

    /// Empty contents are ignored. Throws Error{BadFile} if one is too long.
    explicit AddedTokens(std::vector<AddedToken> tokens = {}, Order order = Order::Leftmost);

    struct Segment {
        TextRange range; ///< of the text
        TokenId id = -1; ///< −1: ordinary text
    };

    /// Segments from left to right, none empty. Special tokens that touch a range of `plain`
    /// (ascending, disjoint) are ordinary text.
    std::vector<Segment> split(std::string_view text, std::span<const TextRange> plain) const;

    bool empty() const { return m_tokens.empty(); }

private:
    struct Match {
        TextRange range;
        size_t token; // index into m_tokens
    };
    std::vector<Match> leftmostMatches(
        std::string_view text, std::span<const TextRange> plain) const;
    std::vector<Match> longestMatches(
        std::string_view text, std::span<const TextRange> plain) const;
    bool isAllowed(
        const Match& match, std::string_view text, std::span<const TextRange> plain) const;

    std::vector<AddedToken> m_tokens;
    Order m_order;
    PieceTrie m_trie; // its ids are indices into m_tokens
};

} // namespace engine
