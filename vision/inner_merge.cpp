#include "vision/inner_merge.h"

#include "base/error.h"
#include "engine/layers/block.h"
#include "engine/layers/step.h"

namespace vision {

using engine::Linear;
using engine::Scratch;
using engine::Step;
using engine::Weights;
using kernels::TensorView;

InnerMerge::InnerMerge(
    const Weights& weights, const VisionConfig& config, const InnerMergePlan& plan)
    : m_count(config.innerScale * config.innerScale)
    , m_attentionNorm(weights, "v.vit_merger.ln1", config.hidden, plan.attention.norms)
    , m_norm(weights, "v.vit_merger.ds_ln", m_count * config.hidden, plan.attention.norms)
    , m_attention(weights, plan.attention,
          engine::BlockPosition{"v.vit_merger.", 0, {}, engine::towerBlockNames})
    , m_up(weights, "v.vit_merger.ds_ffn_up", weights.rows("v.vit_merger.ds_ffn_up.weight"),
          m_count * config.hidden)
    , m_down(weights, "v.vit_merger.ds_ffn_down", config.hidden, m_up.outputs())
    , m_activation(plan.activation)
{
}

void InnerMerge::forward(Step& step, TensorView out, TensorView patches) const
{
    CHECK(patches.rows == out.rows * m_count && patches.columns == out.columns);
    {
        const Scratch normed = step.scratch(patches.rows, patches.columns);
        const Scratch delta = step.scratch(patches.rows, patches.columns);
        m_attentionNorm.forward(step, normed, patches);
        m_attention.addTo(step, patches, delta, normed);
    }
    const TensorView joined = patches.reshaped(out.rows, m_count * out.columns);
    const Scratch part = step.scratch(out.rows, out.columns);
    for (int64_t patch = 0; patch < m_count; ++patch) {
        step.ops().takeColumns(patch == 0 ? out : part.view(), joined, patch * out.columns);
        if (patch > 0)
            step.ops().add(out, part);
    }
    step.ops().scale(out, 1 / float(m_count));

    const Scratch middle = step.scratch(out.rows, m_up.outputs());
    m_norm.forward(step, joined, joined);
    m_up.forward(step, middle, joined);
    step.ops().activate(middle, m_activation);
    m_down.forward(step, part, middle);
    step.ops().add(out, part);
}

std::vector<Linear*> InnerMerge::linears()
{
    std::vector<Linear*> linears = m_attention.linears();
    linears.insert(linears.end(), {&m_up, &m_down});
    return linears;
}

} // namespace vision
