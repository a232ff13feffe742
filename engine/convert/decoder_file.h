#pragma once

#include "engine/convert/convert_type.h"
#include "engine/convert/planned_file.h"
#include "engine/files/gguf_writer.h"
#include "engine/models/families/families.h"

#include <filesystem>
#include <string>

namespace engine {

/// Plans the GGUF file of the decoder, or encoder, and its vocabulary of a folder in Hugging Face layout, as
/// llama.cpp's converter and quantizer write it; chooseTypes() says which tensor gets which type.
/// Throws Error{BadFile} naming what is missing in the folder, and Error{Unsupported} for a family
/// that cannot be converted.
PlannedFile planDecoderFile(const std::filesystem::path& folder,
    const std::filesystem::path& output, const ConvertOptions& options);

/// Sets what a GGUF file says of a decoder under "<architecture>.", without its tokenizer. Throws
/// Error{Unsupported} for what such files cannot say.
void setDecoderMetadata(
    GgufWriter& writer, const ModelConfig& config, const std::string& architecture);

/// general.architecture of the model's family in GGUF files. Throws Error{Unsupported} for a family
/// that cannot be converted.
std::string ggufArchitecture(const ModelConfig& config);

/// The configuration that the file of a model will have, as far as plans depend on it.
ModelConfig asInGguf(const ModelConfig& config);

/// What GGUF files cannot say of how scores are scaled, as a factor of all queries: 1 if they say
/// everything.
float unsaidQueryFactor(const ModelConfig& config);

} // namespace engine
