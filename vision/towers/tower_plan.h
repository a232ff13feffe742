#pragma once

namespace vision {

/// The choices of a family, as data: what VisionTower, the preprocessing and the prompt do by.
struct TowerPlan {
    enum class Cut {
        Tiles, ///< rows × columns of tiles and an overview, or the overview alone
        Middle, ///< scaled until it covers the tile, the middle of it
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
    bool hasClassRow = false; ///< v.class_embd stands before the patches
    bool normsBefore = false; ///< v.pre_ln, before the first block
    bool normsAfter = false; ///< v.post_ln, after the last
};

} // namespace vision
