#include "vision/projector.h"

#include "engine/layers/step.h"
#include "vision/patches.h"

namespace vision {

using engine::Linear;
using engine::Norm;
using engine::Scratch;
using engine::Step;
using engine::Weight;
using engine::Weights;
using kernels::TensorView;
using Merge = ConnectorPlan::Merge;

namespace {

int64_t mergeScale(const VisionConfig& config, const ConnectorPlan& plan)
{
    return plan.merge == Merge::Each ? 1 : config.scaleFactor;
}

int64_t skippedRows(const VisionConfig& config, const TowerPlan& plan)
{
    return plan.hasClassRow && config.dropsClassRow ? 1 : 0;
}

int64_t mergedWidth(const VisionConfig& config, const ConnectorPlan& plan)
{
    return plan.merge == Merge::SideBySide ? config.hidden * config.scaleFactor * config.scaleFactor
                                           : config.hidden;
}

// A connector and the prefix of its names.
struct Named {
    const Weights& weights;
    const VisionConfig& config;
    const ConnectorPlan& plan;
    const std::string& prefix;
};

Norm normNamed(const char* name, const Named& of, int64_t columns)
{
    return name ? Norm(of.weights, of.prefix + name, columns, of.plan.norms) : Norm();
}

Norm normAfter(const Named& of, int64_t columns)
{
    if (of.plan.normsWithoutWeight)
        return Norm::withoutWeight(of.weights.backend(), columns, of.plan.norms.epsilon);
    return normNamed(of.plan.normAfter, of, columns);
}

// −v.std_bias, to be added.
Weight negated(const Weights& weights, const char* name, int64_t columns)
{
    Weight weight = weights.vector(name, columns);
    kernels::Tensor copy(weights.backend(), kernels::DType::F32, 1, columns);
    weights.backend().copy(copy, weight);
    weights.backend().ops().scale(copy, -1);
    weights.backend().synchronize(); // before the weight goes
    return Weight(std::move(copy));
}

std::string weightName(const std::string& name)
{
    return name + ".weight";
}

Linear linear(const Weights& weights, const std::string& name, int64_t inputs)
{
    return {weights, name, weights.rows(weightName(name)), inputs};
}

// The columns of a convolution go channel by channel, those of patches side by side patch by patch.
Linear mergingLayer(const Weights& weights, const VisionConfig& config, const ConnectorPlan& plan)
{
    const int64_t columns = mergedWidth(config, plan),
                  outputs = weights.rows(weightName(plan.merging));
    const auto numbers = weights.numbers(weightName(plan.merging), {outputs, columns});
    return {weights, plan.merging,
        weights.place(
            transposed(numbers, outputs, config.hidden, columns / config.hidden), columns)};
}

std::optional<Linear> mergingIfPlanned(
    const Weights& weights, const VisionConfig& config, const ConnectorPlan& plan)
{
    if (!plan.merging)
        return std::nullopt;
    return mergingLayer(weights, config, plan);
}

// A layer that reads what the one before gives, or `columns` numbers if there is none.
std::optional<Linear> linearIfPlanned(
    const char* name, const Named& of, const std::optional<Linear>& before, int64_t columns)
{
    if (!name)
        return std::nullopt;
    return linear(of.weights, of.prefix + name, before ? before->outputs() : columns);
}

Linear lastLayer(const Named& of, int64_t inputs)
{
    const Weights& weights = of.weights;
    const std::string layer = of.prefix + of.plan.last;
    if (!of.plan.isTransposed)
        return linear(weights, layer, inputs);
    const std::string name = weightName(layer);
    const int64_t outputs = weights.columns(name);
    return {weights, layer,
        weights.place(
            transposed(weights.numbers(name, {inputs, outputs}), 1, inputs, outputs), inputs)};
}

} // namespace

Projector::Projector(const Weights& weights, const VisionConfig& config, const TowerPlan& plan,
    const ConnectorPlan& connector, const std::string& prefix)
    : m_plan(connector)
    , m_scale(mergeScale(config, m_plan))
    , m_classRows(plan.hasClassRow ? 1 : 0)
    , m_skipped(skippedRows(config, plan))
    , m_normBefore(normNamed(m_plan.normBefore, {weights, config, m_plan, prefix}, config.hidden))
    , m_normAfter(normAfter({weights, config, m_plan, prefix}, mergedWidth(config, m_plan)))
    , m_merging(mergingIfPlanned(weights, config, m_plan))
    , m_first(linearIfPlanned(
          m_plan.first, {weights, config, m_plan, prefix}, m_merging, mergedWidth(config, m_plan)))
    , m_gate(linearIfPlanned(m_plan.gate, {weights, config, m_plan, prefix}, m_first, 0))
    , m_up(linearIfPlanned(m_plan.up, {weights, config, m_plan, prefix}, m_first, 0))
    , m_last(lastLayer({weights, config, m_plan, prefix}, lastInputs(mergedWidth(config, m_plan))))
    , m_activation(config.projectorActivation)
{
    if (m_plan.endEpsilon > 0)
        m_endNorm = Norm::withoutWeight(weights.backend(), hidden(), m_plan.endEpsilon);
    if (m_plan.standardizes) {
        m_shift = negated(weights, "v.std_bias", mergedWidth(config, m_plan));
        m_stretch = weights.vector("v.std_scale", mergedWidth(config, m_plan));
    }
    if (m_plan.normMiddle)
        m_normMiddle
            = normNamed(m_plan.normMiddle, {weights, config, m_plan, prefix}, m_first->outputs());
}

int64_t mergedRows(const VisionConfig& config, const TowerPlan& plan, const PatchGrid& grid)
{
    const int64_t scale = mergeScale(config, plan.connector);
    return grid.count() / (scale * scale) + (plan.hasClassRow ? 1 : 0) - skippedRows(config, plan);
}

int64_t mergedColumns(const VisionConfig& config, const TowerPlan& plan, const PatchGrid& grid)
{
    return grid.width / mergeScale(config, plan.connector);
}

// The rows of an image in the order in which the layers read them: what is left of the class row,
// then block by block from the top left; in a block, row by row.
void Projector::addOrder(std::vector<int32_t>& order, const PatchGrid& grid, int64_t firstRow) const
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

std::vector<int32_t> Projector::makeRowOrder(
    std::span<const PatchGrid> grids, const RowOrder& rowOrder) const
{
    std::vector<int32_t> order;
    int64_t firstRow = 0;
    for (const PatchGrid& grid : grids) {
        CHECK(grid.height % m_scale == 0 && grid.width % m_scale == 0);
        addOrder(order, grid, firstRow);
        firstRow += grid.count() + m_classRows;
    }
    if (!rowOrder.rowOfPatch.empty())
        for (int32_t& row : order)
            row = rowOrder.rowOfPatch[size_t(row)];
    return order;
}

void Projector::forward(Step& step, TensorView out, TensorView states,
    std::span<const PatchGrid> grids, const RowOrder& rowOrder) const
{
    if (!m_normBefore.isEmpty())
        m_normBefore.forward(step, states, states);
    const std::vector<int32_t> order = makeRowOrder(grids, rowOrder);
    const bool isJoined = m_plan.merge == Merge::SideBySide;
    const Scratch rows
        = step.scratch(out.rows, states.columns * (isJoined ? m_scale * m_scale : 1));
    merge(step, rows, states, order);
    if (m_plan.scale != 1)
        step.ops().scale(rows, m_plan.scale);
    if (m_plan.standardizes) {
        step.ops().addRow(rows, m_shift);
        step.ops().multiplyRow(rows, m_stretch);
    }
    if (!m_normAfter.isEmpty())
        m_normAfter.forward(step, rows, rows);
    if (!m_merging)
        return project(step, out, rows);
    const Scratch merged = step.scratch(out.rows, m_merging->outputs());
    m_merging->forward(step, merged, rows);
    if (m_plan.activatesMerging)
        step.ops().activate(merged, m_activation);
    project(step, out, merged);
    if (!m_endNorm.isEmpty())
        m_endNorm.forward(step, out, out);
}

void Projector::merge(
    Step& step, TensorView rows, TensorView states, std::span<const int32_t> order) const
{
    if (m_plan.merge == Merge::Average)
        return average(step, rows, states, order);
    step.ops().gatherRows(
        rows.reshaped(int64_t(order.size()), states.columns), states, step.integers(order));
}

void Projector::average(
    Step& step, TensorView rows, TensorView states, std::span<const int32_t> order) const
{
    const size_t patches = size_t(m_scale * m_scale);
    CHECK(order.size() == size_t(rows.rows) * patches);
    const Scratch picked = step.scratch(rows.rows, rows.columns);
    std::vector<int32_t> ids(size_t(rows.rows), 0);
    for (size_t patch = 0; patch < patches; ++patch) {
        for (size_t row = 0; row < ids.size(); ++row)
            ids[row] = order[row * patches + patch];
        step.ops().gatherRows(patch == 0 ? rows : picked.view(), states, step.integers(ids));
        if (patch > 0)
            step.ops().add(rows, picked);
    }
    step.ops().scale(rows, 1 / float(patches));
}

void Projector::project(Step& step, TensorView out, TensorView rows) const
{
    if (!m_first)
        return m_last.forward(step, out, rows);
    const Scratch middle = step.scratch(rows.rows, m_first->outputs());
    m_first->forward(step, middle, rows);
    if (!m_normMiddle.isEmpty())
        m_normMiddle.forward(step, middle, middle);
    step.ops().activate(middle, m_activation);
    if (m_gate)
        return projectGated(step, out, middle);
    m_last.forward(step, out, middle);
}

void Projector::projectGated(Step& step, TensorView out, TensorView x) const
{
    const Scratch gate = step.scratch(x.rows, m_gate->outputs());
    const Scratch up = step.scratch(x.rows, m_up->outputs());
    Linear::forwardGate(step, {*m_gate, gate}, {*m_up, up}, x, m_plan.gateActivation);
    m_last.forward(step, out, gate);
}

std::vector<Linear*> Projector::linears()
{
    std::vector<Linear*> linears{&m_last};
    for (auto* layer : {&m_merging, &m_first, &m_gate, &m_up})
        if (*layer)
            linears.push_back(&**layer);
    return linears;
}

int64_t Projector::lastInputs(int64_t columns) const
{
    for (const auto* layer : {&m_up, &m_first, &m_merging})
        if (*layer)
            return (*layer)->outputs();
    return columns;
}

} // namespace vision
