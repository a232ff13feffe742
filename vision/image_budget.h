#pragma once

#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <cstdint>

namespace vision {

/// The most rows of the prompt that may be asked for an image.
inline constexpr int64_t maxImageTokens = 16'384;

/// Budgets that depend on the image: a quarter of the rows that it becomes by default; as many as its
/// small text needs, at most four times the default; and half of the default.
inline constexpr int64_t fastImage = -1, fineImage = -2, balancedImage = -3;

/// The budget of an image that is cut into the most tiles that its family supports: an image that would be
/// read whole is cut, too, if it is larger. The default for families without tiles.
inline constexpr int64_t tilesImage = -4;

/// A number from a file: the same if it is a budget, otherwise 0.
int64_t checkedImageTokens(int64_t tokens);

/// True if the family can read an image in more or fewer rows of the prompt than by default.
bool hasImageBudget(const VisionConfig& config);

/// True if the family can cut an image into tiles.
bool canCutTiles(const VisionConfig& config);

/// The configuration in which an image of this size becomes as many rows of the prompt as possible, but
/// not more than `tokens`; the fewest if the family can't do with so few. 0 is the default of the
/// family; fastImage, fineImage, balancedImage and tilesImage are budgets, too. Throws what chooseTiling()
/// throws. Any thread may call it.
VisionConfig withImageTokens(const VisionConfig& config, PixelSize image, int64_t tokens);
VisionConfig withImageTokens(
    const VisionConfig& config, const TowerPlan& plan, PixelSize image, int64_t tokens);

} // namespace vision
