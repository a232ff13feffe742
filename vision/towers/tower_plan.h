#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/rotary.h"

#include <optional>
#include <vector>

namespace vision {

/// How the rows of a tower become rows of the decoder's width. What is named is a tensor under its
/// canonical name, without ".weight" and ".bias"; what is null is left out:
///
///     rows = merge(normBefore(states)) · mergingᵀ              or the activation of that
///     out  = activation(normAfter(rows) · firstᵀ) · lastᵀ      or normAfter(rows) · lastᵀ
///
/// and with a gate, of what is otherwise multiplied by lastᵀ:
///
///     x    = activation(normMiddle(normAfter(rows) · firstᵀ))
///     out  = (gateActivation(x · gateᵀ) · (x · upᵀ)) · lastᵀ
struct ConnectorPlan {
    enum class Merge {
        Each, ///< each patch becomes a row
        SideBySide, ///< scaleFactor² neighboring patches one behind the other, row by row
        Average, ///< the mean of scaleFactor² neighboring patches
    };

    Merge merge = Merge::Each;
    const char* normBefore = nullptr; ///< of each patch
    /// Gives a row another width. Its file has it as a convolution, whose columns go channel by
    /// channel.
    const char* merging = nullptr;
    bool activatesMerging = false; ///< what it gives
    float scale = 1; ///< of merged rows
    bool standardizes = false; ///< then (rows − v.std_bias) · v.std_scale
    const char* normAfter = nullptr; ///< of merged rows
    bool normsWithoutWeight = false; ///< merged rows, in place of normAfter
    const char* first = nullptr;
    const char* normMiddle = nullptr;
    const char *gate = nullptr, *up = nullptr;
    kernels::Activation gateActivation = kernels::Activation::Silu;
    const char* last = "mm.model.fc";
    bool isTransposed = false; ///< the file has `last` as [inputs, outputs]
    engine::NormPlan norms; ///< of all norms but the next
    /// The epsilon of an RMS norm without a weight of the result; 0: there is none.
    float endEpsilon = 0;
};

/// What surrounds the rows of an image in the text of a prompt.
struct MarksPlan {
    enum class Kind {
        Around, ///< before, the lines of all tiles with something between them, after
        RowsAndColumns, ///< <fake_token_around_image><row_1_col_1>… and <global-img> (Idefics3)
        /// before, <|img_row_1_col_1|> before each of several tiles and <|img_thumbnail|> before
        /// the overview, after (LFM2-VL).
        NumberedTiles,
        /// before, the overview, after, then each slice with its own marks, with a line break
        /// between rows of slices (MiniCPM-V).
        Slices,
    };

    Kind kind = Kind::Around;
    const char* before = "";
    const char* betweenLines = "";
    const char* after = "";
    const char *beforeSlice = "", *afterSlice = "";
    /// Surround the number of an image in its prompt, in front of all else; empty: there is none.
    const char *beforeNumber = "", *afterNumber = "";
};

/// What makes one row of VisionConfig::innerScale² neighboring patches between the blocks of a tower:
/// attention among them, whose result is added, then their mean and an MLP of the patches one behind
/// the other. Its tensors begin with "v.vit_merger." (MiniCPM-V 4.6).
struct InnerMergePlan {
    engine::BlockPlan attention; ///< its MLP is not used
    kernels::Activation activation = kernels::Activation::GeluTanh;
};

/// The choices of a family of towers, as data that VisionTower, the preprocessing and the prompt
/// use.
struct TowerPlan {
    enum class Cut {
        Tiles, ///< rows × columns of tiles and an overview, or the overview alone
        BestTiles, ///< as many tiles as come closest to the shape of the image, and an overview
        /// The image is scaled into the one of several rectangles of tiles that suits it best; what
        /// is left free there gives no rows.
        TileGrids,
        Middle, ///< the image is scaled so that it covers the tile, and its middle is used
        Square, ///< the image is scaled to the tile, whatever its shape
        /// The image is made smaller until no side exceeds the longest edge, and larger to whole
        /// rows of the prompt.
        LongestEdge,
        /// The image is scaled to as many whole rows of the prompt as are allowed, rounded down.
        MaxRows,
        /// The image is scaled to whole rows of the prompt, as near to its own size as their limits
        /// allow; one that is far too large is cut like BestTiles, with an overview of that size.
        OwnSizeOrTiles,
        /// The image is scaled to whole rows of the prompt, no larger than the tile, and keeps its
        /// shape.
        Whole,
        /// The image is scaled to whole rows of the prompt, with as many pixels as the limits
        /// allow, and nearly keeps its shape.
        Grid,
        /// The image is scaled to whole rows of the prompt: to the rectangle nearest to its shape
        /// among those next to its size or to the most rows (Muse Glimmer).
        NearestShape,
        /// An overview and, of an image that is larger, as many equal slices as suit its size and
        /// shape, each nearly as large as the overview (MiniCPM-V).
        Slices,
    };

    /// How a grid of another size than that of the learned positions gets its own.
    enum class Positions {
        SameShare, ///< each patch that at the same share of the sides
        Bilinear, ///< between four, the corners of the grid at those of the table
        BilinearEdges, ///< between four, the edges of the grid at those of the table
        BilinearZeros, ///< the same, but what is beyond the table counts as 0
        Bicubic, ///< between sixteen, the edges of the grid at those of the table
        /// Between all table entries that a position of the grid covers, aligned at the edges:
        /// bilinear interpolation with antialiasing.
        Smoothed,
        OfAxes, ///< one for the column and one for the row: v.position_embd [2, positions, hidden]
    };

    /// How the limits of Cut::Grid are meant.
    enum class Limits {
        OfImage,
        /// An image that is narrower or lower than a row of the prompt is first enlarged to that
        /// side (PaddleOCR-VL).
        OfWholeRows,
        /// The limits apply to all frames of a patch together; an image that is narrower than a row
        /// of the prompt is first enlarged to that width (GLM-4V).
        OfFrames,
    };

    /// How the tower sees animated images.
    enum class Videos {
        FirstFrame, ///< as images
        AlongTime, ///< the rows of all frames together, with positions along the time (Qwen2-VL)
        Stamped, ///< the rows of each patch in time by themselves, its time before it (Qwen3-VL)
    };

    Cut cut = Cut::Middle;
    Videos videos = Videos::FirstFrame;
    Limits limits = Limits::OfImage;
    ConnectorPlan connector;
    /// The connector of the rows behind VisionConfig::deepBlocks, whose tensors begin with
    /// "v.deepstack.0.".
    ConnectorPlan deepConnector;
    MarksPlan marks;
    /// A learned row [decoder's width] that ends each line of an image (Cut::TileGrids); null:
    /// none.
    const char* lineEnd = nullptr;
    bool channelsLast = false; ///< v.patch_embd has the channels of each number together
    bool framesFirst = false; ///< v.patch_embd has the channels of each frame together
    bool centersPixels = false; ///< the tower reads 2 · number − 1
    bool learnsPositions = true; ///< has v.position_embd, a position for each patch of a square
    Positions positions = Positions::SameShare;
    /// Positions::OfAxes: the table has those of columns and of rows in turn.
    bool positionsTakeTurns = false;
    /// Patches get the positions of a grid with exchanged sides, of which the first belongs to the
    /// first patch and so on (Muse Glimmer).
    bool exchangesSides = false;
    std::optional<engine::RotaryPlan> rotary; ///< if blocks rotate: by row and column
    /// The decoder rotates the rows of an image by time, row and column (M-RoPE).
    bool rowsHavePositions = false;
    bool hasClassRow = false; ///< v.class_embd precedes the patches
    bool normsPixels = false; ///< v.patch_norm is applied to the numbers of a patch
    bool normsPatches = false; ///< v.norm_embd is applied before positions are added
    bool normsBefore = false; ///< v.pre_ln is applied before the first block
    bool normsAfter = false; ///< v.post_ln is applied after the last block
    engine::NormPlan norms; ///< of these four
    std::vector<engine::BlockPlan> blocks; ///< in their order
    /// Behind VisionConfig::innerMergeBlock, from where on spans are division innerSpans.
    std::optional<InnerMergePlan> innerMerge;
    static constexpr size_t windowSpans = 1, innerSpans = 2; ///< divisions of rows after images
};

} // namespace vision
