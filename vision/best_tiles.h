#pragma once

#include "vision/tiling.h"

namespace vision {

/// Rows × columns of tiles.
struct TileGrid {
    int64_t rows = 1, columns = 1;
};

/// The grid of `least` to `most` square tiles whose shape comes closest to that of the picture, as
/// the image processors of InternVL (arXiv:2404.16821) and LFM2-VL in transformers choose it. Of
/// grids of the same shape it is the largest one that at least half of the picture's area fills.
TileGrid bestTileGrid(PixelSize picture, int64_t side, int64_t least, int64_t most);

} // namespace vision
