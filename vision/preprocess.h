#pragma once

#include "vision/images/image.h"
#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <cstdint>
#include <vector>

namespace vision {

/// A picture as its tower reads it.
struct TileSet {
    std::vector<Image> tiles; ///< row by row, then the overview; all imageSize × imageSize
    int64_t rows = 0, columns = 0; ///< of the tiles; 0 × 0: the picture was not cut
};

/// Scales and cuts as transformers' image processors (those on Pillow) do it. Any thread.
TileSet cutTiles(const Image& image, const VisionConfig& config, TowerPlan::Cut cut);

/// (value · rescale − mean) / deviation, channel by channel: [tiles][3][height][width].
std::vector<float> normalizedPixels(const TileSet& set, const PixelConfig& config);

} // namespace vision
