#pragma once

#include "engine/config/model_config.h"
#include "kernels/ops.h"
#include "vision/images/resize.h"

#include <array>
#include <cstdint>
#include <string>

namespace vision {

/// How a picture of any size becomes tiles of the size the tower reads.
struct PixelConfig {
    bool resizes = true, crops = true, normalizes = true;
    Resampling resampling = Resampling::Bicubic;
    double rescale = 1 / 255.0; ///< from 8 bits to what mean and deviation refer to
    std::array<double, 3> mean{0.5, 0.5, 0.5}, deviation{0.5, 0.5, 0.5};

    // Families that cut tiles (TowerPlan::Cut::Tiles).
    bool splits = true; ///< into tiles and an overview; else the overview alone
    bool splitsSmall = false; ///< also a picture that fits one tile: that tile and the overview
    int64_t longestEdge = 0; ///< pixels, before cutting
    int64_t tileSize = 0; ///< pixels, width and height

    // Families that crop the middle (TowerPlan::Cut::Middle).
    int64_t shortestEdge = 0; ///< pixels, before cropping; 0: to resizeWidth × resizeHeight
    int64_t resizeWidth = 0, resizeHeight = 0;
    int64_t cropWidth = 0, cropHeight = 0;
    bool padsToSquare = false; ///< instead of cropping, as llama.cpp does
};

/// The numbers of a vision tower and of what stands before and behind it. A value; checked by
/// readVisionConfig.
struct VisionConfig {
    std::string family; ///< a row of vision/towers/towers: "idefics3", "llava"
    engine::FileLayout layout = engine::FileLayout::Gguf;

    int64_t imageSize = 0, patchSize = 0; ///< pixels a side
    int64_t layers = 0, hidden = 0, heads = 0, feedForward = 0;
    double normEpsilon = 1e-6;
    kernels::Activation activation = kernels::Activation::GeluTanh;
    kernels::Activation projectorActivation = kernels::Activation::GeluErf;

    int64_t scaleFactor = 1; ///< patches a side that become one row
    int64_t blocks = 0; ///< how many of the layers are run: less where an inner one is the result
    bool dropsClassRow = true; ///< of towers that have one

    PixelConfig pixels;
    std::string imageToken = "<image>"; ///< what stands once per row in the prompt's text

    int64_t patchesPerSide() const { return imageSize / patchSize; }
    int64_t patchesPerTile() const { return patchesPerSide() * patchesPerSide(); }
};

} // namespace vision
