#include "vision/tiling.h"

#include "base/error.h"
#include "vision/projector.h"
#include "vision/tile_grids.h"
#include "vision/towers/towers.h"

#include <algorithm>
#include <cmath>

namespace vision {

using base::Error;
using base::ErrorKind;

namespace {

int64_t even(int64_t length)
{
    return length + length % 2;
}

int64_t roundedUp(int64_t length, int64_t step)
{
    return (length + step - 1) / step * step;
}

// The longer side becomes `longest`, the other keeps the shape, made even.
PixelSize scaledToLongest(PixelSize size, int64_t longest)
{
    const double aspect = double(size.width) / double(size.height);
    if (size.width >= size.height)
        return {longest, std::max<int64_t>(even(int64_t(double(longest) / aspect)), 1)};
    return {std::max<int64_t>(even(int64_t(double(longest) * aspect)), 1), longest};
}

// Neither side stays above the most the processor ever makes.
PixelSize limited(PixelSize size)
{
    constexpr int64_t max = 4096;
    const double aspect = double(size.width) / double(size.height);
    if (size.width >= size.height && size.width > max)
        return {max, std::max<int64_t>(int64_t(max / aspect), 1)};
    if (size.height > size.width && size.height > max)
        return {std::max<int64_t>(int64_t(max * aspect), 1), max};
    return size;
}

// Both sides become multiples of a tile, the longer one first.
PixelSize scaledToTiles(PixelSize size, int64_t tile)
{
    const double aspect = double(size.width) / double(size.height);
    if (size.width >= size.height) {
        const int64_t width = roundedUp(size.width, tile);
        return {width, std::max(roundedUp(int64_t(double(width) / aspect), tile), tile)};
    }
    const int64_t height = roundedUp(size.height, tile);
    return {std::max(roundedUp(int64_t(double(height) * aspect), tile), tile), height};
}

void scale(Tiling& tiling, PixelSize size)
{
    tiling.scalings.push_back(size);
    tiling.scaled = size;
}

PixelRect whole(PixelSize size)
{
    return {0, 0, size.width, size.height};
}

// What one row of the prompt shows, in pixels a side.
int64_t rowSide(const VisionConfig& config)
{
    return config.patchSize * config.scaleFactor;
}

// All tiles of the scaled image, row by row.
void addTiles(Tiling& tiling, int64_t side)
{
    for (int64_t top = 0; top < tiling.scaled.height; top += side)
        for (int64_t left = 0; left < tiling.scaled.width; left += side)
            tiling.tiles.push_back({left, top, side, side});
}

void cutInTiles(Tiling& tiling, const PixelConfig& config)
{
    const int64_t side = config.tileSize;
    if (config.resizes)
        scale(tiling, limited(scaledToLongest(tiling.scaled, config.longestEdge)));
    if (!config.splits) {
        scale(tiling, {side, side});
        tiling.tiles = {whole(tiling.scaled)};
        return;
    }
    scale(tiling, scaledToTiles(tiling.scaled, side));
    const int64_t rows = tiling.scaled.height / side, columns = tiling.scaled.width / side;
    if (rows * columns == 1 && !config.splitsSmall) {
        tiling.tiles = {whole(tiling.scaled)};
        return;
    }
    tiling.rows = rows;
    tiling.columns = columns;
    tiling.hasOverview = true;
    tiling.overview = {side, side};
    addTiles(tiling, side);
}

// Cuts into as many tiles as suit the shape of the image, and adds one that shows all of it.
void cutInBestTiles(Tiling& tiling, const PixelConfig& config, int64_t side)
{
    const TileGrid grid = bestTileGrid(tiling.scaled, side, config.minTiles, config.maxTiles);
    scale(tiling, {grid.columns * side, grid.rows * side});
    if (grid.rows * grid.columns > 1) {
        tiling.rows = grid.rows;
        tiling.columns = grid.columns;
        tiling.hasOverview = tiling.scalesOriginal = true;
        tiling.overview = {side, side};
    }
    addTiles(tiling, side);
}

int64_t half(int64_t difference) // rounded down, also below 0
{
    return difference >= 0 ? difference / 2 : -((1 - difference) / 2);
}

// Scaled so that its shorter side is shortestEdge, then the middle.
void cutMiddle(Tiling& tiling, const PixelConfig& config)
{
    const PixelSize image = tiling.scaled;
    if (config.resizes && config.shortestEdge > 0) {
        const auto [shorter, longer] = std::minmax(image.width, image.height);
        const int64_t length = int64_t(double(config.shortestEdge * longer) / double(shorter));
        scale(tiling,
            image.width <= image.height ? PixelSize{config.shortestEdge, length}
                                        : PixelSize{length, config.shortestEdge});
    } else if (config.resizes) {
        scale(tiling, {config.resizeWidth, config.resizeHeight});
    }
    const PixelSize size = tiling.scaled;
    tiling.tiles = {config.crops ? PixelRect{half(size.width - config.cropWidth),
                        half(size.height - config.cropHeight), config.cropWidth, config.cropHeight}
                                 : whole(size)};
}

// Scaled until it fits, centered on CLIP's mean color.
void padToSquare(Tiling& tiling, int64_t side)
{
    const PixelSize image = tiling.scaled;
    const double factor = double(side) / double(std::max(image.width, image.height));
    const auto scaledSide = [&](int64_t length) {
        return std::clamp<int64_t>(int64_t(std::ceil(double(length) * factor)), 1, side);
    };
    scale(tiling, {scaledSide(image.width), scaledSide(image.height)});
    tiling.resampling = Resampling::Bilinear;
    tiling.background = {122, 116, 104};
    tiling.tiles
        = {{-((side - tiling.scaled.width) / 2), -((side - tiling.scaled.height) / 2), side, side}};
}

void makeSquare(Tiling& tiling, const VisionConfig& config)
{
    if (config.pixels.padsToSquare)
        padToSquare(tiling, config.imageSize);
    else
        cutMiddle(tiling, config.pixels);
    const PixelRect& tile = tiling.tiles.front();
    if (tile.width != config.imageSize || tile.height != config.imageSize)
        throw Error(ErrorKind::BadRequest,
            "the picture must have the size that the vision encoder expects");
}

void scaleToSquare(Tiling& tiling, int64_t side)
{
    scale(tiling, {side, side});
    tiling.tiles = {whole(tiling.scaled)};
}

// Does as the image processor of Pixtral does.
void scaleToLongestEdge(Tiling& tiling, const VisionConfig& config)
{
    const PixelSize image = tiling.scaled;
    const int64_t step = config.patchSize * config.scaleFactor;
    const double factor = std::max(
        1.0, double(std::max(image.width, image.height)) / double(config.pixels.longestEdge));
    const auto scaledSide = [&](int64_t length) {
        return roundedUp(std::max<int64_t>(int64_t(double(length) / factor), 1), step);
    };
    scale(tiling, {scaledSide(image.width), scaledSide(image.height)});
    tiling.tiles = {whole(tiling.scaled)};
}

// Both sides become multiples of what gives one row of the prompt; the area stays where it fits
// that of the tile.
void scaleToWholeRows(Tiling& tiling, const VisionConfig& config)
{
    const PixelSize image = tiling.scaled;
    const int64_t step = config.patchSize * config.scaleFactor;
    const double max = double(config.imageSize) * double(config.imageSize);
    const double factor
        = std::min(1.0, std::sqrt(max / (double(image.width) * double(image.height))));
    const auto scaledSide = [&](int64_t length) {
        const auto steps = int64_t(double(length) * factor / double(step));
        return std::clamp<int64_t>(steps, 1, config.imageSize / step) * step;
    };
    scale(tiling, {scaledSide(image.width), scaledSide(image.height)});
    tiling.tiles = {whole(tiling.scaled)};
}

// Does as the image processor of Gemma 4 does.
void scaleToMaxRows(Tiling& tiling, const VisionConfig& config)
{
    const auto width = double(tiling.scaled.width), height = double(tiling.scaled.height);
    const int64_t step = rowSide(config), max = config.pixels.maxRows;
    const double factor = std::sqrt(double(max * step * step) / (height * width));
    auto columns = int64_t(factor * width / double(step));
    auto lines = int64_t(factor * height / double(step));
    if (lines == 0)
        columns = std::min(int64_t(width / height), max);
    if (columns == 0)
        lines = std::min(int64_t(height / width), max);
    const PixelSize size{std::max<int64_t>(columns, 1) * step, std::max<int64_t>(lines, 1) * step};
    if (std::max(size.width, size.height) > config.positionsPerAxis * config.patchSize)
        throw Error(ErrorKind::BadRequest, "the picture is too long and narrow for this model");
    if (size != tiling.scaled)
        scale(tiling, size);
    tiling.tiles = {whole(tiling.scaled)};
}

// Both sides as multiples of a row of the prompt.
PixelSize rounded(PixelSize image, int64_t step)
{
    return {roundedToEven(image.width, step), roundedToEven(image.height, step)};
}

// The size of LFM2-VL's image processor that is nearest to the image's own.
PixelSize ownSize(const VisionConfig& config, PixelSize image)
{
    const int64_t step = rowSide(config), area = step * step;
    const auto width = double(image.width), height = double(image.height);
    const auto max = double(config.pixels.maxRows * area);
    const auto min = double(config.pixels.minRows * area);
    PixelSize size = rounded(image, step);
    size = {std::max(size.width, step), std::max(size.height, step)};
    const auto pixels = double(size.width) * double(size.height);
    if (pixels > max) {
        const double shrink = std::sqrt(height * width / max);
        const auto side = [&](double length) {
            return std::max(step, int64_t(std::floor(length / shrink / double(step))) * step);
        };
        return {side(width), side(height)};
    }
    if (pixels < min) {
        const double grow = std::sqrt(min / (height * width));
        const auto side = [&](double length) {
            return int64_t(std::ceil(length * grow / double(step))) * step;
        };
        return {side(width), side(height)};
    }
    return size;
}

bool isFarTooLarge(const VisionConfig& config, PixelSize image)
{
    const int64_t step = rowSide(config);
    const PixelSize size = rounded(image, step);
    const double pixels = double(std::max(size.width, config.patchSize))
        * double(std::max(size.height, config.patchSize));
    return pixels > double(config.pixels.maxRows * step * step) * config.pixels.tolerance;
}

void scaleToOwnSizeOrTiles(Tiling& tiling, const VisionConfig& config)
{
    const PixelSize own = ownSize(config, tiling.scaled);
    if (config.pixels.splits && isFarTooLarge(config, tiling.scaled)) {
        cutInBestTiles(tiling, config.pixels, config.pixels.tileSize);
        tiling.hasOverview = tiling.hasOverview && config.pixels.hasOverview;
        tiling.overview = own;
        return;
    }
    scale(tiling, own);
    tiling.tiles = {whole(own)};
}

// An image that can be scaled to whole rows of the prompt.
PixelSize enlarged(PixelSize image, int64_t side, TowerPlan::Limits limits)
{
    switch (limits) {
    case TowerPlan::Limits::OfFrames:
        return atLeast(image, side);
    case TowerPlan::Limits::OfWholeRows:
        return sideBySideAtLeast(image, side);
    case TowerPlan::Limits::OfImage:
        break;
    }
    return image;
}

// Both sides become multiples of what gives one row of the prompt.
void scaleToGrid(Tiling& tiling, const VisionConfig& config, TowerPlan::Limits limits)
{
    const bool countsFrames = limits == TowerPlan::Limits::OfFrames;
    const int64_t frames = countsFrames ? config.framesPerPatch : 1;
    const PixelSize image = enlarged(tiling.scaled, rowSide(config), limits);
    const PixelSize size = gridSize(
        image, rowSide(config), {config.pixels.minPixels, config.pixels.maxPixels, frames, frames});
    if (size != tiling.scaled)
        scale(tiling, size);
    tiling.tiles = {whole(tiling.scaled)};
}

void scaleToNearestShape(Tiling& tiling, const VisionConfig& config)
{
    const PixelSize size = nearestShape(tiling.scaled, rowSide(config), config.pixels.maxRows);
    if (size != tiling.scaled)
        scale(tiling, size);
    tiling.tiles = {whole(tiling.scaled)};
}

void cutIntoSlices(Tiling& tiling, const VisionConfig& config)
{
    const int64_t step = rowSide(config), side = config.pixels.tileSize;
    const PixelSize image = tiling.scaled;
    const TileGrid grid
        = config.pixels.splits ? sliceGrid(image, side, config.pixels.maxTiles) : TileGrid();
    const bool isCut = grid.rows * grid.columns > 1;
    const PixelSize overview
        = sliceSize(double(image.width), double(image.height), side, step, !isCut);
    if (!isCut) {
        scale(tiling, overview);
        tiling.tiles = {whole(overview)};
        return;
    }
    const auto share = [](int64_t length, int64_t parts) {
        return double(std::max(roundedToEven(length, parts), parts)) / double(parts);
    };
    const PixelSize slice = sliceSize(
        share(image.width, grid.columns), share(image.height, grid.rows), side, step, true);
    tiling.rows = grid.rows;
    tiling.columns = grid.columns;
    scale(tiling, {slice.width * grid.columns, slice.height * grid.rows});
    for (int64_t top = 0; top < tiling.scaled.height; top += slice.height)
        for (int64_t left = 0; left < tiling.scaled.width; left += slice.width)
            tiling.tiles.push_back({left, top, slice.width, slice.height});
    tiling.hasOverview = tiling.overviewFirst = tiling.scalesOriginal = true;
    tiling.overview = overview;
}

} // namespace

Tiling chooseTiling(const VisionConfig& config, PixelSize image)
{
    return chooseTiling(config, towerPlan(config), image);
}

Tiling chooseTiling(const VisionConfig& config, const TowerPlan& plan, PixelSize image)
{
    CHECK(image.width > 0 && image.height > 0);
    // A strip a thousand times as long as wide would be blown up beyond all memory.
    if (std::max(image.width, image.height) / std::min(image.width, image.height) > 1000)
        throw Error(
            ErrorKind::BadRequest, "the picture is more than 1000 times as long as it is wide");
    Tiling tiling;
    tiling.scaled = image;
    tiling.resampling = config.pixels.resampling;
    switch (plan.cut) {
    case TowerPlan::Cut::Tiles:
        cutInTiles(tiling, config.pixels);
        break;
    case TowerPlan::Cut::BestTiles:
        cutInBestTiles(tiling, config.pixels, config.imageSize);
        break;
    case TowerPlan::Cut::TileGrids:
        cutIntoTileGrid(tiling, config);
        break;
    case TowerPlan::Cut::MaxRows:
        scaleToMaxRows(tiling, config);
        break;
    case TowerPlan::Cut::OwnSizeOrTiles:
        scaleToOwnSizeOrTiles(tiling, config);
        break;
    case TowerPlan::Cut::Square:
        scaleToSquare(tiling, config.imageSize);
        break;
    case TowerPlan::Cut::LongestEdge:
        scaleToLongestEdge(tiling, config);
        break;
    case TowerPlan::Cut::Middle:
        makeSquare(tiling, config);
        break;
    case TowerPlan::Cut::Whole:
        scaleToWholeRows(tiling, config);
        break;
    case TowerPlan::Cut::Grid:
        scaleToGrid(tiling, config, plan.limits);
        break;
    case TowerPlan::Cut::NearestShape:
        scaleToNearestShape(tiling, config);
        break;
    case TowerPlan::Cut::Slices:
        cutIntoSlices(tiling, config);
        break;
    }
    const PixelRect& tile = tiling.tiles.front();
    const PatchGrid grid = patchGrid(config, {tile.width, tile.height});
    tiling.rowsPerTile = mergedRows(config, plan, grid);
    tiling.rowsPerLine = mergedColumns(config, plan, grid);
    if (tiling.hasOverview)
        tiling.rowsPerOverview = mergedRows(config, plan, patchGrid(config, tiling.overview));
    if (plan.cut == TowerPlan::Cut::TileGrids)
        tiling.rowOrder = unpaddedRows(tiling, image, tiling.rowsPerLine);
    return tiling;
}

PatchGrid patchGrid(const VisionConfig& config, PixelSize size)
{
    return {1, size.height / config.patchSize, size.width / config.patchSize};
}

std::string makeImagePrompt(const VisionConfig& config, PixelSize image)
{
    return imagePrompt(config, towerPlan(config).marks, chooseTiling(config, image));
}

int64_t tileBytes(const VisionConfig& config, PixelSize tile)
{
    constexpr int64_t number = 4; // bytes of an f32
    const int64_t pixels = tile.width * tile.height;
    const int64_t patches = pixels / (config.patchSize * config.patchSize);
    return number
        * (patches * (6 * config.hidden + config.feedForward)
            + 3 * (1 + config.framesPerPatch) * pixels);
}

namespace {

std::string markedLines(const VisionConfig& config, const MarksPlan& marks, const Tiling& tiling)
{
    const std::string between = marks.betweenLines;
    if (between.empty())
        return repeated(config.imageToken, tiling.promptRows());
    const std::string line = repeated(config.imageToken, tiling.rowsPerLine);
    const int64_t lines = tiling.promptRows() / tiling.rowsPerLine;
    return repeated(line + between, lines - 1) + line;
}

std::string rowsAndColumns(const VisionConfig& config, const Tiling& tiling)
{
    const std::string tile = repeated(config.imageToken, tiling.rowsPerTile);
    const std::string edge = "<fake_token_around_image>";
    std::string text;
    for (int64_t row = 1; row <= tiling.rows; ++row) {
        for (int64_t column = 1; column <= tiling.columns; ++column)
            text += edge + "<row_" + std::to_string(row) + "_col_" + std::to_string(column) + ">"
                + tile;
        text += "\n";
    }
    if (tiling.rows > 0)
        text += "\n";
    return text + edge + "<global-img>" + tile + edge;
}

std::string numberedTiles(const VisionConfig& config, const Tiling& tiling)
{
    const std::string tile = repeated(config.imageToken, tiling.rowsPerTile);
    if (tiling.rows * tiling.columns <= 1)
        return tile;
    std::string text;
    for (int64_t row = 1; row <= tiling.rows; ++row)
        for (int64_t column = 1; column <= tiling.columns; ++column)
            text += "<|img_row_" + std::to_string(row) + "_col_" + std::to_string(column) + "|>"
                + tile;
    if (tiling.hasOverview)
        text += "<|img_thumbnail|>" + repeated(config.imageToken, tiling.rowsPerOverview);
    return text;
}

std::string slices(const VisionConfig& config, const MarksPlan& marks, const Tiling& tiling)
{
    const bool isCut = tiling.hasOverview;
    const int64_t ofOverview = isCut ? tiling.rowsPerOverview : tiling.rowsPerTile;
    std::string text = marks.before + repeated(config.imageToken, ofOverview) + marks.after;
    const std::string slice
        = marks.beforeSlice + repeated(config.imageToken, tiling.rowsPerTile) + marks.afterSlice;
    for (int64_t row = 0; row < tiling.rows && isCut; ++row)
        text += (row > 0 ? "\n" : "") + repeated(slice, tiling.columns);
    return text;
}

} // namespace

std::string repeated(const std::string& text, int64_t count)
{
    std::string out;
    out.reserve(text.size() * count);
    for (int64_t i = 0; i < count; ++i)
        out += text;
    return out;
}

std::string imagePrompt(const VisionConfig& config, const MarksPlan& marks, const Tiling& tiling)
{
    if (marks.kind == MarksPlan::Kind::RowsAndColumns)
        return rowsAndColumns(config, tiling);
    if (marks.kind == MarksPlan::Kind::Slices)
        return slices(config, marks, tiling);
    const bool areNumbered = marks.kind == MarksPlan::Kind::NumberedTiles;
    return marks.before
        + (areNumbered ? numberedTiles(config, tiling) : markedLines(config, marks, tiling))
        + marks.after;
}

} // namespace vision
