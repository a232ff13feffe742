#pragma once

#include "engine/layers/weights.h"
#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <cstdint>
#include <span>
#include <vector>

namespace vision {

/// The number of patches along each axis of an image, of a tile of it, or of a part of a video.
struct PatchGrid {
    int64_t time = 1, height = 0, width = 0;

    int64_t count() const { return time * height * width; }
    bool operator==(const PatchGrid&) const = default;
};

/// Images of any sizes as a tower reads them: the patches of all of them one after the other, row
/// by row, and the grid of each. The patches of a grid form a span: they see each other and no
/// others.
struct Patches {
    int64_t side = 0; ///< of a patch, in pixels
    std::vector<PatchGrid> grids;
    /// [patches, numbers()]: the channels of a patch one after the other, in each its frames.
    std::vector<float> values;
    int64_t frames = 1; ///< that each patch holds: in an image all are equal
    std::vector<int32_t> rowOrder = {}; ///< see Tiling::rowOrder, over the rows of all grids

    int64_t numbers() const { return 3 * frames * side * side; } ///< in a patch
    int64_t count() const; ///< of patches in all grids

    /// Cuts an image, pixels [3][height][width], into patches and appends them. Pixels beyond the
    /// last whole patch of a side are dropped.
    void add(std::span<const float> pixels, int64_t height, int64_t width);

    /// The same for `frames` frames of a video, each with pixels of that form.
    void addStep(std::span<const std::vector<float>> step, int64_t height, int64_t width);

    /// Appends others of the same side and number of frames.
    void append(const Patches& others);

    /// The images [first, first + count), without an order of their rows.
    Patches some(size_t first, size_t count) const;

private:
    void addFrames(const std::vector<std::span<const float>>& step, int64_t height, int64_t width);
};

/// The order of the rows in a tower some of whose blocks look only within windows: window by
/// window, so that each is a span (Qwen2.5-VL, Bai et al., 2025, arXiv:2502.13923). Windows are row
/// by row, those at the right and lower edge of an image may be smaller; in a window the patches
/// that become one row of the prompt are together. In a tower with an inner merge, the patches that
/// it makes one of are a window and together among these.
struct RowOrder {
    /// The patch of each row, and the row of each patch. Empty: patches keep their order.
    std::vector<int32_t> patchOfRow, rowOfPatch;
    std::vector<int64_t> windows; ///< their numbers of rows

    /// Returns an empty order for a tower without windows.
    static RowOrder of(std::span<const PatchGrid> grids, const VisionConfig& config);
};

// The functions below read weights whose files store their numbers in another order than the tower.

/// Each of `count` matrices [rows, columns] as [columns, rows].
std::vector<float> transposed(
    const std::vector<float>& numbers, int64_t count, int64_t rows, int64_t columns);

/// Learned positions for a square of patches, on the host, and those of grids of other sizes
/// between them.
class PositionTable {
public:
    /// `numbers` are [side², hidden].
    PositionTable(std::vector<float> numbers, int64_t side, const TowerPlan& plan);

    /// Appends the positions of the patches of a grid, row by row: [grid.count(), hidden]. See
    /// TowerPlan::exchangesSides.
    void append(std::vector<float>& out, const PatchGrid& grid) const;

private:
    std::vector<float> m_numbers;
    int64_t m_side, m_hidden;
    TowerPlan::Positions m_positions;
    bool m_exchangesSides;
};

} // namespace vision
