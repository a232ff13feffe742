#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/linear.h"
#include "engine/layers/norm.h"
#include "engine/layers/weights.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace engine {

struct BlockPosition;

/// Loads the weight of a convolution of single columns, [columns, taps] in the file, in the form
/// that Ops::convolve() takes: [taps, columns], in f32.
Weight readTaps(const Weights& weights, std::string_view name, int64_t columns, int64_t taps);

/// A short convolution between two gates (LFM2, Liquid AI, 2025, arXiv:2511.23404):
///
///     b, c, v = x · input
///     out     = (c · convolve(b · v)) · output
///
/// The last inputs of the convolution are a state in the cache.
class ShortConvolution {
public:
    /// Loads the tensors shortconv.in_proj, shortconv.conv and shortconv.out_proj of a block.
    ShortConvolution(const Weights& weights, const ShortConvolutionPlan& plan,
        const BlockPlan& block, const BlockPosition& position);

    /// Shapes: out, x [tokens, hidden]. Changes the states of the step's sequences.
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    /// The linear layers to which adapters may add.
    std::vector<Linear*> linears() { return {&m_input, &m_output}; }

private:
    int64_t m_layer; // of the cache
    Linear m_input, m_output;
    Weight m_taps; // [taps, hidden]
    Weight m_bias; // empty if there is none
};

/// A gated DeltaNet (Yang et al., 2024, arXiv:2412.06464):
///
///     q, k, v  = silu(convolve(x · mixed))
///     attended = deltaRule(q, k, v, x · decay, x · strength)       head by head
///     out      = (norm(attended) · silu(x · gate)) · output        the norm is of each head
///
/// The last inputs of the convolution and the matrices of the heads are a state in the cache.
class DeltaNet {
public:
    /// Loads the tensors attn_qkv, attn_gate and ssm_… of a block; those of each of the pairs attn_qkv
    /// and attn_gate, ssm_beta and ssm_alpha may also be joined, see DeltaNetPlan::inputRows().
    DeltaNet(const Weights& weights, const DeltaNetPlan& plan, const BlockPlan& block,
        const BlockPosition& position);

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
