#pragma once

#include "engine/files/weight_file.h"

#include <memory>

namespace engine {

/// Opens whatever holds the tensors of a model. `path` may be a GGUF file, a safetensors file, or a
/// folder with model.safetensors or with model.safetensors.index.json and the files that it lists,
/// which are then seen as one file. Packed matrices of a folder are unpacked, see PackedWeights.
/// Throws Error{BadFile} if a file is missing or damaged and
/// Error{Unsupported} if this program cannot read its kind.
std::shared_ptr<const WeightFile> openWeights(const std::filesystem::path& path);

} // namespace engine
