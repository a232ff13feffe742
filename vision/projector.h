#pragma once

#include "engine/layers/linear.h"
#include "engine/layers/norm.h"
#include "vision/patches.h"
#include "vision/towers/tower_plan.h"
#include "vision/towers/vision_config.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vision {

/// Converts the rows of the tower to rows of the decoder's width, as a ConnectorPlan says: one
/// linear layer after a pixel shuffle (Idefics 3, arXiv:2408.12637), two layers (LLaVA 1.5,
/// arXiv:2310.03744), the mean of neighbors (Gemma 3, arXiv:2503.19786) and others.
class Projector {
public:
    Projector(const engine::Weights& weights, const VisionConfig& config, const TowerPlan& plan)
        : Projector(weights, config, plan, plan.connector, {})
    {
    }

    /// Does the same with another connector, whose names follow `prefix`.
    Projector(const engine::Weights& weights, const VisionConfig& config, const TowerPlan& plan,
        const ConnectorPlan& connector, const std::string& prefix);

    int64_t hidden() const { return m_last.outputs(); } ///< the decoder's width
    std::vector<engine::Linear*> linears();

    /// Shapes: out [rows of all images, hidden()], states [rows in the tower, the tower's hidden]
    /// in this order. If there is a norm before, their content is undefined afterwards.
    void forward(engine::Step& step, kernels::TensorView out, kernels::TensorView states,
        std::span<const PatchGrid> grids, const RowOrder& order) const;

private:
    std::vector<int32_t> makeRowOrder(
        std::span<const PatchGrid> grids, const RowOrder& rowOrder) const;
    void addOrder(std::vector<int32_t>& order, const PatchGrid& grid, int64_t firstRow) const;
    void merge(engine::Step& step, kernels::TensorView rows, kernels::TensorView states,
        std::span<const int32_t> order) const;
    void average(engine::Step& step, kernels::TensorView rows, kernels::TensorView states,
        std::span<const int32_t> order) const;
    void project(engine::Step& step, kernels::TensorView out, kernels::TensorView rows) const;
    int64_t lastInputs(int64_t columns) const; // `columns` if the last layer is the only one
    void projectGated(engine::Step& step, kernels::TensorView out, kernels::TensorView x) const;

    ConnectorPlan m_plan;
    int64_t m_scale; // patches a side that become one row
    int64_t m_classRows; // that an image has in the tower
    int64_t m_skipped; // of these
    engine::Norm m_normBefore, m_normAfter, m_normMiddle; // empty where the plan has none
    engine::Weight m_shift, m_stretch; // the same
    std::optional<engine::Linear> m_merging, m_first, m_gate, m_up; // the same
    engine::Linear m_last;
    engine::Norm m_endNorm; // empty where the plan has none
    kernels::Activation m_activation;
};

/// How many rows of the prompt an image becomes.
int64_t mergedRows(const VisionConfig& config, const TowerPlan& plan, const PatchGrid& grid);

/// How many of them are in a line of the image.
int64_t mergedColumns(const VisionConfig& config, const TowerPlan& plan, const PatchGrid& grid);

} // namespace vision
