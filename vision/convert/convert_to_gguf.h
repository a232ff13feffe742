#pragma once

#include "engine/convert/convert_type.h"
#include "engine/convert/planned_file.h"

#include <filesystem>
#include <vector>

namespace vision {

/// Plans the mmproj file of the vision tower of a folder in Hugging Face layout, as llama.cpp's
/// converter writes it. Matrices of blocks and projector get type.towerMatrices if their rows divide
/// into its blocks and F16 otherwise; norms, biases, patches and positions stay F32. Throws Error{BadFile}
/// naming what is missing in the folder, and Error{Unsupported} for an unknown tower.
engine::PlannedFile planTowerFile(const std::filesystem::path& folder,
    const std::filesystem::path& output, const engine::ConvertType& type);

/// Converts a model in Hugging Face layout to GGUF files as llama.cpp's converter makes them: the
/// decoder and its vocabulary become `output`, a vision tower becomes a file next to it whose name
/// is "mmproj-" and the name of `output`. planDecoderFile() and planTowerFile() say what the files
/// hold. The files appear under their names when all are complete. Returns their paths. Throws
/// Error{BadFile} or Error{Unsupported}.
std::vector<std::filesystem::path> convertToGguf(const std::filesystem::path& folder,
    const std::filesystem::path& output, const engine::ConvertOptions& options,
    const engine::ConvertProgress& progress = nullptr);

} // namespace vision
