#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <filesystem>
#include <memory>

namespace engine {

/// A Hugging Face tokenizer.json. Which tokens begin and end a sequence is read from
/// tokenizer_config.json or special_tokens_map.json beside it, where they exist.
/// Throws Error{BadFile} or Error{Unsupported}.
std::shared_ptr<const Tokenizer> loadJsonTokenizer(const std::filesystem::path& path);

/// The spellings of special tokens beside a tokenizer file; empty where not said.
struct TokenSpellings {
    std::string bos, eos;
    bool addsBos = true; ///< add_bos_token
    bool addsEos = false; ///< add_eos_token
};
TokenSpellings readTokenSpellings(const std::filesystem::path& folder);

} // namespace engine
