#pragma once

#include "engine/encoders/families/encoder_config.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

namespace engine {

class GgufFile;

/// True if files that name this architecture hold encoders, which write no text.
bool isEncoderFamily(std::string_view name);

/// True if a folder or a GGUF file contains an encoder, or a decoder whose files, or whose name, say
/// that it makes vectors or scores of texts. False for files that can't be read.
bool isEncoderModel(const std::filesystem::path& path);
bool isEncoderModel(const GgufFile& file);

/// Reads the configuration of a folder in Hugging Face layout. Throws Error{BadFile}, naming the
/// file and the key, for what is missing or wrong, and Error{Unsupported} naming the family, the
/// pooling or the module that is not known. A decoder whose files don't say what it is for becomes
/// a reranker, if its family has a prompt for that.
EncoderConfig readEncoderConfig(const std::filesystem::path& folder);

/// Does the same for a GGUF file, whose vectors are always made one unit long, as llama.cpp does.
EncoderConfig readEncoderConfig(const GgufFile& file);

/// The label whose score says how well a document answers a query: the only one, or "yes". Nothing
/// if the model is no reranker.
std::optional<size_t> findRelevanceLabel(const EncoderConfig& config);

/// The labels of a model that was trained on natural language inference.
struct EntailmentLabels {
    size_t entailment = 0;
    std::optional<size_t> contradiction = {}; ///< nothing: it only knows not_entailment
};

/// Those labels, by their names in any case: entailment, neutral and contradiction, or entailment and
/// not_entailment. Nothing if the model has other ones.
std::optional<EntailmentLabels> findEntailmentLabels(const EncoderConfig& config);

} // namespace engine
