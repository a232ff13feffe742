#pragma once

#include "engine/tokenizers/added_tokens.h"
#include "engine/tokenizers/tokenizer.h"

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace engine {

/// What the program must know of a `.model` file and the SentencePiece library does not tell. The
/// charsmap must be checked (see Charsmap) before the library gets the file, because the library
/// would read outside of a damaged one.
struct SentencePieceFile {
    std::string_view charsmap; ///< normalizer_spec.precompiled_charsmap; may be empty
    bool addsDummyPrefix = true; ///< normalizer_spec.add_dummy_prefix
    std::vector<bool> userDefined; ///< by token id: whether the piece is of the type USER_DEFINED
    bool isUnigram = true; ///< whether trainer_spec.model_type is UNIGRAM
};

/// Reads the protocol buffer of a `.model` file (sentencepiece_model.proto): ModelProto{pieces = 1,
/// trainer_spec = 2, normalizer_spec = 3}, SentencePiece{piece = 1, type = 3},
/// TrainerSpec{model_type = 3}, NormalizerSpec{precompiled_charsmap = 2, add_dummy_prefix = 3}.
/// Throws Error{BadFile} if the file is cut short or a piece contains a zero byte.
SentencePieceFile readSentencePieceFile(std::string_view bytes);

/// A SentencePiece `.model` file. The SentencePiece library does the work.
class SentencePieceTokenizer final : public Tokenizer {
public:
    /// The tokens that withBoundaries() adds, if the model has them.
    struct Boundaries {
        bool bos = true, eos = false;
    };

    /// `model` contains the bytes of the file and need not last. Throws Error{BadFile}.
    SentencePieceTokenizer(std::string_view model, Boundaries boundaries);
    ~SentencePieceTokenizer() override;

    using Tokenizer::encode;
    TokenIds encode(std::string_view text, std::span<const TextRange> plain) const override;
    TokenIds withBoundaries(TokenIds ids) const override;
    std::string bytes(TokenId id) const override;
    std::string piece(TokenId id) const override;
    bool isSpecial(TokenId id) const override;
    int64_t vocabularySize() const override;
    TokenId bos() const override;
    TokenId eos() const override;
    TokenId find(std::string_view piece) const override;
    bool dropsLeadingSpace() const override;

protected:
    std::string repaired(std::string_view bytes) const override; ///< one U+FFFD per broken byte

private:
    bool contains(TokenId id) const { return id >= 0 && id < vocabularySize(); }

    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Loads a `.model` file. Which boundaries the tokenizer adds is read from tokenizer_config.json in
/// the same folder. Throws Error{BadFile}.
std::shared_ptr<const Tokenizer> loadSentencePieceTokenizer(const std::filesystem::path& path);

} // namespace engine
