#pragma once

#include "engine/layers/weight_layouts.h"
#include "engine/layers/weights.h"
#include "kernels/ops.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

class Step;

/// What an adapter adds to a linear layer whose own weights stay as they are (LoRA, Hu et al.,
/// 2021, arXiv:2106.09685):
///
///     out += factor · (x · downᵀ) · upᵀ
struct LowRank {
    Weight down; ///< [rank, inputs]
    Weight up; ///< [outputs, rank]
    float factor = 1;

    /// Shapes: out [tokens, outputs], x [tokens, inputs].
    void addTo(Step& step, kernels::TensorView out, kernels::TensorView x) const;
};

/// What an adapter adds to an embedding: out[t] += factor · columns[ids[t]] · upᵀ
struct LowRankEmbedding {
    /// [vocabulary, rank]: the transpose of `down`, so that the column of a token is one row.
    Weight columns;
    Weight up; ///< [hidden, rank]
    float factor = 1;

    /// Shapes: out [tokens, hidden], ids i32 [1, tokens].
    void addTo(Step& step, kernels::TensorView out, kernels::TensorView ids) const;
};

/// A linear layer: out = x · weightᵀ · factor + what adapters add + bias.
class Linear {
public:
    enum class Bias {
        IfInFile,
        Required,
    };

    /// Loads the tensors `name`.weight [outputs, inputs] and `name`.bias [outputs], or that part of
    /// `part`.weight and `part`.bias. For `pairedHead` see pairedHead().
    Linear(const Weights& weights, const std::string& name, int64_t outputs, int64_t inputs,
        Bias bias = Bias::IfInFile, int64_t pairedHead = 0,
        const std::optional<RowPart>& part = std::nullopt);

    /// Takes a weight that was not loaded as it is in the file, and loads `name`.bias if there is
    /// one.
    Linear(const Weights& weights, const std::string& name, Weight weight);

    /// Changes the order of the outputs, see reordered(). Before layOut().
    void reorder(std::span<const int64_t> order);

    /// Lays out the weight.
    void layOut(WeightLayouts& layouts, kernels::Fidelity fidelity = kernels::Fidelity::Kept)
    {
        layouts.layOut(*m_backend, m_weight, fidelity);
    }

    /// Moves the weights of layers that read the same rows, and their biases, to one piece of
    /// memory, one behind the other, so that a device can multiply with all of them at once. Does
    /// nothing and returns false if shapes, types or the presence of biases differ, or types have
    /// blocks. The weights must not be laid out otherwise afterwards.
    static bool placeTogether(std::span<Linear* const> layers);

    /// Shapes: out [tokens, outputs], x [tokens, inputs].
    void forward(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    /// Adds the result of forward() to `into`. `delta` has the same shape and is overwritten.
    void addTo(Step& step, kernels::TensorView into, kernels::TensorView delta,
        kernels::TensorView x) const;

    /// One of several layers that are applied to the same rows, and its result.
    struct Output {
        const Linear& linear;
        kernels::TensorView out;
    };

    static constexpr size_t maxOutputs = 3; ///< for queries, keys and values

    /// Does forward() for each of at most maxOutputs layers, which a device may do together.
    static void forwardEach(Step& step, std::span<const Output> outputs, kernels::TensorView x);

    /// Computes gate.out = activation(gate(x)) · up(x). The content of up.out is undefined
    /// afterwards.
    static void forwardGate(Step& step, const Output& gate, const Output& up, kernels::TensorView x,
        kernels::Activation activation);

    /// True if nothing is done to the product but adding the bias: there are no adapters and no
    /// factor.
    bool isProduct() const { return m_adapters.empty() && m_factor == 1; }
    kernels::TensorView weight() const { return m_weight; }
    kernels::TensorView bias() const { return m_bias; } ///< empty if there is none

    /// Replaces what adapters add. Each must have the shape of this layer and be on its device.
    void setAdapters(std::vector<LowRank> adapters) { m_adapters = std::move(adapters); }

    const std::string& name() const { return m_name; } ///< the canonical name without ".weight"
    int64_t outputs() const { return m_weight.view().rows; }
    int64_t inputs() const { return m_weight.view().columns; }
    kernels::Backend& backend() const { return *m_backend; }

    /// The number of rows of a head if the file has the rows of each head reordered
    /// (AttentionPlan::pairedHeads), 0 otherwise. The rows of an adapter must be reordered in the
    /// same way.
    int64_t pairedHead() const { return m_pairedHead; }

private:
    bool isBare() const { return isProduct() && m_bias.isEmpty(); }
    kernels::Ops::Product productFor(kernels::TensorView out) const;
    void complete(Step& step, kernels::TensorView out, kernels::TensorView x) const;

    std::string m_name;
    kernels::Backend* m_backend;
    int64_t m_pairedHead;
    Weight m_weight;
    float m_factor = 1; // of the weight, see Weights::factor()
    Weight m_bias; // empty if there is none
    std::vector<LowRank> m_adapters;
};

} // namespace engine
