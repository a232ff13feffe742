#pragma once

#include <string_view>
#include <vector>

namespace engine {

/// What the program must know of a `.model` file and the SentencePiece library does not tell. The
/// charsmap must be checked (see Charsmap) before the library gets the file, because the library
/// would read outside of a damaged one.
struct SentencePieceFile {
    std::string_view charsmap; ///< normalizer_spec.precompiled_charsmap; may be empty
    bool addsDummyPrefix = true; ///< normalizer_spec.add_dummy_prefix
    std::vector<bool> userDefined; ///< by token id: whether the piece is of the type USER_DEFINED
    bool isUnigram = true; ///< whether trainer_spec.model_type is UNIGRAM
};

/// Reads the protocol buffer of a `.model` file (sentencepiece_model.proto): ModelProto{pieces = 1,
/// trainer_spec = 2, normalizer_spec = 3}, SentencePiece{piece = 1, type = 3},
/// TrainerSpec{model_type = 3}, NormalizerSpec{precompiled_charsmap = 2, add_dummy_prefix = 3}.
/// Throws Error{BadFile} if the file is cut short or a piece holds a zero byte.
SentencePieceFile readSentencePieceFile(std::string_view bytes);

} // namespace engine
