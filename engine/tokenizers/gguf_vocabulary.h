#pragma once

#include "engine/tokenizers/added_tokens.h"
#include "engine/tokenizers/vocabulary.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class GgufMetadata;

/// What kind of token tokenizer.ggml.token_type says it is.
enum class TokenKind { Undefined, Normal, Unknown, Control, UserDefined, Unused, Byte };

/// The arrays of a vocabulary in a GGUF file, all of one length.
struct GgufVocabulary {
    std::shared_ptr<const Vocabulary> vocabulary;
    std::vector<float> scores; ///< 0 where the file has none
    std::vector<TokenKind> kinds; ///< Normal where the file says nothing

    /// Control and unknown tokens.
    std::vector<bool> specials() const;

    /// Tokens that are found in the text before anything else.
    AddedTokens addedTokens(std::string_view modelName, std::string_view preTokenizer) const;
};

/// Throws Error{BadFile} if an array is missing, of a wrong length or of a wrong type.
GgufVocabulary readGgufVocabulary(const GgufMetadata& metadata);

/// A token id under `key`, `otherwise` if the key is absent or names no token.
TokenId readTokenId(
    const GgufMetadata& metadata, std::string_view key, TokenId otherwise, const Vocabulary&);

} // namespace engine
