#include "vision/tile_grids.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace vision {

PixelSize atLeast(PixelSize size, int64_t side)
{
    if (size.width >= side && size.height >= side)
        return size;
    const double scale = double(side) / double(std::min(size.width, size.height));
    return {int64_t(double(size.width) * scale), int64_t(double(size.height) * scale)};
}

PixelSize gridSize(PixelSize picture, int64_t step, const GridLimits& limits)
{
    const auto height = double(picture.height), width = double(picture.width);
    const int64_t least = std::max<int64_t>(1, limits.least);
    const auto steps = [&](double length) { return length / double(step); };
    const PixelSize size{int64_t(std::nearbyint(steps(width))) * step,
        int64_t(std::nearbyint(steps(height))) * step};
    const int64_t pixels = limits.wholeFrames * size.width * size.height;
    if (pixels > limits.most) {
        const double shrink
            = std::sqrt(double(limits.frames) * height * width / double(limits.most));
        return {std::max(step, int64_t(std::floor(steps(width / shrink))) * step),
            std::max(step, int64_t(std::floor(steps(height / shrink))) * step)};
    }
    if (pixels >= least)
        return size;
    const double grow = std::sqrt(double(least) / (double(limits.frames) * height * width));
    return {int64_t(std::ceil(steps(width * grow))) * step,
        int64_t(std::ceil(steps(height * grow))) * step};
}

namespace {

// Returns the grids sorted by their number of tiles, those of equal number by their columns.
std::vector<TileGrid> makeGrids(int64_t least, int64_t most)
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
    for (const TileGrid grid : makeGrids(least, most)) {
        const double difference = std::abs(shape - double(grid.columns) / double(grid.rows));
        const double tiled = double(side) * double(side) * double(grid.rows * grid.columns);
        if (difference < smallest || (difference == smallest && area > 0.5 * tiled))
            best = grid;
        smallest = std::min(smallest, difference);
    }
    return best;
}

namespace {

int64_t pixelCount(PixelSize size)
{
    return size.width * size.height;
}

// How many pixels of the image the rectangle can show.
int64_t shownPixels(PixelSize picture, PixelSize rectangle)
{
    const double scale = std::min(double(rectangle.width) / double(picture.width),
        double(rectangle.height) / double(picture.height));
    const PixelSize scaled{
        int64_t(double(picture.width) * scale), int64_t(double(picture.height) * scale)};
    return std::min(pixelCount(scaled), pixelCount(picture));
}

PixelSize bestPinpoint(PixelSize picture, const std::vector<PixelSize>& pinpoints)
{
    PixelSize best = pinpoints.front();
    int64_t maxShown = 0, minWasted = std::numeric_limits<int64_t>::max();
    for (const PixelSize rectangle : pinpoints) {
        const int64_t shown = shownPixels(picture, rectangle);
        const int64_t wasted = pixelCount(rectangle) - shown;
        if (shown < maxShown || (shown == maxShown && wasted >= minWasted))
            continue;
        maxShown = shown;
        minWasted = wasted;
        best = rectangle;
    }
    return best;
}

// The largest size of the same shape inside the rectangle, the other side rounded up.
PixelSize fitted(PixelSize picture, PixelSize rectangle)
{
    const double byWidth = double(rectangle.width) / double(picture.width);
    const double byHeight = double(rectangle.height) / double(picture.height);
    const auto side = [](int64_t length, double scale, int64_t most) {
        return std::min(int64_t(std::ceil(double(length) * scale)), most);
    };
    if (byWidth < byHeight)
        return {rectangle.width, side(picture.height, byWidth, rectangle.height)};
    return {side(picture.width, byHeight, rectangle.width), rectangle.height};
}

// A length scaled and rounded down, except for errors beyond the seventh decimal.
int64_t scaledDown(int64_t length, double scale)
{
    return int64_t(std::round(double(length) * scale * 1e7) / 1e7);
}

// The margin at each end of an axis, in rows of the prompt: half of the remaining rows.
int64_t centeredMargin(int64_t all, int64_t shown)
{
    return (all - shown) / 2;
}

} // namespace

void cutAtPinpoints(Tiling& tiling, const VisionConfig& config)
{
    const int64_t side = config.imageSize;
    const PixelSize rectangle = bestPinpoint(tiling.scaled, config.pixels.pinpoints);
    tiling.scaled = fitted(tiling.scaled, rectangle);
    tiling.scalings.push_back(tiling.scaled);
    tiling.rows = rectangle.height / side;
    tiling.columns = rectangle.width / side;
    const int64_t left = (rectangle.width - tiling.scaled.width) / 2;
    const int64_t top = (rectangle.height - tiling.scaled.height) / 2;
    for (int64_t row = 0; row < tiling.rows; ++row)
        for (int64_t column = 0; column < tiling.columns; ++column)
            tiling.tiles.push_back({column * side - left, row * side - top, side, side});
    tiling.hasOverview = tiling.scalesOriginal = tiling.overviewFirst = true;
    tiling.overview = {side, side};
}

std::vector<int32_t> unpaddedRows(const Tiling& tiling, PixelSize picture, int64_t side)
{
    const int64_t height = tiling.rows * side, width = tiling.columns * side, tile = side * side;
    const auto wide = double(picture.width), high = double(picture.height);
    int64_t left = 0, top = 0;
    if (wide / high > double(width) / double(height))
        top = centeredMargin(height, scaledDown(picture.height, double(width) / wide));
    else
        left = centeredMargin(width, scaledDown(picture.width, double(height) / high));

    std::vector<int32_t> order(tile, 0);
    std::iota(order.begin(), order.end(), 0);
    for (int64_t y = top; y < height - top; ++y) {
        for (int64_t x = left; x < width - left; ++x) {
            const int64_t before = 1 + y / side * tiling.columns + x / side; // tiles
            order.push_back(int32_t(before * tile + y % side * side + x % side));
        }
        order.push_back(int32_t((1 + tiling.rows * tiling.columns) * tile));
    }
    return order;
}

} // namespace vision
