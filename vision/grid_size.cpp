#include "vision/grid_size.h"

#include <algorithm>
#include <cmath>

namespace vision {

PixelSize atLeast(PixelSize size, int64_t side)
{
    if (size.width >= side && size.height >= side)
        return size;
    const double scale = double(side) / double(std::min(size.width, size.height));
    return {int64_t(double(size.width) * scale), int64_t(double(size.height) * scale)};
}

PixelSize gridSize(PixelSize picture, int64_t step, const GridLimits& limits)
{
    const auto height = double(picture.height), width = double(picture.width);
    const int64_t least = std::max<int64_t>(1, limits.least);
    const auto steps = [&](double length) { return length / double(step); };
    const PixelSize size{int64_t(std::nearbyint(steps(width))) * step,
        int64_t(std::nearbyint(steps(height))) * step};
    const int64_t pixels = limits.wholeFrames * size.width * size.height;
    if (pixels > limits.most) {
        const double shrink
            = std::sqrt(double(limits.frames) * height * width / double(limits.most));
        return {std::max(step, int64_t(std::floor(steps(width / shrink))) * step),
            std::max(step, int64_t(std::floor(steps(height / shrink))) * step)};
    }
    if (pixels >= least)
        return size;
    const double grow = std::sqrt(double(least) / (double(limits.frames) * height * width));
    return {int64_t(std::ceil(steps(width * grow))) * step,
        int64_t(std::ceil(steps(height * grow))) * step};
}

} // namespace vision
