#pragma once

#include "engine/layers/attention.h"
#include "engine/layers/dense_mlp.h"

#include <vector>

namespace engine {

/// hidden += attention(norm(hidden)); hidden += mlp(norm(hidden))
class DecoderBlock {
public:
    /// The tensors blk.`layer`.…; `rotary` must outlive the block.
    DecoderBlock(
        const Weights& weights, const BlockPlan& plan, const Rotary& rotary, int64_t layer);

    /// hidden [tokens, hidden], in place
    void forward(Step& step, kernels::TensorView hidden) const;

    /// Those an adapter may add to; they live with the block.
    std::vector<Linear*> linears();

private:
    DecoderBlock(const Weights& weights, const BlockPlan& plan, const Rotary& rotary, int64_t layer,
        const std::string& prefix);

    RmsNorm m_attentionNorm;
    Attention m_attention;
    RmsNorm m_mlpNorm;
    DenseMlp m_mlp;
};

} // namespace engine
