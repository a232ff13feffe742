#include "engine/layers/mamba.h"

#include "engine/layers/block.h"
#include "engine/layers/delta_net.h"
#include "engine/layers/step.h"

#include <algorithm>
#include <string>
#include <vector>

namespace engine {

using kernels::Activation;
using kernels::TensorView;

namespace {

// GGUF files may have the number of each head as a row of its own.
std::vector<float> ofHeads(const Weights& weights, const std::string& name, int64_t heads)
{
    if (heads > 1 && weights.columns(name) == 1)
        return weights.numbers(name, {heads, 1});
    return weights.numbers(name, {heads});
}

Weight readFactors(const Weights& weights, const MambaPlan& plan)
{
    const kernels::ScanShape& shape = plan.shape;
    const auto& factors = plan.factors;
    if (std::ranges::count(factors, 1.f) == std::ssize(factors))
        return {};
    const int64_t widths[] = {
        shape.columns(), shape.columns(), shape.groupColumns(), shape.groupColumns(), shape.heads};
    std::vector<float> row;
    for (size_t part = 0; part < factors.size(); ++part)
        row.insert(row.end(), size_t(widths[part]), factors[part]);
    return weights.place(row, plan.projectedColumns());
}

Weight vectorIfInFile(const Weights& weights, const std::string& name, int64_t columns)
{
    return weights.has(name) ? weights.vector(name, columns) : Weight();
}

// The weight of the norms of all groups, which a file may have row by row.
Weight readNormWeight(const Weights& weights, const std::string& name, const MambaPlan& plan)
{
    const int64_t columns = plan.shape.columns(), ofGroup = columns / plan.shape.groups;
    if (plan.shape.groups > 1 && weights.columns(name) == ofGroup)
        return weights.place(weights.numbers(name, {plan.shape.groups, ofGroup}), columns);
    return weights.vector(name, columns);
}

} // namespace

Mamba::Mamba(const Weights& weights, const MambaPlan& plan, const BlockPlan& block,
    const BlockPosition& position)
    : m_plan(plan)
    , m_layer(position.layer)
    , m_input(weights, position.prefix + "ssm_in", plan.projectedColumns(), block.hidden)
    , m_output(weights, position.prefix + "ssm_out", block.hidden, plan.shape.columns())
    , m_factors(readFactors(weights, plan))
    , m_taps(readTaps(
          weights, position.prefix + "ssm_conv1d.weight", plan.shape.inputColumns(), plan.taps))
    , m_bias(
          vectorIfInFile(weights, position.prefix + "ssm_conv1d.bias", plan.shape.inputColumns()))
    , m_offsets(weights.vector(position.prefix + "ssm_dt.bias", plan.shape.heads))
{
    const int64_t heads = plan.shape.heads;
    std::vector<float> rates = ofHeads(weights, position.prefix + "ssm_a", heads);
    if (plan.ratesAreLogarithms)
        for (float& rate : rates)
            rate = -std::exp(rate);
    m_rates = weights.place(rates, heads);
    m_skips = weights.place(ofHeads(weights, position.prefix + "ssm_d", heads), heads);
    if (plan.norm == MambaPlan::Norm::None)
        return;
    const std::string norm = position.prefix + "ssm_norm";
    const NormPlan rms{.kind = NormPlan::Kind::Rms, .epsilon = block.norms.epsilon};
    if (plan.shape.groups == 1) {
        m_norm = Norm(weights, norm, plan.shape.columns(), rms);
        return;
    }
    m_norm = Norm::withoutWeight(
        weights.backend(), plan.shape.columns() / plan.shape.groups, rms.epsilon);
    m_normWeight = readNormWeight(weights, norm + ".weight", plan);
}

void Mamba::forward(Step& step, TensorView out, TensorView x) const
{
    const kernels::ScanShape& shape = m_plan.shape;
    const LayerCache& cache = step.cache().layer(m_layer);
    const Scratch projected = step.scratch(x.rows, m_plan.projectedColumns());
    m_input.forward(step, projected, x);
    if (!m_factors.isEmpty())
        step.ops().multiplyRow(projected, m_factors);

    const Scratch gate = step.scratch(x.rows, shape.columns());
    const Scratch xbc = step.scratch(x.rows, shape.inputColumns());
    const Scratch steps = step.scratch(x.rows, shape.heads);
    step.ops().takeColumns(gate, projected, 0);
    step.ops().takeColumns(xbc, projected, shape.columns());
    step.ops().takeColumns(steps, projected, shape.columns() + shape.inputColumns());

    const Scratch convolved = step.scratch(x.rows, shape.inputColumns());
    step.ops().convolve(
        convolved, xbc, m_taps, cache.stateInputs(), step.placement(), step.sequenceRows());
    if (!m_bias.isEmpty())
        step.ops().addRow(convolved, m_bias);
    step.ops().activate(convolved, Activation::Silu);

    const Scratch scanned = step.scratch(x.rows, shape.columns());
    step.ops().selectiveScan(scanned, convolved, {steps, m_rates, m_offsets, m_skips},
        cache.stateMatrices(), step.placement(), step.sequenceRows(), shape);
    if (m_plan.norm == MambaPlan::Norm::BeforeGate)
        normGroups(step, scanned);
    step.ops().gate(gate, scanned, Activation::Silu);
    if (m_plan.norm == MambaPlan::Norm::AfterGate)
        normGroups(step, gate);
    m_output.forward(step, out, gate);
}

void Mamba::normGroups(Step& step, TensorView x) const
{
    const TensorView groups = x.reshaped(x.rows * m_plan.shape.groups, m_norm.columns());
    m_norm.forward(step, groups, groups);
    if (!m_normWeight.isEmpty())
        step.ops().multiplyRow(x, m_normWeight);
}

AttentionBesideMamba::AttentionBesideMamba(const Weights& weights, const ParallelPlan& plan,
    const BlockPlan& block, const BlockPosition& position)
    : m_plan(plan)
    , m_attention(weights, block, position)
    , m_mamba(weights, plan.mamba, block, position)
{
}

void AttentionBesideMamba::forward(Step& step, TensorView out, TensorView x) const
{
    const Scratch scaled = step.scratch(x.rows, x.columns);
    const Scratch ofMamba = step.scratch(x.rows, x.columns);
    const auto times = [&](float factor) {
        if (factor == 1)
            return x;
        step.ops().takeColumns(scaled, x, 0);
        step.ops().scale(scaled, factor);
        return scaled.view();
    };
    m_attention.forward(step, out, times(m_plan.attentionInput));
    if (m_plan.attentionOutput != 1)
        step.ops().scale(out, m_plan.attentionOutput);
    m_mamba.forward(step, ofMamba, times(m_plan.mambaInput));
    if (m_plan.mambaOutput != 1)
        step.ops().scale(ofMamba, m_plan.mambaOutput);
    step.ops().add(out, ofMamba);
}

std::vector<Linear*> AttentionBesideMamba::linears()
{
    std::vector<Linear*> linears = m_attention.linears();
    for (Linear* linear : m_mamba.linears())
        linears.push_back(linear);
    return linears;
}

} // namespace engine
