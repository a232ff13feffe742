#pragma once

#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <string>

namespace vision {

/// What stands for a picture in a prompt's text: the family's marks and the image token once per
/// row. `rows` × `columns` is how it was cut, 0 × 0 if it was not; a tile gives `rowsPerTile` rows.
std::string imagePrompt(const VisionConfig& config, TowerPlan::Marks marks, int64_t rows,
    int64_t columns, int64_t rowsPerTile);

} // namespace vision
