#pragma once

#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace vision {

struct PixelSize {
    int64_t width = 0, height = 0;

    bool operator==(const PixelSize&) const = default;
};

/// A rectangle of a picture. It may reach beyond the picture.
struct PixelRect {
    int64_t left = 0, top = 0, width = 0, height = 0;

    bool operator==(const PixelRect&) const = default;
};

/// How a picture of some size is scaled and cut for a tower, and how many rows of the prompt that
/// gives. A value; needs no weights.
struct Tiling {
    std::vector<PixelSize> scalings; ///< one after the other; empty: the picture as it is
    PixelSize scaled; ///< what is cut: the size after the last scaling
    Resampling resampling = Resampling::Bicubic;
    std::vector<PixelRect> tiles; ///< of the scaled picture, row by row
    bool hasOverview = false; ///< the whole scaled picture, made one tile, comes after the others
    int64_t rows = 0, columns = 0; ///< of the tiles; 0 × 0: the picture was not cut
    std::array<uint8_t, 3> background{}; ///< colour beyond the scaled picture
    int64_t rowsPerTile = 0; ///< of the prompt, without the marks around them; those of a tiling
                             ///< are of one size

    int64_t count() const { return int64_t(tiles.size()) + (hasOverview ? 1 : 0); }
    int64_t promptRows() const { return count() * rowsPerTile; }
};

/// Any thread. Throws Error{BadRequest} for a picture that the tower cannot read, and
/// Error{Unsupported} for an unknown family.
Tiling tilingOf(const VisionConfig& config, PixelSize picture);
Tiling tilingOf(const VisionConfig& config, const TowerPlan& plan, PixelSize picture);

/// What stands for a picture of this size in a prompt's text, as ImageEmbedding::promptText.
std::string imagePromptOf(const VisionConfig& config, PixelSize picture);

/// Bytes that a tile of the tower's size needs while it is read: its states, as the layers take
/// them, and its pixels.
int64_t tileBytes(const VisionConfig& config);

/// Tiles of this size, or as many patches of others, that a processor reads together.
inline constexpr int64_t fewTiles = 4;

} // namespace vision
