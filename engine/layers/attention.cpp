#include "engine/layers/attention.h"

#include "engine/layers/rotary.h"
#include "engine/layers/step.h"

#include <array>

namespace engine {

using kernels::TensorView;

namespace {

RmsNorm headNorm(const Weights& weights, const std::string& name, const BlockPlan& plan)
{
    if (!plan.normQueryAndKey)
        return {};
    return {weights.vector(name, plan.attention.headDim), plan.normEpsilon};
}

Linear::Bias qkvBias(const BlockPlan& plan)
{
    return plan.biasOnQkv ? Linear::Bias::Required : Linear::Bias::IfInFile;
}

int64_t pairedHead(const BlockPlan& plan)
{
    return plan.pairedHeads ? plan.attention.headDim : 0;
}

} // namespace

Attention::Attention(const Weights& weights, const std::string& prefix, const BlockPlan& plan,
    const Rotary& rotary, int64_t layer)
    : m_shape(plan.attention)
    , m_rotary(rotary)
    , m_layer(layer)
    , m_queryColumns(plan.queryColumns())
    , m_keyColumns(plan.keyColumns())
    , m_query(
          weights, prefix + "attn_q", m_queryColumns, plan.hidden, qkvBias(plan), pairedHead(plan))
    , m_key(weights, prefix + "attn_k", m_keyColumns, plan.hidden, qkvBias(plan), pairedHead(plan))
    , m_value(weights, prefix + "attn_v", m_keyColumns, plan.hidden, qkvBias(plan))
    , m_output(weights, prefix + "attn_output", plan.hidden, m_queryColumns)
    , m_queryNorm(headNorm(weights, prefix + "attn_q_norm.weight", plan))
    , m_keyNorm(headNorm(weights, prefix + "attn_k_norm.weight", plan))
{
}

void Attention::forward(Step& step, TensorView out, TensorView x) const
{
    const Scratch q = step.scratch(x.rows, m_queryColumns);
    const Scratch k = step.scratch(x.rows, m_keyColumns);
    const Scratch v = step.scratch(x.rows, m_keyColumns);
    const std::array<Linear::Output, 3> outputs{{{m_query, q}, {m_key, k}, {m_value, v}}};
    Linear::forwardEach(step, outputs, x);

    normHeads(step, q, m_queryNorm);
    normHeads(step, k, m_keyNorm);

    const TensorView keys = step.cache().keys(m_layer);
    const TensorView values = step.cache().values(m_layer);
    if (m_rotary.isCommonTo(step.parts())) {
        step.ops().rotateAndCache(
            q, k, v, keys, values, step.placement(), m_rotary.common(), m_shape.headDim);
    } else {
        m_rotary.forward(step, q);
        m_rotary.forward(step, k);
        step.ops().writeCache(keys, k, step.placement());
        step.ops().writeCache(values, v, step.placement());
    }

    const Scratch attended = step.scratch(x.rows, m_queryColumns);
    step.ops().attendCached(attended, q, keys, values, step.placement(), m_shape);
    m_output.forward(step, out, attended);
}

void Attention::normHeads(Step& step, TensorView x, const RmsNorm& norm) const
{
    if (norm.weight.isEmpty())
        return;
    const TensorView heads = x.reshaped(x.elements() / m_shape.headDim, m_shape.headDim);
    step.ops().rmsNorm(heads, heads, norm.weight, norm.epsilon);
}

} // namespace engine
