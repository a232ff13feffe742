#include "vision/merger.h"

#include "engine/layers/step.h"

namespace vision {

using engine::Linear;
using engine::Scratch;
using engine::Step;
using engine::Weights;
using kernels::TensorView;

namespace {

int64_t scaleOf(const VisionConfig& config, const TowerPlan& plan)
{
    return plan.connector == TowerPlan::Connector::ShuffledLinear ? config.scaleFactor : 1;
}

int64_t skippedRows(const VisionConfig& config, const TowerPlan& plan)
{
    return plan.hasClassRow && config.dropsClassRow ? 1 : 0;
}

Linear linear(const Weights& weights, const std::string& name, int64_t inputs)
{
    return {weights, name, weights.rows(name + ".weight"), inputs};
}

std::optional<Linear> firstLayer(
    const Weights& weights, const VisionConfig& config, const TowerPlan& plan)
{
    if (plan.connector == TowerPlan::Connector::ShuffledLinear)
        return std::nullopt;
    return linear(weights, "mm.0", config.hidden);
}

Linear lastLayer(const Weights& weights, const std::optional<Linear>& first, int64_t inputs)
{
    return first ? linear(weights, "mm.2", first->outputs())
                 : linear(weights, "mm.model.fc", inputs);
}

} // namespace

Merger::Merger(const Weights& weights, const VisionConfig& config, const TowerPlan& plan)
    : m_scale(scaleOf(config, plan))
    , m_classRows(plan.hasClassRow ? 1 : 0)
    , m_skipped(skippedRows(config, plan))
    , m_first(firstLayer(weights, config, plan))
    , m_last(lastLayer(weights, m_first, config.hidden * m_scale * m_scale))
    , m_activation(config.projectorActivation)
{
}

int64_t mergedRows(const VisionConfig& config, const TowerPlan& plan, const PatchGrid& grid)
{
    const int64_t scale = scaleOf(config, plan);
    return grid.count() / (scale * scale) + (plan.hasClassRow ? 1 : 0) - skippedRows(config, plan);
}

// The rows of a picture in the order in which the layers read them: what is left of the class row,
// then block by block from the top left; in a block, row by row.
void Merger::addOrder(std::vector<int32_t>& order, const PatchGrid& grid, int64_t firstRow) const
{
    for (int64_t row = m_skipped; row < m_classRows; ++row)
        order.push_back(int32_t(firstRow + row));
    const int64_t firstPatch = firstRow + m_classRows;
    for (int64_t top = 0; top < grid.time * grid.height; top += m_scale)
        for (int64_t left = 0; left < grid.width; left += m_scale)
            for (int64_t y = top; y < top + m_scale; ++y)
                for (int64_t x = left; x < left + m_scale; ++x)
                    order.push_back(int32_t(firstPatch + y * grid.width + x));
}

void Merger::forward(
    Step& step, TensorView out, TensorView states, std::span<const PatchGrid> grids) const
{
    std::vector<int32_t> order;
    int64_t firstRow = 0;
    for (const PatchGrid& grid : grids) {
        CHECK(grid.height % m_scale == 0 && grid.width % m_scale == 0);
        addOrder(order, grid, firstRow);
        firstRow += grid.count() + m_classRows;
    }
    const Scratch picked = step.scratch(int64_t(order.size()), states.columns);
    step.ops().gatherRows(picked, states, step.integers(order));
    const TensorView rows = picked.view().reshaped(out.rows, picked.view().elements() / out.rows);
    if (!m_first)
        return m_last.forward(step, out, rows);
    const Scratch middle = step.scratch(rows.rows, m_first->outputs());
    m_first->forward(step, middle, rows);
    step.ops().activate(middle, m_activation);
    m_last.forward(step, out, middle);
}

} // namespace vision
