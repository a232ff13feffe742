#pragma once

#include "engine/tokenizers/token.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// The bytes [begin, end) of a text.
struct TextRange {
    size_t begin = 0, end = 0;
};

/// Turns text into token ids and back. Never changes after loading, so any thread may use it.
class Tokenizer {
public:
    virtual ~Tokenizer() = default;

    /// What happens to text that is spelled like a special token, such as "<|im_end|>".
    enum class Specials {
        Parse, ///< it becomes that token: for text made by templates
        AsText, ///< it stays ordinary text: for text that a user wrote
    };

    /// Returns the ids of `text`, without a token for the beginning of the sequence. Broken UTF-8
    /// becomes U+FFFD or byte tokens, as in the reference implementation of the tokenizer.
    TokenIds encode(std::string_view text, Specials specials = Specials::Parse) const;

    /// Does the same, but finds no special token inside the ranges of `plain`, which are ascending
    /// and disjoint. Tokens may still span the borders of a range.
    virtual TokenIds encode(std::string_view text, std::span<const TextRange> plain) const = 0;

    /// Returns `ids` with what the tokenizer puts around a whole prompt (BERT: [CLS] … [SEP];
    /// Llama: a token for the beginning).
    virtual TokenIds withBoundaries(TokenIds ids) const = 0;

    /// The bytes that a token stands for in running text, which may be a part of a character. For a
    /// special token they are its spelling.
    virtual std::string bytes(TokenId id) const = 0;

    /// The token as the vocabulary spells it, to be shown to people: "Ġhello", "▁hello", "<0x0A>".
    virtual std::string piece(TokenId id) const = 0;

    /// True for control tokens and others that are not ordinary text.
    virtual bool isSpecial(TokenId id) const = 0;

    virtual int64_t vocabularySize() const = 0;
    virtual TokenId bos() const = 0; ///< −1 if there is none
    virtual TokenId eos() const = 0; ///< −1 if there is none

    /// Returns the token whose piece is spelled exactly so, or −1.
    virtual TokenId find(std::string_view piece) const = 0;

    /// True if encode() puts a space before the first word and decode() removes it again.
    virtual bool dropsLeadingSpace() const { return false; }

    /// Returns the text of a whole sequence. Broken UTF-8 becomes U+FFFD. Special tokens are left
    /// out unless `withSpecials`.
    std::string decode(std::span<const TokenId> ids, bool withSpecials = false) const;

protected:
    /// Makes UTF-8 of decoded bytes: one U+FFFD for each maximal subpart unless overridden.
    virtual std::string repaired(std::string_view bytes) const;
};

/// Returns `ids` as a whole prompt, with what withBoundaries() adds. Adds nothing if the ids
/// already begin with the token for the beginning, as the prompts of many chat templates do.
TokenIds withBoundariesOnce(const Tokenizer& tokenizer, TokenIds ids);

} // namespace engine
