#include "engine/layers/layer_inputs.h"

#include "engine/layers/step.h"

#include <cmath>

namespace engine {

using kernels::TensorView;

LayerInputs::LayerInputs(const Weights& weights, const LayerInputsPlan& plan, int64_t layers,
    int64_t hidden, const NormPlan& norm)
    : m_width(plan.width)
    , m_table(weights.matrix("per_layer_token_embd.weight", plan.vocabulary, plan.width * layers))
    , m_projection(weights, "per_layer_model_proj", plan.width * layers, hidden)
    , m_norm(weights, "per_layer_proj_norm", plan.width, norm)
{
}

void LayerInputs::forward(Step& step, TensorView out, TensorView ids, TensorView hidden) const
{
    const Scratch projected = step.scratch(hidden.rows, columns());
    m_projection.forward(step, projected, hidden);
    step.ops().scale(projected, float(1 / std::sqrt(double(hidden.columns))));
    const TensorView parts = projected.view().reshaped(hidden.rows * columns() / m_width, m_width);
    m_norm.forward(step, parts, parts);

    step.ops().gatherRows(out, m_table, ids);
    step.ops().scale(out, float(std::sqrt(double(m_width))));
    step.ops().add(out, projected);
    step.ops().scale(out, float(std::sqrt(0.5)));
}

LayerInputGate::LayerInputGate(const Weights& weights, const std::string& prefix,
    const LayerInputsPlan& plan, int64_t layer, const BlockPlan& block)
    : m_plan(plan)
    , m_firstColumn(layer * plan.width)
    , m_gate(weights, prefix + "inp_gate", plan.width, block.hidden)
    , m_up(weights, prefix + "proj", block.hidden, plan.width)
    , m_norm(weights, prefix + "post_norm", block.hidden, block.norms)
{
}

void LayerInputGate::addTo(Step& step, TensorView hidden, TensorView delta) const
{
    const Scratch gate = step.scratch(hidden.rows, m_plan.width);
    const Scratch input = step.scratch(hidden.rows, m_plan.width);
    m_gate.forward(step, gate, hidden);
    step.ops().takeColumns(input, step.layerInputs(), m_firstColumn);
    step.ops().gate(gate, input, m_plan.activation);
    m_up.forward(step, delta, gate);
    m_norm.forward(step, delta, delta);
    step.ops().add(hidden, delta);
}

} // namespace engine
