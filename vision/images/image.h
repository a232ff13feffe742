#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace vision {

class Film;

/// A picture: 8-bit sRGB, upright, rows from the top, three bytes per pixel, no padding.
struct Image {
    int64_t width = 0, height = 0;
    std::vector<uint8_t> rgb; ///< 3 · width · height
    /// If the picture moves, all of its frames, of which this is the first. Null: it does not.
    std::shared_ptr<const Film> film = {};

    const uint8_t* pixel(int64_t x, int64_t y) const { return rgb.data() + 3 * (y * width + x); }
};

} // namespace vision
