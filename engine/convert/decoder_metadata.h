#pragma once

#include "engine/files/gguf_writer.h"
#include "engine/models/families/families.h"

#include <string>

namespace engine {

/// Sets what a GGUF file says of a decoder under "<architecture>.", without its tokenizer. Throws
/// Error{Unsupported} for what such files cannot say.
void setDecoderMetadata(GgufWriter& writer, const ModelConfig& config);

/// general.architecture of the model's family in GGUF files. Throws Error{Unsupported} for a family
/// that cannot be converted.
std::string ggufArchitecture(const ModelConfig& config);

/// The configuration that the file of a model will have, as far as plans depend on it.
ModelConfig asInGguf(const ModelConfig& config);

/// What GGUF files cannot say of how scores are scaled, as a factor of all queries: 1 if they say
/// everything.
float unsaidQueryFactor(const ModelConfig& config);

} // namespace engine
