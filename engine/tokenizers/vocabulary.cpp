#include "engine/tokenizers/vocabulary.h"

#include "base/ascii.h"
#include "base/error.h"

#include <bit>
#include <functional>

namespace engine {
namespace {

uint64_t hashPiece(std::string_view piece)
{
    return std::hash<std::string_view>()(piece);
}

} // namespace

int byteOfPiece(std::string_view piece)
{
    if (piece.size() != 6 || !piece.starts_with("<0x") || piece[5] != '>')
        return -1;
    const int high = base::hexValue(piece[3]), low = base::hexValue(piece[4]);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
}

Vocabulary::Vocabulary(std::vector<std::string> pieces)
    : m_pieces(std::move(pieces))
    , m_byteTokens(256, -1)
{
    if (m_pieces.size() > maxPieces)
        throw base::Error(base::ErrorKind::BadFile,
            "the vocabulary has " + std::to_string(m_pieces.size()) + " tokens; at most "
                + std::to_string(maxPieces) + " are expected");
    m_slots.resize(std::bit_ceil(2 * m_pieces.size() + 1));
    for (TokenId id = 0; id < size(); ++id) {
        const uint64_t hash = hashPiece(m_pieces[id]);
        Slot& slot = m_slots[findSlot(m_pieces[id], hash)];
        if (slot.id < 0 && !m_pieces[id].empty())
            slot = {uint32_t(hash), int32_t(id)};
        if (const int byte = byteOfPiece(m_pieces[id]); byte >= 0 && m_byteTokens[byte] < 0)
            m_byteTokens[byte] = id;
    }
}

const std::string& Vocabulary::piece(TokenId id) const
{
    static const std::string none;
    return contains(id) ? m_pieces[id] : none;
}

TokenId Vocabulary::find(std::string_view piece) const
{
    return m_slots[findSlot(piece, hashPiece(piece))].id;
}

// The slot in which the piece is or would be.
size_t Vocabulary::findSlot(std::string_view piece, uint64_t hash) const
{
    const size_t mask = m_slots.size() - 1;
    size_t position = (hash >> 32) & mask;
    for (; m_slots[position].id >= 0; position = (position + 1) & mask)
        if (m_slots[position].hash == uint32_t(hash)
            && m_pieces[size_t(m_slots[position].id)] == piece)
            break;
    return position;
}

std::bitset<256> Vocabulary::bytesBefore(std::string_view border) const
{
    std::bitset<256> bytes;
    for (const std::string_view piece : m_pieces)
        for (size_t at = piece.find(border); at != piece.npos; at = piece.find(border, at + 1))
            if (at > 0 && !piece.substr(0, at).ends_with(border))
                bytes.set(static_cast<unsigned char>(piece[at - 1]));
    return bytes;
}

} // namespace engine
