#pragma once

#include "vision/tiling.h"
#include "vision/towers/vision_config.h"

#include <cstdint>
#include <vector>

namespace vision {

/// Limits of pixels.
struct GridLimits {
    int64_t min = 0, max = 0;
    int64_t frames = 1; ///< that count together
    int64_t wholeFrames = 1; ///< the same, made a multiple of the frames in a patch
};

/// Both sides as long as this at least, in the same shape.
PixelSize atLeast(PixelSize size, int64_t side);

/// The same, but first the width and then the height grows in the shape that the image then has.
PixelSize sideBySideAtLeast(PixelSize size, int64_t side);

/// The multiple of `step` that is nearest to a length; a half goes to the even number, as in Python.
int64_t roundedToEven(int64_t length, int64_t step);

/// Both sides become multiples of `step`, as near to their lengths as the limits allow (the image
/// and video processors of Qwen2-VL and Qwen3-VL). A half goes to the even number, as in Python.
PixelSize gridSize(PixelSize image, int64_t step, const GridLimits& limits);

/// Rows × columns of tiles.
struct TileGrid {
    int64_t rows = 1, columns = 1;

    bool operator==(const TileGrid&) const = default;
};

/// The grid of `least` to `most` square tiles whose shape comes closest to that of the image, as
/// the image processors of InternVL (arXiv:2404.16821) and LFM2-VL in transformers choose it. Among
/// grids of the same shape it is the largest one that at least half of the image's area fills.
TileGrid bestTileGrid(PixelSize image, int64_t side, int64_t min, int64_t max);

/// The size nearest to the shape of the image whose sides are multiples of `step`, among those next
/// to the image's own size or to the largest one of its shape with `maxSteps` squares of that side
/// (the image processor of Muse Glimmer).
PixelSize nearestShape(PixelSize image, int64_t step, int64_t maxSteps);

// How MiniCPM-V cuts images (Yao et al., 2024, arXiv:2408.01800).

/// The grid of slices of an image, of at most `max`, each as large as a square of that side; 1 × 1
/// if it is no larger.
TileGrid sliceGrid(PixelSize image, int64_t side, int64_t max);

/// The size of a slice or overview of the given shape: multiples of `step`, with as many pixels as a
/// square of that side if the shape is larger or grows.
PixelSize sliceSize(double width, double height, int64_t side, int64_t step, bool grows);

// How LLaVA-NeXT reads images of any shape (LLaVA 1.6, Liu et al., 2024), as transformers does it.

/// Cuts an image: it is scaled until it fits the rectangle of PixelConfig::tileGrids in which most
/// of it is seen and, of several such, the least is left over. There it is in the middle of black,
/// and the rectangle is cut into tiles. The whole image as one more tile is before them. Sets all
/// of `tiling` but the numbers of rows.
void cutIntoTileGrid(Tiling& tiling, const VisionConfig& config);

/// Tiling::rowOrder of an image that was cut so, whose tiles have `side` rows in each of `side`
/// lines: those of the overview, then line by line those that show the image and not the black
/// around it, and behind each line the row that ends it.
std::vector<int32_t> unpaddedRows(const Tiling& tiling, PixelSize image, int64_t side);

} // namespace vision
