#pragma once

#include "engine/config/model_config.h"
#include "engine/convert/planned_tensor.h"

#include <filesystem>

namespace engine {

/// Plans the tensors of the decoder's GGUF file. Throws Error{BadFile} if one is missing.
std::vector<PlannedTensor> planTextTensors(
    const ModelConfig& config, const TensorSource& source, kernels::DType type);

/// Sets the keys general.*, <architecture>.* and tokenizer.* that llama.cpp needs to run the
/// decoder.
void setTextMetadata(GgufWriter& writer, const ModelConfig& config,
    const std::filesystem::path& folder, const std::vector<PlannedTensor>& tensors,
    kernels::DType type);

/// The value of general.architecture for models of a family. Throws Error{Unsupported} if the
/// family cannot be converted.
std::string ggufArchitecture(const std::string& family);

/// Sets the keys that both files of a model have. `kind` is "model" or "mmproj".
void setGeneralMetadata(GgufWriter& writer, const std::string& architecture,
    const std::string& kind, const std::string& name, const std::vector<PlannedTensor>& tensors,
    kernels::DType type);

} // namespace engine
