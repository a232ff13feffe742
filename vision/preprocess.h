#pragma once

#include "vision/images/image.h"
#include "vision/patches.h"
#include "vision/tiling.h"

#include <span>
#include <vector>

namespace vision {

/// Scales a picture to the size from which tiles are cut, as the image processors of transformers
/// (those based on Pillow) do. Any thread may call these functions.
Image scaledImage(const Image& image, const Tiling& tiling);

/// The tiles in the order in which the tower reads them: those of the tiling and, if it has one,
/// the overview. `tiling` must have been made for the size of the picture.
std::vector<Image> cutTiles(const Image& image, const Tiling& tiling);

/// (value · rescale − mean) / deviation, channel by channel: [3][height][width].
std::vector<float> normalizedPixels(const Image& tile, const PixelConfig& config);

/// The patches of tiles, each tile with its grid.
Patches preparedPatches(std::span<const Image> tiles, const VisionConfig& config);

} // namespace vision
