#include "vision/tile_grids.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace vision {

PixelSize atLeast(PixelSize size, int64_t side)
{
    if (size.width >= side && size.height >= side)
        return size;
    const double scale = double(side) / double(std::min(size.width, size.height));
    return {int64_t(double(size.width) * scale), int64_t(double(size.height) * scale)};
}

PixelSize sideBySideAtLeast(PixelSize size, int64_t side)
{
    const auto grown = [side](int64_t length, int64_t from) {
        return int64_t(std::nearbyint(double(length * side) / double(from)));
    };
    if (size.height < side)
        size = {grown(size.width, size.height), side};
    if (size.width < side)
        size = {side, grown(size.height, size.width)};
    return size;
}

int64_t roundedToEven(int64_t length, int64_t step)
{
    return int64_t(std::nearbyint(double(length) / double(step))) * step;
}

PixelSize gridSize(PixelSize image, int64_t step, const GridLimits& limits)
{
    const auto height = double(image.height), width = double(image.width);
    const int64_t min = std::max<int64_t>(1, limits.min);
    const auto steps = [&](double length) { return length / double(step); };
    const PixelSize size{roundedToEven(image.width, step), roundedToEven(image.height, step)};
    const int64_t pixels = limits.wholeFrames * size.width * size.height;
    if (pixels > limits.max) {
        const double shrink
            = std::sqrt(double(limits.frames) * height * width / double(limits.max));
        return {std::max(step, int64_t(std::floor(steps(width / shrink))) * step),
            std::max(step, int64_t(std::floor(steps(height / shrink))) * step)};
    }
    if (pixels >= min)
        return size;
    const double grow = std::sqrt(double(min) / (double(limits.frames) * height * width));
    return {int64_t(std::ceil(steps(width * grow))) * step,
        int64_t(std::ceil(steps(height * grow))) * step};
}

namespace {

// Returns the grids sorted by their number of tiles, those of equal number by their columns.
std::vector<TileGrid> makeGrids(int64_t min, int64_t max)
{
    std::vector<TileGrid> grids;
    for (int64_t columns = 1; columns <= max; ++columns)
        for (int64_t rows = 1; rows * columns <= max; ++rows)
            if (rows * columns >= min)
                grids.push_back({rows, columns});
    std::ranges::stable_sort(
        grids, [](TileGrid a, TileGrid b) { return a.rows * a.columns < b.rows * b.columns; });
    return grids;
}

} // namespace

TileGrid bestTileGrid(PixelSize image, int64_t side, int64_t min, int64_t max)
{
    const double shape = double(image.width) / double(image.height);
    const double area = double(image.width) * double(image.height);
    TileGrid best;
    double smallest = std::numeric_limits<double>::infinity();
    for (const TileGrid grid : makeGrids(min, max)) {
        const double difference = std::abs(shape - double(grid.columns) / double(grid.rows));
        const double tiled = double(side) * double(side) * double(grid.rows * grid.columns);
        if (difference < smallest || (difference == smallest && area > 0.5 * tiled))
            best = grid;
        smallest = std::min(smallest, difference);
    }
    return best;
}

namespace {

// CPython's hash of a pair of numbers that are not negative.
uint64_t pairHash(const TileGrid& grid)
{
    constexpr uint64_t first = 11400714785074694791u, second = 14029467366897019727u,
                       fifth = 2870177450012600261u;
    uint64_t hash = fifth;
    for (const int64_t number : {grid.rows, grid.columns})
        hash = std::rotl(hash + uint64_t(number) * second, 31) * first;
    return hash + (2 ^ (fifth ^ 3527539));
}

// Puts at most four grids in the order in which a set of Python yields them: the first one is taken
// where two are equally near.
std::vector<TileGrid> inSetOrder(const std::vector<TileGrid>& grids)
{
    std::array<std::optional<TileGrid>, 8> slots;
    for (const TileGrid& grid : grids) {
        uint64_t perturb = pairHash(grid), slot = perturb % slots.size();
        while (slots[slot] && *slots[slot] != grid) {
            perturb >>= 5;
            slot = (slot * 5 + 1 + perturb) % slots.size();
        }
        slots[slot] = grid;
    }
    std::vector<TileGrid> ordered;
    for (const auto& slot : slots)
        if (slot)
            ordered.push_back(*slot);
    return ordered;
}

} // namespace

PixelSize nearestShape(PixelSize image, int64_t step, int64_t maxSteps)
{
    const auto width = double(image.width), height = double(image.height);
    const auto max = double(maxSteps);
    double lines = height / double(step), columns = width / double(step);
    const double ratio = columns / lines;
    if (lines * columns > max) {
        lines = std::sqrt(max / ratio);
        columns = lines * ratio;
    }
    std::vector<TileGrid> grids;
    for (const double high : {std::floor(lines), std::ceil(lines)})
        for (const double wide : {std::floor(columns), std::ceil(columns)})
            grids.push_back({int64_t(high), int64_t(wide)});
    std::optional<TileGrid> best;
    double smallest = std::numeric_limits<double>::infinity();
    for (const TileGrid& grid : inSetOrder(grids)) {
        if (grid.rows < 1 || grid.columns < 1 || grid.rows * grid.columns > maxSteps)
            continue;
        const double difference
            = std::abs(double(grid.rows) / double(grid.columns) - height / width);
        if (difference < smallest)
            best = grid;
        smallest = std::min(smallest, difference);
    }
    const auto nearest
        = [](double length) { return std::max<int64_t>(1, int64_t(std::nearbyint(length))); };
    const TileGrid grid = best.value_or(TileGrid{nearest(lines), nearest(columns)});
    return {grid.columns * step, grid.rows * step};
}

TileGrid sliceGrid(PixelSize image, int64_t side, int64_t max)
{
    const auto width = double(image.width), height = double(image.height);
    const double shape = std::log(width / height);
    const double squares = width * height / double(side * side);
    const auto count = int64_t(std::min(std::ceil(squares), double(max)));
    TileGrid best;
    double smallest = std::numeric_limits<double>::infinity();
    for (int64_t slices = count - 1; count > 1 && slices <= std::min(count + 1, max); ++slices)
        for (int64_t rows = 1; rows <= slices; ++rows) {
            if (slices == 1 || slices % rows != 0)
                continue;
            const TileGrid grid{rows, slices / rows};
            const double difference
                = std::abs(shape - std::log(double(grid.columns) / double(rows)));
            if (difference < smallest || (difference == smallest && rows > best.rows))
                best = grid;
            smallest = std::min(smallest, difference);
        }
    return best;
}

PixelSize sliceSize(double width, double height, int64_t side, int64_t step, bool grows)
{
    if (grows || width * height > double(side) * double(side)) {
        const double shape = width / height;
        height = std::trunc(double(side) / std::sqrt(shape));
        width = std::trunc(height * shape);
    }
    const auto steps = [step](double length) {
        return std::max(int64_t(std::nearbyint(length / double(step))) * step, step);
    };
    return {steps(width), steps(height)};
}

namespace {

int64_t pixelCount(PixelSize size)
{
    return size.width * size.height;
}

// How many pixels of the image the rectangle can show.
int64_t shownPixels(PixelSize image, PixelSize rectangle)
{
    const double scale = std::min(double(rectangle.width) / double(image.width),
        double(rectangle.height) / double(image.height));
    const PixelSize scaled{
        int64_t(double(image.width) * scale), int64_t(double(image.height) * scale)};
    return std::min(pixelCount(scaled), pixelCount(image));
}

PixelSize bestRectangle(PixelSize image, const std::vector<PixelSize>& tileGrids)
{
    PixelSize best = tileGrids.front();
    int64_t maxShown = 0, minWasted = std::numeric_limits<int64_t>::max();
    for (const PixelSize rectangle : tileGrids) {
        const int64_t shown = shownPixels(image, rectangle);
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
PixelSize fitted(PixelSize image, PixelSize rectangle)
{
    const double byWidth = double(rectangle.width) / double(image.width);
    const double byHeight = double(rectangle.height) / double(image.height);
    const auto side = [](int64_t length, double scale, int64_t max) {
        return std::min(int64_t(std::ceil(double(length) * scale)), max);
    };
    if (byWidth < byHeight)
        return {rectangle.width, side(image.height, byWidth, rectangle.height)};
    return {side(image.width, byHeight, rectangle.width), rectangle.height};
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

void cutIntoTileGrid(Tiling& tiling, const VisionConfig& config)
{
    const int64_t side = config.imageSize;
    const PixelSize rectangle = bestRectangle(tiling.scaled, config.pixels.tileGrids);
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

std::vector<int32_t> unpaddedRows(const Tiling& tiling, PixelSize image, int64_t side)
{
    const int64_t height = tiling.rows * side, width = tiling.columns * side, tile = side * side;
    const auto wide = double(image.width), high = double(image.height);
    int64_t left = 0, top = 0;
    if (wide / high > double(width) / double(height))
        top = centeredMargin(height, scaledDown(image.height, double(width) / wide));
    else
        left = centeredMargin(width, scaledDown(image.width, double(height) / high));

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
