#pragma once

#include "engine/layers/attention.h"
#include "engine/layers/mlp.h"
#include "engine/layers/norm.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// What the tensors of a block are called, behind the block's own prefix.
struct BlockNames {
    const char* attentionNorm = "attn_norm"; ///< before attention
    const char* attentionEndNorm = "post_attention_norm"; ///< behind it
    const char* mlpNorm = "ffn_norm"; ///< before the MLP
    const char* mlpEndNorm = "post_ffw_norm"; ///< behind it
    const char* attentionOutput = "attn_output";
};

inline constexpr BlockNames decoderBlockNames;

/// As mmproj files call them: "v.blk.3.ln1.weight".
inline constexpr BlockNames towerBlockNames{.attentionNorm = "ln1",
    .attentionEndNorm = "attn_post_norm",
    .mlpNorm = "ln2",
    .mlpEndNorm = "ffn_post_norm",
    .attentionOutput = "attn_out"};

/// Which block of a model one is.
struct BlockPlace {
    std::string prefix; ///< of its tensors: "blk.3."
    int64_t layer = 0; ///< of the cache, if it has one
    std::span<const Rotary> rotaries; ///< of the model, on the block's device; must outlive it
    const BlockNames& names = decoderBlockNames;
};

/// Attention and an MLP, each added to the residual stream, with norms where the plan says.
class Block {
public:
    /// Throws Error{Unsupported} for what no layer computes yet, and as Weights does.
    Block(const Weights& weights, const BlockPlan& plan, const BlockPlace& place);

    /// hidden [tokens, hidden], in place
    void forward(Step& step, kernels::TensorView hidden) const;

    /// Those an adapter may add to; they live with the block.
    std::vector<Linear*> linears();

private:
    void finish(Step& step, const Norm& norm, kernels::TensorView delta) const;
    bool changesDelta(const Norm& norm) const { return m_residualScale != 1 || !norm.isEmpty(); }

    bool m_sharesNorm;
    float m_residualScale;
    Norm m_attentionNorm, m_attentionEndNorm; // empty where the plan has none
    Attention m_attention;
    Norm m_mlpNorm, m_mlpEndNorm;
    Mlp m_mlp;
};

} // namespace engine
