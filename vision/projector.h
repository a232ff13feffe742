#pragma once

#include "vision/tower_weights.h"
#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <cstdint>
#include <vector>

namespace vision {

/// From the rows of the tower to rows as wide as the decoder's.
///   ShuffledLinear  each scaleFactor × scaleFactor patches, row by row side by side, ·
///   mm.model.fcᵀ TwoLayers       mm.2 · activation(mm.0 · row), the class row left out
class Projector {
public:
    Projector(const WeightLoader& loader, const VisionConfig& config, const TowerPlan& plan);

    int64_t rowsPerTile() const { return m_rowsPerTile; }
    int64_t hidden() const { return m_last.weight.view().rows; } ///< of the decoder

    /// out [tiles · rowsPerTile, hidden()], states [tiles · towerRows, the tower's hidden]
    void forward(kernels::Backend& backend, kernels::TensorView out, kernels::TensorView states,
        int64_t towerRows) const;

private:
    std::vector<int32_t> m_order; ///< rows of a tile's states in the order the layers read them
    int64_t m_rowsPerTile = 0;
    LinearWeights m_first; ///< TwoLayers only
    LinearWeights m_last;
    kernels::Activation m_activation;
};

} // namespace vision
