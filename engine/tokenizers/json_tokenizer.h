#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <filesystem>
#include <memory>

namespace engine {

/// Loads a Hugging Face tokenizer.json. Which tokens begin and end a sequence is read from
/// tokenizer_config.json or special_tokens_map.json in the same folder, if they exist. Throws
/// Error{BadFile} for a damaged file and Error{Unsupported} for a kind of step that is not known
/// here.
std::shared_ptr<const Tokenizer> loadJsonTokenizer(const std::filesystem::path& path);

/// What tokenizer_config.json and special_tokens_map.json say about the tokens that begin and end a
/// sequence. A spelling is empty if they do not say it.
struct TokenSpellings {
    bool areThere = false; ///< false: there is no such file
    std::string bos, eos;
    bool addsBos = true; ///< the value of add_bos_token
    bool addsEos = false; ///< the value of add_eos_token
};
TokenSpellings readTokenSpellings(const std::filesystem::path& folder);

} // namespace engine
