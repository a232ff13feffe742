#include "engine/layers/block.h"

#include "base/error.h"
#include "engine/layers/step.h"

#include <cmath>
#include <type_traits>
#include <variant>

namespace engine {

using kernels::TensorView;
using Where = NormPlan::Where;

namespace {

bool hasNormBefore(const BlockPlan& plan)
{
    return plan.norms.where != Where::After && plan.norms.where != Where::AfterSum;
}

bool hasNormAfter(const BlockPlan& plan)
{
    return !hasNormBefore(plan) || plan.norms.where == Where::Both;
}

Norm normIf(bool isThere, const Weights& weights, const BlockPosition& position, const char* name,
    const BlockPlan& plan)
{
    return isThere ? Norm(weights, position.prefix + name, plan.hidden, plan.norms) : Norm();
}

Norm endNorm(
    const Weights& weights, const BlockPosition& position, const char* name, const BlockPlan& plan)
{
    BlockPlan atEnd = plan;
    if (plan.norms.endEpsilon > 0)
        atEnd.norms.epsilon = plan.norms.endEpsilon;
    return normIf(hasNormAfter(plan), weights, position, name, atEnd);
}

Weight layerScale(const Weights& weights, const BlockPlan& plan, const std::string& name)
{
    return plan.scalesLayers ? weights.vector(name + ".weight", plan.hidden) : Weight();
}

bool hasMixer(const BlockPlan& plan)
{
    return !std::holds_alternative<NoLayerPlan>(plan.mixer);
}

bool hasMlp(const BlockPlan& plan)
{
    return !std::holds_alternative<NoLayerPlan>(plan.mlp);
}

} // namespace

Block::Block(const Weights& weights, const BlockPlan& plan, const BlockPosition& position)
    : m_sharesNorm(plan.norms.where == Where::Shared)
    , m_normsSums(plan.norms.where == Where::AfterSum)
    , m_residualScale(plan.residualScale)
    , m_attentionNorm(normIf(hasMixer(plan) && hasNormBefore(plan) && plan.norms.hasAttentionNorm,
          weights, position, position.names.attentionNorm, plan))
    , m_attentionEndNorm(endNorm(weights, position, position.names.attentionEndNorm, plan))
    , m_mixer(makeMixer(weights, plan, position))
    , m_mlpNorm(normIf(hasMlp(plan) && hasNormBefore(plan) && !m_sharesNorm, weights, position,
          position.names.mlpNorm, plan))
    , m_mlpEndNorm(endNorm(weights, position, position.names.mlpEndNorm, plan))
    , m_mlp(makeMlp(weights, plan, position))
    , m_attentionScale(layerScale(weights, plan, position.prefix + position.names.attentionScale))
    , m_mlpScale(layerScale(weights, plan, position.prefix + position.names.mlpScale))
    , m_outputScale(
          plan.scalesOutput ? weights.number(position.prefix + "layer_output_scale.weight") : 1)
{
    CHECK((hasMixer(plan) && hasMlp(plan)) || plan.norms.where == Where::Before);
    if (plan.inputs.width > 0)
        m_inputs.emplace(weights, position.prefix, plan.inputs, position.layer, plan);
}

Block::AnyMixer Block::makeMixer(
    const Weights& weights, const BlockPlan& plan, const BlockPosition& position)
{
    if (const auto* delta = std::get_if<DeltaNetPlan>(&plan.mixer))
        return DeltaNet(weights, *delta, plan, position);
    if (const auto* convolution = std::get_if<ShortConvolutionPlan>(&plan.mixer))
        return ShortConvolution(weights, *convolution, plan, position);
    if (const auto* mamba = std::get_if<MambaPlan>(&plan.mixer))
        return Mamba(weights, *mamba, plan, position);
    if (const auto* parallel = std::get_if<ParallelPlan>(&plan.mixer))
        return AttentionBesideMamba(weights, *parallel, plan, position);
    if (const LatentAttentionPlan* latent = plan.findLatentAttention())
        return LatentAttention(weights, *latent, plan, position);
    if (!hasMixer(plan))
        return NoLayer();
    return Attention(weights, plan, position);
}

Block::AnyMlp Block::makeMlp(
    const Weights& weights, const BlockPlan& plan, const BlockPosition& position)
{
    if (const auto* experts = std::get_if<ExpertsPlan>(&plan.mlp))
        return Experts(weights, position.prefix, *experts, plan, position.hostStep);
    if (!hasMlp(plan))
        return NoLayer();
    return Mlp(weights, position.prefix, std::get<DensePlan>(plan.mlp), plan.hidden);
}

void Block::forward(Step& step, TensorView hidden) const
{
    if (m_normsSums)
        return forwardNormingSums(step, hidden);
    const Scratch normed = step.scratch(hidden.rows, hidden.columns);
    const Scratch delta = step.scratch(hidden.rows, hidden.columns);

    if (!m_attentionNorm.isEmpty())
        m_attentionNorm.forward(step, normed, hidden);
    const TensorView read = m_attentionNorm.isEmpty() ? hidden : normed.view();
    addMixed(step, hidden, normed, delta, read);
    if (!std::holds_alternative<NoLayer>(m_mlp))
        addMlp(step, hidden, delta, m_mlpNorm.isEmpty() ? read : normed.view());
    if (m_inputs)
        m_inputs->addTo(step, hidden, delta);
    if (m_outputScale != 1)
        step.ops().scale(hidden, m_outputScale);
}

// Adds what the mixer makes of `read`, and sets `normed` to what the MLP reads if it has a norm.
void Block::addMixed(
    Step& step, TensorView hidden, TensorView normed, TensorView delta, TensorView read) const
{
    if (std::holds_alternative<NoLayer>(m_mixer))
        return m_mlpNorm.forward(step, normed, hidden);
    if (const auto* attention = std::get_if<Attention>(&m_mixer); attention && !changesMixed()) {
        attention->addTo(step, hidden, delta, read);
        if (!m_mlpNorm.isEmpty())
            m_mlpNorm.forward(step, normed, hidden);
    } else {
        mix(step, delta, read);
        finish(step, m_attentionEndNorm, m_attentionScale, delta);
        if (m_mlpNorm.isEmpty())
            step.ops().add(hidden, delta);
        else
            m_mlpNorm.addAndForward(step, normed, hidden, delta);
    }
}

void Block::mix(Step& step, TensorView out, TensorView x) const
{
    std::visit(
        [&](const auto& mixer) {
            if constexpr (!std::is_same_v<std::decay_t<decltype(mixer)>, NoLayer>)
                mixer.forward(step, out, x);
        },
        m_mixer);
}

void Block::addMlp(Step& step, TensorView hidden, TensorView delta, TensorView read) const
{
    const auto* dense = std::get_if<Mlp>(&m_mlp);
    if (dense && !changesMlp())
        return dense->addTo(step, hidden, delta, read);
    forwardMlp(step, delta, read, hidden);
    finish(step, m_mlpEndNorm, m_mlpScale, delta);
    step.ops().add(hidden, delta);
}

void Block::forwardMlp(Step& step, TensorView out, TensorView read, TensorView residual) const
{
    if (const auto* dense = std::get_if<Mlp>(&m_mlp))
        dense->forward(step, out, read);
    else
        std::get<Experts>(m_mlp).forward(step, out, read, residual);
}

void Block::forwardNormingSums(Step& step, TensorView hidden) const
{
    const Scratch delta = step.scratch(hidden.rows, hidden.columns);
    mix(step, delta, hidden);
    finish(step, {}, m_attentionScale, delta);
    step.ops().add(hidden, delta);
    m_attentionEndNorm.forward(step, hidden, hidden);
    forwardMlp(step, delta, hidden, hidden);
    finish(step, {}, m_mlpScale, delta);
    step.ops().add(hidden, delta);
    m_mlpEndNorm.forward(step, hidden, hidden);
}

// What is done to the sum of a layer before the stream gets it.
void Block::finish(Step& step, const Norm& norm, const Weight& layerScale, TensorView delta) const
{
    if (!norm.isEmpty())
        norm.forward(step, delta, delta);
    if (!layerScale.isEmpty())
        step.ops().multiplyRow(delta, layerScale);
    if (m_residualScale != 1)
        step.ops().scale(delta, m_residualScale);
}

bool Block::changesMixed() const
{
    return m_residualScale != 1 || !m_attentionEndNorm.isEmpty() || !m_attentionScale.isEmpty();
}

bool Block::changesMlp() const
{
    return m_residualScale != 1 || !m_mlpEndNorm.isEmpty() || !m_mlpScale.isEmpty();
}

std::vector<Linear*> Block::linears()
{
    std::vector<Linear*> linears = std::visit([](auto& mixer) { return mixer.linears(); }, m_mixer);
    for (Linear* linear : std::visit([](auto& mlp) { return mlp.linears(); }, m_mlp))
        linears.push_back(linear);
    if (m_inputs)
        for (Linear* linear : m_inputs->linears())
            linears.push_back(linear);
    return linears;
}

void Block::layOut(WeightLayouts& layouts, kernels::Fidelity fidelity)
{
    for (Linear* linear : linears())
        linear->layOut(layouts, fidelity);
}

void Block::layOutExperts(WeightLayouts& layouts)
{
    if (auto* experts = std::get_if<Experts>(&m_mlp))
        experts->layOut(layouts);
}

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
