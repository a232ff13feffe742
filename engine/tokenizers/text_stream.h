#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <memory>
#include <string>
#include <vector>

namespace engine {

/// Makes whole characters from tokens that arrive one at a time. The bytes of an unfinished UTF-8
/// character are held back. Bytes that can never become a character turn into U+FFFD at once, one
/// for each maximal subpart (Unicode, section 3.9). A TextStream is a value: a copy continues from
/// the same place. The tokenizer must outlive it.
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

} // namespace engine
