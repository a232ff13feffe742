#pragma once

#include "engine/config/model_config.h"
#include "kernels/ops.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace engine {

class GgufFile;

/// The numbers of an encoder, from config.json and the files of sentence-transformers next to it,
/// or from GGUF metadata. A value, checked by readEncoderConfig.
struct EncoderConfig {
    /// How the rows of a text become its vector.
    enum class Pooling {
        Mean, ///< of all rows
        First, ///< the first row, that of [CLS] or <s>
    };

    std::string family; ///< "bert", "xlm-roberta"
    FileLayout layout = FileLayout::HuggingFace;
    int64_t layers = 0, hidden = 0, heads = 0, feedForward = 0;
    double normEpsilon = 1e-12;
    kernels::Activation activation = kernels::Activation::GeluErf;

    /// The position of the first token in the table of positions: RoBERTa counts on from its
    /// padding.
    int64_t firstPosition = 0;
    int64_t maxTokens = 0; ///< tokens of a text, with those around it; what is longer is cut

    Pooling pooling = Pooling::Mean;
    bool normalizes = false; ///< vectors are made one unit long
};

/// True if files that name this architecture hold encoders, which write no text.
bool isEncoderFamily(std::string_view name);

/// Reads the configuration of a folder in Hugging Face layout. Throws Error{BadFile}, naming the
/// file and the key, for what is missing or wrong, and Error{Unsupported} naming the family, the
/// pooling or the module that is not known.
EncoderConfig readEncoderConfig(const std::filesystem::path& folder);

/// Does the same for a GGUF file, whose vectors are always made one unit long, as llama.cpp does.
EncoderConfig readEncoderConfig(const GgufFile& file);

} // namespace engine
