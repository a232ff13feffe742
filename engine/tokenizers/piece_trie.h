#pragma once

#include "engine/tokenizers/token.h"

#include <bitset>
#include <cstdint>
#include <optional>
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

    /// If a piece occurs twice, its first id counts. Throws Error{BadFile} if a piece is longer
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

} // namespace engine
