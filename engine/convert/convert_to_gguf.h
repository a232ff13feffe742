#pragma once

#include "kernels/dtype.h"

#include <filesystem>
#include <functional>
#include <vector>

namespace engine {

/// Called after each tensor with the number of tensors written so far and the number of all
/// tensors.
using ConvertProgress = std::function<void(int64_t done, int64_t total)>;

/// Converts a model in Hugging Face layout to GGUF files as llama.cpp's converter makes them: the
/// decoder and its vocabulary become `output`, a vision tower becomes a file beside it whose name
/// is "mmproj-" and the name of `output`. Matrices are stored as `type` if their rows divide into
/// its blocks and as F16 otherwise; norms, biases and positions stay F32. A file appears under its
/// name only when it is complete.
///
/// Returns the paths of the files. Throws Error{BadFile} if the model is damaged or a file cannot
/// be written, and Error{Unsupported} if the model or the type cannot be converted.
std::vector<std::filesystem::path> convertToGguf(const std::filesystem::path& folder,
    const std::filesystem::path& output, kernels::DType type,
    const ConvertProgress& progress = nullptr);

} // namespace engine
