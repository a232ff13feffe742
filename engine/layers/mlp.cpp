#include "engine/layers/mlp.h"

#include "engine/layers/step.h"

#include <array>

namespace engine {

using kernels::TensorView;

namespace {

// The rows from `first` on, if the file has gate and up in one tensor, `up`.
std::optional<RowPart> partOfUp(const Weights& weights, const std::string& gate,
    const std::string& up, const DensePlan& plan, int64_t first)
{
    if (!plan.isGated || weights.has(gate + ".weight")
        || weights.rows(up + ".weight") != 2 * plan.inner)
        return std::nullopt;
    return RowPart{up, first, 2 * plan.inner};
}

std::optional<Linear> gateIfPlanned(const Weights& weights, const std::string& gate,
    const std::string& up, const DensePlan& plan, int64_t hidden)
{
    if (!plan.isGated)
        return std::nullopt;
    return Linear(weights, gate, plan.inner, hidden, Linear::Bias::IfInFile, 0,
        partOfUp(weights, gate, up, plan, 0));
}

} // namespace

Mlp::Mlp(const Weights& weights, const std::string& prefix, const DensePlan& plan, int64_t hidden,
    const std::string& ending)
    : m_plan(plan)
    , m_gate(gateIfPlanned(
          weights, prefix + "ffn_gate" + ending, prefix + "ffn_up" + ending, plan, hidden))
    , m_up(weights, prefix + "ffn_up" + ending, plan.inner, hidden, Linear::Bias::IfInFile, 0,
          partOfUp(
              weights, prefix + "ffn_gate" + ending, prefix + "ffn_up" + ending, plan, plan.inner))
    , m_down(weights, prefix + "ffn_down" + ending, hidden, plan.inner)
{
}

void Mlp::forward(Step& step, TensorView out, TensorView x) const
{
    const Scratch inner = step.scratch(x.rows, m_plan.inner);
    forwardInner(step, inner, x);
    m_down.forward(step, out, inner);
    if (m_plan.outputFactor != 1)
        step.ops().scale(out, m_plan.outputFactor);
}

void Mlp::addTo(Step& step, TensorView into, TensorView delta, TensorView x) const
{
    if (m_plan.outputFactor != 1) {
        forward(step, delta, x);
        return step.ops().add(into, delta);
    }
    const Scratch inner = step.scratch(x.rows, m_plan.inner);
    if (!areProducts() || m_plan.gateFactor != 1) {
        forwardInner(step, inner, x);
        return m_down.addTo(step, into, delta, inner);
    }
    const Scratch innerUp = step.scratch(m_gate ? x.rows : 0, m_plan.inner);
    kernels::Ops::MlpLayers layers{.up = m_up.weight(),
        .upBias = m_up.bias(),
        .down = m_down.weight(),
        .downBias = m_down.bias(),
        .activation = m_plan.activation};
    if (m_gate) {
        layers.gate = m_gate->weight();
        layers.gateBias = m_gate->bias();
    }
    step.ops().mlpAdd(into, x, layers, {inner, innerUp, delta});
}

bool Mlp::areProducts() const
{
    return m_up.isProduct() && m_down.isProduct() && (!m_gate || m_gate->isProduct());
}

void Mlp::forwardInner(Step& step, TensorView inner, TensorView x) const
{
    if (!m_gate) {
        m_up.forward(step, inner, x);
        step.ops().activate(inner, m_plan.activation);
        return;
    }
    const Scratch up = step.scratch(x.rows, m_plan.inner);
    if (m_plan.gateFactor != 1) {
        Linear::forwardEach(step, std::array<Linear::Output, 2>{{{*m_gate, inner}, {m_up, up}}}, x);
        step.ops().scale(inner, m_plan.gateFactor);
        return step.ops().gate(inner, up, m_plan.activation);
    }
    Linear::forwardGate(step, {*m_gate, inner}, {m_up, up}, x, m_plan.activation);
}

std::vector<Linear*> Mlp::linears()
{
    std::vector<Linear*> linears{&m_up, &m_down};
    if (m_gate)
        linears.insert(linears.begin(), &*m_gate);
    return linears;
}

} // namespace engine
