#include "vision/preprocess.h"

#include "kernels/error.h"
#include "vision/images/resize.h"

#include <array>

namespace vision {

namespace {

Image cropped(const Image& image, PixelRect rect, const std::array<uint8_t, 3>& background)
{
    Image out{rect.width, rect.height, {}};
    out.rgb.reserve(3 * rect.width * rect.height);
    for (int64_t y = rect.top; y < rect.top + rect.height; ++y)
        for (int64_t x = rect.left; x < rect.left + rect.width; ++x) {
            const bool isInside = x >= 0 && x < image.width && y >= 0 && y < image.height;
            const uint8_t* pixel = isInside ? image.pixel(x, y) : background.data();
            out.rgb.insert(out.rgb.end(), pixel, pixel + 3);
        }
    return out;
}

// What each of 256 values of a channel becomes.
std::array<float, 256> normalizedValues(const PixelConfig& config, size_t channel)
{
    std::array<float, 256> table;
    for (size_t value = 0; value < table.size(); ++value) {
        const auto scaled = float(double(value) * config.rescale);
        table[value] = config.normalizes
            ? (scaled - float(config.mean[channel])) / float(config.deviation[channel])
            : scaled;
    }
    return table;
}

} // namespace

Image scaledImage(const Image& image, const Tiling& tiling)
{
    Image scaled = image;
    for (const PixelSize& size : tiling.scalings)
        scaled = resizeImage(scaled, size.width, size.height, tiling.resampling);
    CHECK(scaled.width == tiling.scaled.width && scaled.height == tiling.scaled.height);
    return scaled;
}

std::vector<Image> cutTiles(const Image& image, const Tiling& tiling)
{
    const Image scaled = scaledImage(image, tiling);
    std::vector<Image> tiles;
    for (const PixelRect& tile : tiling.tiles)
        tiles.push_back(cropped(scaled, tile, tiling.background));
    if (tiling.hasOverview)
        tiles.insert(tiling.overviewFirst ? tiles.begin() : tiles.end(),
            resizeImage(tiling.scalesOriginal ? image : scaled, tiling.overview.width,
                tiling.overview.height, tiling.resampling));
    return tiles;
}

std::vector<float> normalizedPixels(const Image& tile, const PixelConfig& config)
{
    std::vector<float> values;
    values.reserve(tile.rgb.size());
    for (size_t channel = 0; channel < 3; ++channel) {
        const std::array<float, 256> table = normalizedValues(config, channel);
        for (size_t place = channel; place < tile.rgb.size(); place += 3)
            values.push_back(table[tile.rgb[place]]);
    }
    return values;
}

Patches preparedPatches(std::span<const Image> tiles, const VisionConfig& config)
{
    Patches patches{config.patchSize, {}, {}, config.framesPerPatch};
    for (const Image& tile : tiles)
        patches.add(normalizedPixels(tile, config.pixels), tile.height, tile.width);
    return patches;
}

} // namespace vision
