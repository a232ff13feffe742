#pragma once

#include "engine/convert/planned_file.h"

#include <filesystem>
#include <vector>

namespace vision {

/// Writes a model in Hugging Face layout as GGUF, as llama.cpp lays it out: the decoder and its
/// vocabulary to `output`, a vision tower to "mmproj-" + its name beside it. What the files hold is
/// said by planDecoderFile() and planTowerFile(). Files appear under their names only when all are
/// whole. Returns the files written. Throws Error{BadFile} or Error{Unsupported}.
std::vector<std::filesystem::path> convertToGguf(const std::filesystem::path& folder,
    const std::filesystem::path& output, kernels::DType type,
    const engine::ConvertProgress& progress = nullptr);

} // namespace vision
