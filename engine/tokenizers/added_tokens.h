#pragma once

#include "engine/tokenizers/piece_trie.h"
#include "engine/tokenizers/tokenizer.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A token that is looked for in the text before the tokenizer does anything else to it.
struct AddedToken {
    std::string content;
    TokenId id = -1; ///< −1 for ordinary text
    bool special = false; ///< has a meaning for the model, which a user's text must not be given
    bool singleWord = false; ///< counts only where it is not part of a longer word
    /// Whether the whitespace directly before or after the token in the text belongs to it.
    bool takesSpaceBefore = false, takesSpaceAfter = false;
};

/// Cuts a text at its added tokens. The time that it takes is proportional to the length of the
/// text.
class AddedTokens {
public:
    /// Which token counts where two overlap in the text.
    enum class Order {
        /// The one that begins first and, of these, the longest; so do Hugging Face's tokenizers.
        Leftmost,
        Longest, ///< the longest one in the whole text; so does llama.cpp
    };

    /// Tokens with an empty content are ignored. Throws Error{BadFile} if a content is longer than
    /// PieceTrie::maxPieceLength.
    explicit AddedTokens(std::vector<AddedToken> tokens = {}, Order order = Order::Leftmost);

    /// A part of the text: an added token, or the ordinary text between two of them.
    struct Segment {
        TextRange range; ///< of the text
        TokenId id = -1; ///< −1: ordinary text
    };

    /// Returns the segments of `text` from left to right; none is empty. The ranges of `plain` are
    /// ascending and disjoint; a special token that touches one of them is ordinary text.
    std::vector<Segment> split(std::string_view text, std::span<const TextRange> plain) const;

    bool empty() const { return m_tokens.empty(); }

private:
    struct Match {
        TextRange range; ///< where it lies in the text
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
