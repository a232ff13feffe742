#pragma once

#include "engine/layers/attention.h"
#include "engine/layers/block_plan.h"
#include "engine/layers/delta_net.h"
#include "engine/layers/experts.h"
#include "engine/layers/latent_attention.h"
#include "engine/layers/linear.h"
#include "engine/layers/mamba.h"
#include "engine/layers/mlp.h"
#include "engine/layers/norm.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace engine {

class RelativePositions;

/// Embeddings of every layer (Gemma 3n and 4): what a token brings along for each block, in
/// addition to its embedding.
///
///     inputs = (√width · table[id] + norm(projection(embedding) / √hidden)) / √2
class LayerInputs {
public:
    /// Loads the tensors per_layer_token_embd, per_layer_model_proj and per_layer_proj_norm.
    LayerInputs(const Weights& weights, const LayerInputsPlan& plan, int64_t layers, int64_t hidden,
        const NormPlan& norm);

    /// The number of numbers that a row has: the width for each layer, one after the other.
    int64_t columns() const { return m_projection.outputs(); }

    /// Shapes: out [tokens, columns()], ids i32 [1, tokens], hidden [tokens, hidden], which are the
    /// rows that the first block reads.
    void forward(Step& step, kernels::TensorView out, kernels::TensorView ids,
        kernels::TensorView hidden) const;

    std::vector<Linear*> linears() { return {&m_projection}; }

private:
    int64_t m_width;
    Weight m_table; // [vocabulary, columns()]
    Linear m_projection;
    Norm m_norm;
};

/// What a block does with its part of them: hidden += norm(up(activation(gate(hidden)) · input)).
class LayerInputGate {
public:
    /// Loads the tensors `prefix`inp_gate, proj and post_norm.
    LayerInputGate(const Weights& weights, const std::string& prefix, const LayerInputsPlan& plan,
        int64_t layer, const BlockPlan& block);

    /// Changes hidden [tokens, hidden]; `delta` has the same shape and is overwritten. Reads the
    /// step's layer inputs.
    void addTo(Step& step, kernels::TensorView hidden, kernels::TensorView delta) const;

    std::vector<Linear*> linears() { return {&m_gate, &m_up}; }

private:
    LayerInputsPlan m_plan;
    int64_t m_firstColumn;
    Linear m_gate, m_up;
    Norm m_norm;
};

/// The names of the tensors of a block, which follow the block's prefix.
struct BlockNames {
    const char* attentionNorm = "attn_norm"; ///< before attention
    const char* attentionEndNorm = "post_attention_norm"; ///< after attention
    const char* mlpNorm = "ffn_norm"; ///< before the MLP
    const char* mlpEndNorm = "post_ffw_norm"; ///< after the MLP
    const char* attentionOutput = "attn_output";
    const char* attentionScale = "ls1"; ///< multiplies what attention adds
    const char* mlpScale = "ls2"; ///< multiplies what the MLP adds
};

inline constexpr BlockNames decoderBlockNames;

/// The names in mmproj files: "v.blk.3.ln1.weight".
inline constexpr BlockNames towerBlockNames{.attentionNorm = "ln1",
    .attentionEndNorm = "attn_post_norm",
    .mlpNorm = "ln2",
    .mlpEndNorm = "ffn_post_norm",
    .attentionOutput = "attn_out"};

/// Identifies a block of a model.
struct BlockPosition {
    std::string prefix; ///< of the names of its tensors: "blk.3."
    int64_t layer = 0; ///< the layer of the cache, if the block has one
    /// The model's, on the block's device; must outlive the block.
    std::span<const Rotary> rotaries;
    const BlockNames& names = decoderBlockNames;
    /// The model's, on the block's device; null: distances don't count. Must outlive the block.
    const RelativePositions* relative = nullptr;
    /// Computes the routed experts on its device, the host's; must outlive the block. Null: the
    /// block's own device computes them.
    Step* hostStep = nullptr;
};

/// The mixer or the MLP of a block that has none.
struct NoLayer {
    std::vector<Linear*> linears() { return {}; }
};

/// A mixer, mostly attention, and an MLP, each of which is added to the residual stream, with norms
/// where the plan puts them.
class Block {
public:
    /// Throws what Weights throws.
    Block(const Weights& weights, const BlockPlan& plan, const BlockPosition& position);

    /// Changes hidden [tokens, hidden] in place.
    void forward(Step& step, kernels::TensorView hidden) const;

    /// The linear layers to which adapters may add. They are valid as long as the block.
    std::vector<Linear*> linears();

    /// Lays out the weights of the linear layers.
    void layOut(WeightLayouts& layouts, kernels::Fidelity fidelity = kernels::Fidelity::Kept);

    /// Lays out those of experts, if there are any.
    void layOutExperts(WeightLayouts& layouts);

private:
    using AnyMixer = std::variant<Attention, DeltaNet, ShortConvolution, LatentAttention, Mamba,
        AttentionBesideMamba, NoLayer>;
    using AnyMlp = std::variant<Mlp, Experts, NoLayer>;
    static AnyMixer makeMixer(
        const Weights& weights, const BlockPlan& plan, const BlockPosition& position);
    static AnyMlp makeMlp(
        const Weights& weights, const BlockPlan& plan, const BlockPosition& position);

    void forwardNormingSums(Step& step, kernels::TensorView hidden) const;
    void addMixed(Step& step, kernels::TensorView hidden, kernels::TensorView normed,
        kernels::TensorView delta, kernels::TensorView read) const;
    void mix(Step& step, kernels::TensorView out, kernels::TensorView x) const;
    void addMlp(Step& step, kernels::TensorView hidden, kernels::TensorView delta,
        kernels::TensorView read) const;
    void forwardMlp(Step& step, kernels::TensorView out, kernels::TensorView read,
        kernels::TensorView residual) const;
    void finish(
        Step& step, const Norm& norm, const Weight& layerScale, kernels::TensorView delta) const;
    // Whether finish() does anything to what the mixer, or the MLP, has computed.
    bool changesMixed() const;
    bool changesMlp() const;

    bool m_sharesNorm, m_normsSums;
    float m_residualScale;
    Norm m_attentionNorm, m_attentionEndNorm; // empty where the plan has none
    AnyMixer m_mixer;
    Norm m_mlpNorm, m_mlpEndNorm;
    AnyMlp m_mlp;
    Weight m_attentionScale, m_mlpScale; // [1, hidden]; empty where the plan has none
    std::optional<LayerInputGate> m_inputs; // none if the plan has none
    float m_outputScale;
};

} // namespace engine
