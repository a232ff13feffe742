#pragma once

#include "engine/tokenizers/token_model.h"
#include "engine/tokenizers/vocabulary.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engine {

/// Byte pair encoding: characters merge with their neighbours in the order of a list of pairs.
class BpeModel final : public TokenModel {
public:
    struct Options {
        TokenId unknown = -1; ///< for characters that are no pieces; −1: they vanish
        bool fuseUnknown = false; ///< one unknown for several in a row
        bool byteFallback = false; ///< such characters become "<0x0A>" tokens
        bool ignoreMerges = false; ///< a word that is a piece is that token
        bool lineBreaksAreWhole = false; ///< the same for words that hold nothing but "\n"
        std::string continuingPrefix; ///< spelled before every character but the first of a word
        std::string wordSuffix; ///< spelled after the last
    };

    explicit BpeModel(std::shared_ptr<const Vocabulary> vocabulary)
        : BpeModel(std::move(vocabulary), Options())
    {
    }
    BpeModel(std::shared_ptr<const Vocabulary> vocabulary, Options options);

    /// The next pair in the list. False if one of both, or what they make, is no piece.
    bool addMerge(std::string_view left, std::string_view right);

    void encode(std::string_view word, TokenIds& ids) const override;

private:
    struct RankedPiece {
        uint32_t rank;
        int32_t id;
    };
    bool isTakenWhole(std::string_view word) const;
    std::vector<struct Symbol> symbolsOf(std::string_view word) const;
    TokenId idOfCharacter(std::string_view character, bool first, bool last) const;
    bool hasAllBytes(std::string_view character) const;

    std::shared_ptr<const Vocabulary> m_vocabulary;
    Options m_options;
    std::unordered_map<uint64_t, RankedPiece> m_merges; // by both ids
    uint32_t m_nextRank = 0;
};

} // namespace engine
