#pragma once

#include "engine/config/family.h"
#include "engine/files/gguf_writer.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace engine {

/// A tokenizer's vocabulary as GGUF files keep it.
struct ConvertedVocabulary {
    /// "llama" for SentencePiece, "gpt2" for byte-level BPE, "gemma4" for that of Gemma 4.
    std::string model;
    std::string pre; ///< llama.cpp's name of the pre-tokenizer; empty for "gemma4"
    std::vector<std::string> tokens;
    std::vector<float> scores; ///< empty for "gpt2"
    std::vector<int32_t>
        types; ///< 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte
    std::vector<std::string> merges; ///< each "left right"; empty for "llama"
    bool addsSpacePrefix = true;
};

/// Reads tokenizer.model, or else tokenizer.json, with the added tokens, and fills up with unused
/// tokens to `size`. For `plan` see ConvertPlan. Throws Error{BadFile} for a damaged file, and
/// Error{Unsupported} for a kind of tokenizer.json that has no name in GGUF files.
ConvertedVocabulary readVocabulary(
    const std::filesystem::path& folder, int64_t size, const ConvertPlan& plan = {});

} // namespace engine
