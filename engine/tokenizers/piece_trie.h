#pragma once

#include "engine/tokenizers/token.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

/// Finds which pieces a text goes on with, byte by byte. Owns copies of nothing but the bytes.
class PieceTrie {
public:
    static constexpr size_t maxPieceLength = 1024; ///< bytes

    using Node = uint32_t;
    static constexpr Node root = 0;

    /// Of pieces that come twice the first counts. Throws Error{BadFile} if one is too long.
    explicit PieceTrie(std::vector<std::pair<std::string_view, TokenId>> pieces);
    PieceTrie()
        : PieceTrie(std::vector<std::pair<std::string_view, TokenId>>())
    {
    }

    /// Where `byte` leads from `node`, if any piece goes on so.
    std::optional<Node> step(Node node, char byte) const;

    /// The piece that ends at `node`, or −1.
    TokenId idAt(Node node) const { return m_nodes[node].id; }

    struct Match {
        size_t length = 0; ///< 0: nothing found
        TokenId id = -1;
    };

    /// The longest piece that `text` has at byte `at`.
    Match longest(std::string_view text, size_t at) const;

private:
    struct Children {
        Node first = 0;
        uint32_t count = 0;
        TokenId id = -1;
    };
    std::vector<Children> m_nodes;
    std::vector<unsigned char> m_bytes; // the byte that leads to each node
};

} // namespace engine
