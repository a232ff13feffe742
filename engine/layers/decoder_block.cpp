#include "engine/layers/decoder_block.h"

#include "engine/layers/step.h"

namespace engine {

DecoderBlock::DecoderBlock(
    const Weights& weights, const BlockPlan& plan, const Rotary& rotary, int64_t layer)
    : DecoderBlock(weights, plan, rotary, layer, "blk." + std::to_string(layer) + ".")
{
}

DecoderBlock::DecoderBlock(const Weights& weights, const BlockPlan& plan, const Rotary& rotary,
    int64_t layer, const std::string& prefix)
    : m_attentionNorm{weights.vector(prefix + "attn_norm.weight", plan.hidden), plan.normEpsilon}
    , m_attention(weights, prefix, plan, rotary, layer)
    , m_mlpNorm{weights.vector(prefix + "ffn_norm.weight", plan.hidden), plan.normEpsilon}
    , m_mlp(weights, prefix, plan)
{
}

void DecoderBlock::forward(Step& step, kernels::TensorView hidden) const
{
    const Scratch normed = step.scratch(hidden.rows, hidden.columns);
    const Scratch delta = step.scratch(hidden.rows, hidden.columns);

    step.ops().rmsNorm(normed, hidden, m_attentionNorm.weight, m_attentionNorm.epsilon);
    m_attention.forward(step, delta, normed);
    step.ops().addRmsNorm(normed, hidden, delta, m_mlpNorm.weight, m_mlpNorm.epsilon);
    m_mlp.addTo(step, hidden, delta, normed);
}

std::vector<Linear*> DecoderBlock::linears()
{
    std::vector<Linear*> linears = m_attention.linears();
    for (Linear* linear : m_mlp.linears())
        linears.push_back(linear);
    return linears;
}

} // namespace engine
