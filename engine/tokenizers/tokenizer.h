#pragma once

#include "engine/tokenizers/token.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Bytes [begin, end) of a text.
struct TextRange {
    size_t begin = 0, end = 0;
};

/// Text to token ids and back. Immutable after loading, so any thread may use it.
class Tokenizer {
public:
    virtual ~Tokenizer() = default;

    /// What to make of text that is spelled like a special token ("<|im_end|>").
    enum class Specials {
        Parse, ///< it is that token: templates
        AsText, ///< it is only text: what a user wrote
    };

    /// The ids of `text`, without beginning-of-sequence. Invalid UTF-8 becomes U+FFFD or bytes, as
    /// the tokenizer's own reference does it.
    TokenIds encode(std::string_view text, Specials specials = Specials::Parse) const;

    /// The same; within `plain` (ascending, disjoint) nothing is taken for a special token. Pieces
    /// may still span the edges of a range, as if it were not there.
    virtual TokenIds encode(std::string_view text, std::span<const TextRange> plain) const = 0;

    /// What the tokenizer adds around a whole prompt by itself (BERT: [CLS] … [SEP]; Llama: BOS).
    virtual TokenIds withBoundaries(TokenIds ids) const = 0;

    /// The bytes a token stands for in running text; may be part of a character. Special tokens
    /// give their spelling.
    virtual std::string bytes(TokenId id) const = 0;

    /// The token as the vocabulary spells it, for people: "Ġhello", "▁hello", "<0x0A>".
    virtual std::string piece(TokenId id) const = 0;

    /// Control and user-defined tokens that are not ordinary text.
    virtual bool isSpecial(TokenId id) const = 0;

    virtual int64_t vocabularySize() const = 0;
    virtual TokenId bos() const = 0; ///< −1 if none
    virtual TokenId eos() const = 0;

    /// The token spelled exactly so, or −1.
    virtual TokenId find(std::string_view piece) const = 0;

    /// True where decoding drops the space that the encoder put before the first word.
    virtual bool dropsLeadingSpace() const { return false; }

    /// The text of a whole sequence; broken UTF-8 becomes U+FFFD. Specials are left out unless
    /// `withSpecials`.
    std::string decode(std::span<const TokenId> ids, bool withSpecials = false) const;

protected:
    /// Makes UTF-8 of decoded bytes: one U+FFFD per maximal subpart unless overridden.
    virtual std::string repaired(std::string_view bytes) const;
};

/// ids as the whole prompt: with what `withBoundaries` adds, unless they begin with the beginning
/// of the sequence already, as the prompts of many chat templates do.
TokenIds withBoundariesOnce(const Tokenizer& tokenizer, TokenIds ids);

} // namespace engine
