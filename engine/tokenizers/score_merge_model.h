#pragma once

#include "engine/tokenizers/token_model.h"
#include "engine/tokenizers/vocabulary.h"

#include <memory>
#include <vector>

namespace engine {

/// SentencePiece's variant of byte pair encoding, which has scores in place of a list of merges:
/// two neighbours merge if together they are a piece, those with the highest score first. A
/// character that is no piece at the end becomes "<0x0A>" tokens, or the tokens of its bare bytes,
/// or `unknown`. Takes any bytes, also broken UTF-8.
class ScoreMergeModel final : public TokenModel {
public:
    /// `scores` has one score for each piece, by id.
    ScoreMergeModel(
        std::shared_ptr<const Vocabulary> vocabulary, std::vector<float> scores, TokenId unknown);

    void encode(std::string_view word, TokenIds& ids) const override;
    bool mayBeCutBefore(std::string_view) const override { return true; }

private:
    void appendBytes(std::string_view bytes, TokenIds& ids) const;

    std::shared_ptr<const Vocabulary> m_vocabulary;
    std::vector<float> m_scores;
    TokenId m_unknown;
    size_t m_longestPiece = 0; // bytes
};

} // namespace engine
