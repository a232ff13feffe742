#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tests {

/// A tokenizer whose tokens are the given pieces, byte for byte. It cuts a text into the longest
/// pieces it knows, from left to right.
class PieceTokenizer final : public engine::Tokenizer {
public:
    explicit PieceTokenizer(std::vector<std::string> pieces,
        std::set<engine::TokenId> specials = {}, engine::TokenId eos = -1)
        : m_pieces(std::move(pieces))
        , m_specials(std::move(specials))
        , m_eos(eos)
    {
    }

    using engine::Tokenizer::encode;
    engine::TokenIds encode(
        std::string_view text, std::span<const engine::TextRange> plain) const override
    {
        engine::TokenIds ids;
        for (size_t at = 0; at < text.size();) {
            const bool isPlain = std::ranges::any_of(
                plain, [at](const auto& range) { return range.begin <= at && at < range.end; });
            const engine::TokenId id = longest(text.substr(at), isPlain);
            if (id >= 0)
                ids.push_back(id);
            at += id >= 0 ? m_pieces[size_t(id)].size() : 1;
        }
        return ids;
    }
    engine::TokenIds withBoundaries(engine::TokenIds ids) const override
    {
        ids.insert(ids.begin(), beginning.begin(), beginning.end());
        return ids;
    }
    std::string bytes(engine::TokenId id) const override { return piece(id); }
    std::string piece(engine::TokenId id) const override
    {
        return id >= 0 && id < vocabularySize() ? m_pieces[size_t(id)] : std::string();
    }
    bool isSpecial(engine::TokenId id) const override { return m_specials.contains(id); }
    int64_t vocabularySize() const override { return int64_t(m_pieces.size()); }
    engine::TokenId bos() const override { return -1; }
    engine::TokenId eos() const override { return m_eos; }
    engine::TokenId find(std::string_view piece) const override
    {
        const auto found = std::ranges::find(m_pieces, piece);
        return found == m_pieces.end() ? -1 : found - m_pieces.begin();
    }

    engine::TokenIds beginning; ///< what withBoundaries() adds

private:
    engine::TokenId longest(std::string_view text, bool isPlain) const
    {
        engine::TokenId best = -1;
        size_t length = 0;
        for (engine::TokenId id = 0; id < vocabularySize(); ++id) {
            const std::string& piece = m_pieces[size_t(id)];
            if (piece.size() > length && text.starts_with(piece) && !(isPlain && isSpecial(id))) {
                best = id;
                length = piece.size();
            }
        }
        return best;
    }

    std::vector<std::string> m_pieces;
    std::set<engine::TokenId> m_specials;
    engine::TokenId m_eos;
};

} // namespace tests
