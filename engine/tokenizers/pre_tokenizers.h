#pragma once

#include "engine/tokenizers/pre_tokenizer.h"

#include <string_view>
#include <vector>

namespace engine {

/// What a name in tokenizer.ggml.pre stands for.
struct NamedPreTokenizer {
    std::string_view name;
    const std::vector<std::string_view>* patterns; ///< each cuts what those before it left
    bool ignoreMerges = false; ///< a word that is a piece is that token
    bool addBos = false; ///< unless the file says otherwise
    bool addSeparator = false; ///< at the end: what adds a beginning adds an end
    bool spellsBytes = true; ///< in byte letters; else raw UTF-8 with "<0x0A>" for what is missing
    bool blockSpaces = false; ///< a space is spelled ▁
    bool hasBos = true; ///< false: no beginning token unless the file names one
};

/// Every name that llama.cpp knows, or null.
const NamedPreTokenizer* findPreTokenizer(std::string_view name);

/// Cuts as its patterns say, and spells the words. Throws Error{Unsupported} only if a pattern of
/// the table is wrong.
PreTokenizer makePreTokenizer(const NamedPreTokenizer& named);

} // namespace engine
