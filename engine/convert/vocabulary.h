#pragma once

#include "engine/files/gguf_writer.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace engine {

/// A tokenizer's vocabulary as GGUF files keep it.
struct Vocabulary {
    std::string model; ///< "llama": SentencePiece; "gpt2": byte-level pairs
    std::string pre; ///< which pre-tokenizer splits the text, by llama.cpp's name
    std::vector<std::string> tokens;
    std::vector<float> scores; ///< empty for "gpt2"
    std::vector<int32_t>
        types; ///< 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte
    std::vector<std::string> merges; ///< "left right"; empty for "llama"
    bool addsSpacePrefix = true;
};

/// From tokenizer.model, else from tokenizer.json, with the added tokens; filled up with unused
/// tokens to `size`. Throws Error{BadFile}, or Error{Unsupported} for a kind of tokenizer.json that
/// has no name in GGUF files.
Vocabulary readVocabulary(const std::filesystem::path& folder, int64_t size);

} // namespace engine
