#pragma once

#include "engine/tokenizers/added_tokens.h"
#include "engine/tokenizers/tokenizer.h"
#include "engine/tokenizers/vocabulary.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class GgufMetadata;

/// The kinds of tokens, with the numbers of tokenizer.ggml.token_type.
enum class TokenKind { Undefined, Normal, Unknown, Control, UserDefined, Unused, Byte };

/// The vocabulary of a GGUF file. All arrays are indexed by token id and have the same length.
struct GgufVocabulary {
    std::shared_ptr<const Vocabulary> vocabulary;
    std::vector<float> scores; ///< all 0 if the file has none
    std::vector<TokenKind> kinds; ///< all Normal if the file has none; a few are corrected by name

    /// Whether a token's kind is Control or Unknown, by token id.
    std::vector<bool> specials() const;

    /// The tokens that are searched for in the text before anything else: special and user-defined
    /// ones. `modelName` and `preTokenizer` decide which of them take the whitespace around them,
    /// for the file does not say so.
    AddedTokens addedTokens(std::string_view modelName, std::string_view preTokenizer) const;
};

/// Throws Error{BadFile} if the array of tokens is missing, or if an array has a wrong length or a
/// wrong type.
GgufVocabulary readGgufVocabulary(const GgufMetadata& metadata);

/// The token id under `key`; `otherwise` if the key is absent or its value is no id of the
/// vocabulary; −1 if `otherwise` is none either. −1, which files with unsigned numbers write as
/// 4294967295, stands for no token.
TokenId readTokenId(
    const GgufMetadata& metadata, std::string_view key, TokenId otherwise, const Vocabulary&);

/// Makes the tokenizer that a GGUF file describes under tokenizer.ggml.*, so that it gives the ids
/// that llama.cpp gives. The known values of tokenizer.ggml.model are "llama" (SentencePiece's
/// BPE), "gpt2", "gemma4" and "whitespace" (BPE), "bert" (WordPiece), "t5" (unigram) and "none".
/// Throws Error{BadFile} for a damaged vocabulary and Error{Unsupported} for an unknown model or
/// pre-tokenizer.
std::shared_ptr<const Tokenizer> makeGgufTokenizer(const GgufMetadata& metadata);

} // namespace engine
