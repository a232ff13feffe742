#include "vision/towers/read_vision_config.h"
#include "vision/towers/towers.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace vision {

namespace {

struct Range {
    const char* what;
    int64_t value, least, most;
};

void checkRange(const Range& range, const std::string& source)
{
    if (range.value >= range.least && range.value <= range.most)
        return;
    throw base::Error(base::ErrorKind::BadFile,
        source + " gives its vision tower " + std::to_string(range.value) + " as " + range.what
            + "; between " + std::to_string(range.least) + " and " + std::to_string(range.most)
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
        source, "makes pictures of another size than its vision tower reads");
}

void checkTiles(const PixelConfig& pixels, const std::string& source)
{
    checkRange({"largest number of tiles", pixels.mostTiles, 1, 256}, source);
    checkRange({"smallest number of tiles", pixels.leastTiles, 1, pixels.mostTiles}, source);
}

void checkOwnSize(const VisionConfig& config, const std::string& source)
{
    const PixelConfig& pixels = config.pixels;
    checkTiles(pixels, source);
    checkRange({"largest number of tokens", pixels.mostRows, 1, 1 << 16}, source);
    checkRange({"smallest number of tokens", pixels.leastRows, 1, pixels.mostRows}, source);
    const int64_t step = config.patchSize * config.scaleFactor;
    checkRange({"side of a tile", pixels.tileSize, step, 8192}, source);
    require(pixels.tileSize % step == 0, source, "cuts tiles that are no whole rows of a prompt");
    require(pixels.tolerance >= 1 && pixels.tolerance <= 64, source,
        "has a max_pixels_tolerance that cannot be");
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
        "makes pictures of another size than its vision tower reads");
}

void checkPinpoints(const VisionConfig& config, const std::string& source)
{
    const PixelConfig& pixels = config.pixels;
    checkMiddle(config, source);
    require(pixels.shortestEdge == config.imageSize
            || (pixels.shortestEdge == 0 && pixels.resizeWidth == pixels.resizeHeight
                && pixels.resizeWidth == config.imageSize),
        source, "makes pictures of another size than its vision tower reads");
    require(!pixels.pinpoints.empty() && pixels.pinpoints.size() <= 256, source,
        "has an image_grid_pinpoints of no pairs, or of very many");
    for (const PixelSize rectangle : pixels.pinpoints) {
        checkRange({"width of image_grid_pinpoints", rectangle.width, 1, 8192}, source);
        checkRange({"height of image_grid_pinpoints", rectangle.height, 1, 8192}, source);
        require(rectangle.width % config.imageSize == 0 && rectangle.height % config.imageSize == 0,
            source, "has an image_grid_pinpoints that is not made of whole tiles");
        checkRange(
            {"number of tiles",
                rectangle.width / config.imageSize * (rectangle.height / config.imageSize), 1, 256},
            source);
    }
    require(config.dropsClassRow, source,
        "keeps the class row of each tile (vision_feature_select_strategy), which has no place "
        "in the picture that the tiles become");
}

void checkLimits(const VisionConfig& config, const std::string& source)
{
    const int64_t step = config.patchSize * config.scaleFactor;
    checkRange({"most pixels", config.pixels.mostPixels, step * step, 1 << 28}, source);
    checkRange({"least pixels", config.pixels.leastPixels, 0, config.pixels.mostPixels}, source);
}

void checkFilms(const VisionConfig& config, const std::string& source)
{
    const FilmConfig& films = config.films;
    const int64_t step = config.patchSize * config.scaleFactor;
    checkRange({"most pixels of a film", films.mostPixels, step * step, 1 << 28}, source);
    checkRange({"least pixels of a film", films.leastPixels, 0, films.mostPixels}, source);
    checkRange({"most frames of a film", films.mostFrames, 1, 1 << 16}, source);
    checkRange({"least frames of a film", films.leastFrames, 1, films.mostFrames}, source);
    for (const double number : {films.framesPerSecond, films.placesPerSecond})
        require(std::isfinite(number) && number >= 0 && number <= 1000, source,
            "samples films at a rate that cannot be");
}

void checkPixels(const VisionConfig& config, const std::string& source)
{
    const PixelConfig& pixels = config.pixels;
    const TowerPlan plan = towerPlan(config);
    require(!plan.rotary || plan.rotary->dims % 2 == 0, source,
        "rotates heads of an odd width in its vision tower");
    for (const double number : pixels.mean)
        require(std::isfinite(number), source, "has an image_mean that is no number");
    for (const double number : pixels.deviation)
        require(std::isfinite(number) && number != 0, source,
            "has an image_std that cannot be divided by");
    require(std::isfinite(pixels.rescale), source, "has a rescale_factor that is no number");
    switch (plan.cut) {
    case TowerPlan::Cut::Tiles:
        checkRange({"longest edge", pixels.longestEdge, 1, 16384}, source);
        return require(pixels.tileSize == config.imageSize, source,
            "cuts tiles of another size than its vision tower reads");
    case TowerPlan::Cut::BestTiles:
        checkTiles(pixels, source);
        return checkSquare(config, source);
    case TowerPlan::Cut::Pinpoints:
        return checkPinpoints(config, source);
    case TowerPlan::Cut::Square:
        return checkSquare(config, source);
    case TowerPlan::Cut::MostRows:
        checkRange(
            {"number of positions for rows and columns", config.placesPerAxis, 1, 1 << 16}, source);
        return checkRange({"largest number of tokens", pixels.mostRows, 1, 1 << 16}, source);
    case TowerPlan::Cut::OwnSizeOrTiles:
        return checkOwnSize(config, source);
    case TowerPlan::Cut::LongestEdge:
        checkRange({"longest edge", pixels.longestEdge, 1, 8192}, source);
        return require(pixels.longestEdge <= config.imageSize, source,
            "makes larger pictures than its vision tower reads");
    case TowerPlan::Cut::Middle:
        return checkMiddle(config, source);
    case TowerPlan::Cut::Whole:
        return;
    case TowerPlan::Cut::Grid:
        return checkLimits(config, source);
    }
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
        "names layers of its vision tower that it does not have, or not in their order");
    const int64_t step = config.patchSize * config.scaleFactor;
    if (config.windowSide != 0)
        checkRange({"side of a window", config.windowSide, step, 8192}, source);
}

} // namespace

void validate(const VisionConfig& config, const std::string& source)
{
    checkRange({"patch size", config.patchSize, 1, 8192}, source);
    for (const Range& range : {
             Range{"image size", config.imageSize, config.patchSize, 8192},
             Range{"number of layers", config.layers, 1, 512},
             Range{"number of layers to run", config.blocks, 0, config.layers},
             Range{"width", config.hidden, 1, 65536},
             Range{"number of heads", config.heads, 1, config.hidden},
             Range{"feed-forward width", config.feedForward, 1, 1 << 20},
             Range{"scale factor", config.scaleFactor, 1, config.patchesPerSide()},
             Range{"number of frames in a patch", config.framesPerPatch, 1, 16},
         })
        checkRange(range, source);
    require(config.hidden % config.heads == 0, source,
        "gives its vision tower a width that its heads do not divide");
    require(config.patchesPerSide() <= 512, source, "cuts its pictures into too many patches");
    const TowerPlan plan = towerPlan(config);
    const bool hasSquare = plan.learnsPlaces && plan.places != TowerPlan::Places::OfAxes;
    require(!hasSquare || config.patchesPerSide() % config.scaleFactor == 0, source,
        "has a scale factor that does not divide the patches of a side");
    require(std::isfinite(config.ropeTheta) && config.ropeTheta >= 1, source,
        "has a rope_theta below 1");
    for (const double epsilon : {config.normEpsilon, config.projectorEpsilon})
        require(
            std::isfinite(epsilon) && epsilon >= 0, source, "has a layer_norm_eps that cannot be");
    require(!config.imageToken.empty(), source, "has an image_token without a letter");
    checkBlocks(config, source);
    checkPixels(config, source);
    if (plan.films != TowerPlan::Films::FirstFrame)
        checkFilms(config, source);
}

} // namespace vision
