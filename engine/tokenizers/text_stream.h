#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <string>

namespace engine {

/// Makes whole characters from tokens that arrive one at a time. An unfinished UTF-8 character is
/// held back; bytes that can never become one turn into U+FFFD at once, one per maximal subpart.
/// A value: a copy goes on from the same place. The tokenizer must outlive it.
class TextStream {
public:
    enum class SpecialTokens { Hide, Show };
    TextStream(const Tokenizer& tokenizer, SpecialTokens specials);

    /// The text that may be shown after this token; often empty. Its first `skip` bytes are left
    /// out.
    std::string push(TokenId id, size_t skip = 0);

    /// What was held back, as U+FFFD. The stream is at its beginning again.
    std::string flush();

    /// True if part of a character is held back.
    bool isInsideCharacter() const { return !m_pending.empty(); }

private:
    const Tokenizer* m_tokenizer;
    SpecialTokens m_specials;
    std::string m_pending; // bytes of an unfinished character
};

} // namespace engine
