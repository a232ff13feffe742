#pragma once

#include "engine/layers/linear.h"
#include "engine/layers/norm.h"
#include "vision/patches.h"
#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <optional>
#include <vector>

namespace vision {

/// hidden = (class row and) patches · weightᵀ + bias, + learned positions if the plan has them
/// (ViT, Dosovitskiy et al., 2020, arXiv:2010.11929).
///
/// The checkpoints have a convolution whose stride is its width, which is a product with the rows
/// of Patches. Learned positions are those of a square of patches; for grids of other sizes see
/// TowerPlan::Positions.
class PatchEmbedding {
public:
    PatchEmbedding(
        const engine::Weights& weights, const VisionConfig& config, const TowerPlan& plan);

    /// The number of rows that an image has in the tower: its patches, and the class row if there
    /// is one.
    int64_t rowCount(const PatchGrid& grid) const { return grid.count() + m_classRows; }
    std::vector<engine::Linear*> linears() { return {&m_linear}; }

    /// Shape: hidden [rows of all images, hidden], in this order.
    void forward(engine::Step& step, kernels::TensorView hidden, const Patches& patches,
        const RowOrder& order) const;

    /// Replaces the patches of a step that keeps its inputs, see engine::Step::Inputs, by others of
    /// the same grids. forward() must have been the first to use the step.
    void replacePatches(engine::Step& step, const Patches& patches) const;

private:
    template <typename Use>
    void withNumbers(const Patches& patches, Use use) const;
    void embed(engine::Step& step, kernels::TensorView embedded, const Patches& patches) const;
    void addPositions(
        engine::Step& step, kernels::TensorView embedded, const Patches& patches) const;
    void addRows(
        engine::Step& step, kernels::TensorView embedded, const std::vector<int32_t>& ids) const;
    void spread(engine::Step& step, kernels::TensorView hidden, kernels::TensorView embedded,
        const Patches& patches) const;

    int64_t m_perSide, m_classRows;
    int64_t m_positionsPerAxis; // 0: positions are not those of columns and rows
    bool m_positionsTakeTurns; // those of columns and of rows
    bool m_centers; // numbers from 0 … 1 to −1 … 1
    engine::Linear m_linear;
    engine::Norm m_pixelNorm, m_norm; // empty where the plan has none
    // [class row, perSide²; hidden] or those of columns and then of rows; empty where nothing is
    // learned
    engine::Weight m_positions;
    std::optional<PositionTable> m_table; // where positions are between the learned ones
    engine::Weight m_classRow; // [1, hidden], its position added; empty where there is none
};

} // namespace vision
