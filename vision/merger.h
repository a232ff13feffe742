#pragma once

#include "engine/layers/linear.h"
#include "vision/patches.h"
#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vision {

/// From the rows of the tower to rows as wide as the decoder's.
///
///  - ShuffledLinear: each scaleFactor × scaleFactor patches, row by row side by side, times
///    mm.model.fcᵀ.
///  - TwoLayers: mm.2 of the activation of mm.0 of each row, the class row left out.
class Merger {
public:
    Merger(const engine::Weights& weights, const VisionConfig& config, const TowerPlan& plan);

    int64_t hidden() const { return m_last.outputs(); } ///< of the decoder

    /// out [rows of all pictures, hidden()], states [rows in the tower, the tower's hidden]
    void forward(engine::Step& step, kernels::TensorView out, kernels::TensorView states,
        std::span<const PatchGrid> grids) const;

private:
    void addOrder(std::vector<int32_t>& order, const PatchGrid& grid, int64_t firstRow) const;

    int64_t m_scale; // patches a side that become one row
    int64_t m_classRows; // that a picture has in the tower
    int64_t m_skipped; // of these
    std::optional<engine::Linear> m_first; // TwoLayers only
    engine::Linear m_last;
    kernels::Activation m_activation;
};

/// Rows of the prompt that a picture gives.
int64_t mergedRows(const VisionConfig& config, const TowerPlan& plan, const PatchGrid& grid);

} // namespace vision
