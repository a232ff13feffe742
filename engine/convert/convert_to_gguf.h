#pragma once

#include "kernels/dtype.h"

#include <filesystem>
#include <functional>
#include <vector>

namespace engine {

/// Told after each tensor: tensors written so far, tensors in all.
using ConvertProgress = std::function<void(int64_t done, int64_t total)>;

/// Writes a model in Hugging Face layout as GGUF, as llama.cpp lays it out: the decoder and its
/// vocabulary to `output`, a vision tower to "mmproj-" + its name beside it. Matrices take `type`
/// where their rows divide into its blocks, F16 otherwise; norms, biases and positions stay F32.
/// A file appears under its name only when it is whole.
/// Returns the files written. Throws Error{BadFile} or Error{Unsupported}.
std::vector<std::filesystem::path> convertToGguf(const std::filesystem::path& folder,
    const std::filesystem::path& output, kernels::DType type,
    const ConvertProgress& progress = nullptr);

} // namespace engine
