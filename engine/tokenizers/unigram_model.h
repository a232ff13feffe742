#pragma once

#include "engine/tokenizers/piece_trie.h"
#include "engine/tokenizers/token_model.h"
#include "engine/tokenizers/vocabulary.h"

#include <memory>
#include <vector>

namespace engine {

/// Cuts a word so that the scores of its pieces sum to the most (Viterbi). A character that no
/// piece covers costs the lowest score less 10.
class UnigramModel final : public TokenModel {
public:
    struct Options {
        TokenId unknown = -1; ///< −1: characters that are no pieces vanish
        bool byteFallback = false; ///< they become "<0x0A>" tokens
    };
    struct ScoredPiece {
        TokenId id;
        double score;
        bool countsForLowest = true;
    };

    /// `pieces` are those that may be found in text.
    UnigramModel(std::shared_ptr<const Vocabulary> vocabulary,
        const std::vector<ScoredPiece>& pieces, Options options);

    void encode(std::string_view word, TokenIds& ids) const override;

private:
    struct Step { // the best way to a place in the word
        double score;
        size_t from; // where its last piece begins
        TokenId id; // −1: unknown
    };
    std::vector<Step> bestSteps(std::string_view word) const;
    void appendUnknown(std::string_view text, TokenIds& ids) const;

    std::shared_ptr<const Vocabulary> m_vocabulary;
    Options m_options;
    PieceTrie m_trie;
    std::vector<double> m_scores; // by id
    double m_unknownScore = 0;
};

} // namespace engine
