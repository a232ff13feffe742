#pragma once

#include "engine/files/weight_file.h"

#include <memory>

namespace engine {

/// Opens whatever holds a model's tensors: a GGUF file, a safetensors file, or a folder with
/// model.safetensors or with model.safetensors.index.json and the files it lists, seen as one.
/// Throws Error{BadFile} or Error{Unsupported}.
std::shared_ptr<const WeightFile> openWeights(const std::filesystem::path& path);

} // namespace engine
