#pragma once

#include "engine/tokenizers/piece_trie.h"
#include "engine/tokenizers/token_model.h"
#include "engine/tokenizers/vocabulary.h"

#include <memory>
#include <vector>

namespace engine {

/// The unigram language model (Kudo, 2018, arXiv:1804.10959). Cuts a word into the pieces whose
/// scores have the highest sum, found by Viterbi's algorithm. A character that no piece covers has
/// the lowest score of all pieces minus 10, as in SentencePiece.
class UnigramModel final : public TokenModel {
public:
    struct Options {
        TokenId unknown = -1; ///< stands for characters that no piece covers; −1: they are left out
        bool byteFallback = false; ///< such characters become "<0x0A>" tokens, one per byte
    };
    struct ScoredPiece {
        TokenId id;
        double score;
        bool countsForLowest = true; ///< whether its score may be the lowest one, see above
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
