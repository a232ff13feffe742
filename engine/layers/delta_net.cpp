#include "engine/layers/delta_net.h"

#include "engine/layers/block.h"
#include "engine/layers/step.h"

#include <array>
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace engine {

Weight readTaps(const Weights& weights, std::string_view name, int64_t columns, int64_t taps)
{
    const std::vector<float> ofColumns = weights.numbers(name, {columns, taps});
    std::vector<float> ofTaps(ofColumns.size());
    for (int64_t column = 0; column < columns; ++column)
        for (int64_t tap = 0; tap < taps; ++tap)
            ofTaps[size_t(tap * columns + column)] = ofColumns[size_t(column * taps + tap)];
    return weights.place(ofTaps, columns);
}

using kernels::TensorView;

ShortConvolution::ShortConvolution(const Weights& weights, const ShortConvolutionPlan& plan,
    const BlockPlan& block, const BlockPosition& position)
    : m_layer(position.layer)
    , m_input(weights, position.prefix + "shortconv.in_proj", 3 * block.hidden, block.hidden)
    , m_output(weights, position.prefix + "shortconv.out_proj", block.hidden, block.hidden)
    , m_taps(readTaps(weights, position.prefix + "shortconv.conv.weight", block.hidden, plan.taps))
{
    const std::string bias = position.prefix + "shortconv.conv.bias";
    if (weights.has(bias))
        m_bias = weights.vector(bias, block.hidden);
}

void ShortConvolution::forward(Step& step, TensorView out, TensorView x) const
{
    const int64_t hidden = x.columns;
    const Scratch mixed = step.scratch(x.rows, 3 * hidden);
    const Scratch b = step.scratch(x.rows, hidden), c = step.scratch(x.rows, hidden);
    const Scratch v = step.scratch(x.rows, hidden);
    m_input.forward(step, mixed, x);
    step.ops().deal(std::array<TensorView, 3>{b, c, v}, mixed, hidden);

    step.ops().multiply(b, v);
    step.ops().convolve(v, b, m_taps, step.cache().layer(m_layer).stateInputs(), step.placement(),
        step.sequenceRows());
    if (!m_bias.isEmpty())
        step.ops().addRow(v, m_bias);
    step.ops().multiply(c, v);
    m_output.forward(step, out, c);
}

using kernels::Activation;

namespace {

Weight readRates(const Weights& weights, const std::string& name, const DeltaNetPlan& plan)
{
    std::vector<float> rates = weights.numbers(name, {plan.shape.valueHeads});
    if (plan.ratesAreLogarithms)
        for (float& rate : rates)
            rate = -std::exp(rate);
    return weights.place(rates, plan.shape.valueHeads);
}

// The map to `name`, or to those parts of the rows of each key head in a tensor that joins several.
Linear mapOrParts(const Weights& weights, const std::string& name, const std::string& joined,
    const DeltaNetPlan& plan, int64_t hidden, std::span<const int64_t> rowsOfHead,
    std::initializer_list<size_t> parts)
{
    std::vector<int64_t> rows;
    for (const size_t part : parts) {
        const std::vector<int64_t> own = rowsOfPart(plan.shape.keyHeads, rowsOfHead, part);
        rows.insert(rows.end(), own.begin(), own.end());
    }
    if (!weights.has(joined + ".weight"))
        return {weights, name, int64_t(rows.size()), hidden};
    const int64_t all
        = plan.shape.keyHeads * std::accumulate(rowsOfHead.begin(), rowsOfHead.end(), int64_t(0));
    return {weights, name,
        selectedRows(weights.backend(), weights.matrix(joined + ".weight", all, hidden), rows)};
}

Linear inputMap(const Weights& weights, const DeltaNetPlan& plan, const BlockPlan& block,
    const BlockPosition& position, const char* name, std::initializer_list<size_t> parts)
{
    return mapOrParts(weights, position.prefix + name, position.prefix + "ssm_in", plan,
        block.hidden, plan.inputRows(), parts);
}

Linear rateMap(const Weights& weights, const DeltaNetPlan& plan, const BlockPlan& block,
    const BlockPosition& position, const char* name, size_t part)
{
    return mapOrParts(weights, position.prefix + name, position.prefix + "ssm_ba", plan,
        block.hidden, plan.rateRows(), {part});
}

// It is stored as it is, whatever the other norms of the model are.
NormPlan headNorm(const BlockPlan& block)
{
    return {.kind = NormPlan::Kind::Rms, .epsilon = block.norms.epsilon};
}

} // namespace

DeltaNet::DeltaNet(const Weights& weights, const DeltaNetPlan& plan, const BlockPlan& block,
    const BlockPosition& position)
    : m_plan(plan)
    , m_layer(position.layer)
    , m_mixed(inputMap(weights, plan, block, position, "attn_qkv", {0, 1, 2}))
    , m_gate(inputMap(weights, plan, block, position, "attn_gate", {3}))
    , m_decay(rateMap(weights, plan, block, position, "ssm_alpha", 1))
    , m_strength(rateMap(weights, plan, block, position, "ssm_beta", 0))
    , m_output(weights, position.prefix + "ssm_out", block.hidden, plan.shape.valueColumns())
    , m_taps(
          readTaps(weights, position.prefix + "ssm_conv1d.weight", plan.mixedColumns(), plan.taps))
    , m_rates(readRates(weights, position.prefix + "ssm_a", plan))
    , m_offsets(weights.vector(position.prefix + "ssm_dt.bias", plan.shape.valueHeads))
    , m_norm(weights, position.prefix + "ssm_norm", plan.shape.valueDim, headNorm(block))
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
