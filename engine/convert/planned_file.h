#pragma once

#include "engine/convert/planned_tensor.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// Called after each tensor with the number of tensors written so far and the number of all
/// tensors.
using ConvertProgress = std::function<void(int64_t done, int64_t total)>;

/// A GGUF file that will be written.
struct PlannedFile {
    std::filesystem::path path;
    std::string architecture; ///< the value of general.architecture
    std::string kind; ///< the value of general.type: "model" or "mmproj"
    uint32_t fileType = 1; ///< general.file_type: llama.cpp's number for the kind of file
    std::shared_ptr<const WeightFile> weights; ///< keeps the sources of the tensors mapped
    std::vector<PlannedTensor> tensors;
    std::function<void(GgufWriter&)> setMetadata; ///< sets all keys but general.*
};

/// Writes all files; none appears under its name before all are complete. The name of a model is
/// made of the name of its file: "vignette-starter.gguf" holds "Vignette Starter". Throws
/// Error{BadFile} if a file cannot be written.
void writeFiles(std::span<const PlannedFile> files, const ConvertProgress& progress = nullptr);

} // namespace engine
