#pragma once

#include "engine/config/model_config.h"
#include "engine/convert/planned_tensor.h"

#include <filesystem>

namespace engine {

/// What the GGUF file of a decoder holds.
std::vector<PlannedTensor> planTextTensors(
    const ModelConfig& config, const TensorSource& source, kernels::DType type);

/// general.*, <architecture>.* and tokenizer.*: what llama.cpp needs to run the decoder.
void setTextMetadata(GgufWriter& writer, const ModelConfig& config,
    const std::filesystem::path& folder, const std::vector<PlannedTensor>& tensors,
    kernels::DType type);

/// general.architecture of that family in GGUF files. Throws Error{Unsupported} for a family that
/// cannot be converted.
std::string ggufArchitecture(const std::string& family);

/// The keys both parts of a model have. `kind` is "model" or "mmproj".
void setGeneralMetadata(GgufWriter& writer, const std::string& architecture,
    const std::string& kind, const std::string& name, const std::vector<PlannedTensor>& tensors,
    kernels::DType type);

} // namespace engine
