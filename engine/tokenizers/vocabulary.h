#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// The pieces of a tokenizer by id, and their ids by spelling. An empty piece is an unused id,
/// which find() never returns.
class Vocabulary {
public:
    static constexpr size_t maxPieces = size_t(1) << 22;

    /// The first id of a spelling that occurs twice is the one that find() returns. Throws
    /// Error{BadFile} if there are more than maxPieces.
    explicit Vocabulary(std::vector<std::string> pieces);
    Vocabulary(const Vocabulary&) = delete;
    Vocabulary& operator=(const Vocabulary&) = delete;

    int64_t size() const { return static_cast<int64_t>(m_pieces.size()); }
    bool contains(TokenId id) const { return id >= 0 && id < size(); }

    /// Returns an empty text if there is no such id.
    const std::string& piece(TokenId id) const;

    /// Returns the id of the piece with that spelling, or −1.
    TokenId find(std::string_view piece) const;

    /// The bytes that are right before `border` inside a piece, without those of `border` itself.
    /// If a text has another byte before `border`, no token spans that position.
    std::bitset<256> bytesBefore(std::string_view border) const;

    /// Returns the id of the piece that stands for a byte ("<0x0A>" for the byte 10), or −1.
    TokenId byteToken(unsigned char byte) const { return m_byteTokens[byte]; }

private:
    struct Slot {
        uint32_t hash = 0; // a part of it
        int32_t id = -1; // −1: free
    };

    size_t findSlot(std::string_view piece, uint64_t hash) const;

    std::vector<std::string> m_pieces;
    std::vector<Slot> m_slots; // ids by spelling: open addressing, at most half full
    std::vector<TokenId> m_byteTokens; // 256
};

/// Returns the byte that a piece spelled like "<0x0A>" stands for, or −1.
int byteOfPiece(std::string_view piece);

/// Turns one word into tokens. Never changes, so any thread may use it.
class TokenModel {
public:
    virtual ~TokenModel() = default;

    /// Appends the tokens of `word` to `ids`. The word must be UTF-8 unless the model says
    /// otherwise.
    virtual void encode(std::string_view word, TokenIds& ids) const = 0;

    /// True if words may be cut before `border` wherever no piece spans the position, see
    /// Vocabulary::bytesBefore(): the parts become the same tokens as the whole, and sooner.
    virtual bool mayBeCutBefore(std::string_view) const { return false; }
};

} // namespace engine
