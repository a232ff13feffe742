#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/linear.h"
#include "engine/layers/rms_norm.h"

#include <string>
#include <vector>

namespace engine {

class Rotary;

/// Grouped-query attention over the paged cache:
///
///     q, k, v = x · query, x · key, x · value          split into heads
///     q, k    = rotate(norm(q)), rotate(norm(k))        norm only where the plan says so
///     out     = attend(q, cached k, cached v) · output
class Attention {
public:
    /// The tensors `prefix`attn_q … attn_output. `layer` is the cache's; `rotary` must outlive
    /// this.
    Attention(const Weights& weights, const std::string& prefix, const BlockPlan& plan,
        const Rotary& rotary, int64_t layer);

    /// out, x [tokens, hidden]. Writes the keys and values of the step's tokens into its cache.
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    /// Those an adapter may add to.
    std::vector<Linear*> linears() { return {&m_query, &m_key, &m_value, &m_output}; }

private:
    void normHeads(Step& step, kernels::TensorView x, const RmsNorm& norm) const;

    kernels::AttentionShape m_shape;
    const Rotary& m_rotary;
    int64_t m_layer;
    int64_t m_queryColumns, m_keyColumns;
    Linear m_query, m_key, m_value, m_output;
    RmsNorm m_queryNorm, m_keyNorm; // empty if the plan has none
};

} // namespace engine
