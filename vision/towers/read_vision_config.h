#pragma once

#include "vision/towers/vision_config.h"

#include <filesystem>
#include <optional>

namespace engine {
class GgufFile;
}

namespace vision {

/// Whether a folder's config.json, or a GGUF file, describes a vision tower at all, known or not.
bool hasVisionTower(const std::filesystem::path& folder, std::string_view fileName = "config.json");
bool hasVisionTower(const engine::GgufFile& file);

/// The vision part of a folder in Hugging Face layout, in the forms transformers 4 and 5 write:
/// config.json, and for the pixels processor_config.json or preprocessor_config.json.
/// Throws Error{Unsupported} naming an unknown model_type, Error{BadFile} naming file and key.
VisionConfig readVisionConfig(
    const std::filesystem::path& folder, std::string_view fileName = "config.json");

/// The tower an mmproj file describes ("clip.…"). What llama.cpp's keys cannot say is as llama.cpp
/// does it, unless keys of our own say otherwise:
///
///     vignette.do_image_splitting   bool    false: the overview alone, never tiles
///     vignette.size.longest_edge    uint32  pixels, before cutting (else
///     clip.vision.preproc_image_size)
///
/// Where do_image_splitting is there, tiles are cut as transformers does: a picture that fits one
/// tile is not cut. Throws as above.
VisionConfig readVisionConfig(const engine::GgufFile& file);

/// For both: throws Error{BadFile} with a sentence that begins with `source` if the numbers cannot
/// belong to a tower, or are far beyond any.
void validate(const VisionConfig& config, const std::string& source);

} // namespace vision
