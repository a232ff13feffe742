#include "vision/preprocess.h"

#include "kernels/error.h"
#include "vision/images/resize.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vision {

namespace {

struct Size {
    int64_t width = 0, height = 0;
};

int64_t even(int64_t length)
{
    return length + length % 2;
}

int64_t roundedUp(int64_t length, int64_t step)
{
    return (length + step - 1) / step * step;
}

// The longer side becomes `longest`, the other keeps the shape, made even.
Size scaledToLongest(Size size, int64_t longest)
{
    const double aspect = double(size.width) / double(size.height);
    if (size.width >= size.height)
        return {longest, std::max<int64_t>(even(int64_t(double(longest) / aspect)), 1)};
    return {std::max<int64_t>(even(int64_t(double(longest) * aspect)), 1), longest};
}

// Neither side stays above the most the processor ever makes.
Size limited(Size size)
{
    constexpr int64_t most = 4096;
    const double aspect = double(size.width) / double(size.height);
    if (size.width >= size.height && size.width > most)
        return {most, std::max<int64_t>(int64_t(most / aspect), 1)};
    if (size.height > size.width && size.height > most)
        return {std::max<int64_t>(int64_t(most * aspect), 1), most};
    return size;
}

// Both sides become multiples of a tile, the longer one first.
Size scaledToTiles(Size size, int64_t tile)
{
    const double aspect = double(size.width) / double(size.height);
    if (size.width >= size.height) {
        const int64_t width = roundedUp(size.width, tile);
        return {width, std::max(roundedUp(int64_t(double(width) / aspect), tile), tile)};
    }
    const int64_t height = roundedUp(size.height, tile);
    return {std::max(roundedUp(int64_t(double(height) * aspect), tile), tile), height};
}

Image resized(const Image& image, Size size, const PixelConfig& config)
{
    return resizeImage(image, size.width, size.height, config.resampling);
}

// A rectangle of the picture; what lies outside of it is of colour `background`.
Image cropped(const Image& image, int64_t left, int64_t top, Size size,
    const std::array<uint8_t, 3>& background = {0, 0, 0})
{
    Image out{size.width, size.height, {}};
    out.rgb.reserve(3 * size.width * size.height);
    for (int64_t y = top; y < top + size.height; ++y)
        for (int64_t x = left; x < left + size.width; ++x) {
            const bool isInside = x >= 0 && x < image.width && y >= 0 && y < image.height;
            const uint8_t* pixel = isInside ? image.pixel(x, y) : background.data();
            out.rgb.insert(out.rgb.end(), pixel, pixel + 3);
        }
    return out;
}

TileSet cutInTiles(const Image& image, const PixelConfig& config)
{
    const Size tile{config.tileSize, config.tileSize};
    Image scaled = config.resizes
        ? resized(image, limited(scaledToLongest({image.width, image.height}, config.longestEdge)),
            config)
        : image;
    if (!config.splits)
        return {{resized(scaled, tile, config)}, 0, 0};

    scaled = resized(scaled, scaledToTiles({scaled.width, scaled.height}, config.tileSize), config);
    TileSet set{{}, scaled.height / tile.height, scaled.width / tile.width};
    if (set.rows * set.columns == 1 && !config.splitsSmall)
        return {{scaled}, 0, 0};
    for (int64_t row = 0; row < set.rows; ++row)
        for (int64_t column = 0; column < set.columns; ++column)
            set.tiles.push_back(cropped(scaled, column * tile.width, row * tile.height, tile));
    set.tiles.push_back(resized(scaled, tile, config));
    return set;
}

int64_t half(int64_t difference) // rounded down, also below 0
{
    return difference >= 0 ? difference / 2 : -((1 - difference) / 2);
}

// Scaled so that its shorter side is shortestEdge, then the middle.
Image middleOf(const Image& image, const PixelConfig& config)
{
    Image scaled = image;
    if (config.resizes && config.shortestEdge > 0) {
        const auto [shorter, longer] = std::minmax(image.width, image.height);
        const int64_t length = int64_t(double(config.shortestEdge * longer) / double(shorter));
        scaled = resized(image,
            image.width <= image.height ? Size{config.shortestEdge, length}
                                        : Size{length, config.shortestEdge},
            config);
    } else if (config.resizes) {
        scaled = resized(image, {config.resizeWidth, config.resizeHeight}, config);
    }
    if (!config.crops)
        return scaled;
    return cropped(scaled, half(scaled.width - config.cropWidth),
        half(scaled.height - config.cropHeight), {config.cropWidth, config.cropHeight});
}

// Scaled until it fits, centred on CLIP's mean colour.
Image paddedToSquare(const Image& image, int64_t side)
{
    constexpr std::array<uint8_t, 3> meanColour = {122, 116, 104};
    const double scale = double(side) / double(std::max(image.width, image.height));
    const auto scaledSide = [&](int64_t length) {
        return std::clamp<int64_t>(int64_t(std::ceil(double(length) * scale)), 1, side);
    };
    const Size size{scaledSide(image.width), scaledSide(image.height)};
    const Image scaled = resizeImage(image, size.width, size.height, Resampling::Bilinear);
    return cropped(
        scaled, -((side - size.width) / 2), -((side - size.height) / 2), {side, side}, meanColour);
}

} // namespace

TileSet cutTiles(const Image& image, const VisionConfig& config, TowerPlan::Cut cut)
{
    CHECK(image.width > 0 && image.height > 0);
    // A strip a thousand times as long as wide would be blown up beyond all memory.
    if (std::max(image.width, image.height) / std::min(image.width, image.height) > 1000)
        throw kernels::Error(kernels::ErrorKind::BadRequest,
            "the picture is more than 1000 times as long as it is wide");
    if (cut == TowerPlan::Cut::Tiles)
        return cutInTiles(image, config.pixels);
    if (config.pixels.padsToSquare)
        return {{paddedToSquare(image, config.imageSize)}, 0, 0};
    Image middle = middleOf(image, config.pixels);
    if (middle.width != config.imageSize || middle.height != config.imageSize)
        throw kernels::Error(kernels::ErrorKind::BadRequest,
            "the picture must have the size its vision tower reads, which does not resize");
    return {{std::move(middle)}, 0, 0};
}

std::vector<float> normalizedPixels(const TileSet& set, const PixelConfig& config)
{
    std::array<std::array<float, 256>, 3> table;
    for (int channel = 0; channel < 3; ++channel)
        for (int value = 0; value < 256; ++value) {
            const auto scaled = float(value * config.rescale);
            table[channel][value] = config.normalizes
                ? (scaled - float(config.mean[channel])) / float(config.deviation[channel])
                : scaled;
        }

    std::vector<float> values;
    values.reserve(set.tiles.size() * set.tiles.front().rgb.size());
    for (const Image& tile : set.tiles)
        for (int channel = 0; channel < 3; ++channel)
            for (size_t place = channel; place < tile.rgb.size(); place += 3)
                values.push_back(table[channel][tile.rgb[place]]);
    return values;
}

} // namespace vision
