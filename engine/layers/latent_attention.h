#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/linear.h"
#include "engine/layers/norm.h"
#include "engine/layers/weights.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace engine {

class Rotary;
struct BlockPosition;

/// Latent attention (MLA, DeepSeek-V2, 2024, arXiv:2405.04434). The cache holds one row of each
/// token for all heads: a latent, from which keys and values follow, and a part of the keys that is
/// rotated.
///
///     c        = x · keyValue                          [latent | rotated]
///     row      = norm(c.latent), turn(c.rotated)       what the cache keeps
///     q        = norm(x · queryDown) · queryUp, or x · query      per head [plain | rotated]
///     score    = (q.plain · keyHead · row.latent + turn(q.rotated) · row.rotated) · scale
///     out      = (softmax(score) · row.latent · valueHeadᵀ, for all heads) · output
///
/// The products with keys and values are absorbed by those of queries and of what is seen, so the
/// heads share one key, whose first columns are the value.
class LatentAttention {
public:
    /// Loads the tensors attn_q or attn_q_a, attn_q_a_norm and attn_q_b; attn_kv_a_mqa,
    /// attn_kv_a_norm and attn_output of a block; and attn_k_b [heads, latent, plain] and attn_v_b
    /// [heads, value, latent], or both in attn_kv_b, for each head [plain | value, latent].
    LatentAttention(const Weights& weights, const LatentAttentionPlan& plan, const BlockPlan& block,
        const BlockPosition& position);

    /// Shapes: out, x [tokens, hidden]. First writes the rows of the step's tokens to the cache.
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    /// The linear layers to which adapters may add.
    std::vector<Linear*> linears();

private:
    // A matrix for each head, one below the other.
    struct HeadMatrices {
        HeadMatrices(Weight stacked, int64_t heads);

        Weight all;
        std::vector<kernels::TensorView> each;
    };

    static HeadMatrices keyHeads(
        const Weights& weights, const LatentAttentionPlan& plan, const std::string& prefix);
    static HeadMatrices valueHeads(
        const Weights& weights, const LatentAttentionPlan& plan, const std::string& prefix);
    void project(Step& step, kernels::TensorView queries, kernels::TensorView x) const;
    void absorb(Step& step, kernels::TensorView queries, kernels::TensorView projected) const;
    void cacheRows(Step& step, kernels::TensorView x) const;

    LatentAttentionPlan m_plan;
    const Rotary& m_rotary;
    int64_t m_layer; // of the cache
    std::optional<Linear> m_queryDown; // none if queries are not compressed
    Norm m_queryNorm; // of what it gives
    Linear m_query; // of its result, or of x
    Linear m_keyValue;
    Norm m_latentNorm;
    HeadMatrices m_keyHeads; // [latent, plain] each
    HeadMatrices m_valueHeads; // [value, latent] each
    Linear m_output;
};

} // namespace engine
