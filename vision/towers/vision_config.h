#pragma once

#include "engine/config/model_config.h"
#include "kernels/ops.h"
#include "vision/images/resize.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace vision {

struct PixelSize {
    int64_t width = 0, height = 0;

    bool operator==(const PixelSize&) const = default;
};

/// How an image of any size is prepared for the tower.
struct PixelConfig {
    bool resizes = true, crops = true, normalizes = true;
    Resampling resampling = Resampling::Bicubic;
    double rescale = 1 / 255.0; ///< from 8 bits to the scale of mean and deviation
    std::array<double, 3> mean{0.5, 0.5, 0.5}, deviation{0.5, 0.5, 0.5};

    // The next fields are for families that cut tiles (TowerPlan::Cut::Tiles).
    bool splits = true; ///< into tiles and an overview; false: only the overview
    /// True: an image that fits one tile is also cut, into that tile and the overview.
    bool splitsSmall = false;
    int64_t longestEdge = 0; ///< in pixels, before cutting
    int64_t tileSize = 0; ///< width and height in pixels

    int64_t minTiles = 1, maxTiles = 12; ///< TowerPlan::Cut::BestTiles: without the overview

    /// TowerPlan::Cut::TileGrids: rectangles of whole tiles, of which each image gets one.
    std::vector<PixelSize> tileGrids;

    // The next fields are for families that count rows of the prompt (TowerPlan::Cut::MaxRows and
    // OwnSizeOrTiles).
    int64_t minRows = 1, maxRows = 0; ///< of an image that is not cut
    double tolerance = 2; ///< times the most rows: beyond it the image is cut
    bool hasOverview = true; ///< of an image that is cut
    bool numbersImages = true; ///< TowerPlan::Cut::Slices: in the text of a prompt

    // The next fields are for families that crop the middle (TowerPlan::Cut::Middle).
    /// The shorter side in pixels, before cropping; 0: scales to resizeWidth × resizeHeight.
    int64_t shortestEdge = 0;
    int64_t resizeWidth = 0, resizeHeight = 0;
    int64_t cropWidth = 0, cropHeight = 0;
    bool padsToSquare = false; ///< in place of cropping, as llama.cpp does

    // The next fields are for families that read images of any size (TowerPlan::Cut::Grid).
    int64_t minPixels = 0, maxPixels = 0; ///< of an image that the tower reads
};

/// The frames of a video that a tower reads, and their sizes (for families with TowerPlan::videos).
struct VideoConfig {
    double framesPerSecond = 2;
    int64_t minFrames = 4, maxFrames = 768;
    /// The pixels of a frame, or of all frames together if they are stamped with their time.
    int64_t minPixels = 128 * 28 * 28, maxPixels = 768 * 28 * 28;
    /// Positions along the time that the rows of a video take in a second; 0: one for each patch.
    double positionsPerSecond = 0;
};

/// The numbers of a vision tower and of its preprocessing and projector. readVisionConfig() has
/// checked them.
struct VisionConfig {
    std::string family; ///< a row of vision/towers/towers: "idefics3", "llava"
    engine::FileLayout layout = engine::FileLayout::Gguf;

    /// Sides in pixels. A tower that reads images of any size has learned positions, if any, for
    /// the patches of such a square.
    int64_t imageSize = 0, patchSize = 0;
    int64_t framesPerPatch = 1; ///< an image counts as so many equal frames
    int64_t layers = 0, hidden = 0, heads = 0, feedForward = 0;
    double normEpsilon = 1e-6;
    double ropeTheta = 10000; ///< for towers that rotate
    kernels::Activation activation = kernels::Activation::GeluTanh;
    bool normsHeads = false; ///< queries and keys are normalized, all heads together
    bool hasRmsNorms = false; ///< for families that have layer norms otherwise
    kernels::Activation projectorActivation = kernels::Activation::GeluErf;
    double projectorEpsilon = 1e-5; ///< of norms in the projector
    bool normsProjected = true; ///< for projectors whose norm may be left out
    bool standardizes = false; ///< for towers that may have v.std_bias and v.std_scale
    int64_t positionsPerAxis = 0; ///< for towers with a learned position for each row and column

    int64_t scaleFactor = 1; ///< scaleFactor² patches become one row
    /// Above 1: of those, innerScale² become one behind the block innerMergeBlock already.
    int64_t innerScale = 1, innerMergeBlock = 0;
    int64_t blocks = 0; ///< how many layers are computed: fewer if an inner layer gives the result
    bool dropsClassRow = true; ///< for towers that have one
    /// The side of the windows within which all blocks but `fullBlocks` look, in pixels; 0: none.
    int64_t windowSide = 0;
    std::vector<int64_t> fullBlocks;
    /// The blocks, ascending, after which rows are taken that are added to the hidden states behind
    /// the first layers of the decoder (DeepStack, Meng et al., 2024, arXiv:2406.04334).
    std::vector<int64_t> deepBlocks;

    PixelConfig pixels;
    VideoConfig videos;
    std::string imageToken = "<image>"; ///< occurs once for each row in the text of a prompt
    /// What chat templates write in place of an image, and what its rows with their marks replace;
    /// empty: the image token.
    std::string placeholder = {};

    const std::string& placeholderText() const
    {
        return placeholder.empty() ? imageToken : placeholder;
    }
    int64_t patchesPerSide() const { return imageSize / patchSize; }
    int64_t patchesPerTile() const { return patchesPerSide() * patchesPerSide(); }
};

} // namespace vision
