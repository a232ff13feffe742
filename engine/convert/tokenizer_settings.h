#pragma once

#include "engine/config/family.h"
#include "engine/config/model_config.h"
#include "engine/files/gguf_writer.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace engine {

/// A tokenizer's vocabulary as GGUF files keep it.
struct ConvertedVocabulary {
    /// "llama" for SentencePiece, "gpt2" for byte-level BPE, "gemma4" for that of Gemma 4; of encoders
    /// "bert" for WordPiece and "t5" for unigram models.
    std::string model;
    std::string pre; ///< llama.cpp's name of the pre-tokenizer; empty for "gemma4"
    std::vector<std::string> tokens;
    std::vector<float> scores; ///< empty for "gpt2"
    std::vector<int32_t>
        types; ///< 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte
    std::vector<std::string> merges; ///< each "left right"; empty except for byte-pair models
    bool addsSpacePrefix = true;
    std::string charsmap; ///< the table by which unigram models normalize texts, or nothing
    bool lowercases = true; ///< WordPiece only
};

/// Reads tokenizer.model, or else tokenizer.json, with the added tokens, and fills up with unused
/// tokens to `size`. For `plan` see ConvertPlan. Throws Error{BadFile} for a damaged file, and
/// Error{Unsupported} for a kind of tokenizer.json that has no name in GGUF files.
ConvertedVocabulary readVocabulary(
    const std::filesystem::path& folder, int64_t size, const ConvertPlan& plan = {});

/// Sets the keys of a vocabulary alone.
void setVocabulary(GgufWriter& writer, const ConvertedVocabulary& vocabulary);

/// Sets the keys tokenizer.*: the vocabulary, the ids of special tokens, what is added to a prompt,
/// and the chat template (from chat_template.jinja, chat_template.json or tokenizer_config.json).
void setTokenizerMetadata(
    GgufWriter& writer, const ModelConfig& config, const std::filesystem::path& folder);

/// The part of a SentencePiece tokenizer.model that a GGUF vocabulary needs.
struct SentencePieceModel {
    struct Piece {
        std::string text;
        float score = 0;
        int32_t type = 1; ///< 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte
    };
    std::vector<Piece> pieces;
    bool isUnigram = false; ///< false: byte pair encoding
    bool addsDummyPrefix = true; ///< a space is put before the first word
};

/// Reads the file, which is a message of sentencepiece_model.proto: 1 pieces {1 text, 2 score, 3
/// type}, 2 trainer {3 kind}, 3 normalizer {3 add_dummy_prefix}. Throws Error{BadFile}.
SentencePieceModel readSentencePieceModel(const std::filesystem::path& path);

} // namespace engine
