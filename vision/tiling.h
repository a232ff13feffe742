#pragma once

#include "vision/patches.h"
#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace vision {

/// A rectangle of an image. It may reach beyond the image.
struct PixelRect {
    int64_t left = 0, top = 0, width = 0, height = 0;

    bool operator==(const PixelRect&) const = default;
};

/// How an image of some size is scaled and cut for a tower, and how many rows of the prompt it
/// becomes. Needs no weights.
struct Tiling {
    std::vector<PixelSize> scalings; ///< done one after the other; empty: the image is not scaled
    PixelSize scaled; ///< the size after the last scaling, from which tiles are cut
    Resampling resampling = Resampling::Bicubic;
    std::vector<PixelRect> tiles; ///< in pixels of the scaled image, row by row
    bool hasOverview = false; ///< the whole image follows the other tiles
    bool overviewFirst = false; ///< it precedes them instead
    PixelSize overview; ///< the size to which it is scaled
    bool scalesOriginal = false; ///< the overview is made of the image itself, not of `scaled`
    int64_t rows = 0, columns = 0; ///< of the tiles; 0 × 0 if the image was not cut
    std::array<uint8_t, 3> background{}; ///< the color beyond the scaled image
    /// How many rows of the prompt a tile becomes, without the separators around them, how many of
    /// them are in a line of the image, and how many rows the overview becomes. All tiles of a
    /// tiling have the same size.
    int64_t rowsPerTile = 0, rowsPerLine = 0, rowsPerOverview = 0;
    /// The rows of all tiles that the prompt has, in its order; one behind the last is
    /// TowerPlan::lineEnd. Empty: all rows in their own order.
    std::vector<int32_t> rowOrder;

    int64_t count() const { return int64_t(tiles.size()) + (hasOverview ? 1 : 0); }
    int64_t promptRows() const
    {
        if (!rowOrder.empty())
            return int64_t(rowOrder.size());
        return int64_t(tiles.size()) * rowsPerTile + (hasOverview ? rowsPerOverview : 0);
    }
};

/// Throws Error{BadRequest} for an image that the tower cannot read, and Error{Unsupported} for an
/// unknown family. Any thread may call it.
Tiling chooseTiling(const VisionConfig& config, PixelSize image);
Tiling chooseTiling(const VisionConfig& config, const TowerPlan& plan, PixelSize image);

/// The patches of an image that has been scaled to this size.
PatchGrid patchGrid(const VisionConfig& config, PixelSize size);

/// The placeholder of an image of this size in prompts, see ImageEmbedding::promptText.
std::string makeImagePrompt(const VisionConfig& config, PixelSize image);

/// The number of bytes that a tile needs while it is encoded: for its pixels and for its states in
/// the layers.
int64_t tileBytes(const VisionConfig& config, PixelSize tile);

/// How many tiles of this size, or as many patches of other sizes, a CPU encodes at the same time.
inline constexpr int64_t fewTiles = 4;

/// The placeholder of an image in the text of a prompt: the separators of the family and the image
/// token once for each row.
std::string imagePrompt(const VisionConfig& config, const MarksPlan& marks, const Tiling& tiling);

/// The text so many times, one behind the other.
std::string repeated(const std::string& text, int64_t count);

} // namespace vision
