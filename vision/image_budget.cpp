#include "vision/image_budget.h"

#include "vision/tiling.h"
#include "vision/towers/towers.h"

#include <algorithm>

namespace vision {

namespace {

using Cut = TowerPlan::Cut;

constexpr int64_t mostBestTiles = 40; // as InternVL was evaluated

// Changes the configuration until an image takes few enough rows.
class BudgetSearch {
public:
    BudgetSearch(const VisionConfig& config, const TowerPlan& plan, PixelSize image, int64_t tokens)
        : m_config(config)
        , m_plan(plan)
        , m_image(image)
        , m_tokens(std::clamp<int64_t>(tokens, 1, maxImageTokens))
    {
    }

    VisionConfig find()
    {
        PixelConfig& pixels = m_config.pixels;
        const int64_t side = m_config.patchSize * m_config.scaleFactor;
        switch (m_plan.cut) {
        case Cut::Grid:
            limitPixels(side * side);
            break;
        case Cut::MaxRows:
        case Cut::NearestShape:
            lower(pixels.maxRows, m_tokens, 1, 1);
            break;
        case Cut::LongestEdge:
            lower(pixels.longestEdge, pixels.longestEdge, side, side);
            break;
        case Cut::Tiles:
            if (!lower(pixels.longestEdge, pixels.longestEdge, pixels.tileSize, pixels.tileSize))
                pixels.splits = false;
            break;
        case Cut::BestTiles:
            limitTiles(mostBestTiles);
            break;
        case Cut::Slices:
            limitTiles(pixels.maxTiles);
            break;
        case Cut::OwnSizeOrTiles:
            limitOwnSize();
            break;
        case Cut::Square:
        case Cut::Middle:
        case Cut::Whole:
        case Cut::TileGrids:
            break;
        }
        return m_config;
    }

private:
    bool fits() const { return chooseTiling(m_config, m_plan, m_image).promptRows() <= m_tokens; }

    // Sets `number` to `from` and lowers it in steps, down to `last`, until the image fits.
    bool lower(int64_t& number, int64_t from, int64_t step, int64_t last)
    {
        for (number = from; number > last && !fits(); number -= step) { }
        number = std::max(number, last);
        return fits();
    }

    void limitPixels(int64_t pixelsPerRow)
    {
        PixelConfig& pixels = m_config.pixels;
        const bool countsFrames = m_plan.limits == TowerPlan::Limits::OfFrames;
        const int64_t step = pixelsPerRow * (countsFrames ? m_config.framesPerPatch : 1);
        const int64_t min = pixels.minPixels;
        for (int64_t rows = m_tokens; rows >= 1; rows -= std::max<int64_t>(1, rows / 16)) {
            pixels.maxPixels = rows * step;
            pixels.minPixels = std::min(min, pixels.maxPixels);
            if (fits())
                return;
        }
    }

    void limitTiles(int64_t most)
    {
        PixelConfig& pixels = m_config.pixels;
        const int64_t min = pixels.minTiles;
        for (pixels.maxTiles = std::max(most, pixels.maxTiles);; --pixels.maxTiles) {
            pixels.minTiles = std::min(min, pixels.maxTiles);
            if (pixels.maxTiles == 1 || fits())
                break;
        }
        if (!fits())
            pixels.splits = false;
    }

    void limitOwnSize()
    {
        PixelConfig& pixels = m_config.pixels;
        const int64_t own = pixels.maxRows;
        if (m_tokens > own && pixels.splits) {
            limitTiles(pixels.maxTiles);
            if (fits())
                return;
        }
        pixels.splits = false;
        for (pixels.maxRows = std::min(own, m_tokens);; --pixels.maxRows) {
            pixels.minRows = std::min(pixels.minRows, pixels.maxRows);
            if (pixels.maxRows == 1 || fits())
                break;
        }
    }

    VisionConfig m_config;
    const TowerPlan& m_plan;
    const PixelSize m_image;
    const int64_t m_tokens;
};

constexpr int64_t fewestTokens = 64; // with less, nothing but colors is seen
constexpr int64_t levelFactor = 4;

// The tokens of fastImage, balancedImage or fineImage.
int64_t tokensOf(
    int64_t level, const VisionConfig& config, const TowerPlan& plan, PixelSize image)
{
    const int64_t standard = chooseTiling(config, plan, image).promptRows();
    if (level == fastImage || level == balancedImage)
        return std::min(standard,
            std::max(fewestTokens, standard / (level == fastImage ? levelFactor : 2)));
    const int64_t side = config.patchSize * config.scaleFactor;
    const int64_t own = image.width * image.height / std::max<int64_t>(1, side * side);
    return std::clamp(own, standard, levelFactor * standard);
}

bool cutsTiles(Cut cut)
{
    return cut == Cut::Tiles || cut == Cut::BestTiles || cut == Cut::Slices
        || cut == Cut::OwnSizeOrTiles || cut == Cut::TileGrids;
}

// The other families that cut tiles use as many as they can by default.
VisionConfig withMostTiles(VisionConfig config, const TowerPlan& plan)
{
    PixelConfig& pixels = config.pixels;
    pixels.splits = pixels.splits || cutsTiles(plan.cut);
    if (plan.cut == Cut::BestTiles)
        pixels.maxTiles = std::max(mostBestTiles, pixels.maxTiles);
    if (plan.cut == Cut::OwnSizeOrTiles)
        pixels.tolerance = std::min(1.0, pixels.tolerance);
    return config;
}

} // namespace

int64_t checkedImageTokens(int64_t tokens)
{
    return tokens < tilesImage || tokens > maxImageTokens ? 0 : tokens;
}

bool hasImageBudget(const VisionConfig& config)
{
    const Cut cut = towerPlan(config).cut;
    return cut != Cut::Square && cut != Cut::Middle && cut != Cut::Whole && cut != Cut::TileGrids;
}

bool canCutTiles(const VisionConfig& config)
{
    return cutsTiles(towerPlan(config).cut);
}

VisionConfig withImageTokens(const VisionConfig& config, PixelSize image, int64_t tokens)
{
    return withImageTokens(config, towerPlan(config), image, tokens);
}

VisionConfig withImageTokens(
    const VisionConfig& config, const TowerPlan& plan, PixelSize image, int64_t tokens)
{
    if (tokens == 0)
        return config;
    if (tokens == tilesImage)
        return withMostTiles(config, plan);
    if (tokens < 0)
        tokens = tokensOf(tokens, config, plan, image);
    return BudgetSearch(config, plan, image, tokens).find();
}

} // namespace vision
