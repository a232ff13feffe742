#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <filesystem>
#include <memory>

namespace engine {

class GgufFile;

/// The vocabulary inside a GGUF. Throws Error{BadFile}, or Error{Unsupported} naming a
/// tokenizer.ggml.model or tokenizer.ggml.pre that is not known.
std::shared_ptr<const Tokenizer> loadTokenizer(const GgufFile& file);

/// From a folder in Hugging Face layout (tokenizer.json, else tokenizer.model), or such a file.
std::shared_ptr<const Tokenizer> loadTokenizer(const std::filesystem::path& path);

} // namespace engine
