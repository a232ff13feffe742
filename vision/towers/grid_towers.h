#pragma once

#include "vision/towers/towers.h"

namespace vision {

// What the towers have in common that read an image as a grid of any size, turn its patches by row
// and column and join 2 × 2 of them to a row of the prompt (Qwen2-VL, Wang et al., 2024,
// arXiv:2409.12191).

/// What their image processors and configurations leave out. They have windows, deep blocks and
/// learned positions only if the file says so.
VisionConfig gridDefaults();

/// Their plan, with `block` for all blocks. Rows are normed before they are joined.
TowerPlan gridPlan(const VisionConfig& config, engine::BlockPlan block);

/// layerNormBlock() whose heads are turned by row and column.
engine::BlockPlan turnedBlock(const VisionConfig& config);

/// Reads the names that their fields have in vision_config. Throws Error{Unsupported} for a choice
/// that is not known.
void readGridFields(VisionConfig& config, const engine::JsonFields& root);

} // namespace vision
