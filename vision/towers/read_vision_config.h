#pragma once

#include "vision/towers/vision_config.h"

#include <filesystem>
#include <optional>

namespace engine {
class GgufFile;
}

namespace vision {

/// True if config.json of a folder, or a GGUF file, describes a vision tower, whether or not this
/// version knows it.
bool hasVisionTower(const std::filesystem::path& folder, std::string_view fileName = "config.json");
bool hasVisionTower(const engine::GgufFile& file);

/// Reads the vision part of a folder in Hugging Face layout, in the forms that transformers 4 and 5
/// write: config.json and, for the pixels, processor_config.json or preprocessor_config.json.
/// Throws Error{Unsupported} naming an unknown model_type, and Error{BadFile} naming file and key.
VisionConfig readVisionConfig(
    const std::filesystem::path& folder, std::string_view fileName = "config.json");

/// Reads the tower that an mmproj file describes ("clip.…"). For what llama.cpp's keys cannot say,
/// it does what llama.cpp does unless keys of our own say otherwise:
///
///     vignette.do_image_splitting   bool    false: only the overview, never tiles
///     vignette.size.longest_edge    uint32  in pixels, before cutting; if absent,
///                                           clip.vision.preproc_image_size
///
/// If do_image_splitting is present, tiles are cut as by transformers: an image that fits one tile
/// is not cut. LLaVA 1.6 puts its tiles together as in transformers, too: llama.cpp leaves them one
/// behind the other, without the rows that end lines. Throws as the other does.
VisionConfig readVisionConfig(const engine::GgufFile& file);

/// Throws Error{BadFile} with a message that begins with `source` if the numbers are impossible for
/// a tower or far beyond any real one.
void validate(const VisionConfig& config, const std::string& source);

} // namespace vision
