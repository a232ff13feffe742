#pragma once

#include "engine/config/model_config.h"
#include "engine/convert/converted_vocabulary.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace engine {

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
