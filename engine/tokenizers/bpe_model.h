#pragma once

#include "engine/tokenizers/merge_table.h"
#include "engine/tokenizers/token_model.h"
#include "engine/tokenizers/vocabulary.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Byte pair encoding (Sennrich et al., 2016, arXiv:1508.07909). A word begins as its characters;
/// then neighbours merge, always the pair that comes first in a list of pairs.
class BpeModel final : public TokenModel {
public:
    struct Options {
        /// Stands for a character that is no piece; −1: such characters are left out.
        TokenId unknown = -1;
        bool fuseUnknown = false; ///< several unknown characters in a row become one `unknown`
        /// A character that is no piece becomes "<0x0A>" tokens, one per byte.
        bool byteFallback = false;
        bool ignoreMerges = false; ///< a word that is a piece as a whole becomes that one token
        bool lineBreaksAreWhole = false; ///< does the same for words of nothing but "\n"
        /// Precedes every character but the first of a word in the vocabulary.
        std::string continuingPrefix;
        std::string wordSuffix; ///< follows the last character of a word in the vocabulary
    };

    explicit BpeModel(std::shared_ptr<const Vocabulary> vocabulary)
        : BpeModel(std::move(vocabulary), Options())
    {
    }
    BpeModel(std::shared_ptr<const Vocabulary> vocabulary, Options options);

    /// Appends a pair to the list of merges. Returns false, and appends nothing, if the left piece,
    /// the right piece or the two together are no piece of the vocabulary.
    bool addMerge(std::string_view left, std::string_view right);

    void encode(std::string_view word, TokenIds& ids) const override;
    bool mayBeCutBefore(std::string_view border) const override;

private:
    static constexpr size_t numLetters = 0x180; // the Latin ones, and those that stand for bytes

    MergeTable::Merged mergeOf(const struct Symbol& left, const struct Symbol& right) const;
    void mergeFew(std::vector<struct Symbol>& symbols) const;
    void mergeMany(std::vector<struct Symbol>& symbols) const;
    bool isTakenWhole(std::string_view word) const;
    std::vector<struct Symbol> symbolsOf(std::string_view word) const;
    TokenId idOfCharacter(std::string_view character, bool first, bool last) const;
    bool hasAllBytes(std::string_view character) const;

    std::shared_ptr<const Vocabulary> m_vocabulary;
    Options m_options;
    MergeTable m_merges; // by both ids
    std::vector<TokenId> m_letters; // ids of the pieces of one character, by its number
    uint32_t m_nextRank = 0;
};

} // namespace engine
