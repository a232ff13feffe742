#include "vision/video_frames.h"

#include "base/error.h"
#include "vision/image_budget.h"
#include "vision/images/resize.h"
#include "vision/projector.h"
#include "vision/tile_grids.h"
#include "vision/tiling.h"
#include "vision/towers/towers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

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
        for (size_t position = channel; position < tile.rgb.size(); position += 3)
            values.push_back(table[tile.rgb[position]]);
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

namespace {

// The number of frames that the video has room for at this many a second.
double framesWanted(const VideoConfig& config, const Video& video)
{
    const auto all = double(video.count());
    const double wanted = video.seconds() * config.framesPerSecond;
    return std::min({std::max(wanted, double(config.minFrames)), double(config.maxFrames), all});
}

// Qwen2-VL: whole steps of frames, from the first one on at equal distances.
std::vector<int64_t> sampledInSteps(const VideoConfig& config, const Video& video, int64_t step)
{
    const int64_t count = std::max<int64_t>(1, int64_t(framesWanted(config, video)) / step) * step;
    const double distance = double(video.count()) / double(count);
    std::vector<int64_t> numbers;
    for (int64_t frame = 0; frame < count; ++frame) // single precision, as the reference
        numbers.push_back(int64_t(float(double(frame) * distance)));
    return numbers;
}

// Qwen3-VL: from the first frame to the last at equal distances.
std::vector<int64_t> sampledToTheEnd(const VideoConfig& config, const Video& video)
{
    const auto count = std::max<int64_t>(1, int64_t(framesWanted(config, video)));
    const double distance = count > 1 ? double(video.count() - 1) / double(count - 1) : 0;
    std::vector<int64_t> numbers;
    for (int64_t frame = 0; frame < count; ++frame)
        numbers.push_back(int64_t(std::nearbyint(double(frame) * distance)));
    return numbers;
}

// The limits are of one frame, or of all frames together.
PixelSize frameSize(
    const VisionConfig& config, const TowerPlan& plan, PixelSize image, int64_t frames)
{
    const int64_t step = config.patchSize * config.scaleFactor;
    GridLimits limits{config.videos.minPixels, config.videos.maxPixels};
    if (plan.videos == TowerPlan::Videos::Stamped) {
        image = atLeast(image, step);
        limits.frames = frames;
        limits.wholeFrames = int64_t(std::nearbyint(double(frames) / double(config.framesPerPatch)))
            * config.framesPerPatch;
    }
    return gridSize(image, step, limits);
}

} // namespace

bool readsFrames(const TowerPlan& plan, const Image& image)
{
    return image.video && plan.videos != TowerPlan::Videos::FirstFrame;
}

bool losesFrames(const VisionConfig& config, const Image& image)
{
    return image.video && !readsFrames(towerPlan(config), image);
}

VideoFrames videoFrames(const VisionConfig& config, const TowerPlan& plan, const Image& image)
{
    chooseTiling(config, plan, {image.width, image.height}); // rejects a strip
    const Video& video = *image.video;
    const auto step = size_t(config.framesPerPatch);
    VideoFrames frames;
    frames.numbers = plan.videos == TowerPlan::Videos::Stamped
        ? sampledToTheEnd(config.videos, video)
        : sampledInSteps(config.videos, video, config.framesPerPatch);
    const auto sampled = int64_t(frames.numbers.size());
    frames.size = frameSize(config, plan, {image.width, image.height}, sampled);
    frames.stepSeconds = video.seconds() * double(step) / double(sampled);
    while (frames.numbers.size() % step != 0)
        frames.numbers.push_back(frames.numbers.back());
    const auto frameStart
        = [&](size_t position) { return video.starts()[size_t(frames.numbers[position])]; };
    for (size_t first = 0; first < frames.numbers.size(); first += step)
        frames.times.push_back((frameStart(first) + frameStart(first + step - 1)) / 2);
    return frames;
}

void forEachStep(const VisionConfig& config, const Image& image, const VideoFrames& frames,
    const std::function<void(Patches&& step)>& act)
{
    std::vector<std::vector<float>> step;
    image.video->read(frames.numbers, [&](Image&& frame) {
        const Image scaled
            = resizeImage(frame, frames.size.width, frames.size.height, config.pixels.resampling);
        step.push_back(normalizedPixels(scaled, config.pixels));
        if (int64_t(step.size()) < config.framesPerPatch)
            return;
        Patches patches{config.patchSize, {}, {}, config.framesPerPatch};
        patches.addStep(step, frames.size.height, frames.size.width);
        step.clear();
        act(std::move(patches));
    });
}

std::string videoPrompt(
    const VisionConfig& config, const TowerPlan& plan, const VideoFrames& frames, int64_t rows)
{
    if (plan.videos == TowerPlan::Videos::AlongTime)
        return plan.marks.before + repeated(config.imageToken, frames.steps() * rows)
            + plan.marks.after;
    std::string text;
    for (const double time : frames.times) {
        char stamp[64];
        std::snprintf(stamp, sizeof stamp, "<%.1f seconds>", time);
        text += stamp;
        text += plan.marks.before + repeated(config.imageToken, rows) + plan.marks.after;
    }
    return text;
}

std::string makeImagePrompt(const VisionConfig& config, const Image& image)
{
    const TowerPlan plan = towerPlan(config);
    if (!readsFrames(plan, image)) {
        const PixelSize size{image.width, image.height};
        return makeImagePrompt(withImageTokens(config, plan, size, image.tokens), size);
    }
    const VideoFrames frames = videoFrames(config, plan, image);
    return videoPrompt(
        config, plan, frames, mergedRows(config, plan, patchGrid(config, frames.size)));
}

} // namespace vision
