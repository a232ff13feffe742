#pragma once

#include "vision/tower_weights.h"
#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <span>
#include <vector>

namespace vision {

/// hidden = (class row and) patches · weightᵀ + bias, + positions
///
/// A patch is patchSize × patchSize pixels of a tile, its three channels one after the other; the
/// convolution of the checkpoints, whose stride is its width, is a product with such rows.
class PatchEmbedding {
public:
    PatchEmbedding(const WeightLoader& loader, const VisionConfig& config, const TowerPlan& plan);

    /// Rows a tile has in the tower: its patches, and the class row.
    int64_t rowsPerTile() const { return m_patches + m_classRows; }

    /// hidden [tiles · rowsPerTile, hidden], from pixels [tiles][3][imageSize][imageSize] on the
    /// host.
    void forward(
        kernels::Backend& backend, kernels::TensorView hidden, std::span<const float> pixels) const;

private:
    std::vector<float> patchesOf(std::span<const float> pixels, int64_t tiles) const;

    int64_t m_imageSize, m_patchSize, m_patches, m_classRows;
    LinearWeights m_linear;
    kernels::Tensor m_start; ///< [rowsPerTile, hidden]: positions, the class row added to the first
};

} // namespace vision
