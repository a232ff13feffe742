#include "vision/best_tiles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace vision {

namespace {

// By their number of tiles; those of equal number by their columns.
std::vector<TileGrid> gridsOf(int64_t least, int64_t most)
{
    std::vector<TileGrid> grids;
    for (int64_t columns = 1; columns <= most; ++columns)
        for (int64_t rows = 1; rows * columns <= most; ++rows)
            if (rows * columns >= least)
                grids.push_back({rows, columns});
    std::ranges::stable_sort(
        grids, [](TileGrid a, TileGrid b) { return a.rows * a.columns < b.rows * b.columns; });
    return grids;
}

} // namespace

TileGrid bestTileGrid(PixelSize picture, int64_t side, int64_t least, int64_t most)
{
    const double shape = double(picture.width) / double(picture.height);
    const double area = double(picture.width) * double(picture.height);
    TileGrid best;
    double smallest = std::numeric_limits<double>::infinity();
    for (const TileGrid grid : gridsOf(least, most)) {
        const double difference = std::abs(shape - double(grid.columns) / double(grid.rows));
        const double tiled = double(side) * double(side) * double(grid.rows * grid.columns);
        if (difference < smallest || (difference == smallest && area > 0.5 * tiled))
            best = grid;
        smallest = std::min(smallest, difference);
    }
    return best;
}

} // namespace vision
