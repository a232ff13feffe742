#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <filesystem>
#include <memory>

namespace engine {

class GgufFile;

/// Loads the tokenizer inside a GGUF file. Throws Error{BadFile} for a damaged vocabulary, and
/// Error{Unsupported} naming the tokenizer.ggml.model or tokenizer.ggml.pre that is not known.
std::shared_ptr<const Tokenizer> loadTokenizer(const GgufFile& file);

/// Loads the tokenizer of a model. `path` is a folder in Hugging Face layout, whose tokenizer.json
/// or else tokenizer.model is read, or such a file, or a GGUF file. Throws as the other does.
std::shared_ptr<const Tokenizer> loadTokenizer(const std::filesystem::path& path);

} // namespace engine
