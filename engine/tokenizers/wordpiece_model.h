#pragma once

#include "engine/tokenizers/piece_trie.h"
#include "engine/tokenizers/token_model.h"
#include "engine/tokenizers/vocabulary.h"

#include <memory>
#include <string>

namespace engine {

/// BERT's WordPiece: the longest piece from the left, again and again; a word that cannot be
/// covered so is one unknown token. Pieces that begin a word and those that go on one are told
/// apart by a prefix of either.
class WordPieceModel final : public TokenModel {
public:
    struct Options {
        TokenId unknown = -1;
        std::string firstPrefix; ///< "▁" in GGUF files
        std::string continuingPrefix; ///< "##" in tokenizer.json
        size_t longestWord = 100; ///< characters; 0: any
    };
    WordPieceModel(std::shared_ptr<const Vocabulary> vocabulary, Options options);

    void encode(std::string_view word, TokenIds& ids) const override;

private:
    Options m_options;
    std::shared_ptr<const Vocabulary> m_vocabulary;
    PieceTrie m_first, m_continuing; // pieces without their prefix
};

} // namespace engine
