#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class GgufFile;

/// Below firstImageId: an index into the vocabulary. From firstImageId on: a row of an image.
using TokenId = int64_t;
using TokenIds = std::vector<TokenId>;

inline constexpr TokenId firstImageId = 1'000'000'000;
inline bool isImageId(TokenId id)
{
    return id >= firstImageId;
}

/// The bytes [begin, end) of a text.
struct TextRange {
    size_t begin = 0, end = 0;
};

/// The ids of two texts that are read together, with what is around and between them, and the
/// segment of each id: 0 or 1 (the token types of BERT).
struct TokenPair {
    TokenIds ids;
    std::vector<int32_t> types; ///< as many
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

    /// Returns two texts as one input (BERT: [CLS] first [SEP] second [SEP]; RoBERTa: <s> first
    /// </s></s> second </s>). The default throws Error{Unsupported}.
    virtual TokenPair joinPair(TokenIds first, const TokenIds& second) const;

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
/// already begin with the token for the beginning, or all that would come before them, as the prompts
/// of many chat templates do.
TokenIds withBoundariesOnce(const Tokenizer& tokenizer, TokenIds ids);

/// Makes whole characters from tokens that arrive one at a time. The bytes of an unfinished UTF-8
/// character are held back. Bytes that can never become a character turn into U+FFFD at once, one
/// for each maximal subpart (Unicode, section 3.9). A TextStream is a value: a copy continues from
/// the same position. The tokenizer must outlive it.
class TextStream {
public:
    enum class SpecialTokens { Hide, Show };
    /// `shown` are special tokens that are shown in any case.
    TextStream(const Tokenizer& tokenizer, SpecialTokens specials, std::vector<TokenId> shown = {});

    /// Returns the text that may be shown after this token; it is often empty. The first `skip`
    /// bytes of the token are left out.
    std::string push(TokenId id, size_t skip = 0);

    /// Returns a U+FFFD for the bytes that are held back, or nothing. The stream is then at its
    /// beginning again.
    std::string flush();

    /// True if part of a character is held back.
    bool isInsideCharacter() const { return !m_pending.empty(); }

private:
    bool isHidden(TokenId id) const;

    const Tokenizer* m_tokenizer;
    SpecialTokens m_specials;
    std::shared_ptr<const std::vector<TokenId>> m_shown; // null: none
    std::string m_pending; // bytes of an unfinished character
};

/// Loads the tokenizer inside a GGUF file. Throws Error{BadFile} for a damaged vocabulary, and
/// Error{Unsupported} naming the tokenizer.ggml.model or tokenizer.ggml.pre that is not known.
std::shared_ptr<const Tokenizer> loadTokenizer(const GgufFile& file);

/// Loads the tokenizer of a model. `path` is a folder in Hugging Face layout, whose tokenizer.json
/// or else tokenizer.model is read, or such a file, or a GGUF file. Throws as the other does.
std::shared_ptr<const Tokenizer> loadTokenizer(const std::filesystem::path& path);

} // namespace engine
