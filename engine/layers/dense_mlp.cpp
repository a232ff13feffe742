#include "engine/layers/dense_mlp.h"

#include "engine/layers/step.h"

namespace engine {

DenseMlp::DenseMlp(const Weights& weights, const std::string& prefix, const BlockPlan& plan)
    : m_inner(plan.feedForward)
    , m_activation(plan.activation)
    , m_gate(weights, prefix + "ffn_gate", m_inner, plan.hidden)
    , m_up(weights, prefix + "ffn_up", m_inner, plan.hidden)
    , m_down(weights, prefix + "ffn_down", plan.hidden, m_inner)
{
}

void DenseMlp::addTo(
    Step& step, kernels::TensorView into, kernels::TensorView delta, kernels::TensorView x) const
{
    const Scratch gate = step.scratch(x.rows, m_inner);
    const Scratch up = step.scratch(x.rows, m_inner);

    Linear::forwardGate(step, {m_gate, gate}, {m_up, up}, x, m_activation);
    m_down.addTo(step, into, delta, gate);
}

} // namespace engine
