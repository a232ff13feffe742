#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/linear.h"
#include "engine/layers/norm.h"

#include <optional>
#include <string>
#include <vector>

namespace engine {

class RelativePositions;
class Rotary;
struct BlockPosition;

/// Grouped-query attention (Ainslie et al., 2023, arXiv:2305.13245), over a paged cache or over
/// spans of the rows themselves:
///
///     q, k, v = x · query, x · key, x · value          split into heads
///     q, k    = turn(norm(q)), turn(norm(k))            each only where the plan says so
///     out     = attend(q, keys, values) · output       or, with a gate from the weight of queries,
///     out     = (attend(q, keys, values) · sigmoid(gate)) · output
///
/// The norm follows the rotation where the plan says so.
class Attention {
public:
    /// Loads the tensors attn_q, attn_k, attn_v, attn_gate, attn_output, norms and sinks of a block; the
    /// first three may be one, attn_qkv. If the plan uses another layer's keys and values, there is neither
    /// attn_k nor attn_v.
    Attention(const Weights& weights, const BlockPlan& plan, const BlockPosition& position);

    /// Shapes: out, x [tokens, hidden]. Over a cache, first writes the keys and values of the
    /// step's tokens to it.
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    /// The same, but adds to `into`, which may be x; the content of `delta` is undefined afterwards.
    void addTo(Step& step, kernels::TensorView into, kernels::TensorView delta,
        kernels::TensorView x) const;

    /// The linear layers to which adapters may add.
    std::vector<Linear*> linears();

private:
    struct Projected {
        kernels::TensorView q, k, v; // no rows in k and v if they are another layer's
    };

    void reorderHeads();
    void projectDistances(const RelativePositions& relative);
    bool placeTogether();
    bool isPlain() const;
    // Adds to `residual`, with `out` as scratch memory, or, if there is none, writes `out`.
    void forwardTo(Step& step, kernels::TensorView residual, kernels::TensorView out,
        kernels::TensorView x) const;
    void forwardTo(Step& step, kernels::TensorView residual, kernels::TensorView out,
        kernels::TensorView x, const Projected& projected, kernels::TensorView gate) const;
    void project(
        Step& step, const Projected& out, kernels::TensorView gate, kernels::TensorView x) const;
    void attendCached(Step& step, kernels::TensorView attended, const Projected& projected) const;
    void attendSpans(Step& step, kernels::TensorView attended, const Projected& projected) const;
    void turnAndCache(Step& step, const Projected& projected) const;
    void turn(Step& step, kernels::TensorView x) const;
    void normHeads(Step& step, kernels::TensorView x, const Norm& norm) const;
    void turnAndNorm(Step& step, kernels::TensorView x, const Norm& norm) const;

    AttentionPlan m_plan;
    const Rotary* m_rotary; // null: nothing is turned
    int64_t m_layer; // of the cache
    Linear m_query;
    std::optional<Linear> m_key, m_value; // none where they are read elsewhere
    std::optional<Linear> m_gate; // none without a weight of its own
    bool m_isTogether = false; // see placeTogether()
    Linear m_output;
    Norm m_queryNorm, m_keyNorm, m_valueNorm; // empty if the plan has none
    bool m_normsAfterRotation;
    Weight m_sinks; // the same
    kernels::Tensor m_relativeKeys, m_relativeQueries; // empty if distances don't count
};

} // namespace engine
