#include "engine/layers/delta_net.h"

#include "engine/layers/block.h"
#include "engine/layers/step.h"
#include "engine/layers/taps.h"

#include <cmath>
#include <string>

namespace engine {

using kernels::Activation;
using kernels::TensorView;

namespace {

Weight ratesOf(const Weights& weights, const std::string& name, const DeltaNetPlan& plan)
{
    std::vector<float> rates = weights.numbers(name, {plan.shape.valueHeads});
    if (plan.ratesAreLogarithms)
        for (float& rate : rates)
            rate = -std::exp(rate);
    return weights.place(rates, plan.shape.valueHeads);
}

// It is stored as it is, whatever the other norms of the model are.
NormPlan headNorm(const BlockPlan& block)
{
    return {.kind = NormPlan::Kind::Rms, .epsilon = block.norms.epsilon};
}

} // namespace

DeltaNet::DeltaNet(const Weights& weights, const DeltaNetPlan& plan, const BlockPlan& block,
    const BlockPlace& place)
    : m_plan(plan)
    , m_layer(place.layer)
    , m_mixed(weights, place.prefix + "attn_qkv", plan.mixedColumns(), block.hidden)
    , m_gate(weights, place.prefix + "attn_gate", plan.shape.valueColumns(), block.hidden)
    , m_decay(weights, place.prefix + "ssm_alpha", plan.shape.valueHeads, block.hidden)
    , m_strength(weights, place.prefix + "ssm_beta", plan.shape.valueHeads, block.hidden)
    , m_output(weights, place.prefix + "ssm_out", block.hidden, plan.shape.valueColumns())
    , m_taps(tapsOf(weights, place.prefix + "ssm_conv1d.weight", plan.mixedColumns(), plan.taps))
    , m_rates(ratesOf(weights, place.prefix + "ssm_a", plan))
    , m_offsets(weights.vector(place.prefix + "ssm_dt.bias", plan.shape.valueHeads))
    , m_norm(weights, place.prefix + "ssm_norm", plan.shape.valueDim, headNorm(block))
{
}

void DeltaNet::forward(Step& step, TensorView out, TensorView x) const
{
    const kernels::DeltaShape& shape = m_plan.shape;
    const LayerCache& cache = step.cache().layer(m_layer);
    const Scratch mixed = step.scratch(x.rows, m_plan.mixedColumns());
    const Scratch gate = step.scratch(x.rows, shape.valueColumns());
    const Scratch decay = step.scratch(x.rows, shape.valueHeads);
    const Scratch strength = step.scratch(x.rows, shape.valueHeads);
    m_mixed.forward(step, mixed, x);
    m_gate.forward(step, gate, x);
    m_decay.forward(step, decay, x);
    m_strength.forward(step, strength, x);

    const Scratch convolved = step.scratch(x.rows, m_plan.mixedColumns());
    step.ops().convolve(
        convolved, mixed, m_taps, cache.stateInputs(), step.placement(), step.sequenceRows());
    step.ops().activate(convolved, Activation::Silu);

    const Scratch attended = step.scratch(x.rows, shape.valueColumns());
    step.ops().deltaRule(attended, convolved, {decay, strength, m_rates, m_offsets},
        cache.stateMatrices(), step.placement(), step.sequenceRows(), shape);
    const TensorView heads = attended.view().reshaped(x.rows * shape.valueHeads, shape.valueDim);
    m_norm.forward(step, heads, heads);
    step.ops().gate(gate, attended, Activation::Silu);
    m_output.forward(step, out, gate);
}

} // namespace engine
