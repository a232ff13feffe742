#pragma once

#include "engine/convert/planned_tensor.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// Told after each tensor: tensors written so far, tensors in all.
using ConvertProgress = std::function<void(int64_t done, int64_t total)>;

/// A GGUF file that is to be written.
struct PlannedFile {
    std::filesystem::path path;
    std::string architecture; ///< general.architecture
    std::string kind; ///< general.type: "model" or "mmproj"
    kernels::DType type = kernels::DType::F16; ///< most of its matrices have it
    std::shared_ptr<const WeightFile> weights; ///< keeps mapped what the tensors are made of
    std::vector<PlannedTensor> tensors;
    std::function<void(GgufWriter&)> setMetadata; ///< all keys but general.*
};

/// Writes all files; none appears under its name before all are whole. A model is called as its
/// file is: "vignette-starter.gguf" holds "Vignette Starter". Throws Error{BadFile} where a file
/// cannot be written.
void writeFiles(std::span<const PlannedFile> files, const ConvertProgress& progress = nullptr);

} // namespace engine
