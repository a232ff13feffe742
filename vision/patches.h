#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vision {

/// How many patches lie along each axis of a picture, of a tile of one or of a piece of a film.
struct PatchGrid {
    int64_t time = 1, height = 0, width = 0;

    int64_t count() const { return time * height * width; }
    bool operator==(const PatchGrid&) const = default;
};

/// Pictures as a tower reads them, of any sizes: the patches of all, one behind the other, row by
/// row, and the grid of each. The patches of a grid are a span: they see each other and no others.
struct Patches {
    int64_t side = 0; ///< of a patch, in pixels
    std::vector<PatchGrid> grids;
    std::vector<float> values; ///< [patches, numbers()]: a patch's channels one after the other

    int64_t numbers() const { return 3 * side * side; } ///< of a patch
    int64_t count() const; ///< of all grids

    /// Cuts one more picture, pixels [3][height][width]; what is left of its sides is dropped.
    void add(std::span<const float> pixels, int64_t height, int64_t width);

    /// The pictures [first, first + count).
    Patches some(size_t first, size_t count) const;
};

} // namespace vision
