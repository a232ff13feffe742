#pragma once

#include "vision/images/image.h"
#include "vision/patches.h"
#include "vision/tiling.h"
#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace vision {

/// Scales an image to the size from which tiles are cut, as the image processors of transformers
/// (those based on Pillow) do. Any thread may call these functions.
Image scaledImage(const Image& image, const Tiling& tiling);

/// The tiles in the order in which the tower reads them: those of the tiling and, if it has one,
/// the overview. `tiling` must have been made for the size of the image.
std::vector<Image> cutTiles(const Image& image, const Tiling& tiling);

/// (value · rescale − mean) / deviation, channel by channel: [3][height][width].
std::vector<float> normalizedPixels(const Image& tile, const PixelConfig& config);

/// The patches of tiles, each tile with its grid.
Patches preparedPatches(std::span<const Image> tiles, const VisionConfig& config);

/// What a tower reads of a video: steps of VisionConfig::framesPerPatch frames each, as the video
/// processors of transformers choose them.
struct VideoFrames {
    /// The numbers of the frames, ascending. Steps are whole: the last frame may occur several
    /// times.
    std::vector<int64_t> numbers;
    PixelSize size; ///< to which each is scaled
    std::vector<double> times; ///< of each step, in seconds: the mean of its first and last frame
    double stepSeconds = 0; ///< from one step to the next, on average

    int64_t steps() const { return int64_t(times.size()); }
};

/// True if the tower reads the frames of this image, false if it sees one image.
bool readsFrames(const TowerPlan& plan, const Image& image);

/// True if the image moves and a model with this tower sees only its first frame.
bool losesFrames(const VisionConfig& config, const Image& image);

/// Throws Error{BadRequest} for a video that the tower cannot read. `image` must have a video.
VideoFrames videoFrames(const VisionConfig& config, const TowerPlan& plan, const Image& image);

/// Decodes these frames and hands over the patches of each step, a grid with a time of 1.
void forEachStep(const VisionConfig& config, const Image& image, const VideoFrames& frames,
    const std::function<void(Patches&& step)>& act);

/// The placeholder of a video in the text of a prompt: `rows` times the image token for each step.
std::string videoPrompt(
    const VisionConfig& config, const TowerPlan& plan, const VideoFrames& frames, int64_t rows);

/// The placeholder of an image in the text of a prompt, be it a video or not; see makeImagePrompt().
std::string makeImagePrompt(const VisionConfig& config, const Image& image);

} // namespace vision
