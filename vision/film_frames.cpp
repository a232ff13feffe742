#include "vision/film_frames.h"

#include "vision/grid_size.h"
#include "vision/image_prompt.h"
#include "vision/images/resize.h"
#include "vision/merger.h"
#include "vision/preprocess.h"
#include "vision/tiling.h"
#include "vision/towers/towers.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace vision {

namespace {

// How many frames the film has room for at this many a second.
double framesWanted(const FilmConfig& config, const Film& film)
{
    const auto all = double(film.count());
    const double wanted = film.seconds() * config.framesPerSecond;
    return std::min({std::max(wanted, double(config.leastFrames)), double(config.mostFrames), all});
}

// Qwen2-VL: whole steps of frames, from the first one on at equal distances.
std::vector<int64_t> sampledInSteps(const FilmConfig& config, const Film& film, int64_t step)
{
    const int64_t count = std::max<int64_t>(1, int64_t(framesWanted(config, film)) / step) * step;
    const double distance = double(film.count()) / double(count);
    std::vector<int64_t> numbers;
    for (int64_t frame = 0; frame < count; ++frame) // single precision, as the reference
        numbers.push_back(int64_t(float(double(frame) * distance)));
    return numbers;
}

// Qwen3-VL: from the first frame to the last at equal distances.
std::vector<int64_t> sampledToTheEnd(const FilmConfig& config, const Film& film)
{
    const auto count = std::max<int64_t>(1, int64_t(framesWanted(config, film)));
    const double distance = count > 1 ? double(film.count() - 1) / double(count - 1) : 0;
    std::vector<int64_t> numbers;
    for (int64_t frame = 0; frame < count; ++frame)
        numbers.push_back(int64_t(std::nearbyint(double(frame) * distance)));
    return numbers;
}

// The limits are of one frame, or of all frames together.
PixelSize frameSize(
    const VisionConfig& config, const TowerPlan& plan, PixelSize picture, int64_t frames)
{
    const int64_t step = config.patchSize * config.scaleFactor;
    GridLimits limits{config.films.leastPixels, config.films.mostPixels};
    if (plan.films == TowerPlan::Films::Stamped) {
        picture = atLeast(picture, step);
        limits.frames = frames;
        limits.wholeFrames = int64_t(std::nearbyint(double(frames) / double(config.framesPerPatch)))
            * config.framesPerPatch;
    }
    return gridSize(picture, step, limits);
}

} // namespace

bool readsFrames(const TowerPlan& plan, const Image& image)
{
    return image.film && plan.films != TowerPlan::Films::FirstFrame;
}

bool losesFrames(const VisionConfig& config, const Image& image)
{
    return image.film && !readsFrames(towerPlan(config), image);
}

FilmFrames filmFrames(const VisionConfig& config, const TowerPlan& plan, const Image& image)
{
    tilingOf(config, plan, {image.width, image.height}); // refuses a strip
    const Film& film = *image.film;
    const auto step = size_t(config.framesPerPatch);
    FilmFrames frames;
    frames.numbers = plan.films == TowerPlan::Films::Stamped
        ? sampledToTheEnd(config.films, film)
        : sampledInSteps(config.films, film, config.framesPerPatch);
    const auto sampled = int64_t(frames.numbers.size());
    frames.size = frameSize(config, plan, {image.width, image.height}, sampled);
    frames.stepSeconds = film.seconds() * double(step) / double(sampled);
    while (frames.numbers.size() % step != 0)
        frames.numbers.push_back(frames.numbers.back());
    const auto startOf = [&](size_t place) { return film.starts()[size_t(frames.numbers[place])]; };
    for (size_t first = 0; first < frames.numbers.size(); first += step)
        frames.times.push_back((startOf(first) + startOf(first + step - 1)) / 2);
    return frames;
}

void forEachStep(const VisionConfig& config, const Image& image, const FilmFrames& frames,
    const std::function<void(Patches&& step)>& act)
{
    std::vector<std::vector<float>> step;
    image.film->read(frames.numbers, [&](Image&& frame) {
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

std::string filmPrompt(
    const VisionConfig& config, const TowerPlan& plan, const FilmFrames& frames, int64_t rows)
{
    if (plan.films == TowerPlan::Films::AlongTime)
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

std::string picturePromptOf(const VisionConfig& config, const Image& image)
{
    const TowerPlan plan = towerPlan(config);
    if (!readsFrames(plan, image))
        return imagePromptOf(config, {image.width, image.height});
    const FilmFrames frames = filmFrames(config, plan, image);
    return filmPrompt(config, plan, frames, mergedRows(config, plan, gridOf(config, frames.size)));
}

} // namespace vision
