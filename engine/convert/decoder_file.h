#pragma once

#include "engine/convert/planned_file.h"
#include "kernels/dtype.h"

#include <filesystem>

namespace engine {

/// Plans the GGUF file of the decoder and its vocabulary of a folder in Hugging Face layout, as
/// llama.cpp's converter writes it. Matrices get `type` if their rows divide into its blocks and
/// F16 otherwise; norms and biases stay F32. Throws Error{BadFile} naming what is missing in the
/// folder, and Error{Unsupported} for a type or a family that cannot be converted.
PlannedFile planDecoderFile(
    const std::filesystem::path& folder, const std::filesystem::path& output, kernels::DType type);

} // namespace engine
