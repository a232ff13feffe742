#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

/// Finds the pieces with which a text continues, byte by byte. It copies the bytes of the pieces,
/// so the views that it was made from need not last.
class PieceTrie {
public:
    static constexpr size_t maxPieceLength = 1024; ///< bytes

    using Node = uint32_t;
    static constexpr Node root = 0;

    /// The first id of a piece that occurs twice counts. Throws Error{BadFile} if a piece is longer
    /// than maxPieceLength.
    explicit PieceTrie(std::vector<std::pair<std::string_view, TokenId>> pieces);
    PieceTrie()
        : PieceTrie(std::vector<std::pair<std::string_view, TokenId>>())
    {
    }

    /// Returns the node that `byte` leads to from `node`, or nothing if no piece continues so.
    std::optional<Node> step(Node node, char byte) const;

    /// The id of the piece that ends at `node`, or −1.
    TokenId idAt(Node node) const { return m_nodes[node].id; }

    struct Match {
        size_t length = 0; ///< in bytes; 0 if no piece was found
        TokenId id = -1;
    };

    /// Returns the longest piece that begins at byte `at` of `text`.
    Match longest(std::string_view text, size_t at) const;

private:
    struct Children {
        Node first = 0;
        uint32_t count = 0;
        TokenId id = -1;
    };
    std::bitset<256> m_begins; // the bytes with which pieces begin
    std::vector<Children> m_nodes;
    std::vector<unsigned char> m_bytes; // the byte that leads to each node
};

/// A token that is searched for in the text before the tokenizer does anything else to it.
struct AddedToken {
    std::string content;
    TokenId id = -1; ///< −1 for ordinary text
    bool special = false; ///< has a meaning for the model, which a user's text must not be given
    bool singleWord = false; ///< counts only where it is not part of a longer word
    /// True if the whitespace directly before or after the token in the text belongs to it.
    bool takesSpaceBefore = false, takesSpaceAfter = false;
};

/// Cuts a text at its added tokens. The time that it takes is proportional to the length of the
/// text.
class AddedTokens {
public:
    /// Decides which token counts if two overlap in the text.
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
        TextRange range; ///< where it is in the text
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
