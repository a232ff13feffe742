#pragma once

#include "engine/layers/attention.h"
#include "engine/layers/block_plan.h"
#include "engine/layers/linear.h"
#include "engine/layers/norm.h"
#include "engine/layers/weights.h"

#include <cstdint>
#include <vector>

namespace engine {

struct BlockPosition;

/// A Mamba-2 mixer (Dao and Gu, 2024, arXiv:2405.21060):
///
///     gate, xbc, steps = x · input                              each part times a factor
///     scanned          = scan(silu(convolve(xbc) + bias), steps)            head by head
///     out              = norm(scanned · silu(gate)) · output    the norm is of each group
///
/// The last inputs of the convolution and the matrices of the heads are a state in the cache.
class Mamba {
public:
    /// Loads the tensors ssm_in, ssm_conv1d, ssm_dt.bias, ssm_a, ssm_d, ssm_out and, if the plan has
    /// a norm, ssm_norm of a block.
    Mamba(const Weights& weights, const MambaPlan& plan, const BlockPlan& block,
        const BlockPosition& position);

    /// Shapes: out, x [tokens, hidden]. Changes the states of the step's sequences.
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    /// The linear layers to which adapters may add.
    std::vector<Linear*> linears() { return {&m_input, &m_output}; }

private:
    void normGroups(Step& step, kernels::TensorView x) const;

    MambaPlan m_plan;
    int64_t m_layer; // of the cache
    Linear m_input, m_output;
    Weight m_factors; // [1, columns of the input]; empty if all are 1
    Weight m_taps; // [taps, columns of x, b and c]
    Weight m_bias; // of the convolution; empty if there is none
    Weight m_rates, m_offsets, m_skips; // [1, heads]
    Norm m_norm; // of the columns of a group; empty if the plan has none
    Weight m_normWeight; // [1, columns], if groups have weights of their own; else empty
};

/// Attention and a Mamba-2 mixer that reads the same, see ParallelPlan. Their layer of the cache holds both
/// keys and values, and a state.
class AttentionBesideMamba {
public:
    /// Loads the tensors of both.
    AttentionBesideMamba(const Weights& weights, const ParallelPlan& plan, const BlockPlan& block,
        const BlockPosition& position);

    /// Shapes: out, x [tokens, hidden]. Writes to the cache what both keep.
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    /// The linear layers to which adapters may add.
    std::vector<Linear*> linears();

private:
    ParallelPlan m_plan;
    Attention m_attention;
    Mamba m_mamba;
};

} // namespace engine
