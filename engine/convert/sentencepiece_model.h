#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace engine {

/// What a SentencePiece tokenizer.model holds, as far as a GGUF vocabulary needs it.
struct SentencePieceModel {
    struct Piece {
        std::string text;
        float score = 0;
        int32_t type = 1; ///< 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte
    };
    std::vector<Piece> pieces;
    bool isUnigram = false; ///< else byte-pair merges
    bool addsDummyPrefix = true; ///< a space before the first word
};

/// Reads the file, a protocol-buffer message: 1 pieces {1 text, 2 score, 3 type},
/// 2 trainer {3 kind}, 3 normalizer {3 add_dummy_prefix}. Throws Error{BadFile}.
SentencePieceModel readSentencePieceModel(const std::filesystem::path& path);

} // namespace engine
