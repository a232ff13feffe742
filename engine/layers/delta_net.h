#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/linear.h"
#include "engine/layers/norm.h"

#include <vector>

namespace engine {

struct BlockPlace;

/// A gated DeltaNet (Yang et al., 2024, arXiv:2412.06464):
///
///     q, k, v  = silu(convolve(x · mixed))
///     attended = deltaRule(q, k, v, x · decay, x · strength)       head by head
///     out      = (norm(attended) · silu(x · gate)) · output        the norm is of each head
///
/// The last inputs of the convolution and the matrices of the heads are a state in the cache.
class DeltaNet {
public:
    /// Loads the tensors attn_qkv, attn_gate and ssm_… of a block.
    DeltaNet(const Weights& weights, const DeltaNetPlan& plan, const BlockPlan& block,
        const BlockPlace& place);

    /// Shapes: out, x [tokens, hidden]. Changes the states of the step's sequences.
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    /// The linear layers to which adapters may add.
    std::vector<Linear*> linears() { return {&m_mixed, &m_gate, &m_decay, &m_strength, &m_output}; }

private:
    DeltaNetPlan m_plan;
    int64_t m_layer; // of the cache
    Linear m_mixed, m_gate, m_decay, m_strength, m_output;
    Weight m_taps; // [taps, columns of q, k and v]
    Weight m_rates, m_offsets; // [1, value heads]
    Norm m_norm;
};

} // namespace engine
