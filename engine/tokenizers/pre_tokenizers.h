#pragma once

#include "engine/tokenizers/pre_tokenizer.h"

#include <string_view>
#include <vector>

namespace engine {

/// What a value of tokenizer.ggml.pre stands for.
struct NamedPreTokenizer {
    std::string_view name;
    /// Each cuts the words that those before it left.
    const std::vector<std::string_view>* patterns;
    bool ignoreMerges = false; ///< a word that is a piece as a whole becomes that one token
    bool addBos = false; ///< whether a sequence gets a beginning token if the file does not say so
    bool addSeparator = false; ///< whatever adds a beginning token also adds a separator at the end
    /// True: bytes are spelled as letters (see byte_letters.h). False: words stay UTF-8, and a
    /// character that is no piece becomes "<0x0A>" tokens.
    bool spellsBytes = true;
    bool blockSpaces = false; ///< a space is spelled '▁'
    bool hasBos = true; ///< false: there is no beginning token unless the file names one
};

/// Returns the row of that name, or null. The table has every name that llama.cpp knows.
const NamedPreTokenizer* findPreTokenizer(std::string_view name);

/// Makes the pre-tokenizer of a row. Throws Error{Unsupported} only if a pattern of the table is
/// wrong.
PreTokenizer makePreTokenizer(const NamedPreTokenizer& named);

} // namespace engine
