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

/// Converts the rows of the tower to rows of the decoder's width.
///
///  - ShuffledLinear: scaleFactor × scaleFactor neighbouring patches side by side, row by row,
/// times mm.model.fcᵀ (pixel shuffle of Idefics 3, arXiv:2408.12637).
///  - TwoLayers: mm.2 of the activation of mm.0 of each row, without the class row (LLaVA 1.5,
/// arXiv:2310.03744).
class Merger {
public:
    Merger(const engine::Weights& weights, const VisionConfig& config, const TowerPlan& plan);

    int64_t hidden() const { return m_last.outputs(); } ///< the decoder's width

    /// Shapes: out [rows of all pictures, hidden()], states [rows in the tower, the tower's
    /// hidden].
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

/// How many rows of the prompt a picture becomes.
int64_t mergedRows(const VisionConfig& config, const TowerPlan& plan, const PatchGrid& grid);

} // namespace vision
