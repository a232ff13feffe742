#pragma once

#include <string_view>
#include <vector>

namespace engine {

/// What must be known of a `.model` file beyond what the SentencePiece library tells. Its charsmap
/// is to be checked before the library gets it, which would read out of bounds.
struct SentencePieceFile {
    std::string_view charsmap; ///< normalizer_spec.precompiled_charsmap; may be empty
    bool addsDummyPrefix = true; ///< normalizer_spec.add_dummy_prefix
    std::vector<bool> userDefined; ///< for each piece
    bool isUnigram = true; ///< trainer_spec.model_type
};

/// Walks the protocol buffer of a `.model` file: ModelProto{pieces = 1, trainer_spec = 2,
/// normalizer_spec = 3}, SentencePiece{piece = 1, type = 3}, TrainerSpec{model_type = 3},
/// NormalizerSpec{precompiled_charsmap = 2, add_dummy_prefix = 3}.
/// Throws Error{BadFile} if it is cut short or a piece holds a zero byte.
SentencePieceFile readSentencePieceFile(std::string_view bytes);

} // namespace engine
