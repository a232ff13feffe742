#pragma once

#include "engine/convert/convert_type.h"
#include "engine/convert/planned_file.h"

#include <filesystem>

namespace vision {

/// Plans the mmproj file of the vision tower of a folder in Hugging Face layout, as llama.cpp's
/// converter writes it. Matrices of blocks and projector get type.towerMatrices if their rows divide
/// into its blocks and F16 otherwise; norms, biases, patches and positions stay F32. Throws Error{BadFile}
/// naming what is missing in the folder, and Error{Unsupported} for an unknown tower.
engine::PlannedFile planTowerFile(const std::filesystem::path& folder,
    const std::filesystem::path& output, const engine::ConvertType& type);

} // namespace vision
