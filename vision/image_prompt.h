#pragma once

#include "vision/tiling.h"
#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <string>

namespace vision {

/// What stands for a picture in the text of a prompt: the separators of the family and the image
/// token once for each row.
std::string imagePrompt(const VisionConfig& config, const MarksPlan& marks, const Tiling& tiling);

/// The text so many times, one behind the other.
std::string repeated(const std::string& text, int64_t count);

} // namespace vision
