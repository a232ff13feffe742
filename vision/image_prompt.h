#pragma once

#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <string>

namespace vision {

/// What stands for a picture in the text of a prompt: the separators of the family and the image
/// token once for each row. `rows` × `columns` are the tiles that the picture was cut into, 0 × 0
/// if it was not; a tile becomes `rowsPerTile` rows.
std::string imagePrompt(const VisionConfig& config, TowerPlan::Marks marks, int64_t rows,
    int64_t columns, int64_t rowsPerTile);

} // namespace vision
