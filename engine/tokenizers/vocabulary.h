#pragma once

#include "engine/tokenizers/token.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engine {

/// The pieces of a tokenizer by id, and back. An empty piece is a hole that cannot be found.
class Vocabulary {
public:
    static constexpr size_t maxPieces = size_t(1) << 22;

    /// Where pieces come twice the first is found. Throws Error{BadFile} if there are too many.
    explicit Vocabulary(std::vector<std::string> pieces);
    Vocabulary(const Vocabulary&) = delete;
    Vocabulary& operator=(const Vocabulary&) = delete;

    int64_t size() const { return static_cast<int64_t>(m_pieces.size()); }
    bool contains(TokenId id) const { return id >= 0 && id < size(); }

    /// Empty if there is no such id.
    const std::string& piece(TokenId id) const;

    /// The id of the piece spelled so, or −1.
    TokenId find(std::string_view piece) const;

    /// The id of the piece "<0x0A>" for the byte 10, or −1.
    TokenId byteToken(unsigned char byte) const { return m_byteTokens[byte]; }

private:
    std::vector<std::string> m_pieces;
    std::unordered_map<std::string_view, TokenId> m_ids; // keys view m_pieces
    std::vector<TokenId> m_byteTokens; // 256
};

/// The byte that a piece spelled "<0x0A>" stands for, or −1.
int byteOfPiece(std::string_view piece);

} // namespace engine
