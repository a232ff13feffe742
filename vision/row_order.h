#pragma once

#include "vision/patches.h"
#include "vision/towers/vision_config.h"

#include <cstdint>
#include <span>
#include <vector>

namespace vision {

/// The order of the rows in a tower some of whose blocks look only within windows: window by
/// window, so that each is a span (Qwen2.5-VL, Bai et al., 2025, arXiv:2502.13923). Windows stand
/// row by row, those at the right and lower edge of a picture may be smaller; in a window the
/// patches that become one row of the prompt stand together.
struct RowOrder {
    /// Which patch each row is, and in which row each patch stands. Empty: patches stand as they
    /// are.
    std::vector<int32_t> patchOfRow, rowOfPatch;
    std::vector<int64_t> windows; ///< their numbers of rows

    /// For a tower without windows it is empty.
    static RowOrder of(std::span<const PatchGrid> grids, const VisionConfig& config);
};

} // namespace vision
