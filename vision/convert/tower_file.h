#pragma once

#include "engine/convert/planned_file.h"

#include <filesystem>

namespace vision {

/// The mmproj file of the vision tower of a folder in Hugging Face layout, as llama.cpp lays it
/// out. Matrices of blocks and projector take `type` where their rows divide into its blocks, F16
/// otherwise; norms, biases, patches and positions stay F32. Throws Error{BadFile} naming what the
/// folder lacks, or Error{Unsupported} for a tower that is not known.
engine::PlannedFile planTowerFile(
    const std::filesystem::path& folder, const std::filesystem::path& output, kernels::DType type);

} // namespace vision
