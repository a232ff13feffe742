#pragma once

#include "engine/tokenizers/token_model.h"
#include "engine/tokenizers/vocabulary.h"

#include <memory>
#include <vector>

namespace engine {

/// SentencePiece's byte pair encoding without its merge list: two neighbours merge if together they
/// are a piece, those of the highest score first. What is no piece in the end becomes "<0x0A>"
/// tokens, or the token of the bare byte, or `unknown`. Takes any bytes.
class ScoreMergeModel final : public TokenModel {
public:
    /// A score for each piece.
    ScoreMergeModel(
        std::shared_ptr<const Vocabulary> vocabulary, std::vector<float> scores, TokenId unknown);

    void encode(std::string_view word, TokenIds& ids) const override;

private:
    void appendBytes(std::string_view bytes, TokenIds& ids) const;

    std::shared_ptr<const Vocabulary> m_vocabulary;
    std::vector<float> m_scores;
    TokenId m_unknown;
    size_t m_longestPiece = 0; // bytes
};

} // namespace engine
