#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/rotary.h"

#include <optional>
#include <vector>

namespace vision {

/// The choices of a family, as data: what VisionTower, the preprocessing and the prompt do by.
struct TowerPlan {
    enum class Cut {
        Tiles, ///< rows × columns of tiles and an overview, or the overview alone
        Middle, ///< scaled until it covers the tile, the middle of it
        Whole, ///< scaled to whole rows of the prompt, no larger than the tile, its shape kept
    };
    enum class Connector {
        ShuffledLinear, ///< scaleFactor² neighbouring patches side by side, then mm.model.fc
        TwoLayers, ///< mm.0, activation, mm.2, each with a bias
    };
    enum class Marks {
        None, ///< image tokens alone
        RowsAndColumns, ///< <fake_token_around_image><row_1_col_1>… and <global-img> (Idefics3)
    };

    Cut cut = Cut::Middle;
    Connector connector = Connector::TwoLayers;
    Marks marks = Marks::None;
    bool learnsPlaces = true; ///< v.position_embd, one for each patch of a square
    std::optional<engine::RotaryPlan> rotary; ///< of blocks that turn: by row and column
    bool hasClassRow = false; ///< v.class_embd stands before the patches
    bool normsBefore = false; ///< v.pre_ln, before the first block
    bool normsAfter = false; ///< v.post_ln, after the last
    engine::NormPlan norms; ///< these two
    std::vector<engine::BlockPlan> blocks; ///< in their order; made by towerPlan()
};

} // namespace vision
