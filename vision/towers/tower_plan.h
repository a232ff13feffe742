#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/rotary.h"

#include <optional>
#include <vector>

namespace vision {

/// The choices of a family of towers, as data that VisionTower, the preprocessing and the prompt
/// use.
struct TowerPlan {
    enum class Cut {
        Tiles, ///< rows × columns of tiles and an overview, or the overview alone
        Middle, ///< the picture is scaled so that it covers the tile, and its middle is used
        /// The picture is scaled to whole rows of the prompt, no larger than the tile, and keeps
        /// its shape.
        Whole,
    };
    enum class Connector {
        ShuffledLinear, ///< scaleFactor² neighbouring patches side by side, then mm.model.fc
        TwoLayers, ///< mm.0, activation, mm.2, each with a bias
    };
    enum class Marks {
        None, ///< only image tokens
        RowsAndColumns, ///< <fake_token_around_image><row_1_col_1>… and <global-img> (Idefics3)
    };

    Cut cut = Cut::Middle;
    Connector connector = Connector::TwoLayers;
    Marks marks = Marks::None;
    bool learnsPlaces = true; ///< has v.position_embd, a position for each patch of a square
    std::optional<engine::RotaryPlan> rotary; ///< if blocks rotate: by row and column
    bool hasClassRow = false; ///< v.class_embd precedes the patches
    bool normsBefore = false; ///< v.pre_ln is applied before the first block
    bool normsAfter = false; ///< v.post_ln is applied after the last block
    engine::NormPlan norms; ///< of these two
    std::vector<engine::BlockPlan> blocks; ///< in their order; made by towerPlan()
};

} // namespace vision
