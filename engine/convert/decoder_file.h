#pragma once

#include "engine/convert/convert_type.h"
#include "engine/convert/planned_file.h"

#include <filesystem>

namespace engine {

/// Plans the GGUF file of the decoder and its vocabulary of a folder in Hugging Face layout, as
/// llama.cpp's converter and quantizer write it; chooseTypes() says which tensor gets which type.
/// Throws Error{BadFile} naming what is missing in the folder, and Error{Unsupported} for a family
/// that cannot be converted.
PlannedFile planDecoderFile(const std::filesystem::path& folder,
    const std::filesystem::path& output, const ConvertOptions& options);

} // namespace engine
