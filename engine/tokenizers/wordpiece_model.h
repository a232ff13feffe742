#pragma once

#include "engine/tokenizers/piece_trie.h"
#include "engine/tokenizers/token_model.h"
#include "engine/tokenizers/vocabulary.h"

#include <memory>
#include <string>

namespace engine {

/// BERT's WordPiece (Wu et al., 2016, arXiv:1609.08144): takes the longest piece from the left,
/// again and again. A word that cannot be covered in this way becomes one unknown token. A prefix
/// distinguishes the pieces that begin a word from those that continue one.
class WordPieceModel final : public TokenModel {
public:
    struct Options {
        TokenId unknown = -1;
        std::string firstPrefix; ///< of pieces that begin a word: "▁" in GGUF files
        std::string continuingPrefix; ///< of pieces that continue a word: "##" in tokenizer.json
        size_t longestWord = 100; ///< in characters; a longer word is unknown; 0: no limit
    };
    WordPieceModel(std::shared_ptr<const Vocabulary> vocabulary, Options options);

    void encode(std::string_view word, TokenIds& ids) const override;

private:
    Options m_options;
    std::shared_ptr<const Vocabulary> m_vocabulary;
    PieceTrie m_first, m_continuing; // pieces without their prefix
};

} // namespace engine
