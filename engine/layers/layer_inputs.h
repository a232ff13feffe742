#pragma once

#include "engine/layers/block_plan.h"
#include "engine/layers/linear.h"
#include "engine/layers/norm.h"

#include <string>
#include <vector>

namespace engine {

/// Embeddings of every layer (Gemma 3n and 4): what a token brings along for each block, beside its
/// embedding.
///
///     inputs = (√width · table[id] + norm(projection(embedding) / √hidden)) / √2
class LayerInputs {
public:
    /// Loads the tensors per_layer_token_embd, per_layer_model_proj and per_layer_proj_norm.
    LayerInputs(const Weights& weights, const LayerInputsPlan& plan, int64_t layers, int64_t hidden,
        const NormPlan& norm);

    /// How many numbers a row has: the width for each layer, one after the other.
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

} // namespace engine
