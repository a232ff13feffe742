#include "vision/patches.h"

#include "kernels/error.h"

namespace vision {

namespace {

int64_t countOf(std::span<const PatchGrid> grids)
{
    int64_t count = 0;
    for (const PatchGrid& grid : grids)
        count += grid.count();
    return count;
}

} // namespace

int64_t Patches::count() const
{
    return countOf(grids);
}

void Patches::add(std::span<const float> pixels, int64_t height, int64_t width)
{
    addFrames(std::vector(size_t(frames), pixels), height, width);
}

void Patches::addStep(std::span<const std::vector<float>> step, int64_t height, int64_t width)
{
    addFrames({step.begin(), step.end()}, height, width);
}

void Patches::addFrames(
    const std::vector<std::span<const float>>& step, int64_t height, int64_t width)
{
    CHECK(side > 0 && int64_t(step.size()) == frames);
    for (const std::span<const float> pixels : step)
        CHECK(int64_t(pixels.size()) == 3 * height * width);
    const PatchGrid grid{1, height / side, width / side};
    grids.push_back(grid);
    values.reserve(values.size() + size_t(grid.count() * numbers()));
    for (int64_t top = 0; top < grid.height * side; top += side)
        for (int64_t left = 0; left < grid.width * side; left += side)
            for (int64_t plane = 0; plane < 3 * frames; ++plane)
                for (int64_t y = top; y < top + side; ++y) {
                    const float* start = step[size_t(plane % frames)].data()
                        + (plane / frames * height + y) * width + left;
                    values.insert(values.end(), start, start + side);
                }
}

void Patches::append(const Patches& others)
{
    CHECK(others.side == side && others.frames == frames && others.rowOrder.empty());
    grids.insert(grids.end(), others.grids.begin(), others.grids.end());
    values.insert(values.end(), others.values.begin(), others.values.end());
}

Patches Patches::some(size_t first, size_t count) const
{
    const std::span all(grids);
    const int64_t before = countOf(all.first(first)) * numbers();
    const int64_t own = countOf(all.subspan(first, count)) * numbers();
    return {side, {grids.begin() + ptrdiff_t(first), grids.begin() + ptrdiff_t(first + count)},
        {values.begin() + before, values.begin() + before + own}, frames};
}

} // namespace vision
