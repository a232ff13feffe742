#include "vision/towers/read_vision_config.h"
#include "vision/towers/towers.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace vision {

namespace {

struct Range {
    const char* what;
    int64_t value, min, max;
};

void checkRange(const Range& range, const std::string& source)
{
    if (range.value >= range.min && range.value <= range.max)
        return;
    throw base::Error(base::ErrorKind::BadFile,
        source + " gives its vision encoder " + std::to_string(range.value) + " as " + range.what
            + "; between " + std::to_string(range.min) + " and " + std::to_string(range.max)
            + " was expected");
}

void require(bool condition, const std::string& source, const char* sentence)
{
    if (!condition)
        throw base::Error(base::ErrorKind::BadFile, source + " " + sentence);
}

void checkSquare(const VisionConfig& config, const std::string& source)
{
    require(config.pixels.resizeWidth == config.imageSize
            && config.pixels.resizeHeight == config.imageSize,
        source, "resizes images to a size that its vision encoder doesn't accept");
}

void checkTiles(const PixelConfig& pixels, const std::string& source)
{
    checkRange({"max number of tiles", pixels.maxTiles, 1, 256}, source);
    checkRange({"min number of tiles", pixels.minTiles, 1, pixels.maxTiles}, source);
}

void checkOwnSize(const VisionConfig& config, const std::string& source)
{
    const PixelConfig& pixels = config.pixels;
    checkTiles(pixels, source);
    checkRange({"max number of tokens", pixels.maxRows, 1, 1 << 16}, source);
    checkRange({"min number of tokens", pixels.minRows, 1, pixels.maxRows}, source);
    const int64_t step = config.patchSize * config.scaleFactor;
    checkRange({"side of a tile", pixels.tileSize, step, 8192}, source);
    require(pixels.tileSize % step == 0, source,
        "splits images into tiles that aren't whole rows of a prompt");
    require(pixels.tolerance >= 1 && pixels.tolerance <= 64, source,
        "has an invalid max_pixels_tolerance");
}

void checkMiddle(const VisionConfig& config, const std::string& source)
{
    const PixelConfig& pixels = config.pixels;
    checkRange({"shortest edge", pixels.shortestEdge, 0, 16384}, source);
    if (pixels.shortestEdge == 0) {
        checkRange({"width to resize to", pixels.resizeWidth, 1, 16384}, source);
        checkRange({"height to resize to", pixels.resizeHeight, 1, 16384}, source);
    }
    const int64_t width = pixels.crops ? pixels.cropWidth : pixels.resizeWidth;
    const int64_t height = pixels.crops ? pixels.cropHeight : pixels.resizeHeight;
    require(width == config.imageSize && height == config.imageSize, source,
        "resizes images to a size that its vision encoder doesn't accept");
}

void checkTileGrids(const VisionConfig& config, const std::string& source)
{
    const PixelConfig& pixels = config.pixels;
    checkMiddle(config, source);
    require(pixels.shortestEdge == config.imageSize
            || (pixels.shortestEdge == 0 && pixels.resizeWidth == pixels.resizeHeight
                && pixels.resizeWidth == config.imageSize),
        source, "resizes images to a size that its vision encoder doesn't accept");
    require(!pixels.tileGrids.empty() && pixels.tileGrids.size() <= 256, source,
        "has an empty or too long image_grid_pinpoints");
    for (const PixelSize rectangle : pixels.tileGrids) {
        checkRange({"width of image_grid_pinpoints", rectangle.width, 1, 8192}, source);
        checkRange({"height of image_grid_pinpoints", rectangle.height, 1, 8192}, source);
        require(rectangle.width % config.imageSize == 0 && rectangle.height % config.imageSize == 0,
            source, "has image_grid_pinpoints that aren't multiples of the tile size");
        checkRange(
            {"number of tiles",
                rectangle.width / config.imageSize * (rectangle.height / config.imageSize), 1, 256},
            source);
    }
    require(config.dropsClassRow, source,
        "keeps the class token of each tile (vision_feature_select_strategy), which isn't "
        "supported");
}

void checkLimits(const VisionConfig& config, const std::string& source)
{
    const int64_t step = config.patchSize * config.scaleFactor;
    checkRange({"max pixels", config.pixels.maxPixels, step * step, 1 << 28}, source);
    checkRange({"min pixels", config.pixels.minPixels, 0, config.pixels.maxPixels}, source);
}

void checkVideos(const VisionConfig& config, const std::string& source)
{
    const VideoConfig& videos = config.videos;
    const int64_t step = config.patchSize * config.scaleFactor;
    checkRange({"max pixels of a video", videos.maxPixels, step * step, 1 << 28}, source);
    checkRange({"min pixels of a video", videos.minPixels, 0, videos.maxPixels}, source);
    checkRange({"max frames of a video", videos.maxFrames, 1, 1 << 16}, source);
    checkRange({"min frames of a video", videos.minFrames, 1, videos.maxFrames}, source);
    for (const double number : {videos.framesPerSecond, videos.positionsPerSecond})
        require(std::isfinite(number) && number >= 0 && number <= 1000, source,
            "has an invalid video sampling rate");
}

void checkPixels(const VisionConfig& config, const std::string& source)
{
    const PixelConfig& pixels = config.pixels;
    const TowerPlan plan = towerPlan(config);
    require(!plan.rotary || plan.rotary->dims % 2 == 0, source,
        "has vision encoder heads of odd width, which can't be rotated");
    for (const double number : pixels.mean)
        require(std::isfinite(number), source, "has an image_mean that isn't a number");
    for (const double number : pixels.deviation)
        require(std::isfinite(number) && number != 0, source, "has an image_std of zero");
    require(std::isfinite(pixels.rescale), source, "has a rescale_factor that isn't a number");
    switch (plan.cut) {
    case TowerPlan::Cut::Tiles:
        checkRange({"longest edge", pixels.longestEdge, 1, 16384}, source);
        return require(pixels.tileSize == config.imageSize, source,
            "splits images into tiles of a size that its vision encoder doesn't accept");
    case TowerPlan::Cut::BestTiles:
        checkTiles(pixels, source);
        return checkSquare(config, source);
    case TowerPlan::Cut::TileGrids:
        return checkTileGrids(config, source);
    case TowerPlan::Cut::Square:
        return checkSquare(config, source);
    case TowerPlan::Cut::MaxRows:
        checkRange(
            {"number of positions for rows and columns", config.positionsPerAxis, 1, 1 << 16},
            source);
        return checkRange({"max number of tokens", pixels.maxRows, 1, 1 << 16}, source);
    case TowerPlan::Cut::OwnSizeOrTiles:
        return checkOwnSize(config, source);
    case TowerPlan::Cut::LongestEdge:
        checkRange({"longest edge", pixels.longestEdge, 1, 8192}, source);
        return require(pixels.longestEdge <= config.imageSize, source,
            "resizes images to a larger size than its vision encoder accepts");
    case TowerPlan::Cut::Middle:
        return checkMiddle(config, source);
    case TowerPlan::Cut::Whole:
        return;
    case TowerPlan::Cut::Grid:
        return checkLimits(config, source);
    case TowerPlan::Cut::NearestShape:
        return checkRange({"max number of tokens", pixels.maxRows, 1, 1 << 16}, source);
    case TowerPlan::Cut::Slices:
        checkRange({"max number of slices", pixels.maxTiles, 1, 256}, source);
        return checkRange(
            {"side of a slice", pixels.tileSize, config.patchSize * config.scaleFactor, 8192},
            source);
    }
}

void checkInnerMerge(const VisionConfig& config, const std::string& source)
{
    checkRange({"inner scale factor", config.innerScale, 1, config.scaleFactor}, source);
    if (config.innerScale == 1)
        return;
    require(config.scaleFactor % config.innerScale == 0, source,
        "has an inner scale factor that doesn't divide its scale factor");
    checkRange(
        {"layer before its inner merge", config.innerMergeBlock, 0, config.blocks - 1}, source);
}

bool areOfTower(const std::vector<int64_t>& blocks, const VisionConfig& config)
{
    return std::ranges::adjacent_find(blocks, std::greater_equal()) == blocks.end()
        && std::ranges::all_of(
            blocks, [&](int64_t block) { return block >= 0 && block < config.blocks; });
}

void checkBlocks(const VisionConfig& config, const std::string& source)
{
    require(areOfTower(config.fullBlocks, config) && areOfTower(config.deepBlocks, config), source,
        "lists vision encoder layers that are missing or out of order");
    const int64_t step = config.patchSize * config.scaleFactor;
    if (config.windowSide != 0)
        checkRange({"side of a window", config.windowSide, step, 8192}, source);
}

} // namespace

void validate(const VisionConfig& config, const std::string& source)
{
    checkRange({"patch size", config.patchSize, 1, 8192}, source);
    const TowerFamily* family = towerFamily(config.family);
    const bool hasNoLayers = family && family->defaults().layers == 0;
    for (const Range& range : {
             Range{"image size", config.imageSize, config.patchSize, 8192},
             Range{"number of layers", config.layers, hasNoLayers ? 0 : 1, 512},
             Range{"number of layers to run", config.blocks, 0, config.layers},
             Range{"width", config.hidden, 1, 65536},
             Range{"number of heads", config.heads, 1, config.hidden},
             Range{"feed-forward width", config.feedForward, 1, 1 << 20},
             Range{"scale factor", config.scaleFactor, 1, config.patchesPerSide()},
             Range{"number of frames in a patch", config.framesPerPatch, 1, 16},
         })
        checkRange(range, source);
    require(config.hidden % config.heads == 0, source,
        "has a vision encoder width that isn't a multiple of its heads");
    require(config.patchesPerSide() <= 512, source, "splits images into too many patches");
    const TowerPlan plan = towerPlan(config);
    require(!readsSquares(plan.cut) || config.patchesPerSide() % config.scaleFactor == 0, source,
        "has a scale factor that doesn't divide the patches per side");
    require(std::isfinite(config.ropeTheta) && config.ropeTheta >= 1, source,
        "has a rope_theta below 1");
    for (const double epsilon : {config.normEpsilon, config.projectorEpsilon})
        require(std::isfinite(epsilon) && epsilon >= 0, source, "has an invalid layer_norm_eps");
    require(!config.imageToken.empty(), source, "has an empty image_token");
    checkBlocks(config, source);
    checkInnerMerge(config, source);
    checkPixels(config, source);
    if (plan.videos != TowerPlan::Videos::FirstFrame)
        checkVideos(config, source);
}

} // namespace vision
