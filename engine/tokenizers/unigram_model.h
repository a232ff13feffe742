#pragma once

#include "engine/tokenizers/added_tokens.h"
#include "engine/tokenizers/vocabulary.h"

#include <memory>
#include <string>
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
    struct Step { // the best way to a position in the word
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

/// BERT's WordPiece (Wu et al., 2016, arXiv:1609.08144): takes the longest piece from the left,
/// again and again. A word that cannot be covered in this way becomes one unknown token. A prefix
/// distinguishes the pieces that begin a word from those that continue one.
class WordPieceModel final : public TokenModel {
public:
    struct Options {
        TokenId unknown = -1;
        std::string firstPrefix; ///< of pieces that begin a word: "▁" in GGUF files
        std::string continuingPrefix; ///< of pieces that continue a word: "##" in tokenizer.json
        size_t maxWordLength = 100; ///< in characters; a longer word is unknown; 0: no limit
    };
    WordPieceModel(std::shared_ptr<const Vocabulary> vocabulary, Options options);

    void encode(std::string_view word, TokenIds& ids) const override;

private:
    Options m_options;
    std::shared_ptr<const Vocabulary> m_vocabulary;
    PieceTrie m_first, m_continuing; // pieces without their prefix
};

} // namespace engine
