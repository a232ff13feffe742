#pragma once

#include "vision/towers/vision_config.h"

#include <cstdint>

namespace vision {

/// Limits of pixels.
struct GridLimits {
    int64_t least = 0, most = 0;
    int64_t frames = 1; ///< that count together
    int64_t wholeFrames = 1; ///< the same, made a multiple of the frames in a patch
};

/// Both sides as long as this at least, in the same shape.
PixelSize atLeast(PixelSize size, int64_t side);

/// Both sides become multiples of `step`, as near to their lengths as the limits allow (the image
/// and video processors of Qwen2-VL and Qwen3-VL). A half goes to the even number, as in Python.
PixelSize gridSize(PixelSize picture, int64_t step, const GridLimits& limits);

} // namespace vision
